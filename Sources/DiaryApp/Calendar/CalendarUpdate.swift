import DiaryCore
import TerminalUI

extension AppState {
  mutating func updateCalendar(_ event: KeyEvent, _ calendar: CalendarState) -> [Effect] {
    if let jump = calendar.jump { return updateJump(event, jump, calendar) }
    var calendar = calendar
    calendar.isOpening = false
    guard
      let command = keys[.calendar].command(for: event) ?? keys[.everywhere].command(for: event)
    else {
      guard case .character(let digit) = event.key, event.modifiers.isEmpty, digit.isASCII,
        digit.isNumber
      else { return [] }
      calendar.jump = DayJump(field: TextField(String(digit)))
      return put(calendar)
    }
    switch command {
    case .back:
      if calendar.focus == .entries, event == KeyEvent(.escape) {
        calendar.focus = .days
        return put(calendar)
      }
      screens.pop()
      return []
    case .open: return openDay(of: calendar)
    case .new:
      beginEntry(on: calendar.day)
      return []
    case .jumpToDate: calendar.jump = DayJump()
    case .yearView: calendar.form = calendar.form == .month ? .year : .month
    case .focusNext:
      let hasEntries = calendar.chosenEntry != nil
      calendar.focus = calendar.focus == .days && hasEntries ? .entries : .days
    case .today:
      noteJump()
      calendar.select(now.day)
    case .undo: return undo(.undo)
    case .redo: return undo(.redo)
    case .edit, .editExternally, .delete, .history, .versions, .toggleStar:
      return calendar.chosenEntry.map { act(command, on: $0) } ?? []
    default:
      guard move(command, in: &calendar) else { return updateEverywhere(command) }
    }
    return put(calendar)
  }

  private mutating func put(_ calendar: CalendarState) -> [Effect] {
    screens.replaceFront(with: calendar)
    return []
  }

  /// Moves the selection of what has the focus; `false` if that isn't what the command is for.
  private func move(_ command: Command, in calendar: inout CalendarState) -> Bool {
    if calendar.focus == .entries {
      let count = calendar.entries.entries(of: calendar.day)?.count ?? 0
      let step = command == .up ? -1 : command == .down ? 1 : 0
      if step != 0 {
        calendar.entries.choice.select(calendar.entries.choice.selected + step, count: count)
        return true
      }
    }
    // Weeks are rows of a month and columns of a year.
    let isYear = calendar.form == .year
    let day = calendar.day
    switch command {
    case .left: calendar.select(day.adding(days: isYear ? -7 : -1))
    case .right: calendar.select(day.adding(days: isYear ? 7 : 1))
    case .up: calendar.select(day.adding(days: isYear ? -1 : -7))
    case .down: calendar.select(day.adding(days: isYear ? 1 : 7))
    case .pageUp: calendar.select(day.adding(months: isYear ? -12 : -1))
    case .pageDown: calendar.select(day.adding(months: isYear ? 12 : 1))
    case .previousYear: calendar.select(day.adding(years: -1))
    case .nextYear: calendar.select(day.adding(years: 1))
    case .first: calendar.select(isYear ? day.firstOfYear : day.firstOfMonth)
    case .last: calendar.select(isYear ? day.lastOfYear : day.lastOfMonth)
    default: return false
    }
    return true
  }

  /// Reads the day's one entry, or the chosen one; goes to several first; begins one where there
  /// is none.
  mutating func openDay(of calendar: CalendarState) -> [Effect] {
    var calendar = calendar
    guard let entries = calendar.entries.entries(of: calendar.day) else {
      calendar.isOpening = true
      return put(calendar)
    }
    if entries.isEmpty {
      beginEntry(on: calendar.day)
    } else if entries.count > 1, calendar.focus == .days {
      calendar.focus = .entries
      return put(calendar)
    } else if let entry = calendar.chosenEntry {
      return act(.open, on: entry)
    }
    return []
  }

  /// A new entry of a day, at the time that it is now.
  mutating func beginEntry(on day: CalendarDay) {
    let date = EntryDate(on: day, secondOfDay: now.secondOfDay) { local in
      // What clocks showed there and then; the first guess may lie beyond a change of them.
      [0, 1].reduce(now.offset) { offset, _ in
        localDate(Timestamp(milliseconds: (local - Int64(offset)) * 1000)).offset
      }
    }
    openEditor(EditorState(newAt: day == now.day ? now : date, draft: .random()))
  }

  // MARK: The mouse

  mutating func clickCalendar(_ mouse: MouseEvent, _ calendar: CalendarState) -> [Effect] {
    var calendar = calendar
    calendar.isOpening = false
    let layout = CalendarLayout(calendar, self)
    switch mouse.action {
    case .scrollUp, .scrollDown:
      _ = move(mouse.action == .scrollUp ? .pageUp : .pageDown, in: &calendar)
    case .press, .doublePress:
      if let day = layout.day(at: mouse.point) {
        calendar.select(day)
        calendar.focus = .days
      } else if let index = entry(at: mouse.point, calendar, layout) {
        calendar.entries.choice.select(index, count: index + 1)
        calendar.focus = .entries
      } else {
        return []
      }
      if mouse.action == .doublePress { return openDay(of: calendar) }
    default: return []
    }
    return put(calendar)
  }

  private func entry(
    at point: Point, _ calendar: CalendarState, _ layout: CalendarLayout
  ) -> Int? {
    let count = calendar.entries.entries(of: calendar.day)?.count ?? 0
    let rows = DayPane(layout.pane, count: count).rows
    guard let rows, rows.contains(point) else { return nil }
    let index = calendar.entries.choice.top + point.row - rows.row
    return index < count ? index : nil
  }
}
