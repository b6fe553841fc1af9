import CGIF

/// Decodes the first picture of a GIF through giflib.
enum GIFDecoder {
  static func decode(_ bytes: Bytes, atLeast needed: PictureSize, _ background: Background)
    throws(PictureProblem) -> PixelBuffer
  {
    guard let size = PictureSize(.gif, bytes) else { throw .damaged }
    if size.isTooLarge { throw .tooLarge }
    var shrinker = try RowShrinker(size, atLeast: needed, background)
    let status = withUnsafeMutablePointer(to: &shrinker) { shrinker in
      pd_gif_read(
        bytes.raw.bindMemory(to: UInt8.self).baseAddress, bytes.count, UInt32(size.width),
        UInt32(size.height), UInt64(PictureSize.pixelLimit),
        { context, y, rgba in
          guard let rgba else { return }
          context?.assumingMemoryBound(to: RowShrinker.self).pointee.add(rgba, row: Int(y))
        }, shrinker)
    }
    switch Int(status) {
    case Int(PD_GIF_OK): return shrinker.finish()
    case Int(PD_GIF_TOO_LARGE): throw .tooLarge
    default: throw .damaged
    }
  }
}
