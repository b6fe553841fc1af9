import DiaryCore
import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("On this day")
@MainActor
struct OnThisDayScreenTests {
  private func entries() throws -> [EntryFields] {
    [
      try SampleDiary.fields("Long ago", on: "1996-11-21T08:00:00+09:00"),
      try SampleDiary.fields("첫눈", on: "2023-11-21T08:00:00+09:00", "첫눈이 왔다."),
      try SampleDiary.fields(
        "In the evening", on: "2023-11-21T21:30:00-05:00", photos: [SampleDiary.fog]),
      try SampleDiary.fields("Next day", on: "2023-11-22T08:00:00+09:00"),
      try SampleDiary.fields("Last year", on: "2025-11-20T08:00:00+09:00"),
      try SampleDiary.fields("Today", on: "2026-11-21T08:00:00+09:00"),
    ]
  }

  @Test("The list's top tells of it, where there is room and something to tell")
  func top() async throws {
    let screen = try await ScreenTest(80, 24, entries: try entries())
    try expectSuffix(screen.text.split(separator: "\n").at(0), "6 entries · 3 years ago today: 1 ▣")
    // What changes is told at once.
    let id = try require(
      try await screen.service.entries().first { $0.title == "In the evening" }?.id)
    let deleted = try await screen.service.delete(id)
    await screen.changeExternally([DiaryChange(.deleted, deleted)])
    expectSuffix(screen.text.split(separator: "\n")[0], "5 entries · 3 years ago today: 1 entry")
    await screen.send(.resize(Size(columns: 40, rows: 12)))
    try expectSuffix(screen.text.split(separator: "\n").at(0), "  5 entries")
    let other = try await ScreenTest(80, 24, entries: try SampleDiary.entries())
    try expectSuffix(other.text.split(separator: "\n").at(0), "  5 entries")
  }

  @Test("Earlier years, the earliest at the top, the latest selected, with photos")
  func snapshot() async throws {
    let screen = try await ScreenTest(80, 14, entries: try entries())
    await screen.press(.character("o"))
    expectScreen(
      screen,
      """
       On this day · 21 November                                            3 entries
      ────────────────────────────────────────────────────────────────────────────────
       30 years ago · 1996                │ In the evening
       08:00   Long ago                   │ Tuesday 21 November 2023, 21:30
       3 years ago · 2023                 │
       08:00   첫눈                       │               ▓░░░▓░░░▓░░░▓
      ▌21:30   In the evening        ▣ 1  │               ░░░▓░░░▓░░░▓░
                                          │               ░░▓░░░▓░░░▓░░
                                          │               ░▓░░░▓░░░▓░░░
                                          │               ▓░░░▓░░░▓░░░▓
                                          │
                                          │
                                          │ ▣ 1 photo
       Enter read   p earlier year   ? keys   n later year   q back   ← day before
      """)
  }

  @Test("n and p go by years, arrows by entries and days, Enter reads")
  func moving() async throws {
    let screen = try await ScreenTest(80, 24, entries: try entries())
    await screen.press(KeyEvent(.down), .character("o"))
    let first = screen.text
    func selected() -> String? {
      if let screen = screen.state.screens.front(as: OnThisDayState.self) {
        screen.selectedEntry?.title
      } else {
        nil
      }
    }
    expectEqual(selected(), "In the evening")
    await screen.press(.character("p"))
    expectEqual(selected(), "Long ago")
    await screen.press(.character("p"), KeyEvent(.up))
    expectEqual(selected(), "Long ago")
    await screen.press(.character("n"), .character("n"))
    expectEqual(selected(), "첫눈")
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "첫눈이 왔다.")
    await screen.press(.character("q"), KeyEvent(.down))
    expectEqual(screen.text, first)
    await screen.press(KeyEvent(.left))
    expectEqual(selected(), "Last year")
    expectPrefix(screen.text, " On this day · 20 November")
    await screen.press(KeyEvent(.left))
    expectContains(screen.text, "No entries on this day in")
    await screen.press(KeyEvent(.right), KeyEvent(.right), KeyEvent(.right))
    expectEqual(selected(), "Next day")
    await screen.press(.character("T"))
    expectEqual(screen.text, first)
    await screen.press(.character("c"))
    expectPrefix(screen.text, " November 2026")
    await screen.press(.character("q"), .character("q"))
    expect(screen.state.screens.isEmpty)
    expectEqual(screen.state.list.selected, 1)
  }

  @Test("On the last day of a short February the 29th is shown, too")
  func leapDay() async throws {
    let screen = try await ScreenTest(
      60, 14,
      entries: [
        try SampleDiary.fields("On the 28th", on: "2023-02-28T08:00:00+09:00"),
        try SampleDiary.fields("On the 29th", on: "2024-02-29T08:00:00+09:00"),
      ])
    screen.change { $0.now = EntryDate("2026-02-28T10:00:00+09:00") ?? $0.now }
    await screen.press(.character("o"))
    expectContains(screen.text, "2 entries")
    expectContains(screen.text, "2 years ago · 2024")
    expectContains(screen.text, "On the 29th")
    expectContains(screen.text, "On the 28th")
  }

  @Test("Many years scroll, and a click selects")
  func scrolling() async throws {
    var entries: [EntryFields] = []
    for year in 1980..<2026 {
      entries.append(try SampleDiary.fields("Of \(year)", on: "\(year)-11-21T08:00:00+09:00"))
    }
    let screen = try await ScreenTest(40, 12, entries: entries)
    await screen.press(.character("o"), KeyEvent(.pageUp), KeyEvent(.pageUp))
    await screen.press(.character("p"), times: 60)
    expectContains(screen.text, "46 years ago · 1980")
    expectContains(screen.text, "▌08:00   Of 1980")
    await screen.send(.mouse(MouseEvent(.press, at: Point(column: 10, row: 5))))
    expectLacks(screen.text, "▌08:00   Of 1980")
    await screen.send(.mouse(MouseEvent(.doublePress, at: Point(column: 10, row: 5))))
    guard screen.state.screens.front is ReaderState else {
      fail("No reader is open.")
      return
    }
  }

  @Test("In Korean, in words, and in an empty diary")
  func otherwise() async throws {
    try await Language.korean.speaking {
      let screen = try await ScreenTest(80, 24, entries: try entries())
      try expectSuffix(screen.text.split(separator: "\n").at(0), "3년 전 오늘: 1 ▣")
      await screen.press(.character("o"))
      expectContains(screen.text, "지난 오늘 · 11월 21일")
      expectContains(screen.text, "3년 전 · 2023")
    }
    let spoken = try await ScreenTest(entries: try entries(), speaks: true)
    await spoken.press(.character("o"))
    expectEqual(
      spoken.state.frame.accessibleText?.selected,
      "3 years ago · 2023, Tuesday 21 November 2023, In the evening, 1 photo (3 of 3)")
    for (columns, rows) in [(40, 12), (200, 50)] {
      let empty = try await ScreenTest(columns, rows, entries: [])
      await empty.press(.character("o"))
      expectContains(empty.text, "No entries on this day in")
      await empty.press(.character("n"), .character("p"), KeyEvent(.enter), .character("d"))
      await empty.press(.character("q"))
      expect(empty.state.screens.isEmpty)
    }
  }
}
