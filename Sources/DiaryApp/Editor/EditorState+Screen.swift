import TerminalUI

extension EditorState: Screen {
  package var isTyping: Bool { true }
  package var holdsBack: Bool { true }
  package var coversPictures: Bool { completion?.isShown == true || misspelling != nil }

  package func keyTables(_ keys: Keymap) -> [KeyTable] {
    guard let find else { return [keys[.editor], keys[.photoStrip]] }
    return [find.isAsking ? keys[.replacing] : keys[.find]]
  }

  package func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    app.updateEditor(key, self)
  }

  package func paste(_ text: String, in app: inout AppState) -> [Effect] {
    app.paste(text, into: self)
  }

  package func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    app.clickEditor(mouse, self)
  }

  package mutating func layOut(in app: AppState) { EditorView.layOut(&self, app) }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    EditorView.draw(self, app, in: &grid)
  }

  package func pictures(in app: AppState) -> WantedPictures { EditorView.pictures(self, app) }

  package func speech(in app: AppState) -> Speech { app.speech(of: self) }
}
