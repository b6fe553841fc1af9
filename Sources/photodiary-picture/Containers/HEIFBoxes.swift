/// The boxes that HEIC and AVIF are made of, one after the other within a range.
struct HEIFBoxes: Sequence, IteratorProtocol {
  struct Box {
    /// Where its four-letter name stands.
    let name: Int
    let content: Range<Int>
  }

  private let bytes: Bytes
  private let end: Int
  private(set) var position: Int

  init(_ bytes: Bytes, in range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = Swift.min(range.upperBound, bytes.count)
  }

  mutating func next() -> Box? {
    guard end - position >= 8, let size = bytes.number32(position, .big) else { return nil }
    var header = 8
    var length = size
    if size == 0 {
      length = end - position
    } else if size == 1 {
      // The length follows in eight bytes.
      header = 16
      guard let high = bytes.number32(position + 8, .big),
        let low = bytes.number32(position + 12, .big), high < 1 << 20
      else { return nil }
      length = high << 32 | low
    }
    guard length >= header, header <= end - position else { return nil }
    let box = Box(
      name: position + 4, content: position + header..<Swift.min(end, position + length))
    position = box.content.upperBound
    return box
  }
}
