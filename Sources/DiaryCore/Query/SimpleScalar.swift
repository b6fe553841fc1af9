/// Characters that can be written in one way only, but for their case: no other character and no
/// sequence of them is canonically equivalent, whatever stands beside them.
///
/// In a text of nothing else, equivalent means equal, and case changes character by character.
/// A search for such a text may look at bytes.
package enum SimpleScalar {
  /// Whether a text consists of nothing else.
  package static func makeUp(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { contains($0.value) }
  }

  /// Blocks without combining marks, Unicode 15: what is left out either composes, or decomposes
  /// to one character (Kelvin, Ångström and Ohm signs), or has a case that is more than one.
  package static func contains(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x0130, 0x01C4...0x01CC, 0x01F1...0x01F3, 0x023A, 0x023E: false  // İ; Ǆ ǅ ǆ; Ⱥ Ⱦ.
    case 0..<0x0300: true  // Latin.
    case 0x0400...0x0482, 0x048A...0x052F: true  // Cyrillic.
    case 0x05D0...0x05EA: true  // Hebrew letters.
    case 0x0E01...0x0E30, 0x0E40...0x0E46: true  // Thai letters.
    case 0x1E9E: false  // ẞ, whose small letter is ß, whose capital is SS.
    case 0x1E00...0x1EFF: true  // More Latin, as Vietnamese is written.
    case 0x200B...0x2027, 0x202A...0x205E: true  // Punctuation.
    case 0x20A0...0x20C0: true  // Currencies.
    case 0x2190...0x2328, 0x232B...0x23FF, 0x2460...0x2ADB, 0x2B00...0x2BFF: true  // Signs.
    case 0x3000...0x3029, 0x3041...0x3096, 0x30A1...0x30FF: true  // Kana.
    case 0x3131...0x318E: true  // Hangul letters that stand alone.
    case 0x3400...0x4DBF, 0x4E00...0x9FFF: true  // Chinese characters.
    case 0xAC00...0xD7A3: true  // Hangul syllables.
    case 0xFE0E...0xFE0F: true  // Which of two pictures is meant.
    case 0xFF01...0xFF20, 0xFF5B...0xFFDC: true  // Full and half width.
    case 0x1F000...0x1FAFF: true  // Emoji.
    default: false
    }
  }

  /// The capital of a small letter, if there is one of the same kind.
  package static func capital(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
    let capitals = scalar.properties.uppercaseMapping.unicodeScalars
    guard capitals.count == 1, let capital = capitals.first, capital != scalar,
      contains(capital.value), capital.properties.lowercaseMapping == String(scalar)
    else { return nil }
    return capital
  }

  /// The one of these that a cluster of other characters is equivalent to, as é is to e and a mark.
  package static func equivalent(to cluster: String) -> UInt32? {
    let scalars = cluster.unicodeScalars
    guard let first = scalars.first?.value else { return nil }
    let latin: [ClosedRange<UInt32>] = [0x00...0x2FF, 0x1E00...0x1EFF]
    let blocks: [ClosedRange<UInt32>] =
      switch first {
      case _ where scalars.contains("\u{338}"): [0x2190...0x2AFF]  // Signs with a stroke: ≠.
      case 0xF900...0xFAFF, 0x2F800...0x2FA1F: [0x3400...0x4DBF, 0x4E00...0x9FFF]
      case 0x3041...0x30FF: [0x3041...0x30FF]
      case 0x400...0x52F: [0x400...0x52F]
      case ..<0x300, 0x1E00...0x1EFF: latin
      // Signs that are other ones, as the Greek question mark.
      case 0x300...0x3FF, 0x1F00...0x1FFF, 0x2000...0x232A:
        latin + [0x2010...0x2027, 0x3000...0x3029]
      default: []
      }
    return blocks.joined().first { value in
      contains(value) && Unicode.Scalar(value).map { String($0) == cluster } ?? false
    }
  }
}
