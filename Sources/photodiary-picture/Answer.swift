/// The drawn answers, each written to standard output.
enum Answer {
  static func cells(
    _ picture: UprightPicture, columns: Int, rows: Int, colors: CellColors, cellRatio: Double,
    _ drawing: Drawing
  ) throws(PictureProblem) {
    let size = CellSize(picture.size, columns: columns, rows: rows, cellRatio: cellRatio)
    // chafa scales well, but always the whole of what it is given.
    let pixels =
      drawing.region == .whole
      ? try picture.pixels(atLeast: size.pixels) : try picture.pixels(size.allPixels)
    var art = try CellArt(pixels, size, colors)

    var answer = Array("cells \(size.columns) \(size.rows)\(note(pixels))\n".utf8)
    answer.reserveCapacity(answer.count + size.columns * size.rows * 12)
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        let cell = art.cell(column: column, row: row)
        append(cell.scalar, to: &answer)
        append(UInt32(bitPattern: cell.foreground), to: &answer)
        append(UInt32(bitPattern: cell.background), to: &answer)
      }
    }
    answer.withUnsafeBytes { StandardOutput.write($0) }
  }

  static func pixels(
    _ picture: UprightPicture, within size: PictureSize, _ form: PixelForm, _ drawing: Drawing,
    _ sign: FilmSign?
  ) throws(PictureProblem) {
    let pixels = try picture.pixels(picture.size.fitted(width: size.width, height: size.height))
    sign?.draw(on: pixels)
    try self.pixels(pixels, within: size, form, over: drawing.background)
  }

  static func pixels(
    _ pixels: borrowing PixelBuffer, within size: PictureSize, _ form: PixelForm,
    over background: Color
  ) throws(PictureProblem) {
    guard case .sixel(let colors, let cell?) = form else { return try self.pixels(pixels, form) }
    try self.pixels(
      pixels.filling(cell, over: background, atMost: size), .sixel(colors: colors, filling: nil))
  }

  private static func pixels(
    _ pixels: borrowing PixelBuffer, _ form: PixelForm
  ) throws(PictureProblem) {
    let encoded =
      switch form {
      case .png: try PNGEncoder.encode(pixels)
      case .jpeg: try JPEGEncoder.encode(pixels)
      case .sixel(let colors, _): try SixelEncoder.encode(pixels, colors: colors)
      }
    StandardOutput.write(
      "pixels \(form.name) \(pixels.size.width) \(pixels.size.height)\(note(pixels))\n")
    encoded.withUnsafeBytes { StandardOutput.write($0) }
  }

  /// A word at the end of an answer's first line where the file had only a part of the picture.
  private static func note(_ pixels: borrowing PixelBuffer) -> String {
    pixels.isWhole ? "" : " \(PictureProblem.incomplete.rawValue)"
  }

  static func withoutLocation(_ format: ImageFormat, _ bytes: Bytes) throws(PictureProblem) {
    let photo = try PhotoCleaner.clean(format, bytes)
    photo.forEachPart(of: bytes) { StandardOutput.write($0) }
    if photo.isPartial { StandardOutput.write("partial\n", to: .word) }
  }

  private static func append(_ number: UInt32, to answer: inout [UInt8]) {
    withUnsafeBytes(of: number.littleEndian) { answer.append(contentsOf: $0) }
  }
}
