import Markdown
import TestSupport
import Testing

@Suite("Markdown while it is being written")
struct MarkdownHighlightingTests {
  private func spans(_ text: String, after before: String = "") -> [String] {
    let bytes = Array(text.utf8)
    return MarkdownHighlighting.spans(of: bytes, after: Array(before.utf8)).map { span in
      "\(span.role) \(String(decoding: bytes[span.range], as: UTF8.self))"
    }
  }

  @Test(
    "Marks and what stands between them",
    arguments: [
      ("plain words", []),
      ("## 제목", ["heading ## 제목", "mark ##"]),
      ("#tag", []),
      ("a **b** c", ["strong **b**", "mark **", "mark **"]),
      ("*기울임*", ["emphasis *기울임*", "mark *", "mark *"]),
      ("snake_case_name", []),
      ("2 * 3 * 4", []),
      ("~~gone~~", ["struck ~~gone~~", "mark ~~", "mark ~~"]),
      ("3~5, 7~9 ~wave~", []),
      ("`a *b*`", ["code `a *b*`", "mark `", "mark `"]),
      ("\\*a*", []),
      ("[a](http://x)", ["link [a](http://x)", "mark [", "mark ](http://x)"]),
      ("[[강가]]", ["link [[강가]]", "mark [[", "mark ]]"]),
      ("> quoted", ["quote >", "quote quoted"]),
      ("- [x] done", ["bullet -", "bullet [x]"]),
      ("12. twelve", ["bullet 12."]),
      ("-5 degrees", []),
      (
        "```\n*a*\n```\n*b*",
        ["mark ```", "code *a*", "mark ```", "emphasis *b*", "mark *", "mark *"]
      ),
    ] as [(String, [String])])
  func table(_ text: String, _ expected: [String]) {
    expectEqual(spans(text), expected)
  }

  @Test("Code that was opened above is code here")
  func openCode() {
    expectEqual(spans("*a*", after: "x\n```swift\nlet"), ["code *a*"])
    expectEqual(spans("*a*", after: "```\nb\n```\n").first, "emphasis *a*")
  }

  @Test("Spans lie within lines, whatever is written", arguments: 0..<40)
  func property(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let marks = [
      "*", "**", "`", "~~", "[", "](", ")", "[[", "]]", "# ", "> ", "- [ ] ", "\n", "강", "a ", "\\",
      "```\n", "_",
    ]
    let text = (0..<80).map { _ in marks.randomElement(using: &random) ?? "" }.joined()
    let bytes = Array(text.utf8)
    for span in MarkdownHighlighting.spans(of: bytes) {
      expect(span.range.upperBound <= bytes.count && !bytes[span.range].contains(0x0A))
    }
  }

  @Test(
    "A screen of nothing but marks takes no time to speak of",
    arguments: ["*", "[", "`", "**a", "[[", "> "])
  func hostile(_ mark: String) {
    let line = Array((String(repeating: mark, count: 200) + "\n").utf8)
    let screen = (0..<50).flatMap { _ in line }
    expectLess(processorTime { _ = MarkdownHighlighting.spans(of: screen) }, .seconds(20))
  }
}
