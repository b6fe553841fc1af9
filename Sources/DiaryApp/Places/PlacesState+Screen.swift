import TerminalUI

extension PlacesState: Screen {
  package var opener: Command? { .places }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.places]] }

  package func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    app.updatePlaces(key, self)
  }

  package func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    app.clickPlaces(mouse, self)
  }

  package mutating func layOut(in app: AppState) { PlacesView.layOut(&self, app.size) }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    PlacesView.draw(self, app, in: &grid)
    return nil
  }

  package func speech(in app: AppState) -> Speech { app.speech(of: self) }

  package func place(in app: AppState) -> Place.Screen? { .places }
}
