import TerminalUI

extension PhotoImportState: Screen {
  package var holdsBack: Bool { true }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.photoImport]] }

  package func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    app.updatePhotoImport(key, self)
  }

  package func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    app.clickPhotoImport(mouse, self)
    return []
  }

  package mutating func layOut(in app: AppState) { PhotoImportView.layOut(&self, app) }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    PhotoImportView.draw(self, app, in: &grid)
    return nil
  }

  package func pictures(in app: AppState) -> WantedPictures { PhotoImportView.pictures(self, app) }

  package func speech(in app: AppState) -> Speech { app.speech(of: self) }
}
