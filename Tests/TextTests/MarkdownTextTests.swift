import TestSupport
import Testing
import Text

@Suite struct MarkdownTextTests {
  private func blocks(_ text: String) -> [MarkdownBlock] {
    let markdown = MarkdownText(text)
    return markdown.parts.indices.flatMap { markdown.blocks(ofPart: $0) }
  }

  @Test func `blocks have their start, and note a blank line before them`() {
    let text = "# 제목\n글 *하나*\n둘\n\n> 인용\n>\n> - [x] 한\n\n1. 가\n   1. 나\n\n```\n코드\n```\n---\n"
    let found = blocks(text)
    expectEqual(
      found.map(\.start),
      ["# 제목", "글 *", "> 인용", "1. 가", "```\n코", "---"].map {
        text.firstRange(of: $0).map { text.utf8.distance(from: text.startIndex, to: $0.lowerBound) }
      })
    expectEqual(found.map(\.isAfterBlank), [false, false, true, true, true, false])
  }

  @Test(arguments: [
    "- [ ] a", "- [x] a", "* [X] 한글", "1. [ ] a", "> - [ ] a", "> > 1) [x] 한", "- a\n  - [ ] b",
    "글\n- [ ] b", "-   [x] wide", "- [ ]", "+ [ ]\ta",
  ]) func `a check box has the position of its mark`(_ text: String) throws {
    var boxes: [MarkdownItem.CheckBox] = []
    func look(_ blocks: [MarkdownBlock]) {
      for block in blocks {
        switch block.kind {
        case .list(_, let items):
          boxes += items.compactMap(\.checkBox)
          for item in items { look(item.blocks) }
        case .quote(let inner): look(inner)
        default: break
        }
      }
    }
    look(blocks(text))
    expectEqual(boxes.count, 1)
    let bytes = Array(text.utf8)
    let mark = try require(boxes.first?.mark)
    expect(bytes[mark - 1] == UInt8(ascii: "[") && bytes[mark + 1] == UInt8(ascii: "]"))
    try expectEqual((bytes[mark] == 0x20), !boxes.at(0).isChecked)
  }

  @Test(arguments: ["- [y] a", "- [ ]a", "[ ] a", "- \\[ ] a"])
  func `near misses of check boxes are text`(_ text: String) {
    for block in blocks(text) {
      if case .list(_, let items) = block.kind { expect(items.allSatisfy { $0.checkBox == nil }) }
    }
  }

  @Test func `links, footnotes, tables and strikethrough are recognized`() {
    let text = "~~a~~ https://x.org [b](y) [^1]\n\n| a | b |\n|:-:|--:|\n| c |\n\n[^1]: note"
    let found = blocks(text)
    expectEqual(found.count, 3)
    guard case .paragraph(let inlines) = found[0].kind, case .table(let table) = found[1].kind,
      case .footnote(1, let note) = found[2].kind
    else { return fail("\(found)") }
    expectContains(inlines, .struck([.text("a")]))
    expectContains(inlines, .link([.text("https://x.org")], address: "https://x.org"))
    expectContains(inlines, .link([.text("b")], address: "y"))
    expectContains(inlines, .footnote(1))
    expectEqual(table.alignments, [.center, .trailing])
    expectEqual(table.rows, [[[.text("c")], []]])
    expectEqual(note.map(\.kind), [.paragraph([.text("note")])])
  }

  @Test(arguments: [
    ("https://x.org[^1]", "https://x.org", "https://x.org"),
    ("(see https://x.org/a[^1])", "https://x.org/a", "https://x.org/a"),
    ("www.x.org[^1], 강", "www.x.org", "http://www.x.org"),
    ("> - https://x.org[^N].", "https://x.org", "https://x.org"),
  ]) func `an address ends before a footnote`(_ line: String, _ text: String, _ address: String) {
    let found = blocks(line + "\n\n[^1]: note\n\n[^n]: another")
    expectContains("\(found)", "\(MarkdownInline.link([.text(text)], address: address))")
    expectContains("\(found)", "\(MarkdownInline.footnote(1))")
    expectLacks("\(found)", "<!--")
  }

  @Test(arguments: [
    "`https://x.org[^1]`", "    https://x.org[^1]", "[a](https://x.org[^1])",
    "<a href=\"https://x.org[^1]\">", "https://x.org\\[^1]", "https://x.org[^2]",
    "```\nhttps://x.org[^1]\n```", "[b]: https://x.org[^1]\n[b]",
  ]) func `only actual addresses before footnotes are changed`(_ text: String) {
    let found = "\(blocks(text + "\n\n[^1]: note"))"
    expectLacks(found, "<!--")
    expectContains(found, "[^1]: note")
    expectContains(found, "https://x.org")
    expectLacks(found, "\(MarkdownInline.footnote(1))")
  }

  @Test func `shows lines that look like definitions but have no references`() {
    for text in ["[Monday]: rain", "[^a]: nobody"] {
      expectEqual(blocks(text).map(\.kind), [.paragraph([.text(text)])])
    }
    expectEqual(
      blocks("[Monday]\n\n[monday]: http://x.y").map(\.kind),
      [.paragraph([.link([.text("Monday")], address: "http://x.y")])])
    // Code isn't changed by the reader's internal marks.
    expectEqual(blocks("```\n[a]: x\n```").map(\.kind), [.code("[a]: x\n")])
    expectEqual(blocks("`a\n[b]: c`").map(\.kind), [.paragraph([.code("a [b]: c")])])
  }

  @Test(arguments: [
    ("<https://x.org[^1]>\n\n[^1]: note", "[^1]: note"), ("`[a]`\n\n[a]: url", "[a]: url"),
    ("`[^1]`\n\n> [^1]: note", "[^1]: note"), ("[a]\n\n[a]: x\n[A]: twice", "twice"),
    ("- [a]: x\n- b", "[a]: x"), ("[a\nb]: x", "b]: x"), ("[^1]: [b]: x", "[^1]: [b]: x"),
    ("[^1]\n\n[^1]: one\n\n[^1]: two", "two"), ("[a]: x\r[b]: y", "[b]: y"),
  ]) func `a definition used only in code or an address is shown as written`(
    _ text: String, _ shown: String
  ) { expectContains(blocks(text).map(\.kind).description, shown, "\(blocks(text))") }

  @Test func `keeps link titles, code languages, cells beside a table and single tildes`() {
    expectEqual(
      blocks("[a](b \"title\")").map(\.kind),
      [.paragraph([.link([.text("a"), .title("title")], address: "b")])])
    expectEqual(blocks("~~~ swift\n~~~").map(\.kind), [.code("", info: "swift")])
    guard case .quote(let quoted)? = blocks("> |a|b|\n> |-|-|\n> |1|2|3|4|").first?.kind,
      case .table(let table)? = quoted.first?.kind
    else { return fail("no table") }
    expectEqual(table.rows, [[[.text("1")], [.text("2"), .text(" | 3|4|")]]])
    // A single tilde is a range, not strikethrough.
    expectEqual(
      blocks("오후 3~5시, 7~9시 ~~gone~~").map(\.kind),
      [.paragraph([.text("오후 3~5시, 7~9시 "), .struck([.text("gone")])])])
  }

  @Test(arguments: [
    "a \u{10FFFD} b", "\u{10FFFD}", "\u{10FFFD}\u{10FFFC}", "\u{10FFFD}\u{10FFFD} [a]: b",
    "\u{10FFFC} \u{10FFFD}[^1] c",
  ]) func `keeps internal marks that the user typed`(_ text: String) {
    for text in [text, "[a]: b \(text)"] {
      expectEqual(blocks(text).map(\.kind), [.paragraph([.text(text)])])
    }
  }

  @Test(arguments: 0..<6)
  func `a long text is divided at paragraphs, without losing any`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var text = ""
    while text.utf8.count < 5 * MarkdownText.largestPart {
      let pieces = ["강가를 걸었다. ", "word ", "\n", "\n\n", "- [ ] a\n", "```\n", "> q\n", "[a]: b\n"]
      text += pieces.randomElement(using: &random) ?? ""
      if seed == 0 { text += String(repeating: "산", count: 4000) }
    }
    let markdown = MarkdownText(text)
    expectEqual(markdown.parts.first?.range.lowerBound, 0)
    expectEqual(markdown.parts.last?.range.upperBound, text.utf8.count)
    for (part, next) in zip(markdown.parts, markdown.parts.dropFirst()) {
      expectEqual(part.range.upperBound, next.range.lowerBound)
    }
    expect(markdown.parts.allSatisfy { 0 < $0.range.count && $0.range.count <= 16_384 })
    expect(
      markdown.parts.indices.allSatisfy {
        !markdown.blocks(ofPart: $0).description.contains("\u{FFFD}")
      })
  }

  @Test func `divided code stays code, and definitions of other parts don't count`() {
    let line = "let *x* = 1 // no emphasis\n"
    let code = MarkdownText(
      "```swift\n" + String(repeating: line, count: 2000) + "```\nend [a]\n\n[a]: http://x.y\n")
    expectGreater(code.parts.count, 2)
    for part in code.parts.indices.dropLast() {
      expect(
        code.blocks(ofPart: part).allSatisfy { if case .code = $0.kind { true } else { false } })
    }
    let last = code.blocks(ofPart: code.parts.count - 1)
    expectContains(
      last.map(\.kind), .paragraph([.text("end "), .link([.text("a")], address: "http://x.y")]))
    let far = "[a]: http://x.y\n\n" + String(repeating: "first [a] then\n\n", count: 4000)
    let text = MarkdownText(far)
    expectEqual(
      text.blocks(ofPart: text.parts.count - 1).first?.kind, .paragraph([.text("first [a] then")]))
  }

  /// Texts for which some parsers take quadratic time.
  private static let hostile: [String] = {
    let n = 40_000
    func many(_ text: String) -> String { String(repeating: text, count: n / text.utf8.count) }
    return [
      many("["), many("!["), many("[a]("), many("[a](<b"), many("*a_ "), many("a**b"), many("_"),
      many("> "), many(">"), many("- "), many("<!--"), many("a <!A "), many("a <![CDATA["),
      many("~~a "), many("www."), many("a@b."), "www.x.y" + many(")"), many("|x\n|-\n"),
      many("|a") + "|\n" + many("|-") + "|\n" + many("|x\n"), many("a\n") + "|-|\n", many("\\"),
      many("&a"), many("[^1]:x\n\n") + many("[^1]"), many("![[]()"), many("**x*[a](b)"),
      many("1) "), many("[^a]: "), many("\0"), many("``` \n"), many("\n"), many("[a]: x\n"),
      many("[^a]: x\n\n"), many("> [a]: x\n\n[a]\n"),
    ]
  }()

  @Test(arguments: hostile.indices) func `hostile texts take little time`(_ index: Int) {
    let markdown = MarkdownText(Self.hostile[index])
    let time = processorTime {
      for part in markdown.parts.indices { _ = markdown.blocks(ofPart: part) }
    }
    expectLess(time, .seconds(60))
  }
}

@Suite struct MarkdownFuzzTests {
  private static let samples = [
    "# 제목 *하나* **둘** ~~셋~~ `넷`\n\n> - [x] [a](b \"c\") ![d](<e>)\n> 1. www.example.com\n",
    "| a | b |\n|:--|--:|\n| 1 | 2 |\n\n```swift\nlet a\n```\n\n[^1] text\n\n[^1]: note\n[x]: /y 'z'\n",
    "<div>\n&amp; &#x1F600; \\* <https://a.b> a@b.c\n</div>\n\n***\n\n\tcode\n\nfoo  \nbar\\\nbaz\n===\n",
  ]
  private static let pieces = [
    "*", "_", "**", "~~", "`", "```", "[", "]", "](", "![", "[^1]", "|", "\n", "\n\n", "> ", "- ",
    "1. ", "#", "<", ">", "<!--", "&", "\\", "    ", "\t", "http://", "www.", "@", "---", "가",
    "👩‍👩‍👧‍👦", "e\u{301}",
  ]

  @Test func `any text is parsed, with positions within it`() {
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
        // Spans are within the text and a line.
        expect(
          bytes.indices.clamped(to: span.range) == span.range && !bytes[span.range].contains(0x0A),
          "seed \(mutator.seed): \(text)")
      }
    }
  }
}

@Suite struct MarkdownHighlightingTests {
  private func spans(_ text: String, after before: String = "") -> [String] {
    let bytes = Array(text.utf8)
    return MarkdownHighlighting.spans(of: bytes, after: Array(before.utf8)).map { span in
      "\(span.role) \(String(decoding: bytes[span.range], as: UTF8.self))"
    }
  }

  @Test(
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
      ("[[강가]]", ["link [[강가]]", "mark [[", "mark ]]"]), ("> quoted", ["quote >", "quote quoted"]),
      ("- [x] done", ["bullet -", "bullet [x]"]), ("12. twelve", ["bullet 12."]),
      ("-5 degrees", []),
      (
        "```\n*a*\n```\n*b*",
        ["mark ```", "code *a*", "mark ```", "emphasis *b*", "mark *", "mark *"]
      ),
    ] as [(String, [String])])
  func `highlights markup and its text`(_ text: String, _ expected: [String]) {
    expectEqual(spans(text), expected)
  }

  @Test func `code that begins above is highlighted as code`() {
    expectEqual(spans("*a*", after: "x\n```swift\nlet"), ["code *a*"])
    expectEqual(spans("*a*", after: "```\nb\n```\n").first, "emphasis *a*")
  }

  @Test(arguments: ["*", "[", "`", "**a", "[[", "> "])
  func `a screen full of markup takes little time`(_ mark: String) {
    let line = Array((String(repeating: mark, count: 200) + "\n").utf8)
    let screen = (0..<50).flatMap { _ in line }
    expectLess(processorTime { _ = MarkdownHighlighting.spans(of: screen) }, .seconds(20))
  }
}
