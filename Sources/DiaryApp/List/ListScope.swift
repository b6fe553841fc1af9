import DiaryCore
import Words

/// A part of the diary that the list shows alone: a journal, a tag.
package struct ListScope: Hashable, Sendable {
  /// For the title bar.
  package var title: String
  package var predicate: EntryPredicate

  package init(title: String, _ predicate: EntryPredicate) {
    self.title = title
    self.predicate = predicate
  }
}

extension AppState {
  /// Shows a part of the diary in the list.
  package mutating func show(_ scope: ListScope) -> [Effect] {
    (layers, search) = ([], nil)
    let term: String
    switch scope.predicate {
    case .journal(let name): term = "journal:\"\(name)\""
    case .tag(let name): term = "tag:\"\(name)\""
    default: return []
    }
    var search = SearchState()
    search.field.insert(term)
    self.search = search
    return findTyped()
  }
}
