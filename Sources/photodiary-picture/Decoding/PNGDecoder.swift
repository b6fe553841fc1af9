import CPNG

/// Decodes PNG through libpng row by row, shrinking on the way, so that memory stays small.
enum PNGDecoder {
  /// An interlaced picture has to be held whole while it is read.
  private static let wholeLimit = 400 << 20

  static func decode(_ bytes: Bytes, atLeast needed: PictureSize, _ background: Background)
    throws(PictureProblem) -> PixelBuffer
  {
    guard let size = PictureSize(.png, bytes) else { throw .damaged }
    if size.isTooLarge { throw .tooLarge }
    var shrinker = try RowShrinker(size, atLeast: needed, background)
    let status = withUnsafeMutablePointer(to: &shrinker) { shrinker in
      pd_png_read(
        bytes.raw.bindMemory(to: UInt8.self).baseAddress, bytes.count, wholeLimit,
        { context, y, rgba in
          guard let rgba else { return }
          context?.assumingMemoryBound(to: RowShrinker.self).pointee.add(rgba, row: Int(y))
        }, shrinker)
    }
    switch Int(status) {
    case Int(PD_PNG_OK): return shrinker.finish()
    case Int(PD_PNG_TOO_LARGE): throw .tooLarge
    default: throw .damaged
    }
  }
}
