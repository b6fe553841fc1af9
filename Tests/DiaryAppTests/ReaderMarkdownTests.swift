import DiaryCore
import DiarySettings
import Localization
import Markdown
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Reading Markdown")
@MainActor
struct ReaderMarkdownTests {
  private static let date = "2026-11-20T07:30:00+09:00"

  private func opened(
    _ content: String, photos: [Photo] = [], others: [EntryFields] = [], _ columns: Int = 60,
    _ rows: Int = 24
  ) async throws -> ScreenTest {
    let entry = try SampleDiary.fields("Read", on: Self.date, content, photos: photos)
    let screen = try await ScreenTest(columns, rows, entries: others + [entry])
    await screen.press(KeyEvent(.enter))
    return screen
  }

  private func reader(_ screen: ScreenTest) -> ReaderState? {
    screen.state.screens.front(as: ReaderState.self)
  }

  @Test("Space ticks the box that Tab has come to, u takes it back")
  func ticking() async throws {
    let content = "해야 할 일:\n\n- [ ] 우유\n- [x] bread\n\n> - [ ] in a quote\n"
    let screen = try await opened(content)
    expectContains(screen.text, "☐ 우유")
    expectContains(screen.text, "☑ bread")
    await screen.press(KeyEvent(.tab), .character(" "))
    expectContains(screen.text, "☑ 우유")
    // It stays at the box.
    await screen.press(.character(" "))
    expectContains(screen.text, "☐ 우유")
    await screen.press(KeyEvent(.tab), .character(" "), KeyEvent(.tab), .character(" "))
    expectEqual(
      reader(screen)?.entry.content, "해야 할 일:\n\n- [ ] 우유\n- [ ] bread\n\n> - [x] in a quote\n")
    await screen.press(.character("u"), .character("u"), .character("u"), .character("u"))
    expectEqual(reader(screen)?.entry.content, content)
  }

  @Test("Without a box, and away from it, Space scrolls")
  func scrolling() async throws {
    let lines = (0..<60).map { "line \($0)\n" }.joined()
    let screen = try await opened("- [ ] a\n\n" + lines)
    await screen.press(.character(" "))
    expectLacks(screen.text, "☐")
    await screen.press(
      .character("g"), KeyEvent(.tab), KeyEvent(.pageDown), KeyEvent(.pageDown), .character(" "))
    expectEqual(reader(screen)?.entry.content.hasPrefix("- [ ] a"), true)
  }

  @Test("Tab goes to photos, links and boxes as they stand in the text")
  func order() async throws {
    let photo = SampleDiary.photo("one.jpg")
    let content =
      "[first](https://x.org/a) then\n- [ ] box\n- in a list ![cap](photo:\(photo.asset)) of it\n\n[[Other]]"
    let screen = try await opened(content, photos: [photo])
    var found: [ReaderTarget] = []
    for _ in 0..<5 {
      await screen.press(KeyEvent(.tab))
      found += [reader(screen)?.target].compactMap(\.self)
    }
    expectEqual(
      found,
      [
        .address("https://x.org/a"), .checkBox(mark: 33, isChecked: false), .photo(0),
        .entry("Other"), .address("https://x.org/a"),
      ])
    await screen.press(KeyEvent(.enter))
    expectEqual(screen.photoActions.opened, ["https://x.org/a"])
    expectContains(screen.text, "Opened in your browser.")
    await screen.press(KeyEvent(.tab, .shift), KeyEvent(.tab, .shift), KeyEvent(.enter))
    expect(screen.text.hasPrefix(" one.jpg") || screen.text.hasPrefix(" cap"))
  }

  @Test(
    "Addresses that no browser is for are told, not opened",
    arguments: ["javascript:x", "file:///etc", "x"])
  func addresses(_ address: String) async throws {
    let screen = try await opened("[a](\(address))")
    await screen.press(KeyEvent(.tab), KeyEvent(.enter))
    expect(screen.photoActions.opened.isEmpty)
    expectContains(screen.text, "Couldn't open")
  }

  @Test("A link in double brackets opens the newest entry of that title, or the one of that id")
  func entryLinks() async throws {
    let others = [
      try SampleDiary.fields("강가", on: "2026-11-01T07:30:00+09:00", "the older one"),
      try SampleDiary.fields("강가", on: "2026-11-02T07:30:00+09:00", "the newer one"),
      try SampleDiary.fields("강가에서", on: "2026-11-03T07:30:00+09:00", "another one"),
    ]
    let screen = try await opened("See [[강가]] and [[nothing here]].", others: others)
    await screen.press(KeyEvent(.tab), KeyEvent(.enter))
    expectContains(screen.text, "the newer one")
    await screen.press(.character("q"), KeyEvent(.tab), KeyEvent(.enter))
    expectContains(screen.text, "Entry “nothing here” not found.")
  }

  @Test("A link that names an id shows the title alone, and leads to that entry")
  func linksByID() async throws {
    let others = [
      try SampleDiary.fields("강가", on: "2026-11-01T07:30:00+09:00", "the older one"),
      try SampleDiary.fields("강가", on: "2026-11-02T07:30:00+09:00", "the newer one"),
    ]
    let screen = try await ScreenTest(60, 24, entries: others)
    let older = try require(try await screen.service.entries().last)
    let link = EntryLink.text(to: older, isUnique: false)
    let text = "See \(link), [[강가|abcdef99]], [[a | b]] and [[gone|abcdef99]]."
    await screen.press(.character("n"), KeyEvent(.tab))
    await screen.send(.paste(text))
    await screen.press(.control("s"), KeyEvent(.enter))
    expectContains(screen.text, "See 강가, 강가, a | b and gone.")
    await screen.press(KeyEvent(.tab), KeyEvent(.enter))
    expectContains(screen.text, "the older one")
    // Of an entry that has gone, the title still leads somewhere.
    await screen.press(.character("q"), KeyEvent(.tab), KeyEvent(.enter))
    expectContains(screen.text, "the newer one")
    await screen.press(.character("q"), KeyEvent(.tab, .shift), KeyEvent(.tab, .shift))
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "Entry “gone” not found.")
  }

  @Test("Captions, details and tags that are longer than a row are read whole")
  func longLines() async throws {
    let words = (1...30).map { "word\($0)" }.joined(separator: " ")
    let photo = SampleDiary.photo("one.jpg")
    let other = SampleDiary.photo("two.jpg", caption: words.replacing("word", with: "other"))
    var fields = try SampleDiary.fields(
      "Read", on: Self.date, "![\(words)](photo:\(photo.asset))", photos: [photo, other],
      tags: (1...20).map { "tag\($0)" })
    fields.details.place = words.replacing("word", with: "place")
    let screen = try await ScreenTest(40, 100, entries: [fields])
    await screen.press(KeyEvent(.enter))
    for number in 1...20 {
      for word in ["word", "other", "place", "tag"] {
        expectContains(screen.text, "\(word)\(number)", "\(word)\(number)")
      }
    }
    expectLacks(screen.text, "…")
  }

  @Test("A language that is chosen in the settings is spoken in an open entry, too")
  func language() async throws {
    let screen = try await opened("Text")
    expectContains(screen.text, "Friday 20 November 2026")
    await Language.korean.speaking {
      await screen.receive(.settingsRead(.success(Settings())))
      expectContains(screen.text, "2026년 11월 20일 금요일")
    }
  }

  @Test("What stands beside a link's address is read, fainter than the link")
  func titles() async throws {
    var layout = MarkdownLayout(columns: 60, photo: { _ in nil }, room: { _, _ in nil })
    layout.append(MarkdownText("A [b](https://x.org \"its title\") c").blocks(ofPart: 0))
    guard case .row(let row)? = layout.items.first else { return }
    expectEqual(row.runs.map(\.text), ["A ", "b", " (its title)", " c"])
    expectEqual(row.runs.map(\.look), [[], .link, .faint, []])
    try expectEqual(row.runs.at(2).target, row.runs.at(1).target)
  }

  @Test("What stands in a photo's caption is no Markdown")
  func captions() async throws {
    let photo = SampleDiary.photo("one.jpg")
    let screen = try await opened("![a *b* [c] `d`](photo:\(photo.asset))", photos: [photo], 60, 60)
    expectContains(screen.text, "a *b* [c] `d`")
    expectContains(screen.text, "▓")
  }

  @Test("A long text opens at once, scrolls to its end and back, and Tab finds what is far away")
  func long() async throws {
    let paragraph = String(repeating: "강가를 걸었다 and walked on. ", count: 12) + "\n\n"
    let content =
      "START\n\n" + String(repeating: paragraph, count: 500) + "- [ ] far box\n\nFINISH\n"
    let screen = try await opened(content)
    expectContains(screen.text, "START")
    await screen.press(.character("G"))
    expectContains(screen.text, "FINISH")
    expectContains(screen.text, "100%")
    await screen.press(
      KeyEvent(.pageUp), KeyEvent(.pageUp), KeyEvent(.pageDown), KeyEvent(.pageDown))
    expectContains(screen.text, "FINISH")
    await screen.press(.character("g"))
    expectContains(screen.text, "START")
    await screen.press(KeyEvent(.tab), .character(" "))
    expectContains(screen.text, "☑ far box")
  }

  @Test("Reading upwards from the end moves by rows, though the parts above were never laid out")
  func upwards() async throws {
    let content = (0..<3000).map { "row \($0) of the text" }.joined(separator: "\n")
    let screen = try await opened(content)
    await screen.press(.character("G"))
    var first = try require(firstNumber(screen))
    for _ in 0..<120 {
      await screen.press(KeyEvent(.pageUp))
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

  @Test("Words and minutes stand at the top")
  func length() async throws {
    let screen = try await opened(String(repeating: "word ", count: 600))
    expectContains(screen.text, "600 words · 3 min")
    expectEqual(ReadingTime(String(repeating: "강", count: 1500)).minutes, 3)
    expectEqual(ReadingTime("한 줄").minutes, 1)
  }

  @Test("The editor counts the words that the reader counts")
  func sameLength() async throws {
    let content = """
      one ![](https://x.org/a.png) two ![](photo:0) ![a b](c) ![](x)다 강가 https://x.org
      """
    let screen = try await opened(content)
    expectContains(screen.text, "6 words · 1 min")
    await screen.press(.character("e"))
    expectContains(screen.text, "6 words · 1 min")
    await screen.press(KeyEvent(.tab))
    expectContains(screen.text, "6 words · 1 min")
  }
}
