import TerminalUI

/// How far down one is, as in `↑ ↓  40%`; empty when all of it is in view.
enum ScrollSign {
  static func words(top: Int, content: Int, height: Int) -> String {
    guard content > height else { return "" }
    return "↑ ↓  \(min(100, (top + height) * 100 / content))%"
  }
}

extension ScrollPosition {
  func sign(content: Int, height: Int) -> String {
    ScrollSign.words(top: top, content: content, height: height)
  }
}

extension ChoiceList {
  func sign(count: Int, height: Int) -> String {
    ScrollSign.words(top: top, content: count, height: height)
  }
}
