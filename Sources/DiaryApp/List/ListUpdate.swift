import DiaryCore
import TerminalUI

extension AppState {
  mutating func updateList(_ event: KeyEvent) -> [Effect] {
    if search != nil { return updateSearch(event) }
    guard
      let command = KeyTable.list.command(for: event) ?? KeyTable.everywhere.command(for: event)
    else { return [] }
    switch command {
    case .down: list.move(by: 1)
    case .up: list.move(by: -1)
    case .pageDown: list.movePages(1)
    case .pageUp: list.movePages(-1)
    case .first: list.select(0)
    case .last: list.select(list.count - 1)
    case .today: return [.locate(now)]
    case .new: openEditor(EditorState(newAt: now, draft: .random()))
    case .search: search = SearchState()
    case .importPhotos: return openPicker(for: .folder)
    case .export: layers.append(.export(ExportState(homeFolder: homeFolder)))
    case .trash:
      layers.append(.trash(TrashState()))
      return [.loadTrash]
    case .status:
      layers.append(.status(StatusState()))
      return [.loadStatus]
    case .undo: return undo(.undo)
    case .redo: return undo(.redo)
    case .back: return [.leave]
    case .open, .edit, .editExternally, .delete, .history, .versions:
      guard let entry = list.selectedEntry else { return [] }
      return act(command, on: entry)
    default: return updateEverywhere(command)
    }
    return []
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
    default: break
    }
    return []
  }

  private mutating func updateSearch(_ event: KeyEvent) -> [Effect] {
    switch KeyTable.search.command(for: event) {
    case .open:
      guard let entry = entries.selectedEntry else { return [] }
      return act(.open, on: entry)
    case .up: entries.move(by: -1)
    case .down: entries.move(by: 1)
    case .pageDown: entries.movePages(1)
    case .pageUp: entries.movePages(-1)
    case .cancel: search = nil
    default:
      if search?.field.handle(event) == true { return findTyped() }
      if let command = KeyTable.everywhere.command(for: event) { return updateEverywhere(command) }
    }
    return []
  }

  mutating func findTyped() -> [Effect] {
    guard var current = search else { return [] }
    defer { search = current }
    guard !SearchText(current.field.text).isEmpty else {
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
    case .scrollUp: entries.move(by: -3)
    case .scrollDown: entries.move(by: 3)
    case .press, .doublePress:
      let rect = ListLayout(self).rows
      guard rect.contains(event.point) else { return [] }
      let lines = entries.lines(height: rect.rows)
      let row = event.point.row - rect.row
      guard lines.indices.contains(row), case .entry(let rank, let entry) = lines[row] else {
        return []
      }
      entries.select(rank)
      if event.action == .doublePress, let entry { return act(.open, on: entry) }
    }
    return []
  }
}
