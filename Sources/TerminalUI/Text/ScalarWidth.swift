/// How many columns a scalar takes in a terminal, as wcwidth has it.
package enum ScalarWidth: Hashable, Sendable {
  case columns(Int)
  /// A mark, joiner or selector that adds no column of its own.
  case none
  /// A control character, and what is shown for it.
  case control(Unicode.Scalar)
  /// Not a character, so nobody knows its width.
  case unassigned

  package init(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x20..<0x7F: self = .columns(1)
    // U+2400 and on are pictures of the control characters in the same order.
    case 0..<0x20: self = .control(Unicode.Scalar(0x2400 + scalar.value) ?? " ")
    case 0x7F: self = .control("\u{2421}")
    case 0x80..<0xA0: self = .control("\u{FFFD}")
    // The soft hyphen is drawn, one column wide.
    case 0xA0..<0x300: self = .columns(Self.ambiguous(scalar))
    // Vowels and final consonants of conjoining Hangul draw into the syllable's first letter.
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: self = .none
    // Signs that stand around or before what follows, drawn though they are format characters.
    case 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0x110BD, 0x110CD: self = .columns(1)
    case 0x1171E: self = .none
    default:
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format, .lineSeparator, .paragraphSeparator:
        self = .none
      case .unassigned, .surrogate: self = .unassigned
      default: self = .columns(WideScalars.contains(scalar) ? 2 : Self.ambiguous(scalar))
      }
    }
  }

  /// The columns of a character that isn't wide in itself.
  private static func ambiguous(_ scalar: Unicode.Scalar) -> Int {
    AmbiguousScalars.contains(scalar) ? AmbiguousWidth.current.rawValue : 1
  }

  /// Whether it is a mark that is drawn over what stands before it.
  static func isDrawnMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xFE00...0xFE0F, 0x200B...0x200F, 0x1F3FB...0x1F3FF, 0x20E3: false
    case 0x1160...0x11FF, 0xD7B0...0xD7FF, 0x1171E: true
    default:
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark: true
      default: false
      }
    }
  }
}
