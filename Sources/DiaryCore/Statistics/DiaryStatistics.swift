/// A diary, or a part of it, in numbers. Every day and hour is in the writers' own time.
package struct DiaryStatistics: Hashable, Sendable {
  package internal(set) var total = EntryAmount()
  /// Those that have entries, in their order.
  package internal(set) var months: [PeriodTally] = []
  package internal(set) var years: [PeriodTally] = []
  /// Entries by the hour of the day, from 0 to 23.
  package internal(set) var hours = [Int](repeating: 0, count: 24)
  /// Entries by the day of the week, from Sunday.
  package internal(set) var weekdays = [Int](repeating: 0, count: 7)
  /// How many days have an entry, and the first and the last of them.
  package internal(set) var days = 0
  package internal(set) var firstDay: CalendarDay?
  package internal(set) var lastDay: CalendarDay?
  /// The streak that goes on: up to today, or to yesterday while today has no entry yet.
  package internal(set) var current: Streak?
  package internal(set) var longest: Streak?
  /// The most used first.
  package internal(set) var tags: [TagTally] = []
  package internal(set) var places: [PlaceTally] = []
  /// The most used first.
  package internal(set) var moods: [MoodTally] = []

  package init() {}

  /// The twelve months up to the one of a day, those without entries too, the latest first.
  package func months(upTo day: CalendarDay) -> [PeriodTally] {
    var known: [CalendarDay: PeriodTally] = [:]
    for month in months.suffix(while: { $0.first >= day.adding(months: -11).firstOfMonth }) {
      known[month.first] = month
    }
    return (0..<12).map { back in
      let first = day.firstOfMonth.adding(months: -back)
      return known[first] ?? PeriodTally(first: first)
    }
  }
}

extension Array {
  /// The elements at the end for which a condition holds.
  fileprivate func suffix(while holds: (Element) -> Bool) -> ArraySlice<Element> {
    let start = lastIndex { !holds($0) }.map { $0 + 1 } ?? startIndex
    return self[start...]
  }
}
