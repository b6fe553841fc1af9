import DiaryCore
import Localization
import TerminalUI

// What the list shows: the diary, a part of it or what a search finds.
extension ScreenContext {
  /// The entries to move among: those found while searching, else those of the scope, else all.
  package internal(set) var entries: EntryList {
    get { found?.entries ?? list }
    set {
      if search != nil {
        search?.found.entries = newValue
      } else if !scopes.isEmpty {
        scopes[scopes.count - 1].found.entries = newValue
      } else {
        list = newValue
      }
    }
  }

  /// The found entries that are in front; `nil` where the list shows the whole diary.
  var found: FoundList? { search?.found ?? scopes.last?.found }

  /// What the list shows; `nil` for the whole diary.
  package var scope: ListScope? { scopes.last?.scope }

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
    (search == nil ? scope : searchedScope)?.title.printable
      ?? (together == nil ? diaryName?.printable : Self.togetherTitle) ?? localized("Diary")
  }

  /// Asks for what is typed now.
  mutating func findTyped() -> [Effect] {
    guard let current = search else { return [] }
    let query = current.query(today: now.day)
    // What isn't finished asks for nothing yet, and takes away nothing.
    if query.isEmpty, !current.field.text.isBlank, current.found.entries.count > 0 {
      return completeSearch()
    }
    let parts = [searchedScope?.predicate, query.predicate].compactMap(\.self)
    search?.found.ask(for: query.isEmpty ? nil : .all(of: parts))
    return completeSearch() + (query.isEmpty ? [.stopFinding(list: current.found.number)] : [])
  }

  /// Ends a term that must not be there with a blank, so that it counts; `nil` where none is typed.
  mutating func finishTerm() -> [Effect]? {
    guard search?.query(today: now.day).pending != nil else { return nil }
    search?.field.insert(" ")
    return findTyped()
  }

  /// What is searched in; `nil` for the whole diary.
  var searchedScope: ListScope? { search?.isWide == true ? nil : scope }

  /// Looks for what may complete the word at the caret of the search.
  mutating func completeSearch() -> [Effect] {
    guard let field = search?.field,
      let trigger = CompletionTrigger(inSearch: field.beforeCaret)
    else {
      search?.completion = nil
      return []
    }
    let isAnother = search?.completion?.trigger.kind != trigger.kind
    var completion = Completion(trigger)
    // Those that only entries name aren't known until they are counted.
    if isAnother, trigger.kind == .searchValue(.journal) { journalsAreStale = true }
    let effects = trigger.kind == .searchValue(.tag) && tags == nil ? gatherTags() : []
    completion.put(trigger.searchProposals(in: self), isWhole: trigger.isWhole(in: self))
    // Only Tab takes one there.
    completion.selected = completion.selected ?? completion.first
    search?.completion = completion
    return effects
  }

  /// Once in a run, and not before the first tag is typed.
  mutating func gatherTags() -> [Effect] {
    tags = TagCounts()
    return [.gatherTags]
  }

  // MARK: What the lists hold

  /// Gives each list of found entries to a closure.
  mutating func changeFound(_ body: (inout FoundList) -> Void) {
    body(&pinned.found)
    for index in scopes.indices { scopes[index].found.change(body) }
    search?.found.change(body)
  }

  /// Has all lists read anew: too much has changed for taking it in place.
  mutating func reloadLists() {
    list.reload()
    changeFound { $0.refresh() }
  }

  /// Selects an entry in the list that is in front, where it is in it.
  mutating func select(_ entry: Entry, at rank: Int) {
    leaveStrip()
    if found == nil {
      list.select(rank)
    } else if let rank = entries.rank(of: entry.order) {
      entries.select(rank)
    }
  }

  // MARK: How the list shows it

  /// What was looked for to find the entries that the list shows.
  var phrases: [SearchPhrase] { found?.shown?.phrases ?? [] }

  /// Where an entry says what was looked for, if something was.
  func match(of entry: Entry) -> EntryMatch? { phrases.isEmpty ? nil : matches[entry] }

  /// How entries stand in the list as large as it is now.
  var arrangement: EntryList.Arrangement {
    switch listForm {
    case .plain: .lines(hasMatchingLines ? 2 : 1)
    case .thumbnails: .lines(ThumbnailRow.lines)
    case .sheet:
      .tiles(TileLayout(for: ListLayout(self).rows.size, cellRatio: facts.cellRatio))
    }
  }

  /// Whether what was found is told in a line of its own below each title: where there are rows
  /// enough.
  var hasMatchingLines: Bool {
    listForm == .plain && size.rows >= 18 && !phrases.isEmpty
  }

  /// Shows the list in the next form, and remembers it.
  mutating func changeListForm() -> [Effect] {
    listForm = listForm.next
    toast = listForm.words
    return [.rememberLeftView]
  }

  /// Of an entry's tags, the one that the list was made for; `nil` where it was made for none.
  func shownTag(of entry: Entry) -> String? {
    let wanted = found?.shown?.wantedTags ?? []
    guard let first = wanted.first else { return nil }
    func isWanted(_ tag: String) -> Bool { wanted.contains { $0.isTag(tag) } }
    if let tag = entry.tags.first(where: isWanted) { return tag }
    if let tag = EntryWords.tags(of: entry).first(where: isWanted) { return tag }
    // It stands where the text isn't looked at.
    if case .tag(let name) = first { return name }
    return nil
  }

  /// The rows of the strip: a part of the diary is shown without it.
  var pinnedRows: PinnedStrip.Rows { found == nil ? pinned.rows(on: size) : PinnedStrip.Rows() }

  /// The selected row of the strip; `nil` while the selection is in the list.
  var pinnedRow: Int? {
    let rows = pinnedRows
    return pinned.isSelected && rows.count > 0 ? pinned.row(of: rows) : nil
  }

  /// The entry that keys act on, in the strip or in the list.
  var selectedEntry: Entry? {
    guard let row = pinnedRow else { return entries.selectedEntry }
    return row < pinnedRows.entries ? pinned.found.entries[row] : nil
  }

  /// Goes to the list's selection.
  mutating func leaveStrip() { pinned.isSelected = false }

  /// The mark of the journal of that name.
  func journalMark(_ name: String) -> Style {
    JournalMark.style(journals.first { $0.name.isSameName(as: name) }?.color, theme)
  }
}

extension AppState {
  /// Shows a part of the diary in the list, and nothing before it: leaving it leads back to the
  /// screen that it was opened from, over the whole diary as it was.
  package mutating func show(_ scope: ListScope) -> [Effect] {
    recordJump()
    let origin = screens.front
    let effects = showAll()
    var found = FoundList(number: context.nextRequestID())
    found.ask(for: scope.predicate)
    context.scopes = [ScopedList(scope: scope, found: found, origin: origin)]
    return effects
  }

  /// Shows the whole diary in the list, as it was.
  mutating func showAll() -> [Effect] {
    let left =
      context.scopes.map(\.found.number) + (context.search.map { [$0.found.number] } ?? [])
    screens.removeAll()
    (context.search, context.scopes, context.marks) = (nil, [], Marks())
    return left.map { .stopFinding(list: $0) }
  }

  /// Goes back to what the list showed before the scope: to the search that found it, else to the
  /// screen that it was opened from unless one wants the list.
  mutating func leaveScope(toList: Bool = false) -> [Effect] {
    guard let left = context.scopes.popLast() else { return [] }
    if case .found(let text, let isWide) = left.scope.part {
      return context.search(text, isWide: isWide, found: left.found)
    }
    context.marks = Marks()
    if !toList {
      screens.removeAll()
      if let origin = left.origin { screens.push(origin) }
      // What it shows may have changed meanwhile.
      tagsMayDiffer()
      journalsMayDiffer()
      screens.update(MapState.self) { $0.renew() }
    }
    return [.stopFinding(list: left.found.number)]
  }
}
