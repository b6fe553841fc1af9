import TerminalUI

extension TrashState: Screen {
  package var opener: Command? { .trash }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.trash]] }

  package func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    app.updateTrash(key, self)
  }

  package func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    app.clickTrash(mouse, self)
  }

  package mutating func layOut(in app: AppState) { TrashView.layOut(&self, app.size) }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    TrashView.draw(self, app, in: &grid)
    return nil
  }

  package func speech(in app: AppState) -> Speech { app.speech(of: self) }

  package func place(in app: AppState) -> Place.Screen? { .trash(selectedEntry?.id) }
}
