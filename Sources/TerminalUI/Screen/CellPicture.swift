/// A picture drawn in colored characters, each one column wide.
package struct CellPicture: Hashable, Sendable {
  package let size: Size
  /// Row by row, from the top left.
  package let cells: [Cell]
  /// `true` if the photo's file had all of it.
  package let isWhole: Bool

  /// `nil` unless there are as many cells as the size says.
  package init?(size: Size, cells: [Cell], isWhole: Bool = true) {
    guard size.columns >= 0, size.rows >= 0, cells.count == size.columns * size.rows else {
      return nil
    }
    self.size = size
    self.cells = cells
    self.isWhole = isWhole
  }

  fileprivate subscript(column: Int, row: Int) -> Cell { cells[row * size.columns + column] }
}

/// A picture in characters on a grid.
struct CellDrawing: Hashable, Sendable {
  fileprivate let picture: CellPicture
  /// Where its top left would be.
  fileprivate let origin: Point
  /// What is seen of it.
  fileprivate let rect: Rect

  fileprivate func cell(at place: Point) -> Cell {
    picture[place.column - origin.column, place.row - origin.row]
  }

  fileprivate func forEachPlace(_ body: (Point) -> Void) {
    for row in rect.row..<rect.endRow {
      for column in rect.column..<rect.endColumn { body(Point(column: column, row: row)) }
    }
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
    let drawing = CellDrawing(
      picture: picture, origin: Point(column: left, row: rect.row),
      rect: whole.intersection(clip ?? whole).intersection(bounds))
    drawing.forEachPlace { self[$0.column, $0.row] = drawing.cell(at: $0) }
    if !drawing.rect.isEmpty { drawings.append(drawing) }
    return whole
  }

  /// Whether a picture in characters was drawn into it.
  package var hasDrawings: Bool { !drawings.isEmpty }

  /// The same without pictures in characters: in their place is what those on another grid showed
  /// there, or nothing. What was drawn over them stays.
  package func withoutDrawings(keeping before: Grid?) -> Grid {
    var grid = self
    let before = before?.size == size ? before : nil
    for drawing in drawings {
      drawing.forEachPlace { place in
        guard self[place.column, place.row] == drawing.cell(at: place) else { return }
        let isKept = before?.drawings.contains { $0.rect.contains(place) } ?? false
        grid[place.column, place.row] = isKept ? before?[place.column, place.row] ?? .blank : .blank
      }
    }
    return grid
  }
}
