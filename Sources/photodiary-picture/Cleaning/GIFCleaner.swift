/// Keeps of a GIF its pictures and how they follow each other.
enum GIFCleaner {
  static func clean(_ bytes: Bytes) throws(PictureProblem) -> CleanPhoto {
    guard let flags = bytes.byte(10), bytes.count >= 13 else { throw .damaged }
    var photo = CleanPhoto()
    var position = 13 + colors(flags)
    photo.keep(0..<min(position, bytes.count))
    var hasPixels = false
    while let kind = bytes.byte(position), kind != 0x3B {
      let start = position
      switch kind {
      case 0x2C:
        guard let flags = bytes.byte(position + 9) else { throw .damaged }
        // Its place, its colors, and how many bits its numbers have.
        position = blocksEnd(bytes, from: position + 10 + colors(flags) + 1)
        photo.keep(start..<min(position, bytes.count))
        hasPixels = true
      case 0x21:
        position = blocksEnd(bytes, from: position + 2)
        if keepsExtension(bytes, at: start) { photo.keep(start..<min(position, bytes.count)) }
      default:
        throw .damaged
      }
    }
    guard hasPixels else { throw .damaged }
    if bytes.byte(position) == 0x3B { photo.keep(position..<position + 1) }
    photo.leaveOut(min(position + 1, bytes.count)..<bytes.count, of: bytes)
    return photo
  }

  /// The length of a table of colors.
  private static func colors(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (flags & 7 + 1) }

  /// After the blocks, each of which begins with its length.
  private static func blocksEnd(_ bytes: Bytes, from start: Int) -> Int {
    var position = start
    while let length = bytes.byte(position), length > 0 { position += 1 + Int(length) }
    return position + 1
  }

  /// How a picture is shown, and how often all of them are.
  private static func keepsExtension(_ bytes: Bytes, at position: Int) -> Bool {
    switch bytes.byte(position + 1) {
    case 0xF9: true
    case 0xFF:
      bytes.has("\u{B}NETSCAPE2.0\u{3}", at: position + 2) && bytes.byte(position + 18) == 0
    default: false
    }
  }
}
