/// Days in a row, each with an entry.
package struct Streak: Hashable, Sendable {
  package let first: CalendarDay
  package let last: CalendarDay

  package var days: Int { Int(last.daysSinceEpoch - first.daysSinceEpoch) + 1 }

  /// The most days in a row, the latest such; `nil` where no day has an entry. `days` are counted
  /// from 1970 and ascending.
  static func longest(of days: [Int64]) -> Streak? {
    var (first, last) = (Int64(0), Int64(-1))
    var start = days.first ?? 0
    for (index, day) in days.enumerated() {
      if index > 0, day != days[index - 1] + 1 { start = day }
      if day - start >= last - first { (first, last) = (start, day) }
    }
    guard last >= first else { return nil }
    return Streak(
      first: CalendarDay(daysSinceEpoch: first), last: CalendarDay(daysSinceEpoch: last))
  }

  /// The days in a row up to a day, or up to the one before while that day has no entry yet.
  static func current(of days: Set<Int64>, today: CalendarDay) -> Streak? {
    var last = today.daysSinceEpoch
    if !days.contains(last) { last -= 1 }
    guard days.contains(last) else { return nil }
    var first = last
    while days.contains(first - 1) { first -= 1 }
    return Streak(
      first: CalendarDay(daysSinceEpoch: first), last: CalendarDay(daysSinceEpoch: last))
  }
}
