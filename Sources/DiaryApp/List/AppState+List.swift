import DiaryCore
import TerminalUI
import Text

// The list's content: the diary, a part of it or search results.
extension AppState {
  /// The entries of the list: those of the search or the scope, or else all.
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

  /// The search results in front; `nil` if the list shows the whole diary.
  var found: FoundList? { search?.found ?? scopes.last?.found }

  /// The list's scope; `nil` for the whole diary.
  package var scope: ListScope? { scopes.last?.scope }

  /// Turns the search's results into a scope, in which all keys of the list work.
  mutating func keepSearch() -> [Effect] {
    let effects = finishTerm() ?? []
    guard let search, search.found.predicate != nil, !search.query(today: now.day).isEmpty else {
      return effects
    }
    let part = ListScope.Part.found(search.field.text, isWide: search.isWide)
    let kept = ListScope(part, within: scope, today: now.day, settings: searchSettings)
    scopes.append(ScopedList(scope: kept, found: search.found))
    self.search = nil
    return effects
  }

  /// Returns from a search's results to its field; `nil` if the list shows no results.
  mutating func resumeSearch() -> [Effect]? {
    guard let results = scopes.last, case .found(let text, let isWide) = results.scope.part else {
      return nil
    }
    scopes.removeLast()
    return search(text, isWide: isWide, found: results.found)
  }

  /// Resumes a search.
  mutating func search(_ text: String, isWide: Bool, found: FoundList) -> [Effect] {
    var search = SearchState(found: found, searchSettings)
    search.field = TextField(text)
    search.isWide = isWide
    self.search = search
    return findTyped()
  }

  var searchSettings: SearchSettings {
    SearchSettings(
      accents: preferences.accents, moods: preferences.moods, offset: now.offset)
  }

  /// The title of the list: the scope's, or that of the scope being searched.
  var listTitle: String {
    (search == nil ? scope : searchedScope)?.title.printable
      ?? (combined == nil ? diaryName?.printable : Self.combinedTitle) ?? localized("Diary")
  }

  /// Starts a query for the typed text.
  mutating func findTyped() -> [Effect] {
    guard let current = search else { return [] }
    let query = current.query(today: now.day)
    // An unfinished term doesn't start a query and keeps the current results.
    if query.isEmpty, !current.field.text.isBlank, current.found.entries.count > 0 {
      return completeSearch()
    }
    let parts = [searchedScope?.predicate, query.predicate].compactMap(\.self)
    search?.found.ask(for: query.isEmpty ? nil : .all(of: parts))
    return completeSearch() + (query.isEmpty ? [.stopFinding(list: current.found.number)] : [])
  }

  /// Ends an unfinished negated term with a blank so that it takes effect; `nil` if there is none.
  mutating func finishTerm() -> [Effect]? {
    guard search?.query(today: now.day).pending != nil else { return nil }
    search?.field.insert(" ")
    return findTyped()
  }

  /// The scope being searched; `nil` for the whole diary.
  var searchedScope: ListScope? { search?.isWide == true ? nil : scope }

  /// Updates the suggestions for the word at the caret of the search.
  mutating func completeSearch() -> [Effect] {
    guard let field = search?.field,
      let trigger = CompletionTrigger(inSearch: field.beforeCaret)
    else {
      search?.completion = nil
      return []
    }
    let isAnother = search?.completion?.trigger.kind != trigger.kind
    var completion = Completion(trigger)
    // Journals without settings of their own are only known after counting entries.
    if isAnother, trigger.kind == .searchValue(.journal) { journalsAreStale = true }
    let effects = trigger.kind == .searchValue(.tag) && tags == nil ? gatherTags() : []
    completion.put(trigger.searchProposals(in: self), isComplete: trigger.isComplete(in: self))
    // In the search, only Tab accepts a suggestion.
    completion.selected = completion.selected ?? completion.first
    search?.completion = completion
    return effects
  }

  /// Reads the tags once, when the first one is typed.
  mutating func gatherTags() -> [Effect] {
    tags = TagCounts()
    return [.gatherTags]
  }

  // MARK: What the lists hold

  /// Calls `body` with each list of search results.
  mutating func changeFound(_ body: (inout FoundList) -> Void) {
    body(&pinned.found)
    for index in scopes.indices { scopes[index].found.change(body) }
    search?.found.change(body)
  }

  /// Marks all lists for reading again, after changes too large for updating them in place.
  mutating func reloadLists() {
    photoTexts.isDue = true
    list.reload()
    changeFound { $0.refresh() }
  }

  /// Selects an entry in the list in front, if it is part of it.
  mutating func select(_ entry: Entry, at rank: Int) {
    leaveStrip()
    if found == nil {
      list.select(rank)
    } else if let rank = entries.rank(of: entry.sortKey) {
      entries.select(rank)
    }
  }

  // MARK: How the list shows it

  /// The phrases of the search whose results the list shows.
  var phrases: [SearchPhrase] { found?.shown?.phrases ?? [] }

  /// The phrases to find in photos, which include `phrases`.
  var photoPhrases: [SearchPhrase] { found?.shown?.photoPhrases ?? [] }

  /// Returns the match of the search's phrases in an entry; `nil` without a search.
  func match(of entry: Entry) -> EntryMatch? { photoPhrases.isEmpty ? nil : matches[entry] }

  /// The arrangement of entries for the list's current size.
  var arrangement: EntryList.Arrangement {
    switch listForm {
    case .plain: .lines(hasMatchingLines ? 2 : 1)
    case .thumbnails: .lines(ThumbnailRow.lines + ThumbnailRow.gap(on: size))
    case .sheet:
      .tiles(TileLayout(for: ListLayout(self).rows.size, cellRatio: facts.cellRatio))
    }
  }

  /// `true` if the matching text is on a separate row below each title, given enough rows.
  var hasMatchingLines: Bool {
    listForm == .plain && size.rows >= 18 && !photoPhrases.isEmpty
  }

  /// Switches to the next form and stores it.
  mutating func changeListForm() -> [Effect] {
    listForm = listForm.next
    toast = listForm.words
    return [.rememberLeftView]
  }

  /// Returns the tag of an entry that the list's query asks for; `nil` if it asks for none.
  func shownTag(of entry: Entry) -> String? {
    let wanted = found?.shown?.wantedTags ?? []
    guard let first = wanted.first else { return nil }
    func isWanted(_ tag: String) -> Bool { wanted.contains { $0.isTag(tag) } }
    if let tag = entry.tags.first(where: isWanted) { return tag }
    if let tag = EntryExcerpt.tags(of: entry).first(where: isWanted) { return tag }
    // The tag may be in the part of the text that isn't searched here.
    return switch first {
    case .tag(let name): name
    case .tagNamed(let name): name.text
    default: nil
    }
  }

  /// The rows of the strip of pinned entries, which is only shown above the whole diary.
  var pinnedRows: PinnedStrip.Rows { found == nil ? pinned.rows(on: size) : PinnedStrip.Rows() }

  /// The selected row of the strip; `nil` if the selection is in the list.
  var pinnedRow: Int? {
    let rows = pinnedRows
    return pinned.isSelected && rows.count > 0 ? pinned.row(of: rows) : nil
  }

  /// The entry that keys act on, in the strip or in the list.
  var selectedEntry: Entry? {
    guard let row = pinnedRow else { return entries.selectedEntry }
    return row < pinnedRows.entries ? pinned.found.entries[row] : nil
  }

  /// Moves from the strip to the list's selection.
  mutating func leaveStrip() { pinned.isSelected = false }

  /// Returns the style of an entry's mood: from red for the worst of the user's moods to green for
  /// the best.
  func moodStyle(of entry: Entry) -> Style {
    guard let level = entry.details.mood.flatMap({ preferences.moods.level(of: $0) }) else {
      return theme.dim
    }
    let hues: [JournalColor] = [.red, .yellow, .gray, .cyan, .green]
    return theme.hue(hues[min(hues.count - 1, Int(level * Double(hues.count)))])
  }

  /// Returns the style of a journal's badge.
  func journalMark(_ name: String) -> Style {
    JournalMark.style(journals.first { $0.name.isSameName(as: name) }?.color, theme)
  }
}

extension AppState {
  /// Shows a part of the diary in the list. Leaving it returns to the screen that it was opened
  /// from, over the whole diary.
  package mutating func show(_ scope: ListScope) -> [Effect] {
    recordJump()
    let origin = screens.front
    let effects = showAll()
    var found = FoundList(number: nextRequestID())
    found.ask(for: scope.predicate)
    scopes = [ScopedList(scope: scope, found: found, origin: origin)]
    return effects
  }

  /// Shows the whole diary in the list, with its earlier selection.
  mutating func showAll() -> [Effect] {
    let left =
      scopes.map(\.found.number) + (search.map { [$0.found.number] } ?? [])
    screens.removeAll()
    (search, scopes, marks) = (nil, [], Marks())
    return left.map { .stopFinding(list: $0) }
  }

  /// Leaves the scope and returns to the screen that it was opened from, unless `toList` is set.
  /// Marks are kept at the end of a search.
  mutating func leaveScope(toList: Bool = false) -> [Effect] {
    guard let left = scopes.popLast() else { return [] }
    if case .found = left.scope.part { return [.stopFinding(list: left.found.number)] }
    marks = Marks()
    if !toList {
      screens.removeAll()
      if let origin = left.origin { screens.push(origin) }
      // The screen's data may have changed in the meantime.
      reloadDays()
    }
    return [.stopFinding(list: left.found.number)]
  }
}

// MARK: - EntryActions

// Actions on entries, wherever they are selected.
extension AppState {
  /// Runs a command that is available for an entry in the list and in the reader.
  mutating func act(_ command: Command, on entry: Entry) -> [Effect] {
    let isReading = [.open, .history, .versions, .copyText].contains(command)
    guard isReading || checkEditable(entry) else { return [] }
    switch command {
    case .open:
      let photo = match(of: entry)?.photo
      // The way back leads to the search's results, where letters are commands.
      let effects = keepSearch()
      if let photo, let index = entry.pictures.firstIndex(where: { $0.asset == photo }) {
        ViewerState.open(entry, index: index, in: &self)
      } else {
        jump(to: ReaderState(entry, finding: phrases))
      }
      return effects
    case .copyText: return [.copy(entry.copiedText)]
    case .history: push(HistoryState(entry))
    case .versions: return [.openVersions(of: entry)]
    case .edit, .editExternally:
      // Editing the saved entry while it has a draft would create two versions.
      if offerAgain({ $0.entry == entry.id }) { return [] }
      if command == .editExternally { return [.editExternally(entry)] }
      push(EditorState(entry, draft: .random()))
    case .delete: push(ConfirmState.delete(entry))
    case .toggleStar: return change(entry) { $0.details.isStarred.toggle() }
    case .togglePin: return change(entry) { $0.details.isPinned.toggle() }
    case .moveToJournal:
      JournalChoice.open(
        for: [entry.id], called: TitleText.quoted(entry), at: entry.journal, in: &self)
    case .entryTags: push(TagsState(entry))
    default: break
    }
    return []
  }

  /// Offers drafts again that were postponed or wait behind other screens. Returns `false` if there
  /// are none.
  mutating func offerAgain(_ isWanted: @escaping @Sendable (Draft) -> Bool) -> Bool {
    let offers = draftsLeft.filter { isWanted($0.draft) }
    close(DraftOfferState.self) { isWanted($0.draft) }
    for offer in offers.reversed() { push(offer) }
    return !offers.isEmpty
  }

  /// Returns the reason why the user can't write in the diary; if several are open, in the entry's.
  /// `nil` if the user can.
  func obstacle(beside entry: Entry?) -> AccountError? {
    entry?.origin.map(\.obstacle) ?? obstacle
  }

  /// Returns `true` if the user may change an entry, as far as that is known.
  func mayChange(_ entry: Entry) -> Bool {
    obstacle(beside: entry) == nil && isWrittenHere(entry)
  }

  private func isWrittenHere(_ entry: Entry) -> Bool {
    (entry.origin == nil && author == nil) || entry.isWritten(by: author ?? entry.author)
  }

  /// Returns `true` if the user can write in the diary (if several are open, in the entry's), or
  /// else shows the reason.
  mutating func mayWrite(beside entry: Entry? = nil) -> Bool {
    guard let obstacle = obstacle(beside: entry) else { return true }
    showError(.account(obstacle))
    return false
  }

  /// Returns `true` if the user may change an entry, or else shows the reason.
  mutating func checkEditable(_ entry: Entry) -> Bool {
    guard mayWrite(beside: entry) else { return false }
    guard !isWrittenHere(entry) else { return true }
    showError(.notTheAuthor(title: entry.displayTitle))
    return false
  }

  /// Returns `true` and shows a message if the entry is in the trash, where it can't be changed.
  mutating func isInTrash(_ entry: Entry) -> Bool {
    if entry.isTrashed { toast = localized("This entry is in the trash. Restore it first.") }
    return entry.isTrashed
  }

  /// Changes a saved entry with one key, such as its star. The change is undoable like any other.
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

  /// Moves entries to a journal. Several are moved after a question.
  mutating func move(_ ids: [ID<Entry>], to journal: String) -> [Effect] {
    let change = BulkChange.edit(.move(toJournal: journal))
    guard ids.count > 1 else { return [.change(.ids(ids), change)] }
    return ask(change, ids)
  }

  // MARK: Marked entries

  /// Marks or unmarks the selected entry and moves to the next, or ends an open range.
  mutating func toggleMark() -> [Effect] {
    if marks.rangeStart != nil { return endRange() }
    guard let entry = entries.selectedEntry else { return [] }
    marks.toggle(entry.id)
    entries.move(by: 1)
    return []
  }

  /// Starts a range at the selected entry, or ends it there.
  mutating func toggleRange() -> [Effect] {
    if marks.rangeStart != nil { return endRange() }
    if entries.selectedEntry != nil { marks.rangeStart = entries.selected }
    return []
  }

  /// Marks all entries that the list shows.
  mutating func markAll() -> [Effect] {
    guard entries.count > 0 else { return [] }
    marks.rangeStart = 0
    return endRange(at: entries.count - 1)
  }

  /// Marks the entries of the open range. IDs that aren't loaded are read first.
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

  /// Runs a command on the marked entries, after a question; returns `nil` if none are marked.
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
      // The marked entry isn't necessarily the selected one or in view, so messages name it.
      return entries.loaded(first).map { act(command, on: $0) }
        ?? [.loadEntry(first, .marked(command))]
    }
    switch command {
    case .delete: return ask(.delete, ids)
    case .toggleStar, .togglePin: return toggle(command, ids)
    case .moveToJournal:
      JournalChoice.open(
        for: ids, called: CountText.entries(ids.count), at: nil, in: &self)
    case .entryTags: push(TagsState(ids, hidden: hidden(of: ids)))
    case .export:
      let marked = ExportChoice.marked(ids, hidden: hidden(of: ids))
      return ExportState.open([wholeChoice, shownChoice, marked].compactMap(\.self), in: &self)
    default: break
    }
    return []
  }

  /// Adds a star or pin to all entries, or removes it if all have it. If all loaded ones have it,
  /// the others are read first.
  private mutating func toggle(_ command: Command, _ ids: [ID<Entry>]) -> [Effect] {
    let toggle = EntryToggle(command)
    let loaded = ids.compactMap { entries.loaded($0) }
    guard loaded.count < ids.count, toggle.isSet(on: loaded) else {
      return ask(.edit(toggle.edit(of: loaded)), ids)
    }
    return [.checkMarked(ids, command)]
  }

  /// Changes entries, after a question if there are many or they would be deleted.
  mutating func ask(_ change: BulkChange, _ ids: [ID<Entry>]) -> [Effect] {
    guard change == .delete || ids.count > ConfirmState.many else {
      return [.change(.ids(ids), change)]
    }
    push(ConfirmState.change(ids, change, hidden: hidden(of: ids)))
    return []
  }

  /// Returns the number of these entries that are outside of the list's scope.
  private func hidden(of ids: [ID<Entry>]) -> Int {
    guard let shown = entries.orders else { return 0 }
    let ids = Set(ids)
    return ids.count - shown.count { ids.contains($0.id) }
  }
}
