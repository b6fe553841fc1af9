/// A small photo from the checkout with EXIF dates.
package enum DatedPhoto {
  /// Dates are as in EXIF, `2024:05:03 10:15:00` and `+09:00`; `mark` distinguishes photos.
  package static func bytes(
    _ taken: String, offset: String? = nil, mark: UInt8 = 0
  ) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    var bytes = try folder.read(Checkout.photo("warm-soup.jpg"))
    while bytes.count > 4, bytes[2] == 0xFF, 0xE1...0xEF ~= bytes[3] {
      bytes.removeSubrange(2..<4 + Int(bytes[4]) << 8 + Int(bytes[5]))
    }
    let segment = Array("Exif\0\0".utf8) + exif(taken, offset) + [mark]
    let length = segment.count + 2
    return [0xFF, 0xD8, 0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + segment
      + bytes.dropFirst(2)
  }

  /// A big-endian directory that refers to another one, followed by its texts.
  private static func exif(_ taken: String, _ offset: String?) -> [UInt8] {
    func big(_ number: Int, _ size: Int) -> [UInt8] {
      (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
    let texts = [(0x9003, taken)] + (offset.map { [(0x9011, $0)] } ?? [])
    let start = 8 + 2 + 12 + 4
    var index = start + 2 + texts.count * 12 + 4
    var directory = big(texts.count, 2)
    var heap: [UInt8] = []
    for (tag, text) in texts {
      let value = Array(text.utf8) + [0]
      directory += big(tag, 2) + big(2, 2) + big(value.count, 4) + big(index, 4)
      index += value.count
      heap += value
    }
    return Array("MM\0*".utf8) + big(8, 4) + big(1, 2) + big(0x8769, 2) + big(4, 2) + big(1, 4)
      + big(start, 4) + big(0, 4) + directory + big(0, 4) + heap
  }
}
