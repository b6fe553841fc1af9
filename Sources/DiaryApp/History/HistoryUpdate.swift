import DiaryCore
import Localization
import TerminalUI

extension HistoryState: ChoiceScreen {
  package var wantedComparison: Comparison? { text.underWay }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.history]] }

  mutating func open(in app: inout ScreenContext) -> [Effect] { [] }

  mutating func perform(_ command: Command, in app: inout ScreenContext) -> [Effect]? {
    switch command {
    case .pageDown, .pageUp:
      let page = max(1, HistoryLayout(self, app.size).text.rows - 1)
      scroll(by: command == .pageDown ? page : -page, in: app)
    case .wholeText:
      isWhole.toggle()
      scroll = ScrollPosition()
    case .revert: return revert(in: &app)
    default: return nil
    }
    return []
  }

  private mutating func scroll(by rows: Int, in app: ScreenContext) {
    guard text.underWay == nil else { return }
    scroll.move(
      by: rows, content: self.rows.count, height: HistoryLayout(self, app.size).text.rows)
  }

  /// The wheel scrolls the text; a click chooses a state.
  package mutating func click(_ mouse: MouseEvent, in app: inout ScreenContext) -> [Effect] {
    if mouse.action.wheelRows == 0 {
      _ = choice.handle(mouse, count: revisions.count, in: list(in: app))
    }
    scroll(by: mouse.action.wheelRows, in: app)
    return []
  }

  /// Gives the entry the fields of the chosen state; undo gives those back that it has now.
  private func revert(in app: inout ScreenContext) -> [Effect] {
    guard let chosen, let whole = history, app.isOwn(chosen.entry) else { return [] }
    let heads = revisions.filter { whole.heads.contains($0.id) }
    guard !heads.allSatisfy(\.entry.isTrashed) else {
      app.toast = localized("This entry is in the trash. Restore it first.")
      return []
    }
    guard heads.count > 1 || heads.first?.entry.fields.isExactly(chosen.entry.fields) != true
    else {
      app.toast = localized("The entry already says this.")
      return []
    }
    return [
      .rewriteShown(
        Rewrite(
          change: .reverting, entry: chosen.entry.id, fields: chosen.entry.fields,
          replaced: Versions(heads), known: heads.map(\.id)))
    ]
  }

  package mutating func requests(in app: inout ScreenContext) -> [Effect] {
    reading.begin() ? [.loadHistory(entry.id)] : []
  }
}
