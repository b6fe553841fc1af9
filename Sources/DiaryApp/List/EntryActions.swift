import DiaryCore
import Localization
import TerminalUI

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
