/// A part of a text that is shown as something shorter, and that the caret passes as one
/// character: an opening, a number of hexadecimal digits and a closing sign.
package struct FoldPattern: Hashable, Sendable {
  /// What stands right before the part.
  let before: UInt8
  let opening: [UInt8]
  let digits: Int
  let closing: UInt8

  /// The target of a photo's reference: in `![caption](photo:<64 digits>)`, what is in parentheses.
  package static let photo = FoldPattern(
    before: UInt8(ascii: "]"), opening: Array("(photo:".utf8), digits: 64,
    closing: UInt8(ascii: ")"))

  /// In bytes.
  var length: Int { opening.count + digits + 1 }

  /// The one that begins at a place.
  package func range(at offset: Int, in text: TextRope) -> Range<Int>? {
    guard offset > 0, text.byte(at: offset) == opening[0] else { return nil }
    let bytes = text.bytes(offset - 1..<offset + length)
    return isMatch(bytes[...]) ? offset..<offset + length : nil
  }

  /// The one that a place is in, or that ends there.
  func range(endingAtOrAround offset: Int, in text: TextRope) -> Range<Int>? {
    let low = max(0, offset - length - 1)
    let bytes = text.bytes(low..<offset + length)
    guard bytes.count > length else { return nil }
    for start in 0..<min(offset - low, bytes.count - length)
    where bytes[start] == before && isMatch(bytes[start...]) {
      let range = low + start + 1..<low + start + 1 + length
      if range.lowerBound < offset, offset <= range.upperBound { return range }
    }
    return nil
  }

  /// The one that a place is in, with places before and behind it.
  package func range(around offset: Int, in text: TextRope) -> Range<Int>? {
    range(endingAtOrAround: offset, in: text).flatMap { offset < $0.upperBound ? $0 : nil }
  }

  /// The one that ends at a place.
  package func range(endingAt offset: Int, in text: TextRope) -> Range<Int>? {
    offset >= length ? range(at: offset - length, in: text) : nil
  }

  /// The digits of one.
  package func digits(of range: Range<Int>, in text: TextRope) -> String {
    text.substring(range.lowerBound + opening.count..<range.upperBound - 1)
  }

  private func isMatch(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count > length, bytes.first == before else { return false }
    let rest = bytes.dropFirst()
    return rest.starts(with: opening)
      && rest.dropFirst(opening.count).prefix(digits).allSatisfy(Self.isDigit)
      && rest.dropFirst(opening.count + digits).first == closing
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
  }
}
