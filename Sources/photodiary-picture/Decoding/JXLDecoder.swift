import CJXL

/// Decodes JPEG XL through libjxl, which turns it upright itself.
enum JXLDecoder {
  /// libjxl holds all pixels, in floating point where it has to.
  private static let pixelLimit: UInt64 = 60_000_000

  /// Before the limits stand: libjxl is only loaded when such a file comes.
  static func load() { _ = pd_jxl_load() }

  static func decode(
    _ bytes: Bytes, atLeast needed: PictureSize
  ) throws(PictureProblem) -> PixelBuffer {
    var picture = pd_jxl_picture()
    let status = pd_jxl_read(bytes.start, bytes.count, pixelLimit, &picture)
    defer { pd_jxl_release(&picture) }
    if let problem = PictureProblem(status: status) { throw problem }
    guard let rgba = picture.rgba else { throw .damaged }
    var shrinker = try RowShrinker(
      PictureSize(width: Int(picture.width), height: Int(picture.height)), atLeast: needed,
      isPremultiplied: picture.is_premultiplied)
    for y in 0..<Int(picture.height) { shrinker.add(rgba + y * Int(picture.width) * 4, row: y) }
    let pixels = shrinker.finish(isWhole: status != PD_JXL_INCOMPLETE)
    let profile = UnsafeRawBufferPointer(start: picture.profile, count: picture.profile_size)
    ColorConversion(profile: Array(profile))?.convert(pixels)
    return pixels
  }
}
