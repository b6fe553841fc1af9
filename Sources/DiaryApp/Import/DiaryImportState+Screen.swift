import TerminalUI

extension DiaryImportState: Screen {
  package var holdsBack: Bool { true }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.diaryImport]] }

  package func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    app.updateDiaryImport(key, self)
  }

  package func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    app.scrollDiaryImport(mouse, self)
    return []
  }

  package mutating func layOut(in app: AppState) { DiaryImportView.layOut(&self, app) }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    DiaryImportView.draw(self, app, in: &grid)
    return nil
  }

  package func speech(in app: AppState) -> Speech { app.speech(of: self) }
}
