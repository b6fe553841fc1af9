import CTIFF

/// Decodes the first picture of a TIFF through libtiff.
enum TIFFDecoder {
  /// The strip or tiles that are decoded at once; libtiff holds as much again, or twice that.
  private static let pieceLimit = 450 << 20

  /// Before the limits stand: libtiff is only loaded when a TIFF comes.
  static func load() { _ = pd_tiff_load() }

  static func decode(
    _ bytes: Bytes, atLeast needed: PictureSize
  ) throws(PictureProblem) -> PixelBuffer {
    // Inks have the place of colors and alpha until they are converted.
    if let conversion = ColorConversion(.tiff, bytes), conversion.isOfInks,
      let pixels = try? read(bytes, atLeast: needed, asInks: true),
      conversion.convert(pixels.bytes, false, to: pixels)
    {
      return pixels
    }
    return try read(bytes, atLeast: needed)
  }

  private static func read(
    _ bytes: Bytes, atLeast needed: PictureSize, asInks: Bool = false
  ) throws(PictureProblem) -> PixelBuffer {
    try RowShrinker.decode(.tiff, bytes, atLeast: needed, isPremultiplied: true) {
      pd_tiff_read(
        bytes.start, bytes.count, UInt32($0.width), UInt32($0.height), asInks, pieceLimit, $1, $2)
    }
  }
}
