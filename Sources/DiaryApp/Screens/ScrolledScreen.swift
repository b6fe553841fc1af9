import TerminalUI

/// A screen or dialog with a text that scrolls by keys and the wheel.
protocol ScrolledScreen: Screen {
  var scroll: ScrollPosition { get set }
  /// How many rows there are, and how many of them are in view; `nil` while the text stands still.
  func extent(in app: ScreenContext) -> (rows: Int, height: Int)?
  /// How many rows of a page stay in view on the next.
  var pageOverlap: Int { get }
  /// Carries out a command; `nil` for one that means here what it means in every text.
  mutating func perform(_ command: Command, in app: inout ScreenContext) -> [Effect]?
}

extension ScrolledScreen {
  mutating func perform(_ command: Command, in app: inout ScreenContext) -> [Effect]? { nil }

  var pageOverlap: Int { 1 }

  package mutating func handle(_ key: KeyEvent, in app: inout ScreenContext) -> [Effect] {
    command(for: key, in: app).map { carryOut($0, in: &app) } ?? []
  }

  /// Carries out any command of the screen or of everywhere.
  mutating func carryOut(_ command: Command, in app: inout ScreenContext) -> [Effect] {
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

  package mutating func click(_ mouse: MouseEvent, in app: inout ScreenContext) -> [Effect] {
    scroll(by: mouse.action.wheelRows, in: app)
    return []
  }

  mutating func scroll(by rows: Int, in app: ScreenContext) {
    guard let extent = extent(in: app) else { return }
    scroll.move(by: rows, content: extent.rows, height: extent.height)
  }

  package mutating func layOut(in app: ScreenContext) { scroll(by: 0, in: app) }
}
