import TerminalUI

extension ChoiceList {
  /// Moves the selection if the command is one of moving. `page` is the number of items in view.
  ///
  /// - Returns: Whether it is one.
  mutating func handle(_ command: Command, count: Int, page: Int) -> Bool {
    let step: Step
    switch command {
    case .up: step = .up
    case .down: step = .down
    case .pageUp: step = .pageUp
    case .pageDown: step = .pageDown
    case .first: step = .first
    case .last: step = .last
    default: return false
    }
    move(step, count: count, page: page)
    return true
  }
}

extension ScrollPosition {
  /// Scrolls if the command is one of moving. `page` is what a page goes on by.
  ///
  /// - Returns: Whether it is one.
  mutating func handle(_ command: Command, content: Int, height: Int, page: Int) -> Bool {
    let rows: Int
    switch command {
    case .up: rows = -1
    case .down: rows = 1
    case .pageUp: rows = -page
    case .pageDown: rows = page
    case .first: rows = -content
    case .last: rows = content
    default: return false
    }
    move(by: rows, content: content, height: height)
    return true
  }
}
