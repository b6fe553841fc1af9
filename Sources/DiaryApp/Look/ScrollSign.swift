import TerminalUI

extension ScrollPosition {
  /// How far down one is, as in `↑ ↓  40%`; empty when all of it is in view.
  func sign(content: Int, height: Int) -> String {
    guard content > height else { return "" }
    return "↑ ↓  \(min(100, (top + height) * 100 / content))%"
  }
}
