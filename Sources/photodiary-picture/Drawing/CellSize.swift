/// How many cells a picture takes.
struct CellSize {
  let columns: Int
  let rows: Int

  /// The largest that fits `columns` × `rows` and keeps the proportions. A cell is `cellRatio` as
  /// wide as it is high. A picture never gets more columns than it has pixels.
  init(_ picture: PictureSize, columns: Int, rows: Int, cellRatio: Double) {
    let columns = min(columns, max(1, picture.width))
    let rowsPerColumn = Double(picture.height) / Double(picture.width) * cellRatio
    let height = Double(columns) * rowsPerColumn
    if height <= Double(rows) {
      self.columns = columns
      self.rows = min(rows, max(1, Int(height.rounded())))
    } else {
      self.columns = min(columns, max(1, Int((Double(rows) / rowsPerColumn).rounded())))
      self.rows = rows
    }
  }

  /// The pixels that make every cell worth looking at. chafa sees a cell as 8 × 8, but with six
  /// one can't tell the difference, and a large JPEG is more often decoded at an eighth.
  var pixels: PictureSize { PictureSize(width: columns * 6, height: rows * 6) }

  /// As many pixels as chafa sees.
  var allPixels: PictureSize { PictureSize(width: columns * 8, height: rows * 8) }
}
