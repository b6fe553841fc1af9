import DiaryCore

/// A location in the app: the list and the screens over it, with their entries. It stores only IDs,
/// so it is small and never outdated.
package struct Location: Hashable, Sendable {
  package var list: ListLocation
  /// The screens over the list, the front one last.
  package var screens: [Screen] = []

  /// The list's filters and selection.
  package struct ListLocation: Hashable, Sendable {
    package var scopes: [ListScope.Part] = []
    package var search: Search?
    package var entry: ID<Entry>?
    /// The number of visible entries above the selected one.
    package var above = 0
  }

  /// A search as it was typed.
  package struct Search: Hashable, Sendable {
    package var text: String
    package var isWide: Bool
  }

  /// The state of a screen that is needed to open it again.
  package struct Screen: Hashable, Sendable {
    package let kind: Kind
    var entry: ID<Entry>?
    var photo: AssetID?
    var day: CalendarDay?
    /// The name of a tag or journal.
    var name: String?
    var isYear = false
    /// The first visible row.
    var top = 0
  }

  /// A type of screen that can be returned to. Each is declared in its screen's folder. `name`
  /// identifies it in the saved view.
  package struct Kind: Hashable, Sendable {
    let name: String
    /// Requires the entry to exist; otherwise the entry is only selected.
    var needsEntry = false
    var needsPhoto = false
    var needsDay = false
    /// Opens the screen; `nil` if that isn't possible. The third argument is the screen formerly at
    /// its position, whose data can be reused.
    let open:
      @Sendable (Screen, ResolvedLocation, (any DiaryApp.Screen)?, inout AppState) -> Opened?

    /// A screen with the effects that it needs.
    typealias Opened = (screen: any DiaryApp.Screen, effects: [Effect])

    package static func == (left: Kind, right: Kind) -> Bool { left.name == right.name }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }

    static let all: [Kind] = [
      .reader, .viewer, .gallery, .calendar, .onThisDay, .trash, .tags, .journals, .statistics,
      .places, .map, .moods, .trips, .yearReview,
    ]
  }

  /// The entry without which the location doesn't exist anymore.
  var entry: ID<Entry>? {
    guard let last = screens.last else { return list.entry }
    return last.kind.needsEntry ? last.entry : nil
  }

  /// The entries that must be read to show the location.
  var entries: [ID<Entry>] {
    var ids = list.entry.map { [$0] } ?? []
    for screen in screens where screen.kind.needsEntry {
      if let id = screen.entry, !ids.contains(id) { ids.append(id) }
    }
    return ids
  }

  /// The entry that is only selected on the front screen.
  var selected: ID<Entry>? { screens.last.flatMap { $0.kind.needsEntry ? nil : $0.entry } }

  /// The location without a selection on the front screen.
  var withoutSelected: Location {
    var location = self
    if let last = screens.last, !last.kind.needsEntry {
      (location.screens[screens.count - 1].entry, location.screens[screens.count - 1].photo) = (
        nil, nil
      )
    }
    return location
  }

  /// Indicates that it shows entries in the trash.
  var isInTrash: Bool { screens.contains { $0.kind == .trash } }

  /// Returns `true` if both are the same place. The list's scroll position is ignored.
  func isSame(as other: Location) -> Bool {
    var (one, two) = (self, other)
    (one.list.above, two.list.above) = (0, 0)
    // The list's selection isn't visible below screens.
    if !screens.isEmpty, !other.screens.isEmpty { (one.list.entry, two.list.entry) = (nil, nil) }
    return one == two
  }
}

// MARK: - Resolved locations

/// A location that still exists, with the entries needed to show it.
package struct ResolvedLocation: Sendable {
  package let location: Location
  /// The entries of its screens.
  let entries: [ID<Entry>: Entry]
  /// The rank of the list's entry in the complete diary; `nil` if it is gone.
  let rank: Int?

  /// Reads the location's entries, independent of the diary's size; `nil` if its entry is gone.
  ///
  /// - Throws: an error if the diary can't be read.
  package init?(_ location: Location, in diary: DiaryService) async throws {
    self.location = location
    let read = try await diary.visibleEntries(ids: location.entries)
    entries = Dictionary(read.map { ($0.id, $0) }) { first, _ in first }
    if let id = location.entry {
      guard let entry = entries[id], entry.isTrashed == location.isInTrash else { return nil }
    }
    guard let entry = location.list.entry.flatMap({ [entries] in entries[$0] }), !entry.isTrashed
    else {
      rank = nil
      return
    }
    rank = try await diary.rank(of: entry.sortKey)
  }

  /// The rank at which the complete list is shown.
  var listRank: Int {
    location.list.scopes.isEmpty && location.list.search == nil ? rank ?? 0 : 0
  }

  /// Returns the `count`th location that still exists, and its index; the last one if there are
  /// fewer.
  static func find(
    _ count: Int, of locations: [Location], from current: Location?, in diary: DiaryService
  ) async throws -> (index: Int, visit: ResolvedLocation)? {
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

  /// Returns `true` if it differs from the current location only in a selected entry that is gone.
  private func isOnly(_ current: Location?, in diary: DiaryService) async throws -> Bool {
    guard let selected = location.selected, let current,
      location.withoutSelected.isSame(as: current.withoutSelected)
    else { return false }
    return try await diary.visibleEntries(ids: [selected]).first?.isTrashed != location.isInTrash
  }
}
