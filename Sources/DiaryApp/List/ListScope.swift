import DiaryCore
import Words

/// A part of the diary that the list shows alone: a journal, a tag, what was found.
package struct ListScope: Hashable, Sendable {
  /// For the title bar.
  package var title: String
  package var predicate: EntryPredicate

  package init(title: String, _ predicate: EntryPredicate) {
    self.title = title
    self.predicate = predicate
  }

  /// The journal that all its entries are in; new ones are written there.
  var journal: String? {
    switch predicate {
    case .journal(let name): return name
    case .and(let parts):
      for case .journal(let name) in parts { return name }
      return nil
    default: return nil
    }
  }
}

/// A scope and its entries.
package struct ScopedList: Sendable {
  package let scope: ListScope
  package internal(set) var found: FoundList
}

extension AppState {
  /// What the list shows; `nil` for the whole diary.
  package var scope: ListScope? { scopes.last?.scope }

  /// Shows a part of the diary in the list, and nothing before it: leaving it leads back to the
  /// whole diary as it was.
  package mutating func show(_ scope: ListScope) -> [Effect] {
    let effects = showAll()
    var found = FoundList(number: nextTicket())
    found.ask(for: scope.predicate)
    scopes = [ScopedList(scope: scope, found: found)]
    return effects
  }

  /// Shows the whole diary in the list, as it was.
  mutating func showAll() -> [Effect] {
    let left = scopes.map(\.found.number) + (search.map { [$0.found.number] } ?? [])
    (layers, search, scopes, marks) = ([], nil, [], Marks())
    return left.map { .stopFinding(list: $0) }
  }

  /// Goes back to what the list showed before the scope.
  mutating func leaveScope() -> [Effect] {
    guard let left = scopes.popLast() else { return [] }
    marks = Marks()
    return [.stopFinding(list: left.found.number)]
  }

  /// Shows what was found as a list of its own, which all keys of the list work on.
  mutating func keepSearch() -> [Effect] {
    guard let found = search?.found, let predicate = found.predicate, let search else { return [] }
    scopes.append(
      ScopedList(
        scope: ListScope(title: search.field.text.trimmed.description, predicate), found: found))
    self.search = nil
    return []
  }

  /// What is in front: the scope, or where one searches.
  var listTitle: String {
    (search == nil ? scope : searchedScope)?.title.printable ?? localized("Diary")
  }

  // MARK: Found lists

  /// Gives each list of found entries to a closure.
  mutating func changeFound(_ body: (inout FoundList) -> Void) {
    pinned.change(body)
    for place in scopes.indices { scopes[place].found.change(body) }
    search?.found.change(body)
  }

  /// What lists of found entries still have to ask and to read.
  mutating func missingFound() -> [Effect] {
    var effects: [Effect] = []
    var ticket = ticket
    changeFound { found in
      let request = found.missing {
        ticket += 1
        return ticket
      }
      if let request { effects.append(.find(request)) }
      if let rows = found.entries.missingRows() {
        effects.append(.loadFound(rows, list: found.number))
      }
    }
    self.ticket = ticket
    return effects
  }
}
