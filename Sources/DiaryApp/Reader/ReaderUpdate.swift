import DiaryCore
import Localization
import TerminalUI

extension ReaderState: Screen {
  package var readEntry: Entry? { entry }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.reader]] }

  package func location(in app: ScreenContext) -> Location.Screen? {
    Location.Screen(kind: .reader, entry: entry.id, top: scroll.top)
  }

  package func applying(_ change: DiaryChange, in app: ScreenContext) -> ReaderState? {
    guard entry.id == change.entry.id else { return self }
    if change.isGone || change.kind == .restored { return nil }
    var reader = self
    reader.show(change.entry)
    return reader
  }

  package mutating func handle(_ event: KeyEvent, in app: inout ScreenContext) -> [Effect] {
    let command = command(for: event, in: app)
    // Space ticks a box wherever it doesn't mean something else.
    if event == .character(" "), command ?? .pageDown == .pageDown,
      let effects = toggleBox(in: &app)
    {
      return effects
    }
    guard let command else { return [] }
    let body = Self.body(app.size)
    if command == .first || command == .last {
      app.recordJump()
      find?.isLeft = true
    }
    if scroll.handle(
      command, content: document.rowCount, height: body.rows, page: max(1, body.rows - 2))
    {
      return []
    }
    switch command {
    case .back: app.pop()
    // The newest entry stands first.
    case .previous, .next: return turnPage(by: command == .next ? -1 : 1, in: &app)
    case .focusNext, .focusPrevious:
      let next = document.next(
        after: focus, backwards: command == .focusPrevious, entry, body, app)
      focus(next, in: app)
    case .nextMatch, .previousMatch: return goToMatch(backwards: command == .previousMatch, &app)
    case .open: return open(in: &app)
    case .history, .versions: return app.act(command, on: entry)
    case .comment: comment(in: &app)
    case .delete where focusedComment != nil:
      if let focusedComment { askToRemove(focusedComment, in: &app) }
    case .restore: return entry.isTrashed ? [.change(.one(entry.id), .restore)] : []
    case .edit, .editExternally, .delete, .toggleStar, .togglePin:
      guard !app.isInTrash(entry) else { return [] }
      return app.act(command, on: entry)
    default: return app.updateEverywhere(command)
    }
    return []
  }

  /// Shows an entry at one of its photos.
  static func open(_ entry: Entry, at photo: AssetID, in app: inout ScreenContext) {
    var reader = ReaderState(entry)
    reader.layOut(in: app)
    let index = app.shownPictures(of: entry).firstIndex { $0.asset == photo }
    reader.focus(index.flatMap { reader.document.focus(on: .photo($0)) }, in: app)
    app.push(reader)
  }

  /// Marks something and brings it into view.
  private mutating func focus(_ focus: ReaderFocus?, in app: ScreenContext) {
    self.focus = focus
    guard let focus, let rows = document.rows(of: focus) else { return }
    scroll.reveal(
      rows, content: document.rowCount, height: Self.body(app.size).rows)
  }

  // MARK: What Tab has come to

  private func open(in app: inout ScreenContext) -> [Effect] {
    switch target {
    case .photo(let index):
      let picture = entry.pictures[index]
      if picture.type.isFilm { return app.play(picture.named) }
      ViewerState.open(entry, index: index, in: &app)
    case .attachment(let index):
      return app.playOrOpen(entry.attachments[index].named)
    case .address(let address): return follow(address, in: &app)
    case .entry(let name): return [.followLink(name, from: entry.id)]
    case .checkBox: return toggleBox(in: &app) ?? []
    case .comment: if let focusedComment { change(focusedComment, in: &app) }
    case nil:
      guard !app.shownPictures(of: entry).isEmpty else { return [] }
      ViewerState.open(entry, index: document.firstPhoto ?? 0, in: &app)
    }
    return []
  }

  /// Opens an address in the desktop's browser, if it is one for that.
  private func follow(_ address: String, in app: inout ScreenContext) -> [Effect] {
    guard let link = LinkAddress(address) else {
      app.toast = localized(
        "Couldn't open \(address.printable): only web and mail addresses are opened.")
      return []
    }
    return [.openAddress(link.text)]
  }

  /// Ticks the box that Tab has come to, or takes the tick away; `nil` if it isn't in view. The
  /// mark is one byte, and nothing else of the text changes.
  private func toggleBox(in app: inout ScreenContext) -> [Effect]? {
    let view = scroll.top..<scroll.top + Self.body(app.size).rows
    guard case .checkBox(let mark, let isChecked) = target, let focus,
      let rows = document.rows(of: focus), rows.overlaps(view)
    else { return nil }
    guard !app.isInTrash(entry), app.isOwn(entry) else { return [] }
    return CheckBoxes.toggled(entry.content, at: mark, isChecked: isChecked).map { content in
      app.change(entry) { $0.content = content }
    } ?? []
  }

  // MARK: Turning pages

  /// Reads the earlier or later entry of the list that the reader was opened from.
  private mutating func turnPage(by count: Int, in app: inout ScreenContext) -> [Effect] {
    guard !app.screens.contains(TrashState.self) else { return [] }
    let isInList = !app.screens.contains(where: \.leavesList)
    if isInList, let rank = app.entries.rank(of: entry.id), let next = app.entries[rank + count] {
      app.leaveStrip()
      app.entries.select(rank + count)
      self = ReaderState(next, finding: app.phrases)
      return []
    }
    // Of those that were found, the next one is being loaded.
    return app.found == nil || !isInList ? [.turnPage(from: entry.order, by: count)] : []
  }

  // MARK: The mouse

  /// Marks what is under the mouse, and opens it with the second click.
  package mutating func click(_ mouse: MouseEvent, in app: inout ScreenContext) -> [Effect] {
    let wheel = mouse.action.wheelRows
    if wheel != 0 {
      scroll.move(
        by: wheel, content: document.rowCount, height: Self.body(app.size).rows)
      return []
    }
    guard let focus = focus(at: mouse.point, app) else { return [] }
    self.focus = focus
    return mouse.action == .doublePress ? open(in: &app) : []
  }
}
