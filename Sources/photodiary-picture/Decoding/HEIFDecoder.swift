import CHEIF

/// Decodes HEIC and AVIF through libheif, which turns them upright itself.
enum HEIFDecoder {
  /// Before the limits stand: libheif is only loaded when such a file comes.
  static func load() { _ = pd_heif_load() }

  static func decode(_ bytes: Bytes, atLeast needed: PictureSize, _ background: Color)
    throws(PictureProblem) -> PixelBuffer
  {
    // A thumbnail may be whole where its picture is cut off.
    guard let file = HEIFFile(bytes), file.isWhole, let size = file.size else { throw .damaged }
    if size.isTooLarge { throw .tooLarge }
    var picture = pd_heif_picture()
    let status = pd_heif_read(
      bytes.start, bytes.count, UInt32(needed.width), UInt32(needed.height),
      UInt64(PictureSize.pixelLimit), &picture)
    defer { pd_heif_release(&picture) }
    if let problem = PictureProblem(status: status) { throw problem }
    guard let rgba = picture.rgba else { throw .damaged }
    var shrinker = try RowShrinker(
      PictureSize(width: Int(picture.width), height: Int(picture.height)), atLeast: needed,
      background, isPremultiplied: picture.is_premultiplied)
    for y in 0..<Int(picture.height) { shrinker.add(rgba + y * picture.stride, row: y) }
    return shrinker.finish()
  }
}
