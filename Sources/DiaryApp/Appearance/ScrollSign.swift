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

  /// Those of the rows that are in view, each with the line that it stands in.
  func inView<Row>(_ rows: some Sequence<Row>, in rect: Rect) -> [(row: Row, line: Rect)] {
    rows.dropFirst(top).prefix(rect.rows).enumerated().map { ($1, rect.line($0)) }
  }
}

extension Grid {
  /// A thin rule from top to bottom, at the left of a rectangle.
  mutating func drawRule(in rect: Rect, _ theme: Theme) {
    for row in 0..<rect.rows { draw("│", in: rect.line(row), theme.rule) }
  }
}

extension ChoiceList {
  func sign(count: Int, height: Int) -> String {
    ScrollSign.words(top: top, content: count, height: height)
  }
}
