import TerminalUI

/// What has just happened, where it takes more than the bottom line: the rows above it are covered
/// until the next key, and no word is cut off.
enum LongToast {
  private static let mostRows = 4

  /// `caret` stays in view.
  static func draw(_ words: String, sparing caret: Point?, in grid: inout Grid, _ style: Style) {
    let columns = grid.size.columns - 2
    guard TextWidth.exceeds(words, columns: columns) else { return }
    let lowest = caret.map { $0.row + 1 } ?? 0
    let room = min(mostRows, grid.size.rows - lowest)
    let rows = LineWrapping.rows(ofText: words, columns: columns)
    guard room > 1 else { return }
    let shown = rows.prefix(room).enumerated().map { index, row in
      let isCut = index == room - 1 && rows.count > room
      return isCut ? TextWidth.cut(row.trimmedEnd + " …", columns: columns) : row.trimmedEnd
    }
    let rect = grid.bounds.inset(top: grid.size.rows - shown.count)
    grid.fill(rect)
    for (index, row) in shown.enumerated() {
      grid.draw(row, in: rect.line(index).inset(left: 1, right: 1), style)
    }
  }
}
