import TerminalUI
import TestSupport
import Testing

/// Whatever was drawn: no control character in any cell, each right half after a left one.
func expectSound(_ grid: Grid, file: String = #filePath, line: Int = #line) {
  for row in 0..<grid.size.rows {
    var isRightHalfDue = false
    var isSound = true
    for cell in grid.row(row) {
      isSound = isSound && cell.isContinuation == isRightHalfDue
      isRightHalfDue = isWide(cell)
      isSound = isSound && !cell.text.unicodeScalars.contains { isControl($0) }
    }
    expect(isSound, "\(grid.text(ofRow: row))", file: file, line: line)
    expect(!isRightHalfDue, "\(grid.text(ofRow: row))", file: file, line: line)
  }
}

/// A small screen with text drawn into it.
func drawn(columns: Int, rows: Int = 1, _ body: (inout Grid) -> Void) -> Grid {
  var grid = Grid(Size(columns: columns, rows: rows))
  body(&grid)
  return grid
}

private func isWide(_ cell: Cell) -> Bool {
  let scalars = Array(cell.text.unicodeScalars)
  guard let first = scalars.first else { return false }
  let isFlag =
    scalars.count > 1 && scalars.prefix(2).allSatisfy { (0x1F1E6...0x1F1FF).contains($0.value) }
  return isFlag || ScalarWidth(first) == .columns(2)
}

private func isControl(_ scalar: Unicode.Scalar) -> Bool {
  if case .control = ScalarWidth(scalar) { true } else { false }
}
