import TerminalUI

extension StatusState: Screen {
  package var opener: Command? { .status }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.status]] }

  package func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    app.updateStatus(key, self)
  }

  package func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    app.scroll(self, by: mouse.action.wheelRows)
    return []
  }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    StatusView.draw(self, app, in: &grid)
    return nil
  }

  package func speech(in app: AppState) -> Speech { app.speech(of: self) }
}
