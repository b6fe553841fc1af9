/// A picture drawn in colored characters, each one column wide.
package struct CellPicture: Hashable, Sendable {
  package let size: Size
  /// Row by row, from the top left.
  package let cells: [Cell]

  /// `nil` unless there are as many cells as the size says.
  package init?(size: Size, cells: [Cell]) {
    guard size.columns >= 0, size.rows >= 0, cells.count == size.columns * size.rows else {
      return nil
    }
    self.size = size
    self.cells = cells
  }
}

extension Grid {
  /// Draws a picture in the middle of a rectangle's width, at its top, as far as it lies in `clip`;
  /// returns the rectangle that it has.
  @discardableResult
  package mutating func draw(_ picture: CellPicture, in rect: Rect, clip: Rect? = nil) -> Rect {
    let size = picture.size
    let left = rect.column + max(0, rect.columns - size.columns) / 2
    let whole = Rect(
      column: left, row: rect.row, columns: min(size.columns, rect.columns),
      rows: min(size.rows, rect.rows))
    let seen = whole.intersection(clip ?? whole).intersection(bounds)
    for row in seen.row..<seen.endRow {
      for column in seen.column..<seen.endColumn {
        self[column, row] = picture.cells[(row - rect.row) * size.columns + column - left]
      }
    }
    return whole
  }
}
