import DiaryCore

/// Which entries with photos are to be read: those beyond a place in the diary's order, up to a
/// number of them.
package struct PhotoWalk: Hashable, Sendable {
  package enum Direction: Hashable, Sendable {
    case newer, older
  }

  var direction: Direction
  /// The entry that it begins beyond; `nil` to begin with the newest.
  var start: EntrySortKey?
  /// How many entries are enough.
  var limit: Int
  /// What the entries match, beside having photos.
  var predicate = EntryPredicate.all

  private static let day: Int64 = 86_400

  /// A query is for days in the writers' own times, which may be a day apart from each other.
  private var query: EntryQuery {
    let wanted = [.withPictures] + (predicate == .all ? [] : [predicate])
    guard let start else { return EntryQuery(.all(of: wanted)) }
    func day(_ instant: Int64) -> CalendarDay { EntryDate(instant: instant, offset: 0).day }
    switch direction {
    case .older:
      return EntryQuery(.and(wanted + [.to(day(start.date + Self.day))]))
    case .newer:
      return EntryQuery(.and(wanted + [.from(day(start.date - Self.day))]), isAscending: true)
    }
  }

  private func isBeyond(_ entry: Entry) -> Bool {
    guard let start else { return true }
    return direction == .older ? entry.order < start : start < entry.order
  }

  /// The entries in the order of the walk, and whether there are no others.
  func entries(
    in service: DiaryService
  ) async throws(DiaryError) -> (entries: [Entry], isEnd: Bool) {
    var found: [Entry] = []
    for await batch in try await service.batches(query) {
      found += batch.filter(isBeyond)
      if found.count >= limit { return (found, false) }
    }
    return (found, true)
  }
}
