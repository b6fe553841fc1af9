import CHEIF

/// Decodes HEIC and AVIF through libheif, which turns them upright itself.
enum HEIFDecoder {
  /// Before the limits stand: libheif is only loaded when such a file comes.
  static func load() { _ = pd_heif_load() }

  static func decode(
    _ bytes: Bytes, atLeast needed: PictureSize
  ) throws(PictureProblem) -> PixelBuffer {
    guard let file = HEIFFile(bytes), file.main != nil else {
      return try decodeSequence(bytes, atLeast: needed)
    }
    let parts = try HEIFParts(file, bytes)
    // libheif reads none of it if a part of it is missing.
    if !file.isWhole { return try parts.remains(atLeast: needed) }
    if let pixels = try parts.large(atLeast: needed) { return pixels }
    var picture = pd_heif_picture()
    defer { pd_heif_release(&picture) }
    if let problem = read(file, bytes, atLeast: needed, &picture) {
      // libheif calls codings that it doesn't know damaged.
      throw problem == .damaged && !file.hasKnownCoding ? .undecodableType : problem
    }
    var shrinker = try RowShrinker(
      PictureSize(width: Int(picture.width), height: Int(picture.height)), atLeast: needed,
      isPremultiplied: picture.is_premultiplied)
    var row = [UInt8](repeating: 0, count: Int(picture.width) * 4)
    for y in 0..<picture.height {
      pd_heif_row(&picture, y, &row)
      shrinker.add(row, row: Int(y))
    }
    return shrinker.finish()
  }

  /// Reads the main picture of a file that is whole. It has to be released, unless there is a problem.
  static func read(
    _ file: HEIFFile, _ bytes: Bytes, atLeast needed: PictureSize,
    _ picture: inout pd_heif_picture
  ) -> PictureProblem? {
    let status = pd_heif_read(
      bytes.start, bytes.count, UInt32(needed.width), UInt32(needed.height),
      UInt64(PictureSize.pixelLimit), file.isGray, file.profile != nil, &picture)
    let problem = PictureProblem(status: status)
    if problem != nil { pd_heif_release(&picture) }
    return problem
  }

  private static func decodeSequence(
    _ bytes: Bytes, atLeast needed: PictureSize
  ) throws(PictureProblem) -> PixelBuffer {
    guard let still = try HEIFSequence(bytes).still else { throw .damaged }
    let pixels = try decode(still.bytes, atLeast: needed)
    ColorConversion(.heic, still.bytes)?.convert(pixels)
    return pixels
  }
}
