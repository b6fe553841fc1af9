import DiaryCore
import TerminalUI

extension AppState {
  mutating func updateReader(_ event: KeyEvent, _ reader: ReaderState) -> [Effect] {
    guard
      let command = KeyTable.reader.command(for: event) ?? KeyTable.everywhere.command(for: event)
    else { return [] }
    var reader = reader
    let body = ReaderView.body(size)
    let document = ReaderDocument(reader.entry, in: body, self)
    func scroll(_ rows: Int) {
      reader.scroll.move(by: rows, content: document.rowCount, height: body.rows)
    }
    switch command {
    case .back:
      layers.removeLast()
      return []
    case .down: scroll(1)
    case .up: scroll(-1)
    case .pageDown: scroll(max(1, body.rows - 2))
    case .pageUp: scroll(-max(1, body.rows - 2))
    case .first: scroll(-document.rowCount)
    case .last: scroll(document.rowCount)
    case .previous, .next: return turnPage(by: command == .next ? 1 : -1, from: reader.entry)
    case .focusPhoto:
      guard !reader.entry.photos.isEmpty else { return [] }
      let next = reader.focusedPhoto.map { ($0 + 1) % reader.entry.photos.count } ?? 0
      reader.focusedPhoto = next
      if let rows = document.rows(ofPhoto: next) {
        reader.scroll.reveal(rows, content: document.rowCount, height: body.rows)
      }
    case .open:
      guard !reader.entry.photos.isEmpty else { return [] }
      layers.append(.viewer(ViewerState(entry: reader.entry, index: reader.focusedPhoto ?? 0)))
      return []
    case .undo: return undo(.undo)
    case .redo: return undo(.redo)
    case .history, .versions: return act(command, on: reader.entry)
    case .edit, .editExternally, .delete:
      guard !reader.entry.isTrashed else {
        toast = "This entry is in the trash. Restore it there first."
        return []
      }
      return act(command, on: reader.entry)
    default: return updateEverywhere(command)
    }
    layers[layers.count - 1] = .reader(reader)
    return []
  }

  /// Reads the entry before or after in the list that the reader was opened from.
  private mutating func turnPage(by count: Int, from entry: Entry) -> [Effect] {
    guard !layers.contains(where: \.isTrash), let rank = entries.rank(of: entry.id),
      let next = entries[rank + count]
    else { return [] }
    entries.select(rank + count)
    layers[layers.count - 1] = .reader(ReaderState(next))
    return []
  }

  mutating func updateViewer(_ event: KeyEvent, _ viewer: ViewerState) -> [Effect] {
    guard
      let command = KeyTable.viewer.command(for: event) ?? KeyTable.everywhere.command(for: event)
    else { return [] }
    var viewer = viewer
    let count = viewer.entry.photos.count
    switch command {
    case .back:
      layers.removeLast()
      return []
    case .previous: viewer.index = max(0, viewer.index - 1)
    case .next: viewer.index = min(count - 1, viewer.index + 1)
    default: return updateEverywhere(command)
    }
    layers[layers.count - 1] = .viewer(viewer)
    return []
  }

  mutating func scrollReader(by rows: Int, _ reader: ReaderState) {
    var reader = reader
    let body = ReaderView.body(size)
    let document = ReaderDocument(reader.entry, in: body, self)
    reader.scroll.move(by: rows, content: document.rowCount, height: body.rows)
    layers[layers.count - 1] = .reader(reader)
  }
}
