import Markdown
import TestSupport
import Testing

@Suite("Fuzzed Markdown")
struct MarkdownFuzzTests {
  private static let samples = [
    "# 제목 *하나* **둘** ~~셋~~ `넷`\n\n> - [x] [a](b \"c\") ![d](<e>)\n> 1. www.example.com\n",
    "| a | b |\n|:--|--:|\n| 1 | 2 |\n\n```swift\nlet a\n```\n\n[^1] text\n\n[^1]: note\n[x]: /y 'z'\n",
    "<div>\n&amp; &#x1F600; \\* <https://a.b> a@b.c\n</div>\n\n***\n\n\tcode\n\nfoo  \nbar\\\nbaz\n===\n",
  ]
  private static let pieces = [
    "*", "_", "**", "~~", "`", "```", "[", "]", "](", "![", "[^1]", "|", "\n", "\n\n", "> ", "- ",
    "1. ",
    "#", "<", ">", "<!--", "&", "\\", "    ", "\t", "http://", "www.", "@", "---", "가", "👩‍👩‍👧‍👦",
    "e\u{301}",
  ]

  @Test func `any text is read, with places that are in it`() {
    var mutator = Mutator("Markdown", rounds: 1500, pieces: Self.pieces)
    for _ in 0..<mutator.rounds {
      let text = mutator.mutation(of: Self.samples)
      let markdown = MarkdownText(text)
      for part in markdown.parts.indices {
        for block in markdown.blocks(ofPart: part) {
          expect((0...text.utf8.count).contains(block.start), "seed \(mutator.seed): \(text)")
        }
      }
      let bytes = Array(text.utf8)
      for span in MarkdownHighlighting.spans(of: bytes) {
        expectAtMost(0, span.range.lowerBound, "seed \(mutator.seed): \(text)")
        expectAtMost(span.range.upperBound, bytes.count, "seed \(mutator.seed): \(text)")
      }
    }
  }
}
