import DiaryCore

// What days have: a range of ranks for each span of days, and a glance at each of its entries.
extension EntryTable {
  func tallies(of days: ClosedRange<CalendarDay>) -> [DayTally] {
    let glances = ranks(of: days).lazy.compactMap { glance(rank: $0) }
    return DayTally.counted(glances.map { ($0.date.day, $0.photos) }, in: days)
  }

  /// Goes back year by year, past those without entries at once: however far the diary reaches,
  /// only its own years are looked at.
  func ids(returningOn day: CalendarDay) -> [ID<Entry>] {
    var ids: [ID<Entry>] = []
    var year = day.year - 1
    var last: Int?
    var guess: Int?
    while year >= CalendarDay.earliest.year {
      guard let days = day.returns(in: year) else {
        year -= 1
        continue
      }
      let ranks = ranks(of: days, near: guess)
      for rank in ranks.reversed() {
        guard let heading = heading(rank: rank), days.contains(heading.date.day) else { continue }
        ids.append(heading.id)
      }
      guard ranks.lowerBound > 0 else { break }
      // The one before may be of a later day than it seems, by its offset.
      let before = heading(rank: ranks.lowerBound - 1).map { $0.date.day.year + 1 }
      year = min(year - 1, before ?? year)
      // A year has about as many entries as the one after.
      guess = last.map { max(0, 2 * ranks.lowerBound - $0) }
      last = ranks.lowerBound
    }
    return ids
  }

  /// The ranks among which all entries of some days are, with a few of the days beside them.
  private func ranks(
    of days: ClosedRange<CalendarDay>, near guess: Int? = nil
  ) -> Range<Int> {
    ranks(
      ofInstants: EntryFilter(.and([.from(days.lowerBound), .to(days.upperBound)])).instants,
      near: guess)
  }
}
