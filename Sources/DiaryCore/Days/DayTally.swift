/// What a day of the diary has.
package struct DayTally: Hashable, Sendable {
  /// In the writers' own time.
  package let day: CalendarDay
  package var entries: Int
  /// Of all its entries together.
  package var photos: Int

  package init(day: CalendarDay, entries: Int, photos: Int) {
    self.day = day
    self.entries = entries
    self.photos = photos
  }

  /// Those of some days, in their order: what a repository without an index does, and the meaning
  /// that every other way of counting must keep. `entries` gives each entry's day and its photos.
  package static func counted(
    _ entries: some Sequence<(day: CalendarDay, photos: Int)>, in days: ClosedRange<CalendarDay>
  ) -> [DayTally] {
    var tallies: [CalendarDay: DayTally] = [:]
    for entry in entries where days.contains(entry.day) {
      var tally = tallies[entry.day] ?? DayTally(day: entry.day, entries: 0, photos: 0)
      tally.entries += 1
      tally.photos += entry.photos
      tallies[entry.day] = tally
    }
    return tallies.values.sorted { $0.day < $1.day }
  }
}

extension EntryPredicate {
  /// On that day, in the writer's own time.
  package static func on(_ day: CalendarDay) -> EntryPredicate { .within(day...day) }

  /// On one of these days, in the writers' own time.
  package static func within(_ days: ClosedRange<CalendarDay>) -> EntryPredicate {
    .and([.from(days.lowerBound), .to(days.upperBound)])
  }
}

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
