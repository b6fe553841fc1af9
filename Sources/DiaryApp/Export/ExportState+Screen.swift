import TerminalUI

extension ExportState: Screen {
  package var coversScreen: Bool { false }
  package var isTyping: Bool { true }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.export]] }

  package func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    app.updateExport(key, self)
  }

  package func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    app.clickExport(mouse, self)
  }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    ExportView.draw(self, app, in: &grid)
  }

  package func speech(in app: AppState) -> Speech { app.speech(of: self) }

  package func paste(_ text: String, in app: inout AppState) -> [Effect] {
    var export = self
    if focus == .folder { export.folder.insert(text.trimmed.printable) }
    app.screens.replaceFront(with: export)
    return []
  }
}
