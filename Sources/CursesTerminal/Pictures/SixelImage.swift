import TerminalUI

/// A validated sixel picture. The program that made it decodes untrusted files; even if it was
/// compromised, it must not send anything else to the terminal.
struct SixelImage {
  /// The bytes from ESC P to ESC \, with nothing between that ends the string or is another
  /// sequence.
  let bytes: [UInt8]

  /// Validates bytes. Returns `nil` unless they are a single device control string of sixels that
  /// draws nothing outside of `size`.
  init?(_ bytes: [UInt8], within size: PixelSize) {
    var scan = SixelScan(size)
    guard bytes.withUnsafeBufferPointer({ scan.isSound($0) }) else { return nil }
    self.bytes = bytes
  }

  /// Returns the top bands of six pixels that fit into a height.
  func bands(within height: Int) -> [UInt8] {
    let most = max(1, height / 6)
    guard let start = bytes.firstIndex(of: UInt8(ascii: "q")) else { return bytes }
    var ends = bytes.indices.filter { bytes[$0] == UInt8(ascii: "-") }
    ends.append(bytes.count - CursorPosition.stringEnd.count)
    let end = ends[min(most, ends.count) - 1]
    var body = bytes[(start + 1)..<end]
    var raster: [UInt8] = []
    if body.first == UInt8(ascii: "\"") {
      // The declared size counts, regardless of what is drawn.
      let numbers = body.dropFirst().prefix(while: SixelScan.isParameter)
      body = body.dropFirst(1 + numbers.count)
      var parts = String(decoding: numbers, as: UTF8.self).split(
        separator: ";", omittingEmptySubsequences: false
      ).map { Int($0) ?? 1 }
      if parts.count == 4 {
        parts[3] = min(parts[3], most * 6)
        raster = Array("\"\(parts.map(String.init).joined(separator: ";"))".utf8)
      }
    }
    return Array(bytes[...start]) + raster + body + CursorPosition.stringEnd
  }

  /// Returns a transmission that draws a picture from the top left of its cells, or `nil` if it
  /// isn't valid.
  static func transmission(
    _ placed: PlacedPicture, cell: PixelSize, screen: Size
  ) -> Transmission? {
    guard let image = SixelImage(placed.picture.bytes, within: placed.picture.pixels) else {
      return nil
    }
    var bytes = image.bytes
    if placed.rect.endRow >= screen.rows {
      // After a picture, xterm moves the cursor to the line below and scrolls at the end of the
      // screen, so the last line must stay free.
      bytes = placed.rect.rows > 1 ? image.bands(within: (placed.rect.rows - 1) * cell.height) : []
    }
    return Transmission(
      picture: placed.picture, place: placed,
      pieces: Transmission.Pieces(
        cutting:
          CursorPosition.save
          + CursorPosition.move(column: placed.rect.column, row: placed.rect.row)
          + bytes + CursorPosition.restore),
      interruption: CursorPosition.stringEnd + CursorPosition.restore, allowsInterleavedText: false)
  }
}

// MARK: - Validation

/// Reads a sixel picture as a terminal does, to find out where it draws.
struct SixelScan {
  private let size: PixelSize
  /// The number of bands left, including the current one.
  private var bands: Int
  private var column = 0

  init(_ size: PixelSize) {
    self.size = size
    bands = (size.height + 5) / 6
  }

  /// Returns whether the bytes are a single device control string of sixels as the picture program
  /// writes them, with nothing that ends it early, is another sequence or draws outside of the
  /// size.
  mutating func isSound(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let end = bytes.count - 2
    guard end >= 3, bytes[0] == 0x1B, bytes[1] == UInt8(ascii: "P"), bytes[end] == 0x1B,
      bytes[end + 1] == UInt8(ascii: "\\")
    else { return false }
    var index = 2
    // At most three numbers precede the q.
    while index < end, index < 2 + 16, Self.isParameter(bytes[index]) { index += 1 }
    guard index < end, bytes[index] == UInt8(ascii: "q") else { return false }
    index += 1
    // The size with square pixels: without it, some terminals double the height.
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

  /// Reads a sixel, a repeated sixel, a color, the end of a line or band, or a line break.
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
      // The number of the color and its components.
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
    // The last band may have fewer than six rows.
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

  /// Reads a number of at most five digits; no digits count as 0.
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
