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

// MARK: - EntryActions

// What is done with entries, wherever they are selected.
extension ScreenContext {
  /// What can be done with an entry from the list as from the reader.
  mutating func act(_ command: Command, on entry: Entry) -> [Effect] {
    let isReading = [.open, .history, .versions].contains(command)
    guard isReading || isOwn(entry) else { return [] }
    switch command {
    case .open: jump(to: ReaderState(entry, finding: phrases))
    case .history: push(HistoryState(entry))
    case .versions: return [.openVersions(of: entry)]
    case .edit, .editExternally:
      // Else there would be two versions of the entry.
      if offerAgain({ $0.entry == entry.id }) { return [] }
      if command == .editExternally { return [.editExternally(entry)] }
      push(EditorState(entry, draft: .random()))
    case .delete: push(ConfirmState.delete(entry))
    case .toggleStar: return change(entry) { $0.details.isStarred.toggle() }
    case .togglePin: return change(entry) { $0.details.isPinned.toggle() }
    case .moveToJournal:
      JournalChoice.open(
        for: [entry.id], called: TitleWords.quoted(entry), at: entry.journal, in: &self)
    case .entryTags: push(TagsState(entry))
    default: break
    }
    return []
  }

  /// Offers those drafts again that were put off, or that wait behind what is open. `false` if there
  /// are none.
  mutating func offerAgain(_ isWanted: @escaping @Sendable (Draft) -> Bool) -> Bool {
    let offers = draftsLeft.filter { isWanted($0.draft) }
    close(DraftOfferState.self) { isWanted($0.draft) }
    for offer in offers.reversed() { push(offer) }
    return !offers.isEmpty
  }

  /// Why nothing can be written in the diary, of several in that of an entry; `nil` where it can.
  func obstacle(beside entry: Entry?) -> AccountError? {
    entry?.origin.map(\.obstacle) ?? obstacle
  }

  /// Whether the person may change an entry, as far as that is known.
  func mayChange(_ entry: Entry) -> Bool {
    obstacle(beside: entry) == nil && isWrittenHere(entry)
  }

  private func isWrittenHere(_ entry: Entry) -> Bool {
    (entry.origin == nil && author == nil) || entry.isOwn(of: author ?? entry.author)
  }

  /// Whether something can be written in the diary, of several in that of an entry; if not, that is said.
  mutating func mayWrite(beside entry: Entry? = nil) -> Bool {
    guard let obstacle = obstacle(beside: entry) else { return true }
    showError(.account(obstacle))
    return false
  }

  /// Whether the person may change an entry; if not, that is said.
  mutating func isOwn(_ entry: Entry) -> Bool {
    guard mayWrite(beside: entry) else { return false }
    guard !isWrittenHere(entry) else { return true }
    showError(.notTheAuthor(title: entry.displayTitle))
    return false
  }

  /// Whether an entry can't be changed where it is; if so, that is said.
  mutating func isInTrash(_ entry: Entry) -> Bool {
    if entry.isTrashed { toast = localized("This entry is in the trash. Restore it first.") }
    return entry.isTrashed
  }

  /// Changes a saved entry by one key, as its star; that is a change as any other.
  mutating func change(_ entry: Entry, _ body: (inout EntryFields) -> Void) -> [Effect] {
    var fields = entry.fields
    body(&fields)
    return [
      .rewriteShown(
        Rewrite(
          change: .editing, entry: entry.id, fields: fields, replaced: Versions(shown: entry),
          known: entry.heads))
    ]
  }

  /// Many are moved after a question.
  mutating func move(_ ids: [ID<Entry>], to journal: String) -> [Effect] {
    let change = BulkChange.edit(.move(toJournal: journal))
    guard ids.count > 1 else { return [.change(.ids(ids), change)] }
    return ask(change, ids)
  }

  // MARK: Marked entries

  /// Marks the selected entry or takes its mark, and goes on to the next; ends an open range.
  mutating func toggleMark() -> [Effect] {
    if marks.rangeStart != nil { return endRange() }
    guard let entry = entries.selectedEntry else { return [] }
    marks.toggle(entry.id)
    entries.move(by: 1)
    return []
  }

  /// Begins a range at the selected entry, or ends it there.
  mutating func toggleRange() -> [Effect] {
    if marks.rangeStart != nil { return endRange() }
    if entries.selectedEntry != nil { marks.rangeStart = entries.selected }
    return []
  }

  /// All that the list shows: of a search, what it found.
  mutating func markAll() -> [Effect] {
    guard entries.count > 0 else { return [] }
    marks.rangeStart = 0
    return endRange(at: entries.count - 1)
  }

  /// Marks what the open range holds; what isn't loaded of it is read first.
  private mutating func endRange(at end: Int? = nil) -> [Effect] {
    guard let range = marks.range(to: end ?? entries.selected) else { return [] }
    marks.rangeStart = nil
    if let ids = entries.ids(in: range) {
      marks.insert(ids)
      return []
    }
    let requestID = nextRequestID()
    marks.requestID = requestID
    return [.readIDs(offset: range.lowerBound, limit: range.count, requestID: requestID)]
  }

  /// Does something with the marked entries, after asking; without any, `nil`.
  mutating func actOnMarked(_ command: Command) -> [Effect]? {
    guard !marks.isEmpty || marks.requestID != nil else { return nil }
    let reading = endRange()
    guard marks.requestID == nil else {
      marks.waiting = command
      return reading
    }
    return ask(command)
  }

  mutating func ask(_ command: Command) -> [Effect] {
    let ids = marks.ids.sorted()
    guard let first = ids.first, command == .export || mayWrite() else { return [] }
    if ids.count == 1, command != .export {
      // It need not be the selected one, nor in view: it is named as any other.
      return entries.loaded(first).map { act(command, on: $0) }
        ?? [.loadEntry(first, .marked(command))]
    }
    switch command {
    case .delete: return ask(.delete, ids)
    case .toggleStar, .togglePin: return toggle(command, ids)
    case .moveToJournal:
      JournalChoice.open(
        for: ids, called: CountWords.entries(ids.count), at: nil, in: &self)
    case .entryTags: push(TagsState(ids, hidden: hidden(of: ids)))
    case .export:
      let marked = ExportChoice.marked(ids, hidden: hidden(of: ids))
      return ExportState.open([wholeChoice, shownChoice, marked].compactMap(\.self), in: &self)
    default: break
    }
    return []
  }

  /// Gives all of them a star or pin, or takes it where all have it. As long as none is known to lack
  /// it, those that aren't loaded are read first.
  private mutating func toggle(_ command: Command, _ ids: [ID<Entry>]) -> [Effect] {
    let toggle = EntryToggle(command)
    let loaded = ids.compactMap { entries.loaded($0) }
    guard loaded.count < ids.count, toggle.isGiven(to: loaded) else {
      return ask(.edit(toggle.edit(of: loaded)), ids)
    }
    return [.checkMarked(ids, command)]
  }

  /// Changes entries, after asking where they are many or go to the trash.
  mutating func ask(_ change: BulkChange, _ ids: [ID<Entry>]) -> [Effect] {
    guard change == .delete || ids.count > ConfirmState.many else {
      return [.change(.ids(ids), change)]
    }
    push(ConfirmState.change(ids, change, hidden: hidden(of: ids)))
    return []
  }

  /// How many of some entries aren't in the part of the diary that the list shows.
  private func hidden(of ids: [ID<Entry>]) -> Int {
    guard let shown = entries.orders else { return 0 }
    let ids = Set(ids)
    return ids.count - shown.count { ids.contains($0.id) }
  }
}
