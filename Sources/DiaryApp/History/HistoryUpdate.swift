import DiaryCore
import TerminalUI
import Words

extension AppState {
  mutating func updateHistory(_ event: KeyEvent, _ history: HistoryState) -> [Effect] {
    guard
      let command = keys[.history].command(for: event) ?? keys[.everywhere].command(for: event)
    else { return [] }
    var history = history
    switch command {
    case .back:
      screens.pop()
      return []
    case .down: history.choose(history.choice.selected + 1)
    case .up: history.choose(history.choice.selected - 1)
    case .first: history.choose(0)
    case .last: history.choose(history.revisions.count - 1)
    case .pageDown, .pageUp:
      let page = max(1, HistoryLayout(history, size).text.rows - 1)
      scroll(history, by: command == .pageDown ? page : -page)
      return []
    case .wholeText:
      history.isWhole.toggle()
      history.scroll = ScrollPosition()
    case .undo: return undo(.undo)
    case .redo: return undo(.redo)
    case .revert:
      return revert(to: history)
    default: return updateEverywhere(command)
    }
    screens.replaceFront(with: history)
    return []
  }

  mutating func scroll(_ history: HistoryState, by rows: Int) {
    guard history.text.underWay == nil else { return }
    var history = history
    history.scroll.move(
      by: rows, content: history.rows.count, height: HistoryLayout(history, size).text.rows)
    screens.replaceFront(with: history)
  }

  /// The wheel scrolls the text; a click chooses a state.
  mutating func clickHistory(_ mouse: MouseEvent, _ history: HistoryState) {
    var history = history
    let rows = HistoryLayout(history, size).revisions
    switch mouse.action {
    case .scrollUp: scroll(history, by: -3)
    case .scrollDown: scroll(history, by: 3)
    case .press, .doublePress:
      let index = history.choice.top + mouse.point.row - rows.row
      guard rows.contains(mouse.point), history.revisions.indices.contains(index) else { return }
      history.choose(index)
      screens.replaceFront(with: history)
    case .triplePress, .drag, .release: break
    }
  }

  /// Gives the entry the fields of the chosen state; undo gives those back that it has now.
  private mutating func revert(to history: HistoryState) -> [Effect] {
    guard !undo.isSaving, let chosen = history.chosen, let whole = history.history,
      isOwn(chosen.entry)
    else { return [] }
    let heads = history.revisions.filter { whole.heads.contains($0.id) }
    guard !heads.allSatisfy(\.entry.isTrashed) else {
      toast = localized("This entry is in the trash. Restore it first.")
      return []
    }
    guard heads.count > 1 || heads.first?.entry.fields.isExactly(chosen.entry.fields) != true
    else {
      toast = localized("The entry already says this.")
      return []
    }
    return [
      .rewrite(
        Rewrite(
          change: .reverting, entry: chosen.entry.id, fields: chosen.entry.fields,
          replaced: Versions(heads), known: heads.map(\.id)), draft: nil)
    ]
  }

  // MARK: Reading

  /// What open screens need to read of an entry's history.
  mutating func missingRevisions() -> [Effect] {
    var effects: [Effect] = []
    screens.update(HistoryState.self) { history in
      if history.reading.begin() { effects.append(.loadHistory(history.entry.id)) }
    }
    screens.update(VersionsState.self) { versions in
      if versions.reading.begin() { effects.append(.loadVersions(versions.entry.id)) }
    }
    return effects
  }

  /// Has open screens read an entry's history again.
  mutating func historyChanged(of id: ID<Entry>) {
    screens.update(HistoryState.self) { if $0.entry.id == id { $0.reading = .due } }
    screens.update(VersionsState.self) { if $0.entry.id == id { $0.reading = .due } }
  }
}
