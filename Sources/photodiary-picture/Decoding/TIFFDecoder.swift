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
    try RowShrinker.decode(.tiff, bytes, atLeast: needed, isPremultiplied: true) {
      pd_tiff_read(
        bytes.start, bytes.count, UInt32($0.width), UInt32($0.height), pieceLimit, $1, $2)
    }
  }
}
