import DiaryCore
import TerminalUI

@testable import DiaryApp

extension ScreenTest {
  /// A screen with the calendar open, of the sample diary unless there are other entries.
  static func inCalendar(
    _ columns: Int = 80, _ rows: Int = 24, entries: [EntryFields]? = nil
  ) async throws -> ScreenTest {
    let screen = try await ScreenTest(
      columns, rows, entries: entries ?? SampleDiary.entries())
    await screen.press(.character("c"))
    return screen
  }

  /// The calendar, if it is in front.
  var calendar: CalendarState? { state.screens.front(as: CalendarState.self) }

  /// The selected day, as 2026-11-20.
  var calendarDay: String? { calendar?.day.description }
}
