extension TextRope {
  /// The place of a text, byte for byte, that begins nearest to another place; of two, the one
  /// before it.
  package func range(of text: String, nearest index: Int) -> Range<Int>? {
    let wanted = Array(text.utf8)
    guard !wanted.isEmpty, wanted.count <= count else { return nil }
    var reach = 1024
    while true {
      let low = max(0, index - reach)
      let high = min(count, index + reach + wanted.count)
      if low < high, let found = Self.nearest(wanted, in: bytes(low..<high), to: index - low) {
        return low + found..<low + found + wanted.count
      }
      if low == 0, high == count { return nil }
      reach *= 8
    }
  }

  private static func nearest(_ wanted: [UInt8], in bytes: [UInt8], to index: Int) -> Int? {
    func isAt(_ start: Int) -> Bool {
      start >= 0 && start + wanted.count <= bytes.count && bytes[start] == wanted[0]
        && bytes[start..<start + wanted.count].elementsEqual(wanted)
    }
    for distance in 0...max(index, bytes.count - index, 0) {
      if isAt(index - distance) { return index - distance }
      if isAt(index + distance) { return index + distance }
    }
    return nil
  }
}
