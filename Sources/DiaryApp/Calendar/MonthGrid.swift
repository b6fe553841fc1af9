import DiaryCore

/// The days of a month as a calendar has them: weeks as rows, six of them, so that every month is
/// as tall.
struct MonthGrid: Hashable {
  static let weeks = 6

  /// Of the month.
  private let first: CalendarDay
  private let count: Int
  /// 0 for Sunday.
  private let firstWeekday: Int

  init(monthOf day: CalendarDay, firstWeekday: Int) {
    first = day.firstOfMonth
    count = day.daysInMonth
    self.firstWeekday = firstWeekday
  }

  /// The columns that stand free before the first day.
  private var margin: Int { Self.column(of: first, firstWeekday: firstWeekday) }

  /// The month's day at a place; `nil` where there is none.
  func day(column: Int, week: Int) -> CalendarDay? {
    let number = week * 7 + column - margin + 1
    return (1...count).contains(number)
      ? CalendarDay(year: first.year, month: first.month, day: number) : nil
  }

  /// The column of a day in any week.
  static func column(of day: CalendarDay, firstWeekday: Int) -> Int {
    (day.weekday - firstWeekday + 7) % 7
  }
}
