extension CalendarDay {
  /// The days of another year that this one brings back: the same day of the same month.
  ///
  /// The last day of a February that has no 29th brings the 29th back as well: who wrote then would
  /// else see it every fourth year only. It is the 28th, not the first of March, since both end the
  /// month; and where there is a 29th, that day alone brings it back.
  package func returns(in year: Int) -> ClosedRange<CalendarDay>? {
    guard let same = CalendarDay(year: year, month: month, day: day) else { return nil }
    guard month == 2, day == 28, daysInMonth == 28 else { return same...same }
    return same...same.lastOfMonth
  }

  /// Whether an entry of this day is shown on a later one as having been on this day.
  package func returns(on later: CalendarDay) -> Bool {
    year < later.year && later.returns(in: year)?.contains(self) == true
  }
}
