/// Where a grapheme cluster begins whatever stands around it, so that clusters can be found in a
/// small part of a text.
///
/// The rules are those of Unicode Standard Annex 29. What they leave to context is not certain.
enum ClusterBreak {
  /// Whether one cluster surely ends between two scalars and another one begins.
  static func isCertain(between left: Unicode.Scalar, and right: Unicode.Scalar) -> Bool {
    if left.value == 0x0A { return true }
    if right.value == 0x0A { return left.value != 0x0D }
    // A joiner takes an emoji to it; some of those are old signs, as ©.
    if left.value == 0x200D { return right.value < 0x80 }
    // Most text.
    if left.value < 0x300, right.value < 0x300 { return true }
    if isPrepended(left) || isLeadingJamo(left) { return false }
    if isPlain(right) { return true }
    if isEmoji(right) { return true }
    return isPlain(left) && isLetter(right)
  }

  /// Scalars that join nothing before them, but a prepended sign or a leading consonant, and
  /// nothing that is plain behind them.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x300, 0x370...0x482, 0x48A...0x52F, 0x5D0...0x5EA, 0x620...0x64A, 0x0E01...0x0E30,
      0x0E40...0x0E46, 0x1E00...0x1FFF, 0x2010...0x2027, 0x20A0...0x20C0, 0x2190...0x21FF,
      0x3000...0x3029, 0x3041...0x3096, 0x30A1...0x30FF, 0x3131...0x318E, 0x3400...0x4DBF,
      0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xFF01...0xFF9D:
      true
    default: false
    }
  }

  private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F300...0x1F3FA).contains(scalar.value) || (0x1F400...0x1FAFF).contains(scalar.value)
  }

  private static func isLeadingJamo(_ scalar: Unicode.Scalar) -> Bool {
    (0x1100...0x115F).contains(scalar.value) || (0xA960...0xA97C).contains(scalar.value)
  }

  /// A letter that is no mark of the one before it.
  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Vowels that Thai and Lao write behind their consonant, and conjoining Hangul.
    case 0xE33, 0xEB3, 0x1160...0x11FF, 0xD7B0...0xD7FF: return false
    default:
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .otherLetter, .decimalNumber: return true
      default: return false
      }
    }
  }

  /// Signs that stand before what they belong to: Prepend, in GraphemeBreakProperty.txt.
  private static func isPrepended(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0xD4E, 0x110BD, 0x110CD,
      0x111C2...0x111C3, 0x113D1, 0x1193F, 0x11941, 0x11A3A, 0x11A84...0x11A89, 0x11D46, 0x11F02:
      true
    default: false
    }
  }
}
