import DiaryCore
import TerminalUI

extension AppState {
  mutating func updateList(_ event: KeyEvent) -> [Effect] {
    if search != nil { return updateSearch(event) }
    guard
      let command = keys.list.command(for: event) ?? keys.everywhere.command(for: event)
    else { return [] }
    if Self.concernsMarked(command), let effects = actOnMarked(command) { return effects }
    switch command {
    case .down: list.move(.down)
    case .up: list.move(.up)
    case .left: list.move(.left)
    case .right: list.move(.right)
    case .pageDown: list.movePages(1)
    case .pageUp: list.movePages(-1)
    case .first: list.select(0)
    case .last: list.select(list.count - 1)
    case .today: return [.locate(now)]
    case .new: openEditor(EditorState(newAt: now, draft: .random()))
    case .search: search = SearchState()
    case .listForm: return changeListForm()
    case .gallery: openGallery()
    case .calendar: openCalendar(DayPhrase(now.day, .day))
    case .onThisDay: layers.append(.onThisDay(OnThisDayState(now.day)))
    case .importPhotos: return openPicker(for: .folder)
    case .mark: return toggleMark()
    case .markRange: return toggleRange()
    case .markAll: return markAll()
    case .unmark: unmark()
    case .export: layers.append(.export(ExportState(homeFolder: homeFolder)))
    case .journals: openJournals()
    case .tagList: layers.append(.tagList(TagListState()))
    case .trash:
      layers.append(.trash(TrashState()))
      return [.loadTrash]
    case .status:
      layers.append(.status(StatusState()))
      return [.loadStatus]
    case .undo: return undo(.undo)
    case .redo: return undo(.redo)
    case .back: return [.leave]
    case .open, .edit, .editExternally, .delete, .history, .versions, .toggleStar,
      .togglePin, .entryTags, .moveToJournal:
      guard let entry = list.selectedEntry else { return [] }
      return act(command, on: entry)
    default: return updateEverywhere(command)
    }
    return []
  }

  private static func concernsMarked(_ command: Command) -> Bool {
    [.delete, .toggleStar, .togglePin, .entryTags, .moveToJournal, .export].contains(command)
  }

  /// What can be done with an entry from the list as from the reader.
  mutating func act(_ command: Command, on entry: Entry) -> [Effect] {
    let isReading = [.open, .history, .versions].contains(command)
    guard isReading || isOwn(entry) else { return [] }
    switch command {
    case .open: layers.append(.reader(ReaderState(entry)))
    case .history: layers.append(.history(HistoryState(entry)))
    case .versions: openVersions(of: entry)
    case .edit: openEditor(EditorState(entry, draft: .random()))
    case .editExternally: return [.editExternally(entry)]
    case .delete: layers.append(.confirm(.delete(entry)))
    case .toggleStar: return change(entry) { $0.details.isStarred.toggle() }
    case .togglePin: return change(entry) { $0.details.isPinned.toggle() }
    case .moveToJournal: chooseJournal(for: [entry.id], in: entry.journal)
    case .entryTags: layers.append(.tags(TagsState([entry.id], tags: entry.tags)))
    default: break
    }
    return []
  }

  private mutating func updateSearch(_ event: KeyEvent) -> [Effect] {
    switch keys.search.command(for: event) {
    case .open:
      guard let entry = entries.selectedEntry else { return [] }
      return act(.open, on: entry)
    case .up: entries.move(.up)
    case .down: entries.move(.down)
    case .mark: return toggleMark()
    case .markAll: return markAll()
    case .listForm: return changeListForm()
    // Where nothing stands beside an entry, these arrows are the text's.
    case .left where listForm == .sheet: entries.move(.left)
    case .right where listForm == .sheet: entries.move(.right)
    case .pageDown: entries.movePages(1)
    case .pageUp: entries.movePages(-1)
    case .cancel: search = nil
    default:
      let before = search?.field.text
      if var field = search?.field, type(event, into: &field) {
        search?.field = field
        // The caret may have moved and nothing else.
        return search?.field.text == before ? [] : findTyped()
      }
      if let command = keys.everywhere.command(for: event) { return updateEverywhere(command) }
    }
    return []
  }

  mutating func findTyped() -> [Effect] {
    guard var current = search else { return [] }
    defer { search = current }
    guard !SearchQuery(current.field.text).isEmpty else {
      current.results = EntryList(whole: [])
      current.ticket = nil
      return []
    }
    let ticket = nextTicket()
    current.ticket = ticket
    return [.search(current.field.text, ticket: ticket)]
  }

  /// Whether the person may change an entry; if not, that is said.
  mutating func isOwn(_ entry: Entry) -> Bool {
    guard let author, entry.author != author else { return true }
    showError(.notTheAuthor(title: entry.displayTitle))
    return false
  }

  mutating func updateEverywhere(_ command: Command) -> [Effect] {
    switch command {
    case .help: layers.append(.help(HelpState(helpTables)))
    case .leave: return [.leave]
    case .suspend: return [.suspend]
    case .redraw:
      list.reload()
      return [.redraw]
    default: break
    }
    return []
  }

  mutating func clickList(_ event: MouseEvent) -> [Effect] {
    switch event.action {
    case .scrollUp, .scrollDown:
      let isUp = event.action == .scrollUp
      if listForm == .plain {
        entries.move(by: isUp ? -3 : 3)
      } else {
        entries.move(isUp ? .up : .down)
      }
    case .press, .doublePress:
      let rect = ListLayout(self).rows
      guard rect.contains(event.point) else { return [] }
      guard let rank = rank(at: event.point, in: rect) else { return [] }
      entries.select(rank)
      if event.action == .doublePress, let entry = entries[rank] { return act(.open, on: entry) }
    default: break
    }
    return []
  }

  /// The rank of the entry under a place in the list.
  private func rank(at point: Point, in rect: Rect) -> Int? {
    if case .tiles(let tiles) = arrangement {
      return ContactSheet(count: entries.count, tiles)
        .item(at: point, in: rect, entries.position(tiles))
    }
    let row = point.row - rect.row
    for (first, line) in entries.places(height: rect.rows) {
      guard case .entry(let rank, _) = line else { continue }
      let lines = listForm == .thumbnails ? ThumbnailRow.lines : 1
      if (first..<first + lines).contains(row) { return rank }
    }
    return nil
  }
}
