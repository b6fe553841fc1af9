import TerminalUI

extension PixelPicture {
  /// Reads what the picture program writes: a line `pixels <encoding> <width> <height>`, with
  /// `incomplete` where the file had only a part of it, then the encoded picture. `nil` unless it is
  /// that, no larger than `limit`, and begins as its encoding does.
  init?(decoding bytes: [UInt8], _ encoding: Encoding, atMost limit: PixelSize) {
    guard let end = bytes.prefix(40).firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let words = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ")
    guard words.count == 4 || words.count == 5 && words[4] == "incomplete", words[0] == "pixels",
      words[1] == encoding.rawValue, let width = Int(words[2]), let height = Int(words[3]),
      1...limit.width ~= width,
      1...limit.height ~= height
    else { return nil }
    let content = Array(bytes[(end + 1)...])
    guard content.starts(with: encoding.beginning), content.suffix(2) == encoding.end[...] else {
      return nil
    }
    self.init(
      encoding: encoding, pixels: PixelSize(width: width, height: height), bytes: content,
      isWhole: words.count == 4)
  }
}

extension PixelPicture.Encoding {
  fileprivate var beginning: [UInt8] {
    switch self {
    case .png: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    case .jpeg: [0xFF, 0xD8, 0xFF]
    case .sixel: [0x1B, UInt8(ascii: "P")]
    }
  }

  /// Its last two bytes: a picture that was cut off lacks them.
  fileprivate var end: [UInt8] {
    switch self {
    // The checksum of the chunk that ends every PNG.
    case .png: [0x60, 0x82]
    case .jpeg: [0xFF, 0xD9]
    case .sixel: [0x1B, UInt8(ascii: "\\")]
    }
  }
}
