import DiaryCore

/// The days of some months of a year as a heat map has them: weeks as columns.
struct YearGrid: Hashable {
  let first: CalendarDay
  let last: CalendarDay
  /// 0 for Sunday.
  private let firstWeekday: Int

  /// The whole year of a day.
  init(yearOf day: CalendarDay, firstWeekday: Int) {
    self.init(day.firstOfYear, day.lastOfYear, firstWeekday)
  }

  private init(_ first: CalendarDay, _ last: CalendarDay, _ firstWeekday: Int) {
    self.first = first
    self.last = last
    self.firstWeekday = firstWeekday
  }

  /// January to June, and the rest.
  var halves: [YearGrid] {
    let middle = first.adding(months: 6).firstOfMonth
    return [
      YearGrid(first, middle.adding(days: -1), firstWeekday), YearGrid(middle, last, firstWeekday),
    ]
  }

  func contains(_ day: CalendarDay) -> Bool { (first...last).contains(day) }

  private var margin: Int { MonthGrid.column(of: first, firstWeekday: firstWeekday) }

  var weeks: Int { week(of: last) + 1 }

  /// The column of a day.
  func week(of day: CalendarDay) -> Int {
    (Int(day.daysSinceEpoch - first.daysSinceEpoch) + margin) / 7
  }

  func row(of day: CalendarDay) -> Int {
    MonthGrid.column(of: day, firstWeekday: firstWeekday)
  }

  func day(week: Int, row: Int) -> CalendarDay? {
    let index = week * 7 + row - margin
    let count = Int(last.daysSinceEpoch - first.daysSinceEpoch) + 1
    guard (0..<7).contains(row), (0..<count).contains(index) else { return nil }
    return first.adding(days: index)
  }

  /// The first days of its months.
  var months: [CalendarDay] {
    (first.month...last.month).map { first.adding(months: $0 - first.month) }
  }
}
