/// The position in a film that a phone appended to its photo (a "motion photo").
enum FilmPosition {
  /// Turns the digits of every `©xyz` text, such as `+37.5326+127.0246/`, into zeros.
  static func blank(_ bytes: Bytes, in range: Range<Int>) {
    var rest = range
    while let name = bytes.first([0xA9, 0x78, 0x79, 0x7A], in: rest) {
      // The text's length and its language come before it.
      let text = name + 8
      let length = min(bytes.number16(name + 4, .big) ?? 0, 64)
      if let sign = bytes.byte(text), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
        for position in text..<text + length {
          guard let byte = bytes.byte(position), 0x2B...0x39 ~= byte else { break }
          if byte >= 0x30 { bytes.fill(position..<position + 1, with: 0x30) }
        }
      }
      rest = name + 4..<max(name + 4, range.upperBound)
    }
  }
}
