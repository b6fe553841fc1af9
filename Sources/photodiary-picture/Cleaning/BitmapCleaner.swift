/// Keeps of a BMP its header, its colors and its pixels.
enum BitmapCleaner {
  static func clean(_ bytes: Bytes) throws(PictureProblem) -> CleanPhoto {
    guard let pixels = bytes.number32(10, .little), let header = bytes.number32(14, .little),
      let length = pixelLength(bytes, header), 14 + header <= pixels, pixels <= bytes.count
    else { throw .damaged }
    // Between the header and the pixels are masks and colors, and nobody knows what else.
    let tables = min(pixels, 14 + header + tableLength(bytes, header))
    bytes.fill(tables..<pixels, with: 0)
    if header >= 124, bytes.has("KNIL", at: 70) || bytes.has("DEBM", at: 70) {
      // A color profile at the end, or in a file whose path is told: sRGB instead.
      bytes.store(Array("BGRs".utf8), at: 70)
      bytes.fill(126..<134, with: 0)
    }
    let end = min(bytes.count, pixels + length)
    bytes.store16(end & 0xFFFF, at: 2, .little)
    bytes.store16(end >> 16, at: 4, .little)
    // Four bytes that programs may use as they like.
    bytes.fill(6..<10, with: 0)
    var photo = CleanPhoto()
    photo.keep(0..<end)
    photo.leaveOut(end..<bytes.count, of: bytes)
    return photo
  }

  private static func tableLength(_ bytes: Bytes, _ header: Int) -> Int {
    let depth = bytes.number16(header == 12 ? 24 : 28, .little) ?? 0
    if header == 12 { return depth <= 8 ? 3 << depth : 0 }
    let used = bytes.number32(46, .little) ?? 0
    let colors = used > 0 ? min(used, 256) : depth <= 8 ? 1 << depth : 0
    return (header == 40 ? 16 : 0) + colors * 4
  }

  /// Nil when that can't be told.
  private static func pixelLength(_ bytes: Bytes, _ header: Int) -> Int? {
    guard let size = PictureSize(.bmp, bytes),
      let depth = bytes.number16(header == 12 ? 24 : 28, .little)
    else { return nil }
    let compression = header == 12 ? 0 : bytes.number32(30, .little) ?? 0
    if [0, 3, 6].contains(compression) {
      let row = (size.width * depth + 31) / 32 * 4
      let (length, overflow) = row.multipliedReportingOverflow(by: size.height)
      return overflow ? nil : min(length, bytes.count)
    }
    return bytes.number32(34, .little).flatMap { $0 > 0 ? $0 : nil }
  }
}
