/// A picture drawn in coloured characters, each one column wide.
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
  /// Draws a picture in the middle of a rectangle's width, at its top; returns its rectangle.
  @discardableResult
  package mutating func draw(_ picture: CellPicture, in rect: Rect) -> Rect {
    let left = rect.column + max(0, rect.columns - picture.size.columns) / 2
    for row in 0..<min(picture.size.rows, rect.rows) {
      for column in 0..<min(picture.size.columns, rect.columns) {
        let cell = picture.cells[row * picture.size.columns + column]
        guard bounds.contains(Point(column: left + column, row: rect.row + row)) else { continue }
        self[left + column, rect.row + row] = cell
      }
    }
    return Rect(
      column: left, row: rect.row, columns: min(picture.size.columns, rect.columns),
      rows: min(picture.size.rows, rect.rows))
  }
}
