import DiaryCore
import TerminalUI

/// What every whole screen has: a title line, a thin rule, and the line of keys at the bottom.
struct ScreenFrame {
  /// Between the rule and the bottom line.
  let body: Rect

  /// The columns that a screen needs for two things side by side.
  static let narrowestForTwo = 80

  /// Where the body is on a screen of a size.
  static func body(_ size: Size) -> Rect { Rect(size).inset(top: 2, bottom: 1) }

  /// The list at the left of a body and the preview of what is selected beside it; `nil` on a narrow
  /// screen.
  static func panes(_ body: Rect) -> (list: Rect, preview: Rect?) {
    guard body.columns >= narrowestForTwo else { return (body, nil) }
    let width = min(64, body.columns * 46 / 100)
    return (body.inset(right: body.columns - width), body.inset(left: width))
  }

  /// Draws the frame around the body.
  init(
    title: String, trailing: String = "", hints: [Binding], in grid: inout Grid,
    _ state: ScreenContext
  ) {
    let bounds = grid.bounds
    let (head, rest) = bounds.split(top: 2)
    let (body, bottom) = rest.split(bottom: 1)
    self.body = body
    let line = head.line(0).inset(left: 1, right: 1)
    let start = grid.draw(trailing: trailing, in: line, state.theme.dim)
    grid.draw(
      title.printable, in: line.inset(right: trailing.isEmpty ? 0 : line.endColumn - start + 2),
      state.theme.title)
    grid.draw(String(repeating: "─", count: bounds.columns), in: head.line(1), state.theme.rule)
    // A dialog in front has keys of its own.
    if !state.hasDialog { Self.draw(hints, in: &grid, bottom, state) }
  }

  /// As many hints as the line has room for, the most important first, or what has just happened.
  static func draw(
    _ hints: [Binding], in grid: inout Grid, _ rect: Rect, _ state: ScreenContext
  ) {
    let line = rect.inset(left: 1, right: 1)
    if let toast = state.toast {
      grid.draw(toast.printable, in: line, state.theme.accent)
      return
    }
    var column = line.column
    for hint in hints {
      guard let words = hint.hint else { continue }
      let key = hint.keyName
      let width = TextWidth.columns(key) + 1 + TextWidth.columns(words)
      guard column + width <= line.endColumn else { return }
      let room = Rect(
        column: column, row: line.row, columns: line.endColumn - column, rows: line.rows)
      let end = grid.draw(key, in: room, state.theme.accent)
      grid.draw(words, in: room.inset(left: end + 1 - column), state.theme.dim)
      column += width + (line.columns < 60 ? 2 : 3)
    }
  }
}
