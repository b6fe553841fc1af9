import TerminalUI

extension ChoiceList {
  /// Whether the command moved the selection. `page` is the number of items in view.
  mutating func handle(_ command: Command, count: Int, page: Int) -> Bool {
    let key: KeyEvent.Key
    switch command {
    case .up: key = .up
    case .down: key = .down
    case .pageUp: key = .pageUp
    case .pageDown: key = .pageDown
    case .first: key = .home
    case .last: key = .end
    default: return false
    }
    return handle(KeyEvent(key), count: count, page: page)
  }
}
