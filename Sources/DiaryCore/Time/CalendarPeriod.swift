/// A day, a month or a year: `2026-11-19`, `2026-11` or `2026`.
package struct CalendarPeriod: Hashable, Sendable {
  package let first: CalendarDay
  package let last: CalendarDay

  package init?(_ text: some StringProtocol) {
    let days =
      switch text.utf8.count {
      case 4: (CalendarDay(text + "-01-01"), CalendarDay(text + "-12-31"))
      case 7:
        (
          CalendarDay(text + "-01"),
          (28...31).reversed().lazy.compactMap { CalendarDay("\(text)-\($0)") }.first
        )
      default: (CalendarDay(text), CalendarDay(text))
      }
    guard let first = days.0, let last = days.1 else { return nil }
    self.first = first
    self.last = last
  }
}
