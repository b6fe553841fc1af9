import DiaryCore
import TerminalUI

extension ViewerState: Screen {
  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.viewer]] }

  package func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    app.updateViewer(key, self)
  }

  package func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    app.clickViewer(mouse, self)
    return []
  }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    ViewerView.draw(self, app, in: &grid)
    return nil
  }

  package func pictures(in app: AppState) -> WantedPictures { ViewerView.pictures(self, app) }

  package func speech(in app: AppState) -> Speech { app.speech(of: self) }

  package func place(in app: AppState) -> Place.Screen? {
    photo.map { .viewer(entry.id, $0.asset) }
  }

  package func applying(_ change: DiaryChange, in app: AppState) -> ViewerState? {
    app.changed(self, change.entry, isGone: change.isGone)
  }
}
