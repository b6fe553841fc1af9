import TerminalUI

/// A validated sixel picture. The program that made it decodes untrusted files; even if it was
/// compromised, it must not send anything else to the terminal.
struct SixelImage {
  /// The bytes from ESC P to ESC \, with nothing between that ends the string or is another
  /// sequence.
  let bytes: [UInt8]
  /// The declared size.
  let size: PixelSize

  /// Validates bytes. Returns `nil` unless they are a single device control string of sixels that
  /// draws nothing outside of `size`.
  init?(_ bytes: [UInt8], within size: PixelSize) {
    var scan = SixelScan(size)
    guard bytes.withUnsafeBufferPointer({ scan.isSound($0) }) else { return nil }
    self.bytes = bytes
    self.size = scan.declared
  }

  /// Returns the part of the picture in some columns and rows of pixels.
  func part(columns: Range<Int>, rows: Range<Int>) -> [UInt8] {
    let (width, height) = (0..<size.width, 0..<size.height)
    let (columns, rows) = (columns.clamped(to: width), rows.clamped(to: height))
    if columns == width, rows == height { return bytes }
    guard !columns.isEmpty, !rows.isEmpty, let start = bytes.firstIndex(of: UInt8(ascii: "q"))
    else { return [] }
    let bands = SixelBands(bytes[(start + 1)...].dropLast(CursorPosition.stringEnd.count))
    return Array(bytes[...start]) + Array("\"1;1;\(columns.count);\(rows.count)".utf8)
      + bands.part(columns: columns, rows: rows) + CursorPosition.stringEnd
  }

  /// Returns a transmission that draws a picture, or the visible part of it, from the top left of
  /// its cells, or `nil` if it isn't valid. With `inBands`, a part ends with a complete band of six
  /// pixels, so that none touches the cells below.
  static func transmission(
    _ placed: PlacedPicture, cell: PixelSize, inBands: Bool = false, screen: Size
  ) -> Transmission? {
    guard let image = SixelImage(placed.picture.bytes, within: placed.picture.pixels) else {
      return nil
    }
    let rect = placed.rect
    let left = placed.skippedColumns * cell.width
    let top = placed.skippedRows * cell.height
    // After a picture, xterm moves the cursor to the line below and scrolls at the end of the
    // screen, so the last line must stay free.
    let isLast = rect.endRow >= screen.rows
    var height = (isLast ? rect.rows - 1 : rect.rows) * cell.height
    if isLast { height -= height % 6 }
    if inBands, placed.whole != rect.size {
      height = max(0, min(height, image.size.height - top)) / 6 * 6
    }
    let bytes = image.part(
      columns: left..<(left + rect.columns * cell.width), rows: top..<(top + height))
    return Transmission(
      picture: placed.picture, place: placed,
      pieces: Transmission.Pieces(
        cutting:
          CursorPosition.save
          + CursorPosition.move(column: rect.column, row: rect.row)
          + bytes + CursorPosition.restore),
      interruption: CursorPosition.stringEnd + CursorPosition.restore, allowsInterleavedText: false)
  }
}

// MARK: - Parts

/// The content of a valid sixel picture, in bands of six rows of pixels.
private struct SixelBands {
  /// The same sixel in adjacent columns.
  private struct Run {
    let columns: Range<Int>
    /// The pixels to draw, the topmost in the lowest bit.
    let pixels: UInt8
    let color: [UInt8]
  }

  /// The sequences that define colors.
  private var colors: [UInt8] = []
  private var bands: [[Run]] = [[]]

  /// Reads the bytes from the declared size to the end of the last band.
  init(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes.drop { SixelScan.isParameter($0) || $0 == UInt8(ascii: "\"") }
    var column = 0
    var count = 1
    var color: [UInt8] = []
    while let byte = rest.popFirst() {
      switch byte {
      case 0x3F...0x7E:
        bands[bands.count - 1].append(
          Run(columns: column..<(column + count), pixels: byte - 0x3F, color: color))
        column += count
        count = 1
      case UInt8(ascii: "!"):
        count = max(1, Int(String(decoding: Self.numbers(&rest), as: UTF8.self)) ?? 1)
      case UInt8(ascii: "#"):
        let numbers = Self.numbers(&rest)
        color = [byte] + numbers.prefix { $0 != UInt8(ascii: ";") }
        if color.count <= numbers.count { colors += [byte] + numbers }
      case UInt8(ascii: "$"): column = 0
      case UInt8(ascii: "-"):
        column = 0
        bands.append([])
      default: break
      }
    }
  }

  private static func numbers(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let numbers = rest.prefix(while: SixelScan.isParameter)
    rest = rest.dropFirst(numbers.count)
    return numbers
  }

  /// Returns the bytes that draw some columns and rows of pixels.
  func part(columns: Range<Int>, rows: Range<Int>) -> [UInt8] {
    var bytes = colors
    var color: [UInt8] = []
    for top in stride(from: rows.lowerBound, to: rows.upperBound, by: 6) {
      if top > rows.lowerBound { bytes.append(UInt8(ascii: "-")) }
      var column = columns.lowerBound
      let visible = UInt8(1 << min(6, rows.upperBound - top) - 1)
      // A band of the part may show the lower rows of one band and the upper rows of the next.
      for index in top / 6...top / 6 + 1 where bands.indices.contains(index) {
        for run in bands[index] {
          let shift = top - index * 6
          let pixels = (shift >= 0 ? run.pixels >> shift : run.pixels << -shift) & visible
          let drawn = run.columns.clamped(to: columns)
          guard pixels != 0, !drawn.isEmpty else { continue }
          if drawn.lowerBound < column {
            bytes.append(UInt8(ascii: "$"))
            column = columns.lowerBound
          }
          if run.color != color { bytes += run.color }
          color = run.color
          Self.draw(0, drawn.lowerBound - column, &bytes)
          Self.draw(pixels, drawn.count, &bytes)
          column = drawn.upperBound
        }
      }
    }
    return bytes
  }

  private static func draw(_ pixels: UInt8, _ count: Int, _ bytes: inout [UInt8]) {
    if count > 3 { bytes += Array("!\(count)".utf8) }
    bytes += Array(repeating: 0x3F + pixels, count: count > 3 ? 1 : count)
  }
}

// MARK: - Validation

/// Reads a sixel picture as a terminal does, to find out where it draws.
struct SixelScan {
  private let size: PixelSize
  /// The size that the picture declares.
  private(set) var declared = PixelSize(width: 0, height: 0)
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
    declared = PixelSize(width: width, height: height)
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
