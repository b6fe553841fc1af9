import TerminalUI

extension HistoryState: Screen {
  package var wantedComparison: Comparison? { text.underWay }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.history]] }

  package func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    app.updateHistory(key, self)
  }

  package func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    app.clickHistory(mouse, self)
    return []
  }

  package mutating func layOut(in app: AppState) { HistoryView.layOut(&self, app) }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    HistoryView.draw(self, app, in: &grid)
    return nil
  }

  package func speech(in app: AppState) -> Speech { app.speech(of: self) }
}
