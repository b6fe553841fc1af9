/// UTF-8 that comes in pieces.
enum UTF8Text {
  /// How many bytes a scalar has that begins with this one; 1 when none does.
  static func length(_ first: UInt8) -> Int {
    switch first {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }

  /// How many bytes at the end begin a scalar whose other bytes haven't come.
  static func incompleteTail(_ bytes: ArraySlice<UInt8>) -> Int {
    for count in 1...3 where count <= bytes.count {
      let byte = bytes[bytes.endIndex - count]
      if byte & 0xC0 == 0x80 { continue }
      return length(byte) > count ? count : 0
    }
    return 0
  }
}
