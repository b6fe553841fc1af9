import DiaryCore

/// A place that is still there, with what is needed to show it.
package struct ResolvedLocation: Sendable {
  package let location: Location
  /// The entries of its screens.
  let entries: [ID<Entry>: Entry]
  /// Where the list's entry stands in the whole diary; `nil` where it is gone.
  let rank: Int?

  /// `nil` when the entry of the place is gone. The cost doesn't depend on the diary's size.
  package init?(_ location: Location, in diary: DiaryService) async throws(DiaryError) {
    self.location = location
    let read = try await diary.shownEntries(ids: location.entries)
    entries = Dictionary(read.map { ($0.id, $0) }) { first, _ in first }
    if let id = location.entry {
      guard let entry = entries[id], entry.isTrashed == location.isInTrash else { return nil }
    }
    guard let entry = location.list.entry.flatMap({ [entries] in entries[$0] }), !entry.isTrashed
    else {
      rank = nil
      return
    }
    rank = try await diary.rank(of: entry.order)
  }

  /// The rank that the list of the whole diary is shown at.
  var listRank: Int {
    location.list.scopes.isEmpty && location.list.search == nil ? rank ?? 0 : 0
  }

  /// Goes through places until so many are still there: the last of them and which of all it is.
  static func find(
    _ count: Int, of locations: [Location], from current: Location?, in diary: DiaryService
  ) async throws(DiaryError) -> (index: Int, visit: ResolvedLocation)? {
    var found: (Int, ResolvedLocation)?
    var left = count
    for (index, location) in locations.enumerated() where left > 0 {
      guard let visit = try await ResolvedLocation(location, in: diary),
        try await !visit.isOnly(current, in: diary)
      else { continue }
      found = (index, visit)
      left -= 1
    }
    return found
  }

  /// Whether it is told from where one is by nothing but a selected entry that is gone.
  private func isOnly(_ current: Location?, in diary: DiaryService) async throws(DiaryError) -> Bool
  {
    guard let selected = location.selected, let current,
      location.withoutSelected.isSame(as: current.withoutSelected)
    else { return false }
    return try await diary.shownEntries(ids: [selected]).first?.isTrashed != location.isInTrash
  }
}
