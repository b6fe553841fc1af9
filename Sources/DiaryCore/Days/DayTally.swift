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
