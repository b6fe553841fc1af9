import Synchronization

/// An extent in pixels.
package struct PixelSize: Hashable, Sendable {
  package var width: Int
  package var height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// A picture in pixels, encoded as a terminal takes it. Two are the same when one is a copy of the
/// other: their bytes aren't compared.
package struct PixelPicture: Hashable, Sendable {
  package enum Encoding: String, Hashable, Sendable, CaseIterable {
    case png, jpeg
    /// A device control string from ESC P to ESC \.
    case sixel
  }

  /// Tells pictures apart for as long as the program runs; from 1.
  package let id: UInt32
  package let encoding: Encoding
  package let pixels: PixelSize
  package let bytes: [UInt8]
  /// `true` if the photo's file had all of it.
  package let isWhole: Bool

  private static let lastID = Atomic<UInt32>(0)

  package init(
    encoding: Encoding, pixels: PixelSize, bytes: [UInt8], isWhole: Bool = true
  ) {
    id = Self.lastID.add(1, ordering: .relaxed).newValue
    self.encoding = encoding
    self.pixels = pixels
    self.bytes = bytes
    self.isWhole = isWhole
  }

  package static func == (left: PixelPicture, right: PixelPicture) -> Bool { left.id == right.id }
  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// A picture in pixels and the cells that it lies over.
package struct PlacedPicture: Hashable, Sendable {
  package var picture: PixelPicture
  /// The cells in view that it is scaled to fit, its top left pixel in the first of them.
  package var rect: Rect
  /// How many cells the whole picture has; more than are in view when it is cut.
  package var whole: Size
  /// How many of them are cut off at the top and on the left. Always none where the terminal can't cut pictures
  /// (`PixelGraphics.cutsPictures`).
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
}

/// A picture as a screen draws it.
package enum Picture: Hashable, Sendable {
  case cells(CellPicture)
  case pixels(PixelPicture)

  package var isWhole: Bool {
    switch self {
    case .cells(let picture): picture.isWhole
    case .pixels(let picture): picture.isWhole
    }
  }
}

extension Grid {
  /// Lays a picture over the middle of a rectangle's width, at its top, as far as it lies in
  /// `clip`. `cell` is the size of a cell.
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

/// A part of a picture, in ten-thousandths of its sides.
package struct PictureRegion: Hashable, Sendable {
  package let left: Int
  package let top: Int
  package let right: Int
  package let bottom: Int

  package static let whole = PictureRegion(left: 0, top: 0, right: side, bottom: side)
  package static let side = 10_000

  /// Keeps what lies in the picture; never empty.
  package init(left: Int, top: Int, right: Int, bottom: Int) {
    self.left = max(0, min(left, Self.side - 1))
    self.top = max(0, min(top, Self.side - 1))
    self.right = max(self.left + 1, min(right, Self.side))
    self.bottom = max(self.top + 1, min(bottom, Self.side))
  }

  /// Some rows of a picture that has `count` of them.
  package init(rows: Range<Int>, of count: Int) {
    let count = max(1, count)
    self.init(
      left: 0, top: rows.lowerBound * Self.side / count, right: Self.side,
      bottom: rows.upperBound * Self.side / count)
  }
}
