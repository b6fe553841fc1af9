import DiaryCore
import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("A year in the calendar")
@MainActor
struct CalendarYearTests {
  @Test("In colors a year has solid days in steps of color; the selection and today are framed")
  func colors() async throws {
    var entries: [EntryFields] = []
    for day in 1...4 {
      for hour in 10..<10 + day {
        entries.append(
          try SampleDiary.fields("\(day), \(hour)", on: "2026-02-0\(day)T\(hour):00:00+09:00"))
      }
    }
    for background in [nil, 0x000000, 0xFFFFFF] as [UInt32?] {
      let screen = try await ScreenTest.inCalendar(200, 50, entries: entries)
      screen.change { $0.facts.background = background }
      await screen.press(.character("v"))
      let grid = screen.state.frame.grid
      let days = (0..<7).flatMap { Array(grid.row(3 + $0)) }.filter { $0.text == "█" }
      expectEqual(days.count, 8)
      expectEqual(Set(days.map(\.style.foreground)).count, 4)
      expectLacks(screen.text, "░")
      expectLacks(screen.text, "╳")
      // Today is selected at first.
      expectContains(screen.text, "[· ]")
      expectLacks(screen.text, "(")
      await screen.press(KeyEvent(.up))
      expectContains(screen.text, "[· ]")
      expectContains(screen.text, "(· )")
    }
    for columns in [130, 80, 40] {
      let small = try await ScreenTest.inCalendar(columns, 24, entries: entries)
      await small.press(.character("v"), KeyEvent(.left))
      expectContains(small.text, columns == 130 ? "[" : "▣")
      expectContains(small.text, columns == 130 ? "(" : "□")
    }
  }

  @Test("Enter does what the bottom line says, in the month and in the year")
  func enter() async throws {
    for view in [[], [KeyEvent.character("v")]] {
      let screen = try await ScreenTest.inCalendar()
      for key in view { await screen.press(key) }
      expectPrefix(screen.bottomLine, " Enter write one")
      expectContains(screen.text, "Press Enter to")
      await screen.press(KeyEvent(.enter))
      guard let editor = screen.state.screens.front(as: EditorState.self) else { throw Missing() }
      expectEqual(editor.date?.day.description, "2026-11-21")
      await screen.press(KeyEvent(.escape))
      await screen.press(view.isEmpty ? KeyEvent(.left) : KeyEvent(.up))
      expectPrefix(screen.bottomLine, " Enter read")
      await screen.press(KeyEvent(.enter))
      expectContains(screen.text, "아침 일찍 강가를")
    }
  }

  private struct Missing: Error {}

  @Test("Without colors a year is a heat map of shades")
  func year() async throws {
    var entries = try SampleDiary.days(30)
    for day in 1...4 {
      for hour in 10..<10 + day {
        entries.append(
          try SampleDiary.fields("\(day), \(hour)", on: "2026-02-0\(day)T\(hour):00:00+09:00"))
      }
    }
    let screen = try await ScreenTest(80, 24, entries: entries, colors: .monochrome)
    await screen.press(.character("c"), .character("v"))
    let lines = screen.text.split(separator: "\n", omittingEmptySubsequences: false)
    try expectPrefix(lines.at(2), "     Jan Feb Mar")
    try expect(lines.at(10).isEmpty)
    try expectEqual(lines.at(11), " Saturday 21 November 2026 · today")
    // 1 February 2026 is a Sunday; the days after it get darker.
    try expect(lines.at(9).contains("░") && lines.at(3).contains("▒"))
    try expect(lines.at(4).contains("▓") && lines.at(5).contains("█"))
    await screen.press(KeyEvent(.left), KeyEvent(.up))
    expectEqual(screen.calendarDay, "2026-11-13")
    await screen.press(KeyEvent(.pageUp))
    expectEqual(screen.calendarDay, "2025-11-13")
    await screen.press(KeyEvent(.pageDown), KeyEvent(.home), KeyEvent(.down))
    expectEqual(screen.calendarDay, "2026-01-02")
    await screen.press(.character("v"))
    expectEqual(screen.calendar?.form, .month)
    expectPrefix(screen.text, " January 2026")
  }

  @Test("A year on a narrow screen is its halves, or the one with the day")
  func narrowYear() async throws {
    let screen = try await ScreenTest.inCalendar(40, 12)
    await screen.press(.character("y"))
    expectContains(screen.text, "Jul Aug  Sep Oct Nov  Dec")
    expectPrefix(screen.text, " 2026           21 November Sat · today")
    expectLacks(screen.text, "Jan")
    await screen.press(KeyEvent(.home))
    expectContains(screen.text, "Jan")
    expectLacks(screen.text, "Jul")
    await screen.send(.resize(Size(columns: 44, rows: 30)))
    expectContains(screen.text, "Jan")
    expectContains(screen.text, "Jul")
  }
}
