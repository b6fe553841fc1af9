import DiaryCore
import TerminalUI
import Text

/// A screen or dialog with a list of which one row is selected. It provides the rows and their
/// actions. Keys, mouse, scrolling, drawing and the description of the position are shared.
protocol ChoiceScreen: Screen {
  var choice: ChoiceList { get set }
  func rowCount(in app: AppState) -> Int
  /// Returns the area of the rows.
  func list(in app: AppState) -> Rect
  func draw(
    row: Int, isSelected: Bool, in grid: inout Grid, _ line: Rect, _ app: AppState)
  /// Returns a row's text for `accessibleText`.
  func text(ofRow row: Int, in app: AppState) -> String
  /// Performs the action of Enter and of a second click on the selected row.
  mutating func open(in app: inout AppState) -> [Effect]
  /// Performs a command; `nil` for the default meaning in lists.
  mutating func perform(_ command: Command, in app: inout AppState) -> [Effect]?
}

extension ChoiceScreen {
  func list(in app: AppState) -> Rect { ScreenFrame.body(app.size) }

  mutating func perform(_ command: Command, in app: inout AppState) -> [Effect]? { nil }

  package mutating func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    command(for: key, in: app).map { dispatch($0, in: &app) } ?? []
  }

  /// Performs any command of the screen's tables or of the global one.
  mutating func dispatch(_ command: Command, in app: inout AppState) -> [Effect] {
    if let effects = perform(command, in: &app) { return effects }
    if choice.handle(command, count: rowCount(in: app), page: list(in: app).rows) { return [] }
    switch command {
    case .back, .cancel: app.pop()
    case .open: return open(in: &app)
    default: return app.updateEverywhere(command)
    }
    return []
  }

  package mutating func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    let click = choice.handle(mouse, count: rowCount(in: app), in: list(in: app))
    return click == .opened ? open(in: &app) : []
  }

  package mutating func layOut(in app: AppState) {
    choice.layOut(count: rowCount(in: app), height: list(in: app).rows)
  }

  func drawRows(in grid: inout Grid, _ app: AppState) {
    let list = list(in: app)
    let rows = choice.top..<max(choice.top, min(choice.top + list.rows, rowCount(in: app)))
    for row in rows {
      draw(
        row: row, isSelected: row == choice.selected, in: &grid, list.line(row - choice.top), app)
    }
  }

  /// Returns the selected row's text with its position and the number of rows; `nil` if there are
  /// none.
  func selectedText(in app: AppState) -> String? {
    let count = rowCount(in: app)
    guard choice.selected < count else { return nil }
    return AccessibleText.item(text(ofRow: choice.selected, in: app), choice.selected, of: count)
  }
}

/// A dialog with a list: a row for each choice, as far as the screen has space.
protocol ChoiceDialog: ChoiceScreen {
  var title: String { get }
}

extension ChoiceDialog {
  package var coversScreen: Bool { false }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.choice]] }

  package func dialogHints(in app: AppState) -> [Binding] {
    app.keys[.choice].without([.new]).bindings
  }

  func list(in app: AppState) -> Rect {
    box(app).text(in: Rect(app.size)).split(top: height(in: app)).top
  }

  private func height(in app: AppState) -> Int {
    max(1, min(rowCount(in: app), app.size.rows - 9))
  }

  private func box(_ app: AppState) -> DialogBox {
    // The row below the list shows the scroll position.
    let indicator = rowCount(in: app) > height(in: app) ? 1 : 0
    return box(
      title: title, body: Array(repeating: "", count: height(in: app) + indicator), in: app)
  }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    let text = box(app).draw(in: &grid, grid.bounds, app.theme.dialog)
    drawRows(in: &grid, app)
    let height = height(in: app)
    let indicator = choice.indicator(count: rowCount(in: app), height: height)
    grid.draw(trailing: indicator, in: text.line(height), app.theme.dim)
    return nil
  }

  package func accessibleText(in app: AppState) -> AccessibleText {
    AccessibleText(title, selected: selectedText(in: app))
  }
}

/// A list that is filtered by typing.
protocol FilteredScreen: ChoiceScreen {
  var filter: TextField { get set }
  /// Shows the rows that match the filter.
  mutating func narrow(in app: inout AppState) -> [Effect]
}

extension FilteredScreen {
  package var isTyping: Bool { true }

  package mutating func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    typeFilter(key, in: &app)
  }

  /// Performs the key's command, or types the key into the filter.
  mutating func typeFilter(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    if let command = screenCommand(for: key, in: app) { return dispatch(command, in: &app) }
    let before = filter.text
    if app.type(key, into: &filter) { return filter.text == before ? [] : narrow(in: &app) }
    let command = app.keys[.everywhere].withoutLetters.command(for: key)
    return command.map { app.updateEverywhere($0) } ?? []
  }

  package mutating func paste(_ text: String, in app: inout AppState) -> [Effect] {
    filter.insert(text)
    return narrow(in: &app)
  }
}

/// A list with a filter in a line above it. Letters are commands, except while the filter is typed.
protocol SearchableScreen: ChoiceScreen {
  var filter: TextField { get set }
  /// Indicates that the filter is being typed.
  var isFiltering: Bool { get set }
  /// Shows the rows that match the filter.
  mutating func narrow()
}

extension SearchableScreen {
  package var isTyping: Bool { isFiltering }

  package mutating func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    if isFiltering, let effects = typeFilter(key, in: &app) { return effects }
    return command(for: key, in: app).map { dispatch($0, in: &app) } ?? []
  }

  package mutating func paste(_ text: String, in app: inout AppState) -> [Effect] {
    guard isFiltering else { return [] }
    filter.insert(text)
    narrow()
    return []
  }

  /// Handles a key in the filter's line. Returns `nil` if the key belongs to the list.
  private mutating func typeFilter(_ event: KeyEvent, in app: inout AppState) -> [Effect]? {
    switch event.key {
    case .escape:
      filter = TextField()
      isFiltering = false
    case .enter: isFiltering = false
    default:
      guard app.type(event, into: &filter) else {
        let command = app.keys[.everywhere].command(for: event)
        return event.modifiers.isEmpty ? nil : command.map { app.updateEverywhere($0) }
      }
    }
    narrow()
    return []
  }

  var showsFilter: Bool { isFiltering || !filter.isEmpty }

  /// Draws the filter on the first line of a body. Returns the caret's position.
  func drawFilter(in grid: inout Grid, _ body: Rect, _ theme: Theme) -> Point? {
    guard showsFilter else { return nil }
    let line = body.line(0).inset(left: 1, right: 1)
    grid.draw("/", in: line, theme.accent)
    let caret = filter.draw(in: &grid, line.inset(left: 2), theme.title)
    return isFiltering ? caret : nil
  }
}

// MARK: - Scrolled screens

/// A screen or dialog with text that scrolls with keys and the mouse wheel.
protocol ScrolledScreen: Screen {
  var scroll: ScrollPosition { get set }
  /// Returns the number of rows and the number of visible ones; `nil` if the text doesn't scroll.
  func extent(in app: AppState) -> (rows: Int, height: Int)?
  /// The number of rows of a page that stay visible on the next.
  var pageOverlap: Int { get }
  /// Performs a command; `nil` for the default meaning in texts.
  mutating func perform(_ command: Command, in app: inout AppState) -> [Effect]?
}

extension ScrolledScreen {
  mutating func perform(_ command: Command, in app: inout AppState) -> [Effect]? { nil }

  var pageOverlap: Int { 1 }

  package mutating func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    command(for: key, in: app).map { dispatch($0, in: &app) } ?? []
  }

  /// Performs any command of the screen's tables or of the global one.
  mutating func dispatch(_ command: Command, in app: inout AppState) -> [Effect] {
    if let effects = perform(command, in: &app) { return effects }
    if let (rows, height) = extent(in: app),
      scroll.handle(command, content: rows, height: height, page: max(1, height - pageOverlap))
    {
      return []
    }
    guard command == .back else { return app.updateEverywhere(command) }
    app.pop()
    return []
  }

  package mutating func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    scroll(by: mouse.action.wheelRows, in: app)
    return []
  }

  mutating func scroll(by rows: Int, in app: AppState) {
    guard let extent = extent(in: app) else { return }
    scroll.move(by: rows, content: extent.rows, height: extent.height)
  }

  package mutating func layOut(in app: AppState) { scroll(by: 0, in: app) }
}

// MARK: - Tasks

/// The phase of a screen's long-running task.
enum TaskPhase: Hashable, Sendable {
  /// Finding out what there is to do.
  case preparing(Progress?)
  /// Waiting for the user's choices.
  case asking
  case running(Progress?)
  /// Canceled with Esc; waiting for running work to end or to be reverted.
  case stopping

  /// Indicates that Esc stops the task.
  var isRunning: Bool {
    switch self {
    case .preparing, .running: true
    case .asking, .stopping: false
    }
  }

  mutating func move(to progress: Progress) {
    switch self {
    case .preparing: self = .preparing(progress)
    case .running: self = .running(progress)
    case .asking, .stopping: break
    }
  }
}

/// A screen or dialog that asks what to do, then shows progress.
protocol TaskScreen: Screen {
  var phase: TaskPhase { get set }
  /// A description of the running work; while it stops, of what happens to the results so far.
  var taskText: String { get }
  /// The command that stops the task.
  var stopCommand: Command { get }
}

extension TaskScreen {
  /// Stops the task, or closes the screen if nothing has been done yet.
  mutating func stop(_ cancel: Effect, in app: inout AppState) -> [Effect] {
    switch phase {
    case .preparing, .asking: app.pop()
    case .running: phase = .stopping
    case .stopping: return []
    }
    return [cancel]
  }

  var stopCommand: Command { .cancel }

  /// The key that stops the task, or the keys of the question before it.
  package func dialogHints(in app: AppState) -> [Binding] {
    let keys = keyTables(app.keys)[0]
    return switch phase {
    case .asking where coversScreen: []
    // The key to change a choice is typed into a text field.
    case .asking: isTyping ? keys.without([.right]).bindings : keys.bindings
    case .preparing, .running:
      [keys.hint(stopCommand, "stop")?.withEscapeFirst].compactMap(\.self)
    case .stopping: []
    }
  }

  /// Draws the progress, with a bar if the total is known.
  func drawProgress(in grid: inout Grid, _ app: AppState) {
    switch phase {
    case .asking: break
    case .preparing(let progress), .running(let progress):
      let text = box(title: taskText, body: ["", ""], in: app)
        .draw(in: &grid, grid.bounds, app.theme.dialog)
      guard let progress else { return }
      if let fraction = progress.fraction {
        ProgressBar.draw(
          fraction, in: &grid, text.line(0), done: app.theme.accent, rest: app.theme.rule)
      }
      grid.draw(progress.text(), in: text.line(1), app.theme.dim)
    case .stopping:
      box(title: localized("Stopping"), body: [taskText], in: app)
        .draw(in: &grid, grid.bounds, app.theme.dialog)
    }
  }
}

extension Message {
  static func moved<Task: TaskScreen>(
    _ task: Task.Type, to progress: Progress, function: String
  ) -> Message {
    Message(progress, function: function) { state in
      state.screens.update(task) { $0.phase.move(to: progress) }
    }
  }
}

// MARK: - Collections

extension RandomAccessCollection {
  /// Returns the element at an index, or `nil` if it is out of range.
  func element(at index: Index) -> Element? { indices.contains(index) ? self[index] : nil }
}

extension Array {
  /// Returns the index of the first element that doesn't satisfy `isBefore`, by binary search. All
  /// elements that satisfy it must precede the others.
  func partitionPoint(_ isBefore: (Element) -> Bool) -> Int {
    var range = startIndex..<endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if isBefore(self[middle]) {
        range = middle + 1..<range.upperBound
      } else {
        range = range.lowerBound..<middle
      }
    }
    return range.lowerBound
  }
}
