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
