import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Months and tags in the list")
@MainActor
struct ListColumnTests {
  private func lines(_ screen: ScreenTest) -> [String] {
    screen.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test("A blank row stands above a month where there are rows enough, and none at the top")
  func air() async throws {
    let screen = try await ScreenTest(60, 24, entries: try SampleDiary.entries())
    let rows = lines(screen)
    try expectEqual(rows.at(2), " November 2026")
    try expect(rows.at(7) == "" && rows.at(8) == " October 2026" && rows.at(9).hasPrefix(" 31 Sat"))
    let small = try await ScreenTest(60, 12, entries: try SampleDiary.entries())
    try expectEqual(lines(small).at(7), " October 2026")
  }

  @Test("A row that is clicked is the one that is drawn there")
  func click() async throws {
    let screen = try await ScreenTest(60, 24, entries: try SampleDiary.entries())
    await screen.send(.mouse(MouseEvent(.press, at: Point(column: 12, row: 9))))
    try expectPrefix(lines(screen).at(9), "▌31 Sat")
    await screen.send(.mouse(MouseEvent(.press, at: Point(column: 12, row: 7))))
    try expectPrefix(lines(screen).at(9), "▌31 Sat")
  }

  @Test("Going down a long list the selection is always in view, and no row is left empty")
  func scrolling() async throws {
    let screen = try await ScreenTest(60, 24, entries: try SampleDiary.days(120))
    for _ in 0..<119 {
      await screen.press(.character("j"))
      let rows = lines(screen)
      expectEqual(rows.count { $0.hasPrefix("▌") }, 1)
      try expectSuffix(rows.at(2), "2026")
    }
    try expectPrefix(lines(screen).at(22), "▌")
  }

  @Test("In a list for a tag that tag stands in the column, of a search and of a scope")
  func tag() async throws {
    let entries = [
      try SampleDiary.fields(
        "Lunch", on: "2026-11-02T10:00:00+09:00", tags: ["aside", "food", "walk"]),
      try SampleDiary.fields("Dinner", on: "2026-11-03T10:00:00+09:00", "#walk first, then #food."),
    ]
    for form in [ListForm.plain, .thumbnails] {
      let screen = try await ScreenTest(70, 24, entries: entries, listForm: form)
      expectContains(screen.text, "#aside")
      expectContains(screen.text, "#walk")
      await screen.type("/tag:fo")
      expectEqual(screen.text.matches(of: /#food/).count, (form == .plain ? 2 : 3))
      expectLacks(screen.text, "#aside")
      expectLacks(screen.text, "#walk  ")
      await screen.press(KeyEvent(.escape), .alt("t"))
      await screen.press(.character("/"))
      await screen.type("food")
      await screen.press(KeyEvent(.enter), KeyEvent(.enter))
      expectPrefix(screen.text, " #food")
      expectLacks(screen.text, "#aside")
    }
  }
}
