import TestSupport
import Testing

/// Compares the whole screen with what a test shows.
@MainActor
func expectScreen(
  _ screen: ScreenTest, _ expected: String, file: String = #filePath, line: Int = #line
) {
  guard screen.text != expected else { return }
  fail("The screen is\n\(screen.text)\n<end>", file: file, line: line)
}
