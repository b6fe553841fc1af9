import DiaryCore
import TerminalUI

extension OnThisDayState: Screen {
  package var leavesList: Bool { true }
  package var opener: Command? { .onThisDay }
  package var readEntry: Entry? { selectedEntry }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.onThisDay]] }

  package func location(in app: ScreenContext) -> Location.Screen? {
    Location.Screen(kind: .onThisDay, entry: selectedEntry?.id, day: day)
  }

  package mutating func handle(_ event: KeyEvent, in app: inout ScreenContext) -> [Effect] {
    guard let command = command(for: event, in: app) else { return [] }
    let page = max(1, OnThisDayLayout(app.size).rows.rows - 1)
    switch command {
    case .back: app.pop()
    case .down: select(selected + 1)
    case .up: select(selected - 1)
    case .pageDown: select(selected + page)
    case .pageUp: select(selected - page)
    case .previous: moveYear(earlier: true)
    case .next: moveYear(earlier: false)
    case .left: select(day.adding(days: -1))
    case .right: select(day.adding(days: 1))
    case .today:
      guard day != app.now.day else { return [] }
      app.recordJump()
      select(app.now.day)
    case .calendar: CalendarState.open(DayPhrase(day, .day), in: &app)
    case .open, .edit, .editExternally, .delete, .history, .versions, .toggleStar:
      return selectedEntry.map { app.act(command, on: $0) } ?? []
    default: return app.updateEverywhere(command)
    }
    return []
  }

  package mutating func click(_ mouse: MouseEvent, in app: inout ScreenContext) -> [Effect] {
    switch mouse.action {
    case .scrollUp: select(selected - 1)
    case .scrollDown: select(selected + 1)
    case .press, .doublePress:
      let rows = OnThisDayLayout(app.size).rows
      let line = scroll.top + mouse.point.row - rows.row
      guard rows.contains(mouse.point), lines.indices.contains(line),
        case .entry(let place) = lines[line]
      else { return [] }
      select(place)
      if mouse.action == .doublePress, let entry = selectedEntry {
        return app.act(.open, on: entry)
      }
    default: break
    }
    return []
  }

  // MARK: What is read

  package mutating func requests(in app: inout ScreenContext) -> [Effect] {
    guard request(requestID: app.requestID + 1) else { return [] }
    return [.findReturning(day, requestID: app.nextRequestID())]
  }
}
