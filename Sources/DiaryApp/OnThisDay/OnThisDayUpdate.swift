import DiaryCore
import TerminalUI

extension AppState {
  mutating func updateOnThisDay(_ event: KeyEvent, _ screen: OnThisDayState) -> [Effect] {
    guard
      let command = keys[.onThisDay].command(for: event) ?? keys[.everywhere].command(for: event)
    else { return [] }
    var screen = screen
    let page = max(1, OnThisDayLayout(size).rows.rows - 1)
    switch command {
    case .back:
      screens.pop()
      return []
    case .down: screen.select(screen.selected + 1)
    case .up: screen.select(screen.selected - 1)
    case .pageDown: screen.select(screen.selected + page)
    case .pageUp: screen.select(screen.selected - page)
    case .previous: screen.moveYear(earlier: true)
    case .next: screen.moveYear(earlier: false)
    case .left: screen.select(screen.day.adding(days: -1))
    case .right: screen.select(screen.day.adding(days: 1))
    case .today:
      guard screen.day != now.day else { return [] }
      noteJump()
      screen.select(now.day)
    case .calendar:
      openCalendar(DayPhrase(screen.day, .day))
      return []
    case .undo: return undo(.undo)
    case .redo: return undo(.redo)
    case .open, .edit, .editExternally, .delete, .history, .versions, .toggleStar:
      return screen.selectedEntry.map { act(command, on: $0) } ?? []
    default: return updateEverywhere(command)
    }
    screens.replaceFront(with: screen)
    return []
  }

  mutating func clickOnThisDay(_ mouse: MouseEvent, _ screen: OnThisDayState) -> [Effect] {
    var screen = screen
    switch mouse.action {
    case .scrollUp: screen.select(screen.selected - 1)
    case .scrollDown: screen.select(screen.selected + 1)
    case .press, .doublePress:
      let rows = OnThisDayLayout(size).rows
      let line = screen.scroll.top + mouse.point.row - rows.row
      guard rows.contains(mouse.point), screen.lines.indices.contains(line),
        case .entry(let place) = screen.lines[line]
      else { return [] }
      screen.select(place)
      if mouse.action == .doublePress, let entry = screen.selectedEntry {
        screens.replaceFront(with: screen)
        return act(.open, on: entry)
      }
    default: return []
    }
    screens.replaceFront(with: screen)
    return []
  }

  // MARK: What is read

  mutating func missingOnThisDay() -> [Effect] {
    var effects: [Effect] = []
    let next = ticket + 1
    changeOnThisDay { screen in
      if screen.want(ticket: next) { effects = [.findReturning(screen.day, ticket: next)] }
    }
    if !effects.isEmpty { ticket = next }
    return effects
  }

  mutating func changeOnThisDay(_ body: (inout OnThisDayState) -> Void) {
    guard var screen = screens.topmost(OnThisDayState.self) else { return }
    body(&screen)
    screens.put(screen)
  }
}
