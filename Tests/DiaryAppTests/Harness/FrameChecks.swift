import TerminalUI
import TestSupport
import Testing

/// Whatever is on the screen: no control character in any cell, wide characters whole, the cursor
/// on the screen.
func expectSound(_ frame: Frame, file: String = #filePath, line: Int = #line) {
  let grid = frame.grid
  for row in 0..<grid.size.rows where !isSound(grid.row(row)) {
    fail("\(grid.text(ofRow: row))", file: file, line: line)
  }
  if let cursor = frame.cursor, !grid.bounds.contains(cursor) {
    fail("The cursor is at \(cursor).", file: file, line: line)
  }
}

private func isSound(_ row: ArraySlice<Cell>) -> Bool {
  var isRightHalfDue = false
  for cell in row {
    guard cell.isContinuation == isRightHalfDue else { return false }
    if let byte = cell.text.utf8.first, byte >= 0x20, byte < 0x7F, cell.text.utf8.count == 1 {
      continue
    }
    let scalars = Array(cell.text.unicodeScalars)
    let isFlag = scalars.count > 1 && (0x1F1E6...0x1F1FF).contains(scalars[0].value)
    isRightHalfDue = isFlag || scalars.first.map { ScalarWidth($0) == .columns(2) } ?? false
    for scalar in scalars {
      switch scalar.value {
      case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: return false
      default: break
      }
    }
  }
  return !isRightHalfDue
}
