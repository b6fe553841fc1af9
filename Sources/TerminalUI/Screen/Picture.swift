import Synchronization

/// A size in pixels.
package struct PixelSize: Hashable, Sendable {
  package var width: Int
  package var height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// A picture encoded for a terminal. Two pictures are equal if one is a copy of the other; their
/// bytes aren't compared.
package struct PixelPicture: Hashable, Sendable {
  package enum Encoding: String, Hashable, Sendable, CaseIterable {
    case png, jpeg
    /// A device control string from ESC P to ESC \.
    case sixel
  }

  /// A unique number within the process, from 1.
  package let id: UInt32
  package let encoding: Encoding
  package let pixels: PixelSize
  package let bytes: [UInt8]
  /// Indicates that the photo's file was complete.
  package let isComplete: Bool

  private static let lastID = Atomic<UInt32>(0)

  package init(
    encoding: Encoding, pixels: PixelSize, bytes: [UInt8], isComplete: Bool = true
  ) {
    id = Self.lastID.add(1, ordering: .relaxed).newValue
    self.encoding = encoding
    self.pixels = pixels
    self.bytes = bytes
    self.isComplete = isComplete
  }

  package static func == (left: PixelPicture, right: PixelPicture) -> Bool { left.id == right.id }
  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// A pixel picture and its position on the screen.
package struct PlacedPicture: Hashable, Sendable {
  package var picture: PixelPicture
  /// The visible cells that it is scaled to fit; its top left pixel is in the first of them.
  package var rect: Rect
  /// The size of the whole picture in cells, larger than `rect` if it is clipped.
  package var whole: Size
  /// The rows and columns clipped at the top and on the left. For terminals that can't clip them
  /// (`PixelGraphics.cutsPictures`), pictures are clipped only by what covers them.
  package var skippedRows: Int
  package var skippedColumns: Int

  package init(
    _ picture: PixelPicture, rect: Rect, whole: Size? = nil, skippedRows: Int = 0,
    skippedColumns: Int = 0
  ) {
    self.picture = picture
    self.rect = rect
    self.whole = whole ?? rect.size
    self.skippedRows = skippedRows
    self.skippedColumns = skippedColumns
  }

  /// The cells of the whole picture, of which some may be outside of the screen.
  package var wholeRect: Rect {
    Rect(
      column: rect.column - skippedColumns, row: rect.row - skippedRows, columns: whole.columns,
      rows: whole.rows)
  }

  /// Returns the part of the picture in a rectangle on the screen.
  package func part(_ rect: Rect) -> PlacedPicture {
    PlacedPicture(
      picture, rect: rect, whole: whole, skippedRows: rect.row - wholeRect.row,
      skippedColumns: rect.column - wholeRect.column)
  }

  /// Indicates that both are parts of one picture at one position.
  package func hasSamePosition(as other: PlacedPicture) -> Bool {
    picture == other.picture && wholeRect == other.wholeRect
  }
}

/// A picture in one of the forms that a screen can draw.
package enum Picture: Hashable, Sendable {
  case cells(CellPicture)
  case pixels(PixelPicture)

  package var isComplete: Bool {
    switch self {
    case .cells(let picture): picture.isComplete
    case .pixels(let picture): picture.isComplete
    }
  }
}

extension Grid {
  /// Places a picture at the top of a rectangle, centered horizontally and clipped to `clip`.
  /// `cell` is the size of a cell in pixels.
  package mutating func draw(
    _ picture: PixelPicture, cell: PixelSize, in rect: Rect, clip: Rect? = nil
  ) {
    func cells(_ pixels: Int, _ cell: Int, atMost most: Int) -> Int {
      max(1, min((pixels + cell - 1) / max(1, cell), most))
    }
    let columns = cells(picture.pixels.width, cell.width, atMost: rect.columns)
    let rows = cells(picture.pixels.height, cell.height, atMost: rect.rows)
    let whole = Rect(
      column: rect.column + (rect.columns - columns) / 2, row: rect.row, columns: columns,
      rows: rows)
    let seen = whole.intersection(clip ?? whole)
    place(
      PlacedPicture(
        picture, rect: seen, whole: whole.size, skippedRows: seen.row - whole.row,
        skippedColumns: seen.column - whole.column))
  }
}

// MARK: - Pictures in characters

/// A picture made of colored characters, each one column wide.
package struct CellPicture: Hashable, Sendable {
  package let size: Size
  /// The cells, row by row from the top left.
  package let cells: [Cell]
  /// Indicates that the photo's file was complete.
  package let isComplete: Bool

  /// Creates a picture, or returns `nil` if the number of cells doesn't match the size.
  package init?(size: Size, cells: [Cell], isComplete: Bool = true) {
    guard size.columns >= 0, size.rows >= 0, cells.count == size.columns * size.rows else {
      return nil
    }
    self.size = size
    self.cells = cells
    self.isComplete = isComplete
  }

  fileprivate subscript(column: Int, row: Int) -> Cell { cells[row * size.columns + column] }
}

/// A character picture drawn on a grid.
struct CellDrawing: Hashable, Sendable {
  fileprivate let picture: CellPicture
  /// The position of the top left cell, possibly outside of the grid.
  fileprivate let origin: Point
  /// The visible part.
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
  /// Draws a picture at the top of a rectangle, centered horizontally and clipped to `clip`.
  /// - Returns: the rectangle of the whole picture.
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

  /// Indicates that a character picture was drawn into the grid.
  package var hasDrawings: Bool { !drawings.isEmpty }

  /// Returns the grid without its character pictures. Their cells contain what the pictures on
  /// `before` showed there, or spaces. Cells drawn over a picture are kept.
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

// MARK: - Regions

/// A part of a picture, in ten-thousandths of its width and height.
package struct PictureRegion: Hashable, Sendable {
  package let left: Int
  package let top: Int
  package let right: Int
  package let bottom: Int

  package static let whole = PictureRegion(left: 0, top: 0, right: side, bottom: side)
  package static let side = 10_000

  /// Creates a region, clipped to the picture and never empty.
  package init(left: Int, top: Int, right: Int, bottom: Int) {
    self.left = max(0, min(left, Self.side - 1))
    self.top = max(0, min(top, Self.side - 1))
    self.right = max(self.left + 1, min(right, Self.side))
    self.bottom = max(self.top + 1, min(bottom, Self.side))
  }

  /// Creates the region of some of a picture's `count` rows.
  package init(rows: Range<Int>, of count: Int) {
    let count = max(1, count)
    self.init(
      left: 0, top: rows.lowerBound * Self.side / count, right: Self.side,
      bottom: rows.upperBound * Self.side / count)
  }
}
