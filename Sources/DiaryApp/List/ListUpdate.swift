import DiaryCore
import TerminalUI
import Words

extension AppState {
  mutating func updateList(_ event: KeyEvent) -> [Effect] {
    if search != nil { return updateSearch(event) }
    guard
      let command = keys[.list].command(for: event) ?? keys[.everywhere].command(for: event)
    else { return [] }
    if Self.concernsMarked(command), let effects = actOnMarked(command) { return effects }
    if let effects = updateStrip(command) { return effects }
    switch command {
    case .down: entries.move(.down)
    case .up: entries.move(.up)
    case .left: entries.move(.left)
    case .right: entries.move(.right)
    case .pageDown: entries.movePages(1)
    case .pageUp: entries.movePages(-1)
    case .first:
      noteJump()
      entries.select(0)
    case .last:
      noteJump()
      entries.select(entries.count - 1)
    case .listForm: return changeListForm()
    case .mark: return toggleMark()
    case .markRange: return toggleRange()
    case .markAll: return markAll()
    case .unmark:
      if marks.isEmpty { return leaveScope(toList: true) }
      unmark()
    case .undo: return undo(.undo)
    case .redo: return undo(.redo)
    case .back: return scopes.isEmpty ? [.leave] : leaveScope()
    case .open, .edit, .editExternally, .delete, .history, .versions, .toggleStar,
      .togglePin, .entryTags, .moveToJournal:
      guard let entry = selectedEntry else { return [] }
      return act(command, on: entry)
    default: return lead(to: command) ?? updateEverywhere(command)
    }
    return []
  }

  /// Offers to export the whole diary, or what the list shows of it.
  mutating func openExport() -> [Effect] {
    guard let found else { return askExport([.all]) }
    guard let shown = shownChoice else {
      toast =
        found.isSearching
        ? localized("Still searching.") : localized("Nothing to export.")
      return []
    }
    return askExport([.all, shown])
  }

  /// What the list shows, as a choice, where that is a part of the diary that has been found.
  var shownChoice: ExportChoice? {
    guard let found, !found.isSearching, found.entries.count > 0 else { return nil }
    return found.entries.ids(in: 0...found.entries.count - 1).map(ExportChoice.shown)
  }

  private static func concernsMarked(_ command: Command) -> Bool {
    [.delete, .toggleStar, .togglePin, .entryTags, .moveToJournal, .export].contains(command)
  }

  /// What can be done with an entry from the list as from the reader.
  mutating func act(_ command: Command, on entry: Entry) -> [Effect] {
    let isReading = [.open, .history, .versions].contains(command)
    guard isReading || isOwn(entry) else { return [] }
    switch command {
    case .open:
      noteJump()
      screens.push(ReaderState(entry, finding: phrases))
    case .history: screens.push(HistoryState(entry))
    case .versions: openVersions(of: entry)
    case .edit, .editExternally:
      // Else there would be two versions of the entry.
      if offerAgain({ $0.entry == entry.id }) { return [] }
      if command == .editExternally { return [.editExternally(entry)] }
      openEditor(EditorState(entry, draft: .random()))
    case .delete: screens.push(ConfirmState.delete(entry))
    case .toggleStar: return change(entry) { $0.details.isStarred.toggle() }
    case .togglePin: return change(entry) { $0.details.isPinned.toggle() }
    case .moveToJournal:
      chooseJournal(for: [entry.id], called: TitleWords.quoted(entry), in: entry.journal)
    case .entryTags: screens.push(TagsState(entry))
    default: break
    }
    return []
  }

  /// Whether the person may change an entry; if not, that is said.
  mutating func isOwn(_ entry: Entry) -> Bool {
    guard let author, entry.author != author else { return true }
    showError(.notTheAuthor(title: entry.displayTitle))
    return false
  }

  mutating func updateEverywhere(_ command: Command) -> [Effect] {
    switch command {
    case .help: screens.push(HelpState(helpTables))
    case .leave: return [.leave]
    case .suspend: return [.suspend]
    case .redraw:
      reloadLists()
      return [.redraw]
    case .palette: openPalette()
    case .jumpBack: return jump(.back)
    case .jumpForward: return jump(.forward)
    default: break
    }
    return []
  }

  mutating func clickList(_ event: MouseEvent) -> [Effect] {
    switch event.action {
    case .scrollUp, .scrollDown:
      leaveStrip()
      let isUp = event.action == .scrollUp
      if listForm == .plain {
        entries.move(by: isUp ? -3 : 3)
      } else {
        entries.move(isUp ? .up : .down)
      }
    case .press, .doublePress:
      let layout = ListLayout(self)
      if let prompt = layout.prompt, prompt.contains(event.point) {
        _ = search?.field.handle(event, in: SearchPrompt.field(in: prompt))
        return []
      }
      if layout.strip.contains(event.point) {
        return clickStrip(event, row: event.point.row - layout.strip.row)
      }
      let rect = layout.rows
      guard rect.contains(event.point) else { return [] }
      guard let rank = rank(at: event.point, in: rect) else { return [] }
      leaveStrip()
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
      if (first..<first + entries.entryLines).contains(row) { return rank }
    }
    return nil
  }
}
