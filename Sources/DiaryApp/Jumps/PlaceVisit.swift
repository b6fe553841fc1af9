import DiaryCore

/// A place that is still there, with what is needed to show it.
package struct PlaceVisit: Sendable {
  package let place: Place
  /// The entries of its screens.
  let entries: [ID<Entry>: Entry]
  /// Where the list's entry stands in the whole diary; `nil` where it is gone.
  let rank: Int?

  /// `nil` when the entry of the place is gone. The cost doesn't depend on the diary's size.
  package init?(_ place: Place, in diary: DiaryService) async throws(DiaryError) {
    self.place = place
    let read = try await diary.entries(ids: place.entries)
    entries = Dictionary(read.map { ($0.id, $0) }) { first, _ in first }
    if let id = place.entry {
      guard let entry = entries[id], entry.isTrashed == place.isInTrash else { return nil }
    }
    guard let entry = place.list.entry.flatMap({ [entries] in entries[$0] }), !entry.isTrashed
    else {
      rank = nil
      return
    }
    rank = try await diary.rank(of: entry.order)
  }

  /// The rank that the list of the whole diary is shown at.
  var listRank: Int {
    place.list.scopes.isEmpty && place.list.search == nil ? rank ?? 0 : 0
  }

  /// Goes through places until so many are still there: the last of them and which of all it is.
  static func find(
    _ count: Int, of places: [Place], from current: Place?, in diary: DiaryService
  ) async throws(DiaryError) -> (index: Int, visit: PlaceVisit)? {
    var found: (Int, PlaceVisit)?
    var left = count
    for (index, place) in places.enumerated() where left > 0 {
      guard let visit = try await PlaceVisit(place, in: diary),
        try await !visit.isOnly(current, in: diary)
      else { continue }
      found = (index, visit)
      left -= 1
    }
    return found
  }

  /// Whether it is told from where one is by nothing but a selected entry that is gone.
  private func isOnly(_ current: Place?, in diary: DiaryService) async throws(DiaryError) -> Bool {
    guard let selected = place.selected, let current,
      place.withoutSelected.isSame(as: current.withoutSelected)
    else { return false }
    return try await diary.entries(ids: [selected]).first?.isTrashed != place.isInTrash
  }
}
