import TerminalUI

/// Writing somewhere without ncurses' noticing: the cursor and the colors are as before.
enum CursorPosition {
  /// DECSC, and colors and attributes off.
  static let save: [UInt8] = Array("\u{1B}7\u{1B}[m".utf8)
  /// DECRC
  static let restore: [UInt8] = Array("\u{1B}8".utf8)
  /// Ends a string that may have begun; otherwise nothing.
  static let stringEnd: [UInt8] = Array("\u{1B}\\".utf8)

  static func move(column: Int, row: Int) -> [UInt8] {
    Array("\u{1B}[\(row + 1);\(column + 1)H".utf8)
  }

  /// Blanks over rectangles, which is what ncurses takes the cells below pictures for.
  static func blank(_ rects: [Rect]) -> [UInt8] {
    if rects.allSatisfy(\.isEmpty) { return [] }
    var bytes = save
    for rect in rects {
      for row in rect.row..<rect.endRow {
        bytes += move(column: rect.column, row: row)
        bytes += Array(repeating: 0x20, count: rect.columns)
      }
    }
    return bytes + restore
  }
}
