/// A position in cells, from 0 at the top left of the screen.
package struct Point: Hashable, Sendable {
  package var column: Int
  package var row: Int

  package init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}

/// A size in cells.
package struct Size: Hashable, Sendable {
  package var columns: Int
  package var rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}

/// A rectangle on the screen, in cells.
package struct Rect: Hashable, Sendable {
  package var column: Int
  package var row: Int
  package var columns: Int
  package var rows: Int

  /// Creates a rectangle; negative sizes count as 0.
  package init(column: Int, row: Int, columns: Int, rows: Int) {
    self.column = column
    self.row = row
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }

  package init(_ size: Size) {
    self.init(column: 0, row: 0, columns: size.columns, rows: size.rows)
  }

  package var size: Size { Size(columns: columns, rows: rows) }
  package var isEmpty: Bool { columns == 0 || rows == 0 }
  /// The first column to the right of the rectangle, and the first row below it.
  package var endColumn: Int { column + columns }
  package var endRow: Int { row + rows }

  package func contains(_ point: Point) -> Bool {
    (column..<endColumn).contains(point.column) && (row..<endRow).contains(point.row)
  }

  /// All points in the rectangle, row by row.
  package var points: [Point] {
    (row..<endRow).flatMap { row in
      (column..<endColumn).map { Point(column: $0, row: row) }
    }
  }

  /// Returns the rectangle reduced by margins.
  package func inset(
    left: Int = 0, top: Int = 0, right: Int = 0, bottom: Int = 0
  ) -> Rect {
    Rect(
      column: column + left, row: row + top, columns: columns - left - right,
      rows: rows - top - bottom)
  }

  package func moved(columns: Int, rows: Int) -> Rect {
    Rect(column: column + columns, row: row + rows, columns: self.columns, rows: self.rows)
  }

  /// Returns the part that is also in another rectangle.
  package func intersection(_ other: Rect) -> Rect {
    let column = max(self.column, other.column)
    let row = max(self.row, other.row)
    return Rect(
      column: column, row: row, columns: min(endColumn, other.endColumn) - column,
      rows: min(endRow, other.endRow) - row)
  }

  /// Returns the parts that aren't in any of the other rectangles. They don't overlap.
  package func subtracting(_ others: [Rect]) -> [Rect] {
    others.reduce(isEmpty ? [] : [self]) { parts, other in
      parts.flatMap { part in
        let shared = part.intersection(other)
        guard !shared.isEmpty else { return [part] }
        let (above, rest) = part.split(top: shared.row - part.row)
        let (middle, below) = rest.split(top: shared.rows)
        let left = middle.inset(right: part.endColumn - shared.column)
        let right = middle.inset(left: shared.endColumn - part.column)
        return [above, left, right, below].filter { !$0.isEmpty }
      }
    }
  }

  /// Returns rectangles that cover `columns` of each of some consecutive rows, top first: each as
  /// wide as a range of columns, and as high as rows with the same range follow each other.
  package static func covering(
    _ rows: Range<Int>, columns: (_ row: Int) -> [Range<Int>]
  ) -> [Rect] {
    var complete: [Rect] = []
    var above: [Rect] = []
    for row in rows {
      let here = columns(row).map { range in
        let same = above.firstIndex {
          $0.column == range.lowerBound && $0.endColumn == range.upperBound
        }
        let start = same.map { above.remove(at: $0).row } ?? row
        return Rect(
          column: range.lowerBound, row: start, columns: range.count, rows: row + 1 - start)
      }
      complete += above
      above = here
    }
    return complete + above
  }

  /// Returns a rectangle of a size, reduced to fit, in the middle of this one.
  package func centered(_ size: Size) -> Rect {
    let columns = min(size.columns, self.columns)
    let rows = min(size.rows, self.rows)
    return Rect(
      column: column + (self.columns - columns) / 2, row: row + (self.rows - rows) / 2,
      columns: columns, rows: rows)
  }

  /// Splits off a number of rows at the top.
  package func split(top rows: Int) -> (top: Rect, rest: Rect) {
    let rows = max(0, min(rows, self.rows))
    return (
      Rect(column: column, row: row, columns: columns, rows: rows),
      Rect(column: column, row: row + rows, columns: columns, rows: self.rows - rows)
    )
  }

  /// Splits off a number of rows at the bottom.
  package func split(bottom rows: Int) -> (rest: Rect, bottom: Rect) {
    let parts = split(top: self.rows - max(0, rows))
    return (parts.top, parts.rest)
  }

  /// Returns one row of the rectangle, counted from its top.
  package func line(_ index: Int) -> Rect {
    Rect(
      column: column, row: row + index, columns: columns, rows: (0..<rows).contains(index) ? 1 : 0)
  }
}
