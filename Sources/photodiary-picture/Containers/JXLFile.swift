/// The parts of a JPEG XL file (ISO/IEC 18181-2): the picture alone, or boxes of which some hold it.
struct JXLFile {
  private let bytes: Bytes
  /// Empty where the file is the picture alone.
  let boxes: [Chunk]

  static let mark: StaticString = "\0\0\0\u{C}JXL \r\n"

  init?(_ bytes: Bytes) {
    self.bytes = bytes
    if bytes.number16(0, .big) == 0xFF0A {
      boxes = []
    } else if bytes.has(Self.mark, at: 0) {
      boxes = Array(HEIFBoxes(bytes, in: bytes.all).prefix(4096))
    } else {
      return nil
    }
  }

  /// The content of the first box of a name.
  func content(_ name: StaticString) -> Range<Int>? {
    boxes.first { bytes.has(name, at: $0.name) }?.content
  }

  /// The size as one sees the picture.
  var size: PictureSize? {
    // Parts of a picture begin with their number.
    let part = content("jxlc")?.lowerBound ?? content("jxlp").map { $0.lowerBound + 4 }
    guard let start = boxes.isEmpty ? 0 : part, bytes.number16(start, .big) == 0xFF0A
    else { return nil }
    var bits = Bits(bytes: bytes, position: (start + 2) * 8)
    let isSmall = bits.next(1) == 1
    func side() -> Int? {
      if isSmall { return bits.next(5).map { ($0 + 1) * 8 } }
      return bits.next(2).flatMap { bits.next([9, 13, 18, 30][$0]) }.map { $0 + 1 }
    }
    guard let height = side(), let ratio = bits.next(3) else { return nil }
    let (parts, of) = [(0, 1), (1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)][ratio]
    guard let width = ratio == 0 ? side() : height * parts / of else { return nil }
    let size = PictureSize(width: width, height: height)
    // Unless everything is as usual, the orientation may follow.
    let hasOrientation = bits.next(1) == 0 && bits.next(1) == 1
    return hasOrientation && bits.next(3) ?? 0 >= 4 ? size.turned : size
  }

  /// Numbers of any length, the lowest bit first.
  private struct Bits {
    let bytes: Bytes
    var position: Int

    mutating func next(_ count: Int) -> Int? {
      var number = 0
      for bit in 0..<count {
        guard let byte = bytes.byte(position / 8) else { return nil }
        number |= Int(byte >> UInt8(position % 8) & 1) << bit
        position += 1
      }
      return number
    }
  }
}
