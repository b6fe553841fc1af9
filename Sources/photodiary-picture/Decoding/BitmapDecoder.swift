/// Decodes BMP, the bitmaps of Windows and OS/2. Ignores the alpha channel, which most programs
/// fill with zeros.
struct BitmapDecoder {
  private let bytes: Bytes
  private let size: ImageSize
  private let depth: Int
  private let compression: Int
  /// The offset of the pixels.
  private let start: Int
  /// `true` if the first row is at the top.
  private let isTopDown: Bool
  private var colors: [(red: UInt8, green: UInt8, blue: UInt8)] = []
  private var channels: [Channel] = []

  /// The bits of a pixel for one of its colors.
  private struct Channel {
    let mask: UInt64

    func value(_ pixel: UInt64) -> UInt8 {
      guard mask > 0 else { return 0 }
      let shift = UInt64(mask.trailingZeroBitCount)
      return UInt8(clamping: ((pixel & mask) >> shift) * 255 / (mask >> shift))
    }
  }

  /// The maximum number of run-length encoded pixels, which are all in memory, one byte each.
  private static let maxRunPixels = 200_000_000

  static func decode(_ bytes: Bytes, atLeast needed: ImageSize) throws -> PixelBuffer {
    let decoder = try BitmapDecoder(bytes)
    if decoder.size.isTooLarge { throw ImageError.tooLarge }
    let shrinker = try RowShrinker(decoder.size, atLeast: needed)
    return switch decoder.compression {
    case 1, 2: try decoder.runs(shrinker)
    default: try decoder.rows(shrinker)
    }
  }

  private init(_ bytes: Bytes) throws {
    guard let size = ImageSize(.bmp, bytes), let header = bytes.number32(14, .little),
      let start = bytes.number32(10, .little), start < bytes.count,
      let depth = bytes.number16(header == 12 ? 24 : 28, .little)
    else { throw ImageError.damaged }
    self.bytes = bytes
    self.size = size
    self.depth = depth
    self.start = start
    compression = header == 12 ? 0 : bytes.number32(30, .little) ?? 0
    isTopDown = header != 12 && bytes.number32(22, .little) ?? 0 >= 1 << 31
    switch (depth, compression) {
    case (1, 0), (2, 0), (4, 0), (8, 0), (8, 1), (4, 2):
      readColors(header)
    case (16, 0): channels = [0x7C00, 0x03E0, 0x001F].map(Channel.init)
    case (24, 0): break
    case (32, 0): channels = [0xFF_0000, 0x00_FF00, 0x00_00FF].map(Channel.init)
    // On OS/2, the same number means another compression.
    case (16, 3), (32, 3), (16, 6), (32, 6):
      guard header != 64 else { throw ImageError.undecodableType }
      channels = [54, 58, 62].map { Channel(mask: UInt64(bytes.number32($0, .little) ?? 0)) }
    default: throw ImageError.undecodableType
    }
  }

  private mutating func readColors(_ header: Int) {
    let entry = header == 12 ? 3 : 4
    for index in 0..<1 << depth {
      let position = 14 + header + index * entry
      // Missing colors are black, including those that would overlap the pixels.
      let color = position + 2 < start ? (0..<3).map { bytes.byte(position + $0) ?? 0 } : [0, 0, 0]
      colors.append((color[2], color[1], color[0]))
    }
  }

  // MARK: Rows

  private func rows(_ shrinker: consuming RowShrinker) throws -> PixelBuffer {
    let length = (size.width * depth + 31) / 32 * 4
    let used = (size.width * depth + 7) / 8
    var (isWhole, hasRows) = (true, false)
    var row = [UInt8](repeating: 0, count: size.width * 4)
    for y in 0..<size.height {
      let position = start + (isTopDown ? y : size.height - 1 - y) * length
      if let range = bytes.range(at: position, count: used) {
        convert(bytes.raw(range), to: &row)
        hasRows = true
      } else {
        row.withUnsafeMutableBytes { _ = $0.initializeMemory(as: UInt8.self, repeating: 0) }
        isWhole = false
      }
      shrinker.add(row, row: y)
    }
    guard hasRows else { throw ImageError.damaged }
    return shrinker.finish(isWhole: isWhole)
  }

  private func convert(_ from: UnsafeRawBufferPointer, to row: inout [UInt8]) {
    for x in 0..<size.width {
      let color: (red: UInt8, green: UInt8, blue: UInt8)
      switch depth {
      case 24: color = (from[x * 3 + 2], from[x * 3 + 1], from[x * 3])
      case 16, 32:
        let pixel =
          depth == 16
          ? UInt64(from.loadUnaligned(fromByteOffset: x * 2, as: UInt16.self).littleEndian)
          : UInt64(from.loadUnaligned(fromByteOffset: x * 4, as: UInt32.self).littleEndian)
        color = (
          channels[0].value(pixel), channels[1].value(pixel), channels[2].value(pixel)
        )
      default:
        let bit = x * depth
        color = colors[Int(from[bit / 8]) >> (8 - depth - bit % 8) & (1 << depth - 1)]
      }
      set(color, x, of: &row)
    }
  }

  private func set(
    _ color: (red: UInt8, green: UInt8, blue: UInt8), _ x: Int, of row: inout [UInt8]
  ) {
    (row[x * 4], row[x * 4 + 1], row[x * 4 + 2], row[x * 4 + 3]) = (
      color.red, color.green, color.blue, 255
    )
  }

  // MARK: Runs

  /// Decodes runs of 4 or 8 bits: a count and a color; or after a zero, a count of colors, the end
  /// of a row or of the picture, or an offset.
  private func runs(_ shrinker: consuming RowShrinker) throws -> PixelBuffer {
    guard size.width * size.height <= Self.maxRunPixels else { throw ImageError.tooLarge }
    var pixels = [UInt8](repeating: 0, count: size.width * size.height)
    var (x, y, position) = (0, 0, start)
    var isWhole = false
    func put(_ color: UInt8) {
      if x < size.width, y < size.height {
        pixels[(isTopDown ? y : size.height - 1 - y) * size.width + x] = color
      }
      x += 1
    }
    func color(_ byte: UInt8, _ index: Int) -> UInt8 {
      depth == 8 ? byte : index % 2 == 0 ? byte >> 4 : byte & 15
    }
    while y < size.height, let count = bytes.byte(position), let value = bytes.byte(position + 1) {
      position += 2
      switch (count, value) {
      case (0, 0): (x, y) = (0, y + 1)
      case (0, 1): (y, isWhole) = (size.height, true)
      case (0, 2):
        x += Int(bytes.byte(position) ?? 0)
        y += Int(bytes.byte(position + 1) ?? 0)
        position += 2
      case (0, _):
        for index in 0..<Int(value) {
          guard let byte = bytes.byte(position + (depth == 8 ? index : index / 2)) else { break }
          put(color(byte, index))
        }
        // Padded to words.
        position += (Int(value) * depth + 15) / 16 * 2
      default:
        for index in 0..<Int(count) { put(color(value, index)) }
      }
    }
    guard position > start else { throw ImageError.damaged }
    var row = [UInt8](repeating: 0, count: size.width * 4)
    for line in 0..<size.height {
      for x in 0..<size.width { set(colors[Int(pixels[line * size.width + x])], x, of: &row) }
      shrinker.add(row, row: line)
    }
    // Without an end marker, the picture is complete if all rows ended.
    return shrinker.finish(isWhole: isWhole || y >= size.height)
  }
}
