import DiaryCore
import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("All tags")
@MainActor
struct TagListTests {
  private func entries() throws -> [EntryFields] {
    [
      try SampleDiary.fields("one", on: "2026-11-01T08:00:00+09:00", "#강가 and #walk", tags: ["눈"]),
      try SampleDiary.fields(
        "two", on: "2026-11-02T08:00:00+09:00", "by the #Walk", tags: ["walk"]),
      try SampleDiary.fields("three", on: "2026-11-03T08:00:00+09:00", tags: ["walk", "rain"]),
    ]
  }

  @Test("They stand with their numbers, the most used first, or by name")
  func list() async throws {
    let screen = try await ScreenTest(60, 12, entries: try entries())
    await screen.press(.alt("t"))
    expectScreen(
      screen,
      """
       Tags                                                4 tags
      ────────────────────────────────────────────────────────────
      ▌#walk                                                   3
       #rain                                                   1
       #강가                                                   1
       #눈                                                     1





       Enter show  / find  r rename  ? keys  q back  s order
      """)
    await screen.press(.character("s"))
    expectContains(screen.text, "▌#walk")
    expectContains(screen.text, "\n #rain")
    await screen.press(.character("q"))
    expect(screen.state.screens.isEmpty)
  }

  @Test("Undo tells of texts that were changed meanwhile and keep the new name")
  func keptTexts() async throws {
    let screen = try await ScreenTest(100, 24, entries: try entries())
    await screen.press(.alt("t"), .character("r"), .control("u"))
    await screen.type("path")
    await screen.press(KeyEvent(.enter))
    func write(_ index: Int, _ text: String) async throws {
      let entry = try await screen.service.entries()[index]
      var fields = entry.fields
      fields.content += text
      _ = try await screen.service.update(entry.id, to: fields, basedOn: entry.heads)
    }
    try await write(2, " more")
    await screen.press(.character("u"))
    expectContains(screen.text, "Undone: renaming #walk in 2 entries.")
    expectContains(screen.text, "Not changed: the text of 1 entry, edited meanwhile.")
    try await expectEqual(screen.service.entries().at(2).content, "#강가 and #path more")
  }

  @Test("A tag gets another name in the field and the text, in one step of undo")
  func rename() async throws {
    let screen = try await ScreenTest(80, 24, entries: try entries())
    await screen.press(.alt("t"), .character("r"))
    expectContains(screen.text, "New name for #walk")
    expectContains(screen.text, "In 3 entries, including their text.")
    await screen.press(.control("u"))
    await screen.type("산책")
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "Renamed #walk to #산책 in 3 entries. Press u to undo.")
    expectContains(screen.text, "▌#산책")
    let texts = try await screen.service.entries().map(\.content)
    expectEqual(texts, ["", "by the #산책", "#강가 and #산책"])
    await screen.press(.character("u"))
    try await expectEqual(screen.service.entries().map(\.content).at(1), "by the #Walk")
    expectContains(screen.text, "#walk")
    expectLacks(screen.text, "▌#산책")
  }

  @Test("The name of another tag makes the two one")
  func merge() async throws {
    let screen = try await ScreenTest(80, 24, entries: try entries())
    await screen.press(.alt("t"), .character("j"), .character("r"), .control("u"))
    await screen.type("#WALK")
    await screen.press(KeyEvent(.enter))
    try await expectEqual(screen.service.tags().count, 3)
    try await expectEqual(screen.service.entries().first?.tags, ["walk"])
    await screen.press(.character("u"))
    try await expectEqual(screen.service.tags().count, 4)
  }

  @Test("Where many entries have a tag, it is asked before it goes or becomes another one")
  func many() async throws {
    let entries = try SampleDiary.days(22).enumerated().map { index, entry in
      var entry = entry
      entry.tags = index == 0 ? ["walk"] : ["rain"]
      return entry
    }
    let screen = try await ScreenTest(80, 24, entries: entries)
    await screen.press(.alt("t"), .character("r"), .control("u"))
    await screen.type("#WALK")
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "Merge #rain and #walk?")
    expectContains(screen.text, "#rain is in 21 entries, #walk in 1 entry.")
    await screen.press(.character("n"), .character("d"))
    expectContains(screen.text, "Remove #rain from 21 entries?")
    await screen.press(KeyEvent(.enter))
    try await expectEqual(screen.service.tags().count, 2)
  }

  @Test("A tag is removed from all entries; the word stays in the text")
  func remove() async throws {
    let screen = try await ScreenTest(80, 24, entries: try entries())
    await screen.press(.alt("t"), .character("d"))
    expectContains(screen.text, "Removed #walk from 3 entries. Press u to undo.")
    try await expectEqual(screen.service.entries().map(\.content).at(2), "#강가 and walk")
    await screen.press(.character("u"))
    try await expectEqual(screen.service.tags().first { $0.name == "walk" }?.count, 3)
  }

  @Test("What is typed narrows them down, Hangul as it is typed; Enter shows the entries")
  func filter() async throws {
    let screen = try await ScreenTest(60, 14, entries: try entries())
    await screen.press(.alt("t"), .character("/"))
    await screen.type("ㄱㄱ")
    expectContains(screen.text, "▌#강가")
    expectLacks(screen.text, "#눈")
    await screen.press(KeyEvent(.enter), KeyEvent(.enter))
    expect(screen.state.screens.isEmpty)
    expectEqual(screen.state.entries.count, 1)
    expectContains(screen.text, "one")
  }

  @Test("An empty diary says how to begin; a name that can't be one is said", arguments: [40, 80])
  func empty(_ columns: Int) async throws {
    let screen = try await ScreenTest(columns, 12)
    await screen.press(.alt("t"))
    expectContains(screen.text, "No tags yet.")
    await screen.press(.character("r"), .character("d"), KeyEvent(.enter), .character("G"))
    expectContains(screen.text, "No tags yet.")
  }

  @Test("Hostile names stand in one line")
  func hostile() async throws {
    let long = String(repeating: "가", count: 5000)
    let fields = try SampleDiary.fields(
      "x", on: "2026-11-01T08:00:00+09:00", "#\(long)", tags: ["a\u{1B}[31m", "\u{202E}ab", "👨‍👩‍👧‍👦"])
    let screen = try await ScreenTest(200, 50, entries: [fields])
    await screen.press(.alt("t"))
    expectContains(screen.text, "4 tags")
    expectContains(screen.text, "␛[31m")
    await screen.press(.character("G"), .character("r"), KeyEvent(.enter))
    await screen.press(KeyEvent(.escape), .character("d"))
  }

  @Test("In Korean")
  func korean() async throws {
    try await Language.korean.speaking {
      let screen = try await ScreenTest(80, 24, entries: try entries())
      await screen.press(.alt("t"))
      expectContains(screen.text, "태그 4개")
      expectContains(screen.text, "Enter 보기")
      await screen.press(.character("d"))
      expectContains(screen.text, "태그 3개")
      expectContains(screen.text, "#walk")
    }
  }
}
