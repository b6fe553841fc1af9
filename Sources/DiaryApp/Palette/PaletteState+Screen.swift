import TerminalUI

extension PaletteState: Screen {
  package var coversScreen: Bool { false }
  package var isTyping: Bool { true }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.palette]] }

  package func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    app.updatePalette(key, self)
  }

  package func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    app.clickPalette(mouse, self)
  }

  package mutating func layOut(in app: AppState) { PaletteView.layOut(&self, app.size) }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    PaletteView.draw(self, app, in: &grid)
  }

  package func speech(in app: AppState) -> Speech { app.speech(of: self) }

  package func dialogHints(in app: AppState) -> [Binding] { app.keys[.palette].bindings }

  package func paste(_ text: String, in app: inout AppState) -> [Effect] {
    var palette = self
    palette.field.insert(text)
    palette.narrow()
    app.screens.replaceFront(with: palette)
    return []
  }
}
