import TerminalUI

extension VersionsState: Screen {
  package var wantedComparison: Comparison? { merging ?? text.underWay }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.versions]] }

  package func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    app.updateVersions(key, self)
  }

  package func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    app.scroll(self, by: mouse.action.wheelRows)
    return []
  }

  package mutating func layOut(in app: AppState) { VersionsView.layOut(&self, app) }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    VersionsView.draw(self, app, in: &grid)
    return nil
  }

  package func speech(in app: AppState) -> Speech { app.speech(of: self) }
}
