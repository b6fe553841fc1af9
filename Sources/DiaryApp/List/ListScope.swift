import DiaryCore

/// Which entries the list shows.
package enum ListScope: Hashable, Sendable {
  case all
  case journal(String)
  case tag(String)
}

extension AppState {
  /// Shows these entries, from the newest one on.
  mutating func show(_ scope: ListScope) -> [Effect] {
    layers.removeAll()
    search = nil
    let term: String
    switch scope {
    case .all: return []
    case .journal(let name): term = "journal:\"\(name)\""
    case .tag(let name): term = "tag:\"\(name)\""
    }
    var search = SearchState()
    search.field.insert(term)
    self.search = search
    return findTyped()
  }
}
