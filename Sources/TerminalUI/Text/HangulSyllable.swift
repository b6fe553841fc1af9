/// Hangul written as conjoining letters, composed for drawing: not every terminal joins them.
enum HangulSyllable {
  /// The one scalar that the letters make; `nil` if they aren't a modern syllable.
  /// Unicode Standard, section 3.12, "Conjoining Jamo Behavior".
  static func composed(_ scalars: Character.UnicodeScalarView) -> Unicode.Scalar? {
    let letters = Array(scalars.prefix(4))
    guard (2...3).contains(letters.count) else { return nil }
    if (0xAC00...0xD7A3).contains(letters[0].value) {
      // A precomposed open syllable and a final consonant.
      let index = letters[0].value - 0xAC00
      guard letters.count == 2, index % 28 == 0, let final = final(letters[1]) else { return nil }
      return Unicode.Scalar(letters[0].value + final)
    }
    guard (0x1100...0x1112).contains(letters[0].value), (0x1161...0x1175).contains(letters[1].value)
    else { return nil }
    var tail: UInt32 = 0
    if letters.count == 3 {
      guard let final = final(letters[2]) else { return nil }
      tail = final
    }
    let open = (letters[0].value - 0x1100) * 588 + (letters[1].value - 0x1161) * 28
    return Unicode.Scalar(0xAC00 + open + tail)
  }

  private static func final(_ scalar: Unicode.Scalar) -> UInt32? {
    (0x11A8...0x11C2).contains(scalar.value) ? scalar.value - 0x11A7 : nil
  }
}
