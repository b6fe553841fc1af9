/// All that a JPEG is made of up to its end, as decoders read it: they pass over what stands
/// between two segments and is neither.
struct JPEGParts: Sequence, IteratorProtocol {
  enum Part {
    /// With its marker and its length; the content without.
    case segment(UInt8, Range<Int>, content: Range<Int>)
    /// The pixels of one scan.
    case pixels(Range<Int>)
    /// The end of the picture.
    case end(Range<Int>)
    /// No part of the picture.
    case stray(Range<Int>)
  }

  private let bytes: Bytes
  private let limit: Int
  /// After the last part.
  private(set) var position: Int
  private var isInScan = false
  private var isOver = false

  /// Begins after the start-of-image marker at the start of `range`.
  init(_ bytes: Bytes, in range: Range<Int>) {
    self.bytes = bytes
    position = Swift.min(range.lowerBound + 2, range.upperBound)
    limit = Swift.min(range.upperBound, bytes.count)
  }

  mutating func next() -> Part? {
    guard !isOver, position < limit else { return nil }
    let start = position
    let mark = nextMark(from: start)
    if mark > start {
      position = mark
      return isInScan ? .pixels(start..<mark) : .stray(start..<mark)
    }
    isInScan = false
    guard let marker = bytes.byte(mark + 1) else { return nil }
    switch marker {
    case 0xD9:
      position = mark + 2
      isOver = true
      return .end(mark..<position)
    case 0x01, 0xD0...0xD8:  // Markers that stand alone.
      position = mark + 2
      return .stray(mark..<position)
    default:
      guard let length = bytes.number16(mark + 2, .big), length >= 2, mark + 2 + length <= limit
      else {
        isOver = true
        return nil
      }
      position = mark + 2 + length
      isInScan = marker == 0xDA
      return .segment(marker, mark..<position, content: mark + 4..<position)
    }
  }

  /// Where the next marker stands; those that restart a scan are within it.
  private func nextMark(from start: Int) -> Int {
    var rest = start..<limit
    while let found = bytes.first([0xFF], in: rest), found + 1 < limit,
      let marker = bytes.byte(found + 1)
    {
      switch marker {
      case 0xFF: rest = found + 1..<limit
      case 0x00: rest = found + 2..<limit
      case 0xD0...0xD7 where isInScan: rest = found + 2..<limit
      default: return found
      }
    }
    return limit
  }
}
