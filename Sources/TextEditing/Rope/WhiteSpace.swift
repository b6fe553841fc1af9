/// White space in UTF-8: Unicode's White_Space.
package enum WhiteSpace {
  /// How many bytes of white space begin at a place: those of one scalar, or none.
  @inline(__always)
  package static func length(in text: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    let byte = text[index]
    if byte < 0x80 { return byte == 0x20 || (0x09...0x0D).contains(byte) ? 1 : 0 }
    guard byte == 0xC2 || (0xE1...0xE3).contains(byte) else { return 0 }
    return rareLength(in: text, at: index)
  }

  private static func rareLength(in text: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    func next(_ distance: Int) -> UInt8 {
      index + distance < text.count ? text[index + distance] : 0
    }
    switch (text[index], next(1), next(2)) {
    case (0xC2, 0x85, _), (0xC2, 0xA0, _): return 2
    case (0xE1, 0x9A, 0x80), (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8), (0xE2, 0x80, 0xA9),
      (0xE2, 0x80, 0xAF), (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80):
      return 3
    default: return 0
    }
  }
}
