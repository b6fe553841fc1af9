/// The boxes that HEIC and AVIF are made of, one after the other within a range.
struct HEIFBoxes: Sequence, IteratorProtocol {
  private let bytes: Bytes
  private let end: Int
  private(set) var position: Int

  init(_ bytes: Bytes, in range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = Swift.min(range.upperBound, bytes.count)
  }

  mutating func next() -> Chunk? {
    guard end - position >= 8, let size = bytes.number32(position, .big) else { return nil }
    var header = 8
    var length = size
    if size == 0 {
      length = end - position
    } else if size == 1 {
      // The length follows in eight bytes.
      header = 16
      guard let whole = bytes.number64(position + 8) else { return nil }
      length = whole
    }
    guard length >= header, header <= end - position else { return nil }
    let box = Chunk(
      name: position + 4, content: position + header..<Swift.min(end, position + length))
    position = box.content.upperBound
    return box
  }

  /// The content of the first box of a name, which has to be among the first 64.
  static func content(of name: StaticString, _ bytes: Bytes, in range: Range<Int>) -> Range<Int>? {
    HEIFBoxes(bytes, in: range).prefix(64).first { bytes.has(name, at: $0.name) }?.content
  }
}
