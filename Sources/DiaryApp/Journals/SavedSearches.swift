import DiaryCore
import TerminalUI
import Text

// Saved searches are listed below the journals.

/// A saved search as the journals screen shows it.
struct CountedSearch: Hashable, Sendable {
  let search: SavedSearch
  /// The number of matching entries; `nil` until they are counted, or if the search is invalid.
  var count: Int?

  var icon: String {
    let icon = search.icon?.printable ?? ""
    return TextWidth.columns(icon) == 0 ? SavedSearch.usualIcon : TextWidth.cut(icon, columns: 2)
  }

  var name: String { search.name.printable }
}

extension AppState {
  /// Asks for a name for the typed search, or for the one whose results the list shows.
  mutating func saveSearch() -> [Effect] {
    guard let query = searchToSave else {
      if search == nil, let key = keys[.list].keyName(of: .search) {
        toast = localized("Press \(key) to search first.")
      }
      return []
    }
    if let issue = SearchQuery(query, today: now.day, settings: searchSettings).issues.first {
      toast = issue.line
      return []
    }
    guard mayWrite() else { return [] }
    let known = searches.first { $0.search.query == query }?.search
    push(NameState(.saveSearch(query, known)))
    return [.loadSearches(counted: false, in: self)]
  }

  /// The search that can be saved; `nil` if there is none.
  var searchToSave: String? {
    var rest = scopes[...]
    var (text, isWide): (String, Bool)
    if let search {
      (text, isWide) = (search.field.text, search.isWide)
    } else if case .found(let found, let isOfAll) = rest.popLast()?.scope.part {
      (text, isWide) = (found, isOfAll)
    } else {
      return nil
    }
    guard !text.isBlank else { return nil }
    var terms = [String(text.trimmed)]
    while !isWide, let outer = rest.popLast()?.scope {
      // The saved search would find more than the list shows.
      guard let term = outer.term else { return nil }
      terms.insert(term, at: 0)
      if case .found(_, isWide: true) = outer.part { isWide = true }
    }
    return terms.joined(separator: " ")
  }
}

extension ListScope {
  /// The scope as a term of a search; `nil` if no term describes it.
  fileprivate var term: String? {
    switch part {
    case .journal(let name): "journal:" + SearchQuoting.quoted(name)
    case .tag(let name): "tag:" + SearchQuoting.quoted(name)
    case .place(let name): "place:" + SearchQuoting.quoted(name)
    case .mood(let name): "mood:" + SearchQuoting.quoted(name)
    case .trip(_, let first, let last): "date:\(first)..\(last)"
    case .month(let day): "date:\(day.firstOfMonth)..\(day.lastOfMonth)"
    case .pinned: "is:pinned"
    case .found(let text, _): "(\(text))"
    case .entries: nil
    }
  }
}

extension ConfirmState {
  /// A confirmation to replace a search by another, whose former name was that of `renamed`.
  static func replace(
    _ old: SavedSearch, by new: SavedSearch, _ renamed: SavedSearch?
  ) -> Self {
    ConfirmState(
      title: localized("Replace the saved search?"),
      effects: [.save(new, replacing: renamed?.name)]
    ) { app in
      app.headline(old.name) + [localized("It searches for: \(old.query.printable)")]
    }
  }

  static func delete(_ search: SavedSearch) -> Self {
    ConfirmState(
      title: localized("Delete this saved search?"), repeated: .delete, effects: [.delete(search)]
    ) { app in
      app.headline(search.name) + [localized("Entries aren't deleted.")]
    }
  }
}

// MARK: - Effects

extension Effect {
  /// Reads the saved searches and, if `isCounted`, counts their entries one search after another.
  static func loadSearches(counted isCounted: Bool, in app: AppState) -> Effect {
    let (today, settings) = (app.now.day, app.searchSettings)
    return .posting(isCounted, today, settings, in: .latest("searches")) { context in
      do {
        let searches = try await context.service.savedSearches()
        context.post(.searchesLoaded(searches))
        for search in searches where isCounted {
          let query = SearchQuery(search.query, today: today, settings: settings)
          let count = try await context.service.count(of: query)
          if Task.isCancelled { return }
          if let count { context.post(.searchCounted(search, count)) }
        }
      } catch {
        context.post(.failed(DiaryError(error)))
      }
    }
  }

  /// Saves a search, replacing one with the same name, and the one named `old`.
  static func save(_ search: SavedSearch, replacing old: String? = nil) -> Effect {
    .write(search, old) { context in
      try await context.service.save(search, replacing: old)
      return .searchSaved(search)
    }
  }

  static func delete(_ search: SavedSearch) -> Effect {
    .write(search) { context in
      try await context.service.deleteSearch(named: search.name)
      return Message(search) { state in
        state.journalsAreStale = true
        state.toast = localized("Deleted the saved search “\(search.name.printable)”.")
      }
    }
  }
}

extension Message {
  fileprivate static func searchesLoaded(_ loaded: [SavedSearch]) -> Message {
    Message(loaded) { state in
      let old = state.searches
      state.searches = loaded.map { search in
        CountedSearch(search: search, count: old.first { $0.search == search }?.count)
      }
      let first = state.rowsBeforeJournals + state.journals.count
      let shift = loaded.count - old.count
      state.screens.update(JournalsState.self) { [context = state] screen in
        // Keep the other diary below selected.
        guard screen.isCounted, screen.choice.selected >= first + old.count else { return }
        screen.choice.select(screen.choice.selected + shift, count: screen.rowCount(in: context))
      }
    }
  }

  fileprivate static func searchCounted(_ search: SavedSearch, _ count: Int) -> Message {
    Message(search, count) { state in
      if let index = state.searches.firstIndex(where: { $0.search == search }) {
        state.searches[index].count = count
      }
    }
  }

  fileprivate static func searchSaved(_ search: SavedSearch) -> Message {
    Message(search) { state in
      state.journalsAreStale = true
      let name = search.name.printable
      state.toast =
        if state.screens.contains(JournalsState.self) {
          localized("Saved as “\(name)”.")
        } else {
          localized("Saved as “\(name)”, below the journals (\(state.keyOfJournals)).")
        }
    }
  }
}

extension AppState {
  /// The key of the journals in the list.
  fileprivate var keyOfJournals: String { keys[.list].keyName(of: .journals) ?? "" }
}
