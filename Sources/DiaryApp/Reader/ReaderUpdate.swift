import DiaryCore
import TerminalUI
import Words

extension AppState {
  mutating func updateReader(_ event: KeyEvent, _ reader: ReaderState) -> [Effect] {
    let command = keys[.reader].command(for: event) ?? keys[.everywhere].command(for: event)
    // Space ticks a box wherever it doesn't mean something else.
    if event == .character(" "), command ?? .pageDown == .pageDown,
      let effects = toggleBox(reader)
    {
      return effects
    }
    guard let command else { return [] }
    var reader = reader
    let body = ReaderView.body(size)
    func scroll(_ rows: Int) {
      reader.scroll.move(by: rows, content: reader.document.rowCount, height: body.rows)
    }
    switch command {
    case .back:
      screens.pop()
      return []
    case .down: scroll(1)
    case .up: scroll(-1)
    case .pageDown: scroll(max(1, body.rows - 2))
    case .pageUp: scroll(-max(1, body.rows - 2))
    case .first:
      noteJump()
      scroll(-reader.document.rowCount)
      reader.find?.isLeft = true
    case .last:
      noteJump()
      scroll(reader.document.rowCount)
      reader.find?.isLeft = true
    // The newest entry stands first.
    case .previous, .next: return turnPage(by: command == .next ? -1 : 1, from: reader.entry)
    case .focusNext, .focusPrevious:
      let next = reader.document.next(
        after: reader.focus, backwards: command == .focusPrevious, reader.entry, body, self)
      focus(next, in: &reader)
    case .nextMatch, .previousMatch:
      let effects = reader.goToMatch(backwards: command == .previousMatch, &self)
      screens.replaceFront(with: reader)
      return effects
    case .open: return open(reader.target, reader)
    case .undo: return undo(.undo)
    case .redo: return undo(.redo)
    case .history, .versions: return act(command, on: reader.entry)
    case .restore: return reader.entry.isTrashed ? [.restore(reader.entry.id)] : []
    case .edit, .editExternally, .delete, .toggleStar, .togglePin:
      guard !isInTrash(reader.entry) else { return [] }
      return act(command, on: reader.entry)
    default: return updateEverywhere(command)
    }
    screens.replaceFront(with: reader)
    return []
  }

  /// Whether an entry can't be changed where it is; if so, that is said.
  private mutating func isInTrash(_ entry: Entry) -> Bool {
    if entry.isTrashed { toast = localized("This entry is in the trash. Restore it first.") }
    return entry.isTrashed
  }

  /// Shows an entry at one of its photos.
  mutating func openReader(_ entry: Entry, at photo: AssetID) {
    var reader = ReaderState(entry)
    ReaderView.layOut(&reader, self)
    let index = entry.photos.firstIndex { $0.asset == photo }
    focus(index.flatMap { reader.document.focus(on: .photo($0)) }, in: &reader)
    screens.push(reader)
  }

  /// Marks something and brings it into view.
  private func focus(_ focus: ReaderFocus?, in reader: inout ReaderState) {
    reader.focus = focus
    guard let focus, let rows = reader.document.rows(of: focus) else { return }
    reader.scroll.reveal(
      rows, content: reader.document.rowCount, height: ReaderView.body(size).rows)
  }

  // MARK: What Tab has come to

  private mutating func open(_ target: ReaderTarget?, _ reader: ReaderState) -> [Effect] {
    switch target {
    case .photo(let index): openViewer(reader.entry, index: index)
    case .attachment(let index):
      let file = reader.entry.attachments[index].named
      toast = localized("Opening a copy of \(file.name.printable)…")
      return [.openOutside(file)]
    case .address(let address): return follow(address)
    case .entry(let name): return [.followLink(name, from: reader.entry.id)]
    case .checkBox: return toggleBox(reader) ?? []
    case nil:
      guard !reader.entry.photos.isEmpty else { return [] }
      openViewer(reader.entry, index: reader.document.firstPhoto ?? 0)
    }
    return []
  }

  /// Opens an address in the desktop's browser, if it is one for that.
  private mutating func follow(_ address: String) -> [Effect] {
    guard let link = LinkAddress(address) else {
      toast = localized(
        "Couldn't open \(address.printable): only web and mail addresses are opened.")
      return []
    }
    return [.openAddress(link.text)]
  }

  /// Ticks the box that Tab has come to, or takes the tick away; `nil` if it isn't in view. The
  /// mark is one byte, and nothing else of the text changes.
  private mutating func toggleBox(_ reader: ReaderState) -> [Effect]? {
    let view = reader.scroll.top..<reader.scroll.top + ReaderView.body(size).rows
    guard case .checkBox(let mark, let isChecked) = reader.target, let focus = reader.focus,
      let rows = reader.document.rows(of: focus), rows.overlaps(view)
    else { return nil }
    let entry = reader.entry
    guard !isInTrash(entry), isOwn(entry) else { return [] }
    var fields = entry.fields
    guard let content = CheckBoxes.toggled(entry.content, at: mark, isChecked: isChecked) else {
      return []
    }
    fields.content = content
    return [
      .rewrite(
        Rewrite(
          change: .editing, entry: entry.id, fields: fields, replaced: Versions(shown: entry),
          known: entry.heads), draft: nil)
    ]
  }

  // MARK: Turning pages

  /// Reads the earlier or later entry of the list that the reader was opened from.
  private mutating func turnPage(by count: Int, from entry: Entry) -> [Effect] {
    guard !screens.contains(TrashState.self) else { return [] }
    let isInList = !screens.contains(where: \.leavesList)
    if isInList, let rank = entries.rank(of: entry.id), let next = entries[rank + count] {
      leaveStrip()
      entries.select(rank + count)
      screens.replaceFront(with: ReaderState(next, finding: phrases))
      return []
    }
    // Of those that were found, the next one is being loaded.
    return found == nil || !isInList ? [.turnPage(from: entry.order, by: count)] : []
  }

  // MARK: The mouse

  /// Marks what is under the mouse, and opens it with the second click.
  mutating func clickReader(_ mouse: MouseEvent, _ reader: ReaderState) -> [Effect] {
    let wheel = mouse.action.wheelRows
    var reader = reader
    if wheel != 0 {
      reader.scroll.move(
        by: wheel, content: reader.document.rowCount, height: ReaderView.body(size).rows)
      screens.replaceFront(with: reader)
      return []
    }
    guard let focus = ReaderView.focus(at: mouse.point, reader, self) else { return [] }
    reader.focus = focus
    screens.replaceFront(with: reader)
    return mouse.action == .doublePress ? open(reader.target, reader) : []
  }
}
