import TerminalUI

extension JournalChoice: Screen {
  package var coversScreen: Bool { false }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.choice]] }

  package func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    app.updateJournalChoice(key, self)
  }

  package func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    app.clickJournalChoice(mouse, self)
  }

  package mutating func layOut(in app: AppState) { JournalChoiceView.layOut(&self, app.size) }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    JournalChoiceView.draw(self, app, in: &grid)
    return nil
  }

  package func speech(in app: AppState) -> Speech { app.speech(of: self) }
}
