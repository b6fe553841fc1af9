import TerminalUI

extension StatisticsState: Screen {
  package var opener: Command? { .statistics }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.statistics]] }

  package func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    app.updateStatistics(key, self)
  }

  package func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    app.clickStatistics(mouse, self)
  }

  package mutating func layOut(in app: AppState) { StatisticsView.layOut(&self, app) }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    StatisticsView.draw(self, app, in: &grid)
    return nil
  }

  package func speech(in app: AppState) -> Speech { app.speech(of: self) }

  package func place(in app: AppState) -> Place.Screen? { .statistics }
}
