import TerminalUI

/// Reads a sixel picture as a terminal does, as far as to know what it draws on.
struct SixelScan {
  private let size: PixelSize
  /// Those that are left, with the one that is being drawn.
  private var bands: Int
  private var column = 0

  init(_ size: PixelSize) {
    self.size = size
    bands = (size.height + 5) / 6
  }

  /// Whether it is one device control string of sixels as the picture program writes them, with
  /// nothing in it that could end it, be another sequence or lie outside the size.
  mutating func isSound(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let end = bytes.count - 2
    guard end >= 3, bytes[0] == 0x1B, bytes[1] == UInt8(ascii: "P"), bytes[end] == 0x1B,
      bytes[end + 1] == UInt8(ascii: "\\")
    else { return false }
    var index = 2
    // At most three numbers come before the q.
    while index < end, index < 2 + 16, Self.isParameter(bytes[index]) { index += 1 }
    guard index < end, bytes[index] == UInt8(ascii: "q") else { return false }
    index += 1
    // Its size, and that a pixel is as high as wide: without it, some terminals double the height.
    guard Self.consume("\"", bytes, &index, end), Self.number(bytes, &index, end) == 1,
      Self.consume(";", bytes, &index, end), Self.number(bytes, &index, end) == 1,
      Self.consume(";", bytes, &index, end), let width = Self.number(bytes, &index, end),
      width <= size.width, Self.consume(";", bytes, &index, end),
      let height = Self.number(bytes, &index, end), height <= size.height
    else { return false }
    while index < end {
      guard consumeOne(bytes, &index, end) else { return false }
    }
    return true
  }

  static func isParameter(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || byte == UInt8(ascii: ";")
  }

  /// A sixel, a repeated one, a color, the end of a line or of a band, or a line break.
  private mutating func consumeOne(
    _ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int, _ end: Int
  ) -> Bool {
    let byte = bytes[index]
    switch byte {
    case 0x3F...0x7E:
      index += 1
      return draw(byte, 1)
    case UInt8(ascii: "!"):
      index += 1
      guard let count = Self.number(bytes, &index, end), index < end else { return false }
      index += 1
      return draw(bytes[index - 1], max(1, count))
    case UInt8(ascii: "#"):
      index += 1
      // Which one, and what it is made of.
      for _ in 0..<5 {
        guard Self.number(bytes, &index, end) != nil else { return false }
        guard Self.consume(";", bytes, &index, end) else { return true }
      }
      return false
    case UInt8(ascii: "$"): column = 0
    case UInt8(ascii: "-"):
      column = 0
      bands -= 1
    case 0x0A, 0x0D: break
    default: return false
    }
    index += 1
    return bands >= 0
  }

  private mutating func draw(_ sixel: UInt8, _ count: Int) -> Bool {
    guard 0x3F...0x7E ~= sixel, bands > 0 else { return false }
    column += count
    // Of the last band there may be less than six rows.
    let rows = bands == 1 && size.height % 6 != 0 ? size.height % 6 : 6
    return column <= size.width && (sixel - 0x3F) >> UInt8(rows) == 0
  }

  private static func consume(
    _ mark: Unicode.Scalar, _ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int, _ end: Int
  ) -> Bool {
    guard index < end, UInt32(bytes[index]) == mark.value else { return false }
    index += 1
    return true
  }

  /// A number of at most five digits; none is 0.
  private static func number(
    _ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int, _ end: Int
  ) -> Int? {
    var number = 0
    let start = index
    while index < end, 0x30...0x39 ~= bytes[index] {
      guard index - start < 5 else { return nil }
      number = number * 10 + Int(bytes[index] - 0x30)
      index += 1
    }
    return number
  }
}
