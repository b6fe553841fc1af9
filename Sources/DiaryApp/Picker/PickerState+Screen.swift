import TerminalUI

extension PickerState: Screen {
  package var isTyping: Bool { true }

  package var belongsToEditor: Bool { true }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [table(in: keys)] }

  package func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    app.updatePicker(key, self)
  }

  package func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    app.clickPicker(mouse, self)
  }

  package mutating func layOut(in app: AppState) { PickerView.layOut(&self, app.size) }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    PickerView.draw(self, app, in: &grid)
  }

  package func pictures(in app: AppState) -> WantedPictures { PickerView.pictures(self, app) }

  package func speech(in app: AppState) -> Speech { app.speech(of: self) }

  package func paste(_ text: String, in app: inout AppState) -> [Effect] {
    app.paste(text, into: self)
  }
}
