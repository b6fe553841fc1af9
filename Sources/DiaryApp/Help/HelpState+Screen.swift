import TerminalUI

extension HelpState: Screen {
  package var canBeLeft: Bool { false }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.help]] }

  package func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    app.updateHelp(key, self)
  }

  package func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    app.scroll(self, by: mouse.action.wheelRows)
    return []
  }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    HelpView.draw(self, app, in: &grid)
  }

  package func speech(in app: AppState) -> Speech { app.speech(of: self) }

  package func paste(_ text: String, in app: inout AppState) -> [Effect] {
    app.paste(text, into: self)
    return []
  }
}
