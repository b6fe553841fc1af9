import DiaryCore

/// Which entries a map shows.
package struct MapScope: Hashable, Sendable {
  /// What they are called; `nil` for all of the diary.
  package let title: String?
  package let predicate: EntryPredicate
  /// Whether the way from place to place is drawn at first.
  package let showsWay: Bool

  package static let all = MapScope(title: nil, .all)

  package init(title: String?, _ predicate: EntryPredicate, showsWay: Bool = false) {
    self.title = title
    self.predicate = predicate
    self.showsWay = showsWay
  }

  /// Some entries, with the way between their places in the order of time: a journey.
  package static func journey(of entries: some Sequence<ID<Entry>>, title: String) -> MapScope {
    MapScope(title: title, .ids(Set(entries)), showsWay: true)
  }
}

extension ScreenContext {
  /// What the list shows, for a map of it.
  var mapScope: MapScope {
    if let search, let predicate = search.found.predicate {
      return MapScope(title: search.field.text.trimmed.description, predicate)
    }
    return scope.map { MapScope(title: $0.title, $0.predicate) } ?? .all
  }
}
