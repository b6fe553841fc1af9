import TerminalUI

/// A screen or dialog with a list of which one row is selected. It says its rows and what is done
/// with them; keys and mouse, scrolling, drawing and telling where one is are the same for all.
protocol ChoiceScreen: Screen {
  var choice: ChoiceList { get set }
  func rowCount(in app: ScreenContext) -> Int
  /// Where the rows stand.
  func list(in app: ScreenContext) -> Rect
  func draw(
    row: Int, isSelected: Bool, in grid: inout Grid, _ line: Rect, _ app: ScreenContext)
  /// A row as it is said.
  func words(ofRow row: Int, in app: ScreenContext) -> String
  /// Does what Enter and a second click do: something with the selected row.
  mutating func open(in app: inout ScreenContext) -> [Effect]
  /// Carries out a command; `nil` for one that means here what it means in every list.
  mutating func perform(_ command: Command, in app: inout ScreenContext) -> [Effect]?
}

extension ChoiceScreen {
  func list(in app: ScreenContext) -> Rect { ScreenFrame.body(app.size) }

  mutating func perform(_ command: Command, in app: inout ScreenContext) -> [Effect]? { nil }

  package mutating func handle(_ key: KeyEvent, in app: inout ScreenContext) -> [Effect] {
    command(for: key, in: app).map { carryOut($0, in: &app) } ?? []
  }

  /// Carries out any command of the screen or of everywhere.
  mutating func carryOut(_ command: Command, in app: inout ScreenContext) -> [Effect] {
    if let effects = perform(command, in: &app) { return effects }
    if choice.handle(command, count: rowCount(in: app), page: list(in: app).rows) { return [] }
    switch command {
    case .back, .cancel: app.pop()
    case .open: return open(in: &app)
    default: return app.updateEverywhere(command)
    }
    return []
  }

  package mutating func click(_ mouse: MouseEvent, in app: inout ScreenContext) -> [Effect] {
    let click = choice.handle(mouse, count: rowCount(in: app), in: list(in: app))
    return click == .opened ? open(in: &app) : []
  }

  package mutating func layOut(in app: ScreenContext) {
    choice.layOut(count: rowCount(in: app), height: list(in: app).rows)
  }

  func drawRows(in grid: inout Grid, _ app: ScreenContext) {
    let list = list(in: app)
    let rows = choice.top..<max(choice.top, min(choice.top + list.rows, rowCount(in: app)))
    for row in rows {
      draw(
        row: row, isSelected: row == choice.selected, in: &grid, list.line(row - choice.top), app)
    }
  }

  /// The selected row, and which of how many it is; `nil` where there is none.
  func selectedWords(in app: ScreenContext) -> String? {
    let count = rowCount(in: app)
    guard choice.selected < count else { return nil }
    return AccessibleText.item(words(ofRow: choice.selected, in: app), choice.selected, of: count)
  }
}

/// A list that what is typed narrows down.
protocol FilteredScreen: ChoiceScreen {
  var filter: TextField { get set }
  /// Shows what has what is typed now.
  mutating func narrow(in app: inout ScreenContext) -> [Effect]
}

extension FilteredScreen {
  package var isTyping: Bool { true }

  package mutating func handle(_ key: KeyEvent, in app: inout ScreenContext) -> [Effect] {
    if let command = ownCommand(for: key, in: app) { return carryOut(command, in: &app) }
    let before = filter.text
    if app.type(key, into: &filter) { return filter.text == before ? [] : narrow(in: &app) }
    let command = app.keys[.everywhere].withoutLetters.command(for: key)
    return command.map { app.updateEverywhere($0) } ?? []
  }

  package mutating func paste(_ text: String, in app: inout ScreenContext) -> [Effect] {
    filter.insert(text)
    return narrow(in: &app)
  }
}
