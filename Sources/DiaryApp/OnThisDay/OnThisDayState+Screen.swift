import DiaryCore
import TerminalUI

extension OnThisDayState: Screen {
  package var leavesList: Bool { true }
  package var opener: Command? { .onThisDay }
  package var readEntry: Entry? { selectedEntry }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.onThisDay]] }

  package func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    app.updateOnThisDay(key, self)
  }

  package func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    app.clickOnThisDay(mouse, self)
  }

  package mutating func layOut(in app: AppState) { OnThisDayView.layOut(&self, app.size) }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    OnThisDayView.draw(self, app, in: &grid)
    return nil
  }

  package func pictures(in app: AppState) -> WantedPictures { OnThisDayView.pictures(self, app) }

  package func speech(in app: AppState) -> Speech { app.speech(of: self) }

  package func place(in app: AppState) -> Place.Screen? { .onThisDay(day, selectedEntry?.id) }
}
