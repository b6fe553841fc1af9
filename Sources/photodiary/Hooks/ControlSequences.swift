/// What programs write to a terminal to color their text, move in it or name its window, as ECMA-48 has it.
enum ControlSequences {
  private static let escape: UInt8 = 0x1B
  private static let bell: UInt8 = 0x07

  /// A text without them. What only begins as one stays.
  static func removed(from bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(escape) else { return bytes }
    var kept: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.first {
      if byte == escape, let end = end(of: rest) {
        rest = rest[end...]
      } else {
        kept.append(byte)
        rest.removeFirst()
      }
    }
    return kept
  }

  /// Where one that a text begins with ends.
  private static func end(of bytes: ArraySlice<UInt8>) -> Int? {
    let body = bytes.dropFirst()
    switch body.first {
    case UInt8(ascii: "[")?: return end(of: body.dropFirst(), 0x20...0x3F, last: 0x40...0x7E)
    // Of those that carry a text, an end of theirs ends it.
    case UInt8(ascii: "]")?, UInt8(ascii: "P")?, UInt8(ascii: "X")?, UInt8(ascii: "^")?,
      UInt8(ascii: "_")?:
      guard let mark = body.firstIndex(where: { $0 == bell || $0 == escape }) else { return nil }
      if body[mark] == bell { return mark + 1 }
      return mark + 1 < body.endIndex && body[mark + 1] == UInt8(ascii: "\\") ? mark + 2 : nil
    default: return end(of: body, 0x20...0x2F, last: 0x30...0x7E)
    }
  }

  private static func end(
    of body: ArraySlice<UInt8>, _ middle: ClosedRange<UInt8>, last: ClosedRange<UInt8>
  ) -> Int? {
    guard let end = body.firstIndex(where: { !middle.contains($0) }), last.contains(body[end])
    else { return nil }
    return end + 1
  }
}
