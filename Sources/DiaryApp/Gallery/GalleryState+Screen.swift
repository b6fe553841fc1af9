import TerminalUI

extension GalleryState: Screen {
  package var leavesList: Bool { true }
  package var opener: Command? { .gallery }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.gallery]] }

  package func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    app.updateGallery(key, self)
  }

  package func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    app.clickGallery(mouse, self)
  }

  package mutating func layOut(in app: AppState) { GalleryView.layOut(&self, app) }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    GalleryView.draw(self, app, in: &grid)
    return nil
  }

  package func pictures(in app: AppState) -> WantedPictures { GalleryView.pictures(self, app) }

  package func speech(in app: AppState) -> Speech { app.speech(of: self) }

  package func place(in app: AppState) -> Place.Screen? {
    let item = app.roll?[position.selected]
    return .gallery(item?.entry, item?.photo.asset)
  }
}
