import TerminalUI

extension JournalsState: Screen {
  package var opener: Command? { .journals }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.journals]] }

  package func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    app.updateJournals(key, self)
  }

  package func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    app.clickJournals(mouse, self)
  }

  package mutating func layOut(in app: AppState) { JournalsView.layOut(&self, app) }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    JournalsView.draw(self, app, in: &grid)
    return nil
  }

  package func speech(in app: AppState) -> Speech { app.speech(of: self) }

  package func place(in app: AppState) -> Place.Screen? {
    .journals(app.journal(at: choice.selected)?.name)
  }
}
