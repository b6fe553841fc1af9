import CPNG

/// Decodes PNG through libpng row by row, shrinking on the way, so that memory stays small.
enum PNGDecoder {
  /// An interlaced picture has to be held whole while it is read.
  private static let wholeLimit = 400 << 20

  static func decode(
    _ bytes: Bytes, atLeast needed: PictureSize
  ) throws(PictureProblem) -> PixelBuffer {
    try RowShrinker.decode(.png, bytes, atLeast: needed) { _, handler, shrinker in
      pd_png_read(bytes.start, bytes.count, wholeLimit, handler, shrinker)
    }
  }
}
