import DiaryCore
import DiarySettings
import Foundation
import Localization
import Markdown
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Reading Markdown") @MainActor
struct ReaderMarkdownTests {
  private static let date = "2026-11-20T07:30:00+09:00"

  private func opened(
    _ content: String, photos: [Photo] = [], others: [EntryFields] = [], _ columns: Int = 60,
    _ rows: Int = 24
  ) async throws -> ScreenTest {
    let entry = try SampleDiary.fields("Read", on: Self.date, content, photos: photos)
    return try await ScreenTest(columns, rows, entries: others + [entry]).press("<Enter>")
  }

  private func reader(_ screen: ScreenTest) -> ReaderState? {
    screen.state.screens.front(as: ReaderState.self)
  }

  @Test func `Space ticks a box, or scrolls`() async throws {
    let content = "해야 할 일:\n\n- [ ] 우유\n- [x] bread\n\n> - [ ] in a quote\n"
    var screen = try await opened(content)
    expectShows(screen, "☐ 우유", "☑ bread")
    await screen.press("<Tab> ", shows: "☑ 우유")
    // It stays at the box.
    await screen.press(" ", shows: "☐ 우유").press("<Tab> <Tab> ")
    expectEqual(
      reader(screen)?.entry.content, "해야 할 일:\n\n- [ ] 우유\n- [ ] bread\n\n> - [x] in a quote\n")
    await expectEqual(reader(screen.press("uuuu"))?.entry.content, content)
    // Without a box, and away from it, Space scrolls.
    let lines = (0..<60).map { "line \($0)\n" }.joined()
    screen = try await opened("- [ ] a\n\n" + lines).press(" ", lacks: "☐")
    await screen.press("g<Tab><PgDn><PgDn> ")
    expectEqual(reader(screen)?.entry.content.hasPrefix("- [ ] a"), true)
  }

  @Test func `Tab goes to photos, links and boxes in the order of the text`() async throws {
    let photo = SampleDiary.photo("one.jpg")
    let content =
      "[first](https://x.org/a) then\n- [ ] box\n- in a list ![cap](photo:\(photo.asset)) of it\n\n[[Other]]"
    let screen = try await opened(content, photos: [photo])
    var found: [ReaderTarget] = []
    for _ in 0..<5 {
      await screen.press("<Tab>")
      found += [reader(screen)?.target].compactMap(\.self)
    }
    expectEqual(
      found,
      [
        .address("https://x.org/a"), .checkBox(mark: 33, isChecked: false), .photo(0),
        .entry("Other"), .address("https://x.org/a"),
      ])
    await expectEqual(screen.press("<Enter>").photoActions.opened, ["https://x.org/a"])
    expectShows(screen, "Opened in your browser.")
    await screen.press("<S-Tab><S-Tab><Enter>")
    expect(screen.text.hasPrefix(" one.jpg") || screen.text.hasPrefix(" cap"))
  }

  @Test(
    "Addresses that aren't for a browser are reported, not opened",
    arguments: ["javascript:x", "file:///etc", "x"])
  func addresses(_ address: String) async throws {
    let screen = try await opened("[a](\(address))").press("<Tab><Enter>")
    expect(screen.photoActions.opened.isEmpty)
    expectShows(screen, "Couldn't open")
  }

  @Test func `A link in double brackets opens an entry`() async throws {
    let others = [
      try SampleDiary.fields("강가", on: "2026-11-01T07:30", "the older one"),
      try SampleDiary.fields("강가", on: "2026-11-02T07:30", "the newer one"),
      try SampleDiary.fields("강가에서", on: "2026-11-03T07:30", "another one"),
    ]
    var screen = try await opened("See [[강가]] and [[nothing here]].", others: others)
    await screen.press("<Tab><Enter>", shows: "the newer one")
    await screen.press("q<Tab><Enter>", shows: "Entry “nothing here” not found.")
    // A link that names an id shows the title alone, and leads to that entry.
    screen = try await ScreenTest(60, 24, entries: others)
    let older = try require(try await screen.service.entries().last)
    let link = EntryLink.text(to: older, isUnique: false)
    let text = "See \(link), [[강가|abcdef99]], [[a | b]] and [[gone|abcdef99]]."
    await screen.press("n<Tab>").paste(text)
    await screen.press("<C-s><Enter>", shows: "See 강가, 강가, a | b and gone.")
    await screen.press("<Tab><Enter>", shows: "the older one")
    // Of an entry that has gone, the title still leads somewhere.
    await screen.press("q<Tab><Enter>", shows: "the newer one")
    await screen.press("q<S-Tab><S-Tab><Enter>", shows: "Entry “gone” not found.")
  }

  @Test func `Long captions, languages and captions that look like Markdown`() async throws {
    // Captions, details and tags that are longer than a row are read whole.
    let words = (1...30).map { "word\($0)" }.joined(separator: " ")
    var photo = SampleDiary.photo("one.jpg")
    let other = SampleDiary.photo("two.jpg", caption: words.replacing("word", with: "other"))
    var fields = try SampleDiary.fields(
      "Read", on: Self.date, "![\(words)](photo:\(photo.asset))", photos: [photo, other],
      tags: (1...20).map { "tag\($0)" })
    fields.details.place = words.replacing("word", with: "place")
    var screen = try await ScreenTest(40, 100, entries: [fields]).press("<Enter>")
    for number in 1...20 {
      for word in ["word", "other", "place", "tag"] {
        expectContains(screen.text, "\(word)\(number)", "\(word)\(number)")
      }
    }
    expectLacks(screen, "…")
    // A language that is chosen in the settings is spoken in an open entry, too.
    screen = try await opened("Text")
    expectShows(screen, "Friday 20 November 2026")
    await Language.korean.speaking {
      await expectShows(screen.receive(.settingsRead(.success(Settings()))), "2026년 11월 20일 금요일")
    }
    // What stands in a photo's caption is no Markdown.
    photo = SampleDiary.photo("one.jpg")
    screen = try await opened("![a *b* [c] `d`](photo:\(photo.asset))", photos: [photo], 60, 60)
    expectShows(screen, "a *b* [c] `d`", "▓")
  }

  @Test func `A long text is read from both ends, and upwards by rows`() async throws {
    let paragraph = String(repeating: "강가를 걸었다 and walked on. ", count: 12) + "\n\n"
    var content = "START\n\n" + String(repeating: paragraph, count: 500)
    var screen = try await opened(content + "- [ ] far box\n\nFINISH\n")
    expectShows(screen, "START")
    await screen.press("G", shows: "FINISH", "100%")
    await screen.press("<PgUp><PgUp><PgDn><PgDn>", shows: "FINISH").press("g", shows: "START")
    await screen.press("<Tab> ", shows: "☑ far box")
    // Upwards from the end it moves by rows, though the parts above were never laid out.
    content = (0..<3000).map { "row \($0) of the text" }.joined(separator: "\n")
    screen = try await opened(content).press("G")
    var first = try require(firstNumber(screen))
    for _ in 0..<120 {
      await screen.press("<PgUp>")
      let next = try require(firstNumber(screen))
      expectEqual(next, max(0, first - 19))
      first = next
    }
  }

  private func firstNumber(_ screen: ScreenTest) -> Int? {
    screen.text.split(separator: "\n").compactMap { line in
      line.contains("row ") ? line.split(separator: " ").dropFirst().first.flatMap { Int($0) } : nil
    }.first
  }

  @Test func `The reader and the editor count the same words`() async throws {
    try await expectShows(opened(String(repeating: "word ", count: 600)), "600 words · 3 min")
    expectEqual(ReadingTime(String(repeating: "강", count: 1500)).minutes, 3)
    expectEqual(ReadingTime("한 줄").minutes, 1)
    // The editor counts the words that the reader counts.
    let content = """
      one ![](https://x.org/a.png) two ![](photo:0) ![a b](c) ![](x)다 강가 https://x.org
      """
    let screen = try await opened(content)
    expectShows(screen, "6 words · 1 min")
    await screen.press("e", shows: "6 words · 1 min").press("<Tab>", shows: "6 words · 1 min")
  }
}

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

  @Test func `A document with everything in it, at 40 columns`() throws {
    let text = try Checkout.text("Tests/DiaryAppTests/Fixtures/markdown.txt")
    try expectFixture(rows(text, 40).joined(separator: "\n") + "\n", in: "markdown-40.txt")
  }

  @Test func `A table that is too wide wraps its cells, or becomes lines`() {
    let text = "| a | 긴 제목 |\n|---|---|\n| 1 | one two three four five six |"
    expectEqual(
      rows(text, 20),
      ["a │ 긴 제목", "──┼─────────────────", "1 │ one two three", "  │ four five six"])
    let narrow = "| first | second | third |\n|--|--|--|\n| 1 | two words | 3 |"
    expectEqual(rows(narrow, 12), ["first", "  1", "second", "  two words", "third", "  3"])
  }

  @Test("No row is wider than its room, and no word is lost", arguments: 0..<400)
  func randomTexts(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let text = RandomMarkdown.text(&random)
    for columns in [8, 13, 20, 40, 80] {
      for row in rows(text, columns) {
        expectAtMost(TextWidth.columns(row), columns, "\(row) in \(columns): \(text)")
      }
    }
    // Each is read, or a part of a link's address, on rows that nothing needs to be wrapped for.
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
        expect(shown.contains(word), "\(word) of \(text.debugDescription)\n\(shown)")
      }
    }
  }

  /// The runs of letters in a text; what follows `&` may be a character's name.
  private static func words(_ text: String) -> [String] {
    let named = /&#?[A-Za-z0-9]+;/
    return text.replacing(named, with: " ").printable.split { !$0.isLetter }.map(String.init)
  }
}

/// Markdown made of words and marks at random.
enum RandomMarkdown {
  static let words = ["강가에서", "walked", "첫눈", "alpha", "bêta", "東京", "ending"]
  private static let marks = [
    " ", " ", " ", "\n", "\n\n", "*", "**", "_", "`", "~~", "[", "](", ")", "![", "# ", "\n# ",
    "\n> ", "\n- ", "\n- [ ] ", "\n1. ", "\n    ", "\n```\n", "|", "\n|--|--|\n", "<", ">", "<b>",
    "&amp;", "\\", "\n---\n", "[^1]", "\n[^1]: ", "[[", "]]", "\n[a]: ", "\n[^1", "]: ", "[a]",
    "https://x.org", " \"", "\" ", "\r", "\t", "👨‍👩‍👧", "e\u{301}",
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
