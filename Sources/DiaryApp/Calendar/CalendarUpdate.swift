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

  package func location(in app: ScreenContext) -> Location.Screen? {
    Location.Screen(
      kind: .calendar, entry: focus == .entries ? chosenEntry?.id : nil, day: day,
      isYear: form == .year)
  }

  package mutating func paste(_ text: String, in app: inout ScreenContext) -> [Effect] {
    jump?.field.insert(text)
    return []
  }

  package mutating func handle(_ event: KeyEvent, in app: inout ScreenContext) -> [Effect] {
    if let jump { return handle(event, jump, in: &app) }
    isOpening = false
    guard let command = command(for: event, in: app) else {
      guard case .character(let digit) = event.key, event.modifiers.isEmpty, digit.isASCII,
        digit.isNumber
      else { return [] }
      jump = DayJump(field: TextField(String(digit)))
      return []
    }
    switch command {
    case .back:
      if focus == .entries, event == .escape {
        focus = .days
      } else {
        app.pop()
      }
    case .open: return open(in: &app)
    case .new: if app.mayWrite() { return beginEntry(in: &app) }
    case .jumpToDate: jump = DayJump()
    case .yearView: form = form == .month ? .year : .month
    case .focusNext:
      let hasEntries = chosenEntry != nil
      focus = focus == .days && hasEntries ? .entries : .days
    case .today:
      app.recordJump()
      select(app.now.day)
    case .edit, .editExternally, .delete, .history, .versions, .toggleStar:
      return chosenEntry.map { app.act(command, on: $0) } ?? []
    default:
      guard move(command) else { return app.updateEverywhere(command) }
    }
    return []
  }

  /// Moves the selection of what has the focus; `false` if that isn't what the command is for.
  private mutating func move(_ command: Command) -> Bool {
    if focus == .entries {
      let count = entries.entries(of: day)?.count ?? 0
      let step = command == .up ? -1 : command == .down ? 1 : 0
      if step != 0 {
        entries.choice.select(entries.choice.selected + step, count: count)
        return true
      }
    }
    // Weeks are rows of a month and columns of a year.
    let isYear = form == .year
    let day = self.day
    switch command {
    case .left: select(day.adding(days: isYear ? -7 : -1))
    case .right: select(day.adding(days: isYear ? 7 : 1))
    case .up: select(day.adding(days: isYear ? -1 : -7))
    case .down: select(day.adding(days: isYear ? 1 : 7))
    case .pageUp: select(day.adding(months: isYear ? -12 : -1))
    case .pageDown: select(day.adding(months: isYear ? 12 : 1))
    case .previousYear: select(day.adding(years: -1))
    case .nextYear: select(day.adding(years: 1))
    case .first: select(isYear ? day.firstOfYear : day.firstOfMonth)
    case .last: select(isYear ? day.lastOfYear : day.lastOfMonth)
    default: return false
    }
    return true
  }

  /// Reads the day's one entry, or the chosen one; goes to several first; begins one where there
  /// is none.
  mutating func open(in app: inout ScreenContext) -> [Effect] {
    guard let entries = self.entries.entries(of: day) else {
      isOpening = true
      return []
    }
    if entries.isEmpty {
      return beginEntry(in: &app)
    } else if entries.count > 1, focus == .days {
      focus = .entries
    } else if let entry = chosenEntry {
      return app.act(.open, on: entry)
    }
    return []
  }

  /// A new entry of the day, at the time that it is now.
  private func beginEntry(in app: inout ScreenContext) -> [Effect] {
    let date = EntryDate(on: day, secondOfDay: app.now.secondOfDay) { [app] local in
      // What clocks showed there and then; the first guess may lie beyond a change of them.
      [0, 1].reduce(app.now.offset) { offset, _ in
        app.localDate(Timestamp(milliseconds: (local - Int64(offset)) * 1000)).offset
      }
    }
    let editor = EditorState(newAt: day == app.now.day ? app.now : date, draft: .random())
    return app.begin(editor, on: day)
  }

  // MARK: The mouse

  package mutating func click(_ mouse: MouseEvent, in app: inout ScreenContext) -> [Effect] {
    isOpening = false
    let layout = CalendarLayout(self, app)
    switch mouse.action {
    case .scrollUp, .scrollDown: _ = move(mouse.action == .scrollUp ? .pageUp : .pageDown)
    case .press, .doublePress:
      if let day = layout.day(at: mouse.point) {
        select(day)
        focus = .days
      } else if let index = entry(at: mouse.point, layout) {
        entries.choice.select(index, count: index + 1)
        focus = .entries
      } else {
        return []
      }
      if mouse.action == .doublePress { return open(in: &app) }
    default: break
    }
    return []
  }

  private func entry(at point: Point, _ layout: CalendarLayout) -> Int? {
    let count = entries.entries(of: day)?.count ?? 0
    let rows = DayPane(layout.pane, count: count).rows
    guard let rows, rows.contains(point) else { return nil }
    let index = entries.choice.top + point.row - rows.row
    return index < count ? index : nil
  }
}
