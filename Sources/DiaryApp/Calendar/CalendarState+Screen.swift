import DiaryCore
import TerminalUI

extension CalendarState: Screen {
  package var isTyping: Bool { jump != nil }
  package var leavesList: Bool { true }
  package var opener: Command? { .calendar }
  package var readEntry: Entry? { chosenEntry }

  package func keyTables(_ keys: Keymap) -> [KeyTable] {
    [jump == nil ? keys[.calendar] : keys[.line]]
  }

  package func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    app.updateCalendar(key, self)
  }

  package func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    app.clickCalendar(mouse, self)
  }

  package mutating func layOut(in app: AppState) { CalendarView.layOut(&self, app) }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    CalendarView.draw(self, app, in: &grid)
  }

  package func pictures(in app: AppState) -> WantedPictures { CalendarView.pictures(self, app) }

  package func speech(in app: AppState) -> Speech { app.speech(of: self) }

  package func place(in app: AppState) -> Place.Screen? {
    .calendar(day, isYear: form == .year, focus == .entries ? chosenEntry?.id : nil)
  }

  package func paste(_ text: String, in app: inout AppState) -> [Effect] {
    var calendar = self
    calendar.jump?.field.insert(text)
    app.screens.replaceFront(with: calendar)
    return []
  }
}
