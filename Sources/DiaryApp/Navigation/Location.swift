import DiaryCore

/// Where a person is, or was: a screen and an entry, with those that it was opened from. It names
/// entries and holds none, so that it costs little to keep and is never out of date.
package struct Location: Hashable, Sendable {
  package var list: ListLocation
  /// What lies over the list, the front one last.
  package var screens: [Screen] = []

  /// The list: what of the diary it shows, and the selected entry.
  package struct ListLocation: Hashable, Sendable {
    package var scopes: [ListScope.Part] = []
    package var search: Search?
    package var entry: ID<Entry>?
    /// How many entries in view are above it.
    package var above = 0
  }

  /// A search as it was typed.
  package struct Search: Hashable, Sendable {
    package var text: String
    package var isWide: Bool
  }

  /// What is kept of a screen, and suffices to open it again.
  package struct Screen: Hashable, Sendable {
    package let kind: Kind
    var entry: ID<Entry>?
    var photo: AssetID?
    var day: CalendarDay?
    /// Of a tag or journal.
    var name: String?
    var isYear = false
    /// The first row in view.
    var top = 0
  }

  /// A kind of screen that can be come back to. Each stands in the folder of its screen; `all` tells
  /// them by their names in a file.
  package struct Kind: Hashable, Sendable {
    let name: String
    /// Whether the screen is there for its entry, rather than with it selected.
    var needsEntry = false
    var needsPhoto = false
    var needsDay = false
    /// Opens it as it was; `nil` where it can't be. The screen that stands in its place now may have
    /// been read already.
    let open:
      @Sendable (Screen, ResolvedLocation, (any DiaryApp.Screen)?, inout ScreenContext) -> Opened?

    /// A screen, and what it has to read.
    typealias Opened = (screen: any DiaryApp.Screen, effects: [Effect])

    package static func == (left: Kind, right: Kind) -> Bool { left.name == right.name }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }

    static let all: [Kind] = [
      .reader, .viewer, .gallery, .calendar, .onThisDay, .trash, .tags, .journals, .statistics,
      .places, .map, .moods, .trips, .yearReview,
    ]
  }

  /// The entry that it is about: without it, there is nothing to go back to.
  var entry: ID<Entry>? {
    guard let last = screens.last else { return list.entry }
    return last.kind.needsEntry ? last.entry : nil
  }

  /// All entries that have to be read to show it.
  var entries: [ID<Entry>] {
    var ids = list.entry.map { [$0] } ?? []
    for screen in screens where screen.kind.needsEntry {
      if let id = screen.entry, !ids.contains(id) { ids.append(id) }
    }
    return ids
  }

  /// The entry that is selected on a screen that is there without it.
  var selected: ID<Entry>? { screens.last.flatMap { $0.kind.needsEntry ? nil : $0.entry } }

  /// The location with nothing selected on such a screen.
  var withoutSelected: Location {
    var location = self
    if let last = screens.last, !last.kind.needsEntry {
      (location.screens[screens.count - 1].entry, location.screens[screens.count - 1].photo) = (
        nil, nil
      )
    }
    return location
  }

  /// Whether it shows what is in the trash.
  var isInTrash: Bool { screens.contains { $0.kind == .trash } }

  /// Whether one is there already. How far the list is scrolled doesn't matter.
  func isSame(as other: Location) -> Bool {
    var (one, two) = (self, other)
    (one.list.above, two.list.above) = (0, 0)
    // What lies below isn't seen.
    if !screens.isEmpty, !other.screens.isEmpty { (one.list.entry, two.list.entry) = (nil, nil) }
    return one == two
  }
}

// MARK: - Resolved locations

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
