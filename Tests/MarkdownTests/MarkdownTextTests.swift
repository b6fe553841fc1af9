import Markdown
import TestSupport
import Testing

@Suite("Markdown as values")
struct MarkdownTextTests {
}
