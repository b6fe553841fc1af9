import CTIFF

/// Decodes the first picture of a TIFF through libtiff.
enum TIFFDecoder {
  /// The strip or tiles that are decoded at once; libtiff holds as much again, or twice that.
  private static let pieceLimit = 450 << 20

  /// Before the limits stand: libtiff is only loaded when a TIFF comes.
  static func load() { _ = pd_tiff_load() }

  static func decode(_ bytes: Bytes, atLeast needed: PictureSize, _ background: Background)
    throws(PictureProblem) -> PixelBuffer
  {
    guard let size = PictureSize(.tiff, bytes) else { throw .damaged }
    if size.isTooLarge { throw .tooLarge }
    var shrinker = try RowShrinker(size, atLeast: needed, background, isPremultiplied: true)
    let status = withUnsafeMutablePointer(to: &shrinker) { shrinker in
      pd_tiff_read(
        bytes.raw.bindMemory(to: UInt8.self).baseAddress, bytes.count, UInt32(size.width),
        UInt32(size.height), pieceLimit,
        { context, y, rgba in
          guard let rgba else { return }
          context?.assumingMemoryBound(to: RowShrinker.self).pointee.add(rgba, row: Int(y))
        }, shrinker)
    }
    switch Int(status) {
    case Int(PD_TIFF_OK): return shrinker.finish()
    case Int(PD_TIFF_TOO_LARGE): throw .tooLarge
    case Int(PD_TIFF_UNKNOWN): throw .undecodableType
    default: throw .damaged
    }
  }
}
