import TerminalUI

extension CopyOutState: Screen {
  package var coversScreen: Bool { false }
  package var isTyping: Bool { true }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.copyOut]] }

  package func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    app.updateCopyOut(key, self)
  }

  package func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    app.clickCopyOut(mouse, self)
    return []
  }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    CopyOutView.draw(self, app, in: &grid)
  }

  package func speech(in app: AppState) -> Speech { app.speech(of: self) }

  package func paste(_ text: String, in app: inout AppState) -> [Effect] {
    var dialog = self
    if dialog.focus == .folder { dialog.folder.insert(text.trimmed.printable) }
    app.screens.replaceFront(with: dialog)
    return []
  }
}
