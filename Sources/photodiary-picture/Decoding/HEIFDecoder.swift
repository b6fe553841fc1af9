import CHEIF

/// Decodes HEIC and AVIF through libheif, which turns them upright itself.
enum HEIFDecoder {
  /// Before the limits stand: libheif is only loaded when such a file comes.
  static func load() { _ = pd_heif_load() }

  static func decode(
    _ bytes: Bytes, atLeast needed: PictureSize
  ) throws(PictureProblem) -> PixelBuffer {
    // A thumbnail may be whole where its picture is cut off.
    guard let file = HEIFFile(bytes), file.isWhole, let size = file.size else { throw .damaged }
    if size.isTooLarge { throw .tooLarge }
    var picture = pd_heif_picture()
    let status = pd_heif_read(
      bytes.start, bytes.count, UInt32(needed.width), UInt32(needed.height),
      UInt64(PictureSize.pixelLimit), file.isGray, file.profile != nil, &picture)
    defer { pd_heif_release(&picture) }
    if let problem = PictureProblem(status: status) { throw problem }
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
}
