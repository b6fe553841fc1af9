import DiaryCore
import TerminalUI

extension OnThisDayState: ChoiceScreen {
  package var leavesList: Bool { true }
  package var opener: Command? { .onThisDay }
  package var readEntry: Entry? { selectedEntry }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.onThisDay]] }

  package func location(in app: ScreenContext) -> Location.Screen? {
    Location.Screen(kind: .onThisDay, entry: selectedEntry?.id, day: day)
  }

  mutating func open(in app: inout ScreenContext) -> [Effect] {
    selectedEntry.map { app.act(.open, on: $0) } ?? []
  }

  mutating func perform(_ command: Command, in app: inout ScreenContext) -> [Effect]? {
    switch command {
    case .previous: moveYear(earlier: true)
    case .next: moveYear(earlier: false)
    // Of another day nothing is known yet.
    case .left: self = Self(day.adding(days: -1))
    case .right: self = Self(day.adding(days: 1))
    case .today:
      guard day != app.now.day else { return [] }
      app.recordJump()
      self = Self(app.now.day)
    case .calendar: CalendarState.open(DayPhrase(day, .day), in: &app)
    case .edit, .editExternally, .delete, .history, .versions, .toggleStar:
      return selectedEntry.map { app.act(command, on: $0) } ?? []
    default: return nil
    }
    return []
  }

  package mutating func click(_ mouse: MouseEvent, in app: inout ScreenContext) -> [Effect] {
    select(choice.selected + mouse.action.wheelRows.signum())
    let rows = list(in: app)
    guard mouse.action.isPress, rows.contains(mouse.point),
      case .entry(let index) = lines.element(at: scroll.top + mouse.point.row - rows.row)
    else { return [] }
    select(index)
    return mouse.action == .doublePress ? open(in: &app) : []
  }

  // MARK: What is read

  package mutating func requests(in app: inout ScreenContext) -> [Effect] {
    guard request(requestID: app.requestID + 1) else { return [] }
    return [.findReturning(day, requestID: app.nextRequestID())]
  }
}
