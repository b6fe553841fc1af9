import DiaryCore

/// Where a person is, or was: a screen and an entry, with those that it was opened from. It names
/// entries and holds none, so that it costs little to keep and is never out of date.
package struct Place: Hashable, Sendable {
  package var list: ListPlace
  /// What lies over the list, the front one last.
  package var screens: [Screen] = []

  package init(list: ListPlace, screens: [Screen] = []) {
    self.list = list
    self.screens = screens
  }

  /// The list: what of the diary it shows, and the selected entry.
  package struct ListPlace: Hashable, Sendable {
    package var scopes: [ListScope.Part] = []
    package var search: Search?
    package var entry: ID<Entry>?
    /// How many entries in view are above it.
    package var above = 0

    package init() {}
  }

  /// A search as it was typed.
  package struct Search: Hashable, Sendable {
    package var text: String
    package var isWide: Bool
  }

  package enum Screen: Hashable, Sendable {
    case reader(ID<Entry>, top: Int)
    case viewer(ID<Entry>, AssetID)
    case gallery(ID<Entry>?, AssetID?)
    case calendar(CalendarDay, isYear: Bool, ID<Entry>?)
    case onThisDay(CalendarDay, ID<Entry>?)
    case trash(ID<Entry>?)
    case tags(String?)
    case journals(String?)
    case statistics
    case places
  }

  /// The entry that it is about: without it, there is nothing to go back to.
  var entry: ID<Entry>? {
    switch screens.last {
    case nil: list.entry
    case .reader(let id, _), .viewer(let id, _): id
    case .gallery, .calendar, .onThisDay, .trash, .tags, .journals, .statistics,
      .places:
      nil
    }
  }

  /// All entries that have to be read to show it.
  var entries: [ID<Entry>] {
    var ids = list.entry.map { [$0] } ?? []
    for case .reader(let id, _) in screens where !ids.contains(id) { ids.append(id) }
    for case .viewer(let id, _) in screens where !ids.contains(id) { ids.append(id) }
    return ids
  }

  /// The entry that is selected on a screen that is there without it.
  var selected: ID<Entry>? {
    switch screens.last {
    case .gallery(let id, _), .calendar(_, _, let id), .onThisDay(_, let id), .trash(let id): id
    case nil, .reader, .viewer, .tags, .journals, .statistics, .places: nil
    }
  }

  /// The same with nothing selected on such a screen.
  var withoutSelected: Place {
    var place = self
    guard let last = screens.indices.last else { return place }
    switch screens[last] {
    case .gallery: place.screens[last] = .gallery(nil, nil)
    case .calendar(let day, let isYear, _):
      place.screens[last] = .calendar(day, isYear: isYear, nil)
    case .onThisDay(let day, _): place.screens[last] = .onThisDay(day, nil)
    case .trash: place.screens[last] = .trash(nil)
    case .reader, .viewer, .tags, .journals, .statistics, .places: break
    }
    return place
  }

  /// Whether it shows what is in the trash.
  var isInTrash: Bool {
    screens.contains { if case .trash = $0 { true } else { false } }
  }

  /// Whether one is there already. How far the list is scrolled doesn't matter.
  func isSame(as other: Place) -> Bool {
    var (one, two) = (self, other)
    (one.list.above, two.list.above) = (0, 0)
    // What lies below isn't seen.
    if !screens.isEmpty, !other.screens.isEmpty { (one.list.entry, two.list.entry) = (nil, nil) }
    return one == two
  }
}
