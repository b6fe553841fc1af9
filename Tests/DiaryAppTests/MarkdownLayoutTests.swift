import DiaryCore
import Foundation
import Markdown
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Markdown laid out")
struct MarkdownLayoutTests {
  private func rows(_ text: String, _ columns: Int) -> [String] {
    var layout = MarkdownLayout(columns: columns, photo: { _ in nil }, room: { _, _ in nil })
    let markdown = MarkdownText(text)
    for part in markdown.parts.indices {
      layout.append(markdown.blocks(ofPart: part), isContinued: part > 0)
    }
    return layout.items.map { if case .row(let row) = $0 { row.text } else { "photo" } }
  }

  @Test("A document with everything in it, at 40 columns")
  func snapshot() {
    let text = """
      # 강가에서
      ## Second
      ### Third
      First line
      second *line* with **bold**, ~~gone~~ and `code`.

      > A quote that is long enough to be wrapped in its bars.
      > - [ ] in it
      1. one
      2. two
         - inner that is long enough to be wrapped as well

           its second paragraph
      - [x] done
      - [ ] 할 일

      ```
      let value = "a line of code that is too long"
      ```
      | 이름 | Number |
      |------|-------:|
      | 가   | 1      |
      | *b*  | 1,000  |

      A note[^1], a [link](https://x.org), [[강가 산책]] and <b>HTML</b>.

      ---
      End

      [^1]: It says more.
      """
    expectEqual(
      rows(text, 40),
      [
        "강가에서",
        "━━━━━━━━",
        "Second",
        "──────",
        "### Third",
        "First line",
        "second line with bold, ~~gone~~ and",
        "`code`.",
        "",
        "│ A quote that is long enough to be",
        "│ wrapped in its bars.",
        "│ ☐ in it",
        "1. one",
        "2. two",
        "   • inner that is long enough to be",
        "     wrapped as well",
        "",
        "     its second paragraph",
        "☑ done",
        "☐ 할 일",
        "",
        "┊ let value = \"a line of code that is",
        "┊↪too long\"",
        "이름 │ Number",
        "─────┼───────",
        "가   │      1",
        "b    │  1,000",
        "",
        "A note[1], a link, 강가 산책 and",
        "<b>HTML</b>.",
        "",
        "────────────────────────────────────────",
        "End",
        "",
        "────────────",
        "[1] It says more.",
      ])
  }

  @Test("A table that is too wide is wrapped in its cells, and stands in lines when it can't be")
  func wideTables() {
    let text = "| a | 긴 제목 |\n|---|---|\n| 1 | one two three four five six |"
    expectEqual(
      rows(text, 20),
      [
        "a │ 긴 제목", "──┼─────────────────", "1 │ one two three", "  │ four five six",
      ])
    let narrow = "| first | second | third |\n|--|--|--|\n| 1 | two words | 3 |"
    expectEqual(rows(narrow, 12), ["first", "  1", "second", "  two words", "third", "  3"])
  }

  @Test("No row is wider than its room, at any width", arguments: [8, 13, 20, 40, 80])
  func widths(_ columns: Int) {
    var random = SeededGenerator(seed: UInt64(columns))
    for _ in 0..<60 {
      let text = RandomMarkdown.text(&random)
      for row in rows(text, columns) {
        expectAtMost(TextWidth.columns(row), max(columns, 2), "\(row) in \(columns): \(text)")
      }
    }
  }

  @Test("No word is lost: it is read, or it is a part of a link's address", arguments: 0..<400)
  func words(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let text = RandomMarkdown.text(&random)
    // On rows that nothing needs to be wrapped for.
    let shown = rows(text, 4000).joined(separator: " ")
    let addresses = RandomMarkdown.addresses(text)
    for word in RandomMarkdown.words where text.contains(word) {
      expect(
        shown.contains(word) || addresses.contains { $0.contains(word) },
        "\(word) of \(text.debugDescription)\n\(shown)")
    }
  }

  /// A string alone, and in the places where Markdown treats text in another way.
  private static let places: [@Sendable (String) -> String] = [
    { $0 }, { "- [ ] \($0)" }, { "> # \($0)" }, { "| a | b |\n|---|---|\n| \($0) |" },
    { "```\n\($0)\n```" }, { "*\($0)*" }, { "[^1]\n\n[^1]: \($0)" }, { "a[\($0)](x)" },
  ]

  @Test(
    "Strings that have broken other programs are read in every place", arguments: places.indices)
  func naughtyStrings(_ place: Int) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures/naughty-strings.json")
    let strings = try JSONDecoder().decode([String].self, from: Data(contentsOf: file))
    expectGreater(strings.count, 500)
    for string in strings {
      let text = Self.places[place](string)
      let rows = rows(text, 4000)
      for row in rows { expect(row.unicodeScalars.allSatisfy { $0.isPrintable }) }
      let shown = (rows + RandomMarkdown.addresses(text)).joined(separator: " ")
      for word in Self.words(string) {
        expectContains(shown, word, "\(word) of \(text.debugDescription)\n\(shown)")
      }
    }
  }

  /// The runs of letters in a text; what follows `&` may be a character's name.
  private static func words(_ text: String) -> [String] {
    let named = /&#?[A-Za-z0-9]+;/
    return text.replacing(named, with: " ").printable.split { !$0.isLetter }.map(String.init)
  }

  @Test("Nothing hostile reaches the screen")
  func naughty() throws {
    let hostile = [
      "\u{1B}[31m*red*\u{7}", "`\u{9B}2J`", "[a\u{1B}](http://x\u{1B}.y)",
      "| \u{1B}c |\n|--|\n| \u{7F} |",
      "\u{202E}rtl\u{2066}", "a\u{85}b", "```\n\u{1B}]0;x\u{7}\n```", "<b \u{1}>", "\u{2028}x",
      "![\u{1B}](x)", "[[\u{1B}c]]", "# \u{1B}M", "&#27;[31m", "&#155;", "[^1]\n\n[^1]: \u{1B}",
    ]
    for text in hostile {
      for row in rows(text, 30) {
        expect(row.unicodeScalars.allSatisfy { $0.isPrintable }, "\(text.debugDescription)")
      }
    }
  }
}

/// Markdown made of words and marks at random.
enum RandomMarkdown {
  static let words = ["강가에서", "walked", "첫눈", "alpha", "bêta", "東京", "ending"]
  private static let marks = [
    " ", " ", " ", "\n", "\n\n", "*", "**", "_", "`", "~~", "[", "](", ")", "![", "# ", "\n# ",
    "\n> ",
    "\n- ", "\n- [ ] ", "\n1. ", "\n    ", "\n```\n", "|", "\n|--|--|\n", "<", ">", "<b>", "&amp;",
    "\\",
    "\n---\n", "[^1]", "\n[^1]: ", "[[", "]]", "\n[a]: ", "\n[^1", "]: ", "[a]", "https://x.org",
    " \"", "\" ", "\r", "\t", "👨‍👩‍👧", "e\u{301}",
  ]

  static func text(_ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 1..<40, using: &random)).reduce(into: "") { text, _ in
      text += (Bool.random(using: &random) ? words : marks).randomElement(using: &random) ?? ""
    }
  }

  /// Where its links lead.
  static func addresses(_ text: String) -> [String] {
    let markdown = MarkdownText(text)
    return markdown.parts.indices.flatMap { markdown.blocks(ofPart: $0) }.flatMap(addresses)
  }

  private static func addresses(_ block: MarkdownBlock) -> [String] {
    switch block.kind {
    case .paragraph(let inlines), .heading(_, let inlines): inlines.flatMap(addresses)
    case .quote(let blocks), .footnote(_, let blocks): blocks.flatMap(addresses)
    case .list(_, let items): items.flatMap(\.blocks).flatMap(addresses)
    case .table(let table):
      ([table.header] + table.rows).joined().joined().flatMap { addresses($0) }
    case .code, .html, .rule: []
    }
  }

  private static func addresses(_ inline: MarkdownInline) -> [String] {
    switch inline {
    case .emphasis(let content), .strong(let content), .struck(let content):
      content.flatMap(addresses)
    case .link(let content, let address), .image(let content, let address):
      [address] + content.flatMap(addresses)
    case .text, .code, .html, .lineBreak, .footnote, .title: []
    }
  }
}
