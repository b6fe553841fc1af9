import DiaryCore
import TerminalUI
import Words

/// A part of the diary that the list shows alone: a journal, a tag, what was found.
package struct ListScope: Hashable, Sendable {
  package enum Part: Hashable, Sendable {
    case journal(String)
    case tag(String)
    case place(String)
    /// By a day of it.
    case month(CalendarDay)
    case pinned
    /// What a search found: in what the list showed before, or in the whole diary.
    case found(String, isWide: Bool)
  }

  package let part: Part
  package let predicate: EntryPredicate

  /// `today` is what a search counts from.
  package init(_ part: Part, within outer: ListScope? = nil, today: CalendarDay) {
    self.part = part
    predicate =
      switch part {
      case .journal(let name): .journal(name)
      case .tag(let name): .tag(name)
      case .place(let name): .atPlace(name)
      case .month(let day): .within(day.firstOfMonth...day.lastOfMonth)
      case .pinned: .pinned
      case .found(let text, let isWide):
        .all(
          of: [
            isWide ? nil : outer?.predicate,
            SearchQuery(text, today: today, typingAt: text.endIndex).predicate,
          ].compactMap(\.self))
      }
  }

  /// For the title bar.
  package var title: String {
    switch part {
    case .journal(let name): TitleWords.journal(name)
    case .tag(let name): "#" + name
    case .place(let name): name
    case .month(let day): DateWords.month(day)
    case .pinned: localized("Pinned")
    case .found(let text, _): text.trimmed.description
    }
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
  /// The screen that it was opened from, if that wasn't the list.
  var origin: (any Screen)?
}

extension AppState {
  /// What the list shows; `nil` for the whole diary.
  package var scope: ListScope? { scopes.last?.scope }

  /// Shows a part of the diary in the list, and nothing before it: leaving it leads back to the
  /// screen that it was opened from, over the whole diary as it was.
  package mutating func show(_ scope: ListScope) -> [Effect] {
    noteJump()
    let origin = screens.front
    let effects = showAll()
    var found = FoundList(number: nextTicket())
    found.ask(for: scope.predicate)
    scopes = [ScopedList(scope: scope, found: found, origin: origin)]
    return effects
  }

  /// Shows the whole diary in the list, as it was.
  mutating func showAll() -> [Effect] {
    let left = scopes.map(\.found.number) + (search.map { [$0.found.number] } ?? [])
    (screens, search, scopes, marks) = (ScreenStack(), nil, [], Marks())
    return left.map { .stopFinding(list: $0) }
  }

  /// Goes back to what the list showed before the scope: to the search that found it, else to the
  /// screen that it was opened from unless one wants the list.
  mutating func leaveScope(toList: Bool = false) -> [Effect] {
    guard let left = scopes.popLast() else { return [] }
    if case .found(let text, let isWide) = left.scope.part {
      return search(text, isWide: isWide, found: left.found)
    }
    marks = Marks()
    if !toList {
      screens = ScreenStack(left.origin.map { [$0] } ?? [])
      // What it shows may have changed meanwhile.
      tagsMayDiffer()
      journalsMayDiffer()
    }
    return [.stopFinding(list: left.found.number)]
  }

  /// Shows what was found as a list of its own, which all keys of the list work on.
  mutating func keepSearch() -> [Effect] {
    let effects = finishTerm() ?? []
    guard let search, search.found.predicate != nil, !search.query(today: now.day).isEmpty else {
      return effects
    }
    let part = ListScope.Part.found(search.field.text, isWide: search.isWide)
    let kept = ListScope(part, within: scope, today: now.day)
    scopes.append(ScopedList(scope: kept, found: search.found))
    self.search = nil
    return effects
  }

  /// Goes on searching where that was left.
  mutating func search(_ text: String, isWide: Bool, found: FoundList) -> [Effect] {
    var search = SearchState(found: found)
    search.field = TextField(text)
    search.isWide = isWide
    self.search = search
    return findTyped()
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
