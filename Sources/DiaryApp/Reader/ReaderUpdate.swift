import DiaryCore
import TerminalUI
import Words

extension AppState {
  mutating func updateReader(_ event: KeyEvent, _ reader: ReaderState) -> [Effect] {
    guard
      let command = keys.reader.command(for: event) ?? keys.everywhere.command(for: event)
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
    case .focusPhoto, .focusPhotoBefore:
      let photos = document.photos
      guard !photos.isEmpty else { return [] }
      let place = reader.focusedPhoto.flatMap { photos.firstIndex(of: $0) }
      let next =
        command == .focusPhoto
        ? place.map { ($0 + 1) % photos.count } ?? 0
        : ((place ?? 0) + photos.count - 1) % photos.count
      focus(photos[next], in: &reader)
    case .open:
      guard !reader.entry.photos.isEmpty else { return [] }
      openViewer(reader.entry, index: reader.focusedPhoto ?? document.photos[0])
      return []
    case .undo: return undo(.undo)
    case .redo: return undo(.redo)
    case .history, .versions: return act(command, on: reader.entry)
    case .edit, .editExternally, .delete, .toggleStar:
      guard !reader.entry.isTrashed else {
        toast = localized("This entry is in the trash. Restore it there first.")
        return []
      }
      return act(command, on: reader.entry)
    default: return updateEverywhere(command)
    }
    layers[layers.count - 1] = .reader(reader)
    return []
  }

  /// Shows an entry at one of its photos.
  mutating func openReader(_ entry: Entry, at photo: AssetID) {
    var reader = ReaderState(entry)
    focus(entry.photos.firstIndex { $0.asset == photo }, in: &reader)
    layers.append(.reader(reader))
  }

  /// Marks a photo and brings it into view.
  private func focus(_ index: Int?, in reader: inout ReaderState) {
    reader.focusedPhoto = index
    let body = ReaderView.body(size)
    let document = ReaderDocument(reader.entry, in: body, self)
    guard let index, let rows = document.rows(ofPhoto: index) else { return }
    reader.scroll.reveal(rows, content: document.rowCount, height: body.rows)
  }

  /// Reads the entry before or after in the list that the reader was opened from.
  private mutating func turnPage(by count: Int, from entry: Entry) -> [Effect] {
    guard !layers.contains(where: \.isTrash) else { return [] }
    let isInList = !layers.contains(where: \.isGallery)
    if isInList, let rank = entries.rank(of: entry.id), let next = entries[rank + count] {
      entries.select(rank + count)
      layers[layers.count - 1] = .reader(ReaderState(next))
      return []
    }
    // Of the diary, only a part is loaded; what a search found is loaded whole.
    return search == nil ? [.turnPage(from: entry.order, by: count)] : []
  }

  /// Shows the entry that was turned to, unless another one is being read by now.
  mutating func pageTurned(from order: EntryOrder, to next: Entry?, rank: Int) {
    guard case .reader(let reader) = layers.last, reader.entry.order == order, let next else {
      return
    }
    layers[layers.count - 1] = .reader(ReaderState(next))
    if !layers.contains(where: \.isGallery) { list.select(rank) }
  }

  /// Selects the photo under the mouse, and opens it with the second click.
  mutating func clickReader(_ mouse: MouseEvent, _ reader: ReaderState) {
    let wheel = mouse.action == .scrollUp ? -3 : mouse.action == .scrollDown ? 3 : 0
    guard wheel == 0 else { return scrollReader(by: wheel, reader) }
    guard let index = ReaderView.photo(at: mouse.point, reader, self) else { return }
    var reader = reader
    reader.focusedPhoto = index
    layers[layers.count - 1] = .reader(reader)
    if mouse.action == .doublePress { openViewer(reader.entry, index: index) }
  }

  mutating func scrollReader(by rows: Int, _ reader: ReaderState) {
    var reader = reader
    let body = ReaderView.body(size)
    let document = ReaderDocument(reader.entry, in: body, self)
    reader.scroll.move(by: rows, content: document.rowCount, height: body.rows)
    layers[layers.count - 1] = .reader(reader)
  }
}
