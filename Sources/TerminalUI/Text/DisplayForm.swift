import Synchronization

/// The drawn form of a grapheme cluster and its width in columns.
///
/// Terminals disagree on emoji sequences: a ZWJ family is eight columns wide in one and two in the
/// next. The display form is whole if the terminal is known to draw the sequence in two columns
/// (see `EmojiSequences`). Otherwise it is what all terminals draw alike: the first scalar and the
/// marks without any width, but no joined scalars, skin tones or variation selectors. Other letters
/// of the cluster with a width of their own, as vowels in Devanagari and Thai, follow in `tail`.
/// The stored text is never changed.
package struct DisplayForm: Hashable, Sendable {
  /// The content of one cell, or of two for a wide character.
  package struct Piece: Hashable, Sendable {
    /// A text that is safe to send to a terminal: one scalar with a width, and at most four marks,
    /// or an emoji sequence.
    package fileprivate(set) var text: String
    /// The number of columns: 0, 1 or 2.
    package let width: Int
  }

  package let lead: Piece
  /// The pieces in further columns; empty for most characters.
  package let tail: [Piece]

  /// The total number of columns.
  package var width: Int { tail.reduce(lead.width) { $0 + $1.width } }
  /// The text of all pieces.
  package var text: String { tail.reduce(lead.text) { $0 + $1.text } }
  /// Indicates a character that is two columns wide, rather than two adjacent pieces.
  package var isWide: Bool { lead.width == 2 }

  /// Creates the form of a character. `emoji` are the sequences that the terminal draws whole.
  package init(
    _ character: Character, emoji: @autoclosure () -> EmojiSequences = .current
  ) {
    // By far the most common case.
    if let byte = character.asciiValue, byte >= 0x20, byte < 0x7F {
      self.init(String(character), 1)
      return
    }
    let scalars = character.unicodeScalars
    // The next most common case: Hangul syllables without marks or more consonants.
    if let first = scalars.first, (0xAC00...0xD7A3).contains(first.value),
      character.utf8.count == 3
    {
      self.init(String(first), 2)
      return
    }
    guard let first = scalars.first else {
      self.init("", 0)
      return
    }
    switch ScalarWidth(first) {
    case .control(let symbol): self.init(String(symbol), 1)
    case .unassigned: self.init("□", 1)
    case .none: self.init(pieces: Self.pieces(of: scalars))
    case .columns:
      if let syllable = HangulComposition.composed(scalars) {
        self.init(String(syllable), 2)
      } else if let kinds = EmojiSequences(scalars), emoji().isSuperset(of: kinds) {
        self.init(String(character), 2)
      } else if Self.isFlag(scalars) {
        self.init(String(String.UnicodeScalarView(scalars.prefix(2))), 2)
      } else {
        self.init(pieces: Self.pieces(of: scalars))
      }
    }
  }

  private init(_ text: String, _ width: Int) {
    lead = Piece(text: text, width: width)
    tail = []
  }

  private init(pieces: [Piece]) {
    lead = pieces.first ?? Piece(text: "", width: 0)
    tail = Array(pieces.dropFirst())
  }

  /// Returns whether scalars begin with two regional indicators, each one column wide to the C
  /// library.
  private static func isFlag(_ scalars: Character.UnicodeScalarView) -> Bool {
    scalars.count > 1 && scalars.prefix(2).allSatisfy { (0x1F1E6...0x1F1FF).contains($0.value) }
  }

  /// The limits on what is drawn; a cluster can have any length.
  private static let maxPieces = 8
  private static let maxMarks = 4

  private static func pieces(of scalars: some Collection<Unicode.Scalar>) -> [Piece] {
    var pieces: [Piece] = []
    var marks = 0
    var previous: Unicode.Scalar?
    for scalar in scalars {
      defer { previous = scalar }
      if ScalarWidth.isDrawnMark(scalar) {
        // Draw a mark without a base on a space.
        if pieces.isEmpty { pieces.append(Piece(text: " ", width: 1)) }
        guard marks < maxMarks else { continue }
        pieces[pieces.count - 1].text.unicodeScalars.append(scalar)
        marks += 1
      } else if case .columns(let columns) = ScalarWidth(scalar),
        previous.map({ !isJoined(scalar, after: $0) }) ?? true
      {
        guard pieces.count < maxPieces else { break }
        pieces.append(Piece(text: String(scalar), width: columns))
        marks = 0
      }
    }
    return pieces
  }

  /// Returns whether a terminal may draw a scalar as part of the emoji before it: skin tones and
  /// joined emoji.
  private static func isJoined(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar) -> Bool {
    (0x1F3FB...0x1F3FF).contains(scalar.value)
      || previous.value == 0x200D && !scalar.properties.isAlphabetic
  }
}

// MARK: - Hangul

/// Composition of Hangul written as conjoining jamo, which not every terminal combines.
enum HangulComposition {
  /// Returns the syllable for a sequence of jamo, or `nil` if it isn't a modern syllable. See the
  /// Unicode Standard, section 3.12, "Conjoining Jamo Behavior".
  static func composed(_ scalars: Character.UnicodeScalarView) -> Unicode.Scalar? {
    let letters = Array(scalars.prefix(4))
    guard (2...3).contains(letters.count) else { return nil }
    if (0xAC00...0xD7A3).contains(letters[0].value) {
      // A precomposed syllable without a final consonant, followed by one.
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

// MARK: - Widths

/// The width of a scalar in columns, according to wcwidth.
package enum ScalarWidth: Hashable, Sendable {
  case columns(Int)
  /// A mark, joiner or selector without a width.
  case none
  /// A control character, and the symbol to draw for it.
  case control(Unicode.Scalar)
  /// An unassigned scalar, whose width isn't known.
  case unassigned

  package init(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x20..<0x7F: self = .columns(1)
    // U+2400 and up are symbols for the control characters in the same order.
    case 0..<0x20: self = .control(Unicode.Scalar(0x2400 + scalar.value) ?? " ")
    case 0x7F: self = .control("\u{2421}")
    case 0x80..<0xA0: self = .control("\u{FFFD}")
    // The soft hyphen is drawn one column wide.
    case 0xA0..<0x300: self = .columns(Self.ambiguous(scalar))
    // Medial vowels and final consonants are drawn into the leading consonant's cell.
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: self = .none
    // Format characters that enclose or precede the text after them, but have a width.
    case 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0x110BD, 0x110CD: self = .columns(1)
    case 0x1171E: self = .none
    default:
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format, .lineSeparator, .paragraphSeparator:
        self = .none
      case .unassigned, .surrogate: self = .unassigned
      default: self = .columns(UnicodeTable.wide.contains(scalar) ? 2 : Self.ambiguous(scalar))
      }
    }
  }

  /// Returns the width of a scalar that isn't wide.
  private static func ambiguous(_ scalar: Unicode.Scalar) -> Int {
    UnicodeTable.ambiguous.contains(scalar) ? AmbiguousWidth.current.rawValue : 1
  }

  /// Returns whether a scalar is a mark that is drawn over the character before it.
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

/// Measurement of text in columns.
package enum TextWidth {
  /// Returns the width of a text on one line.
  package static func columns(_ text: some StringProtocol) -> Int {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
    return text.reduce(0) { $0 + DisplayForm($1).width }
  }

  /// A character for omitted text, one column wide.
  package static var ellipsis: String { AmbiguousWidth.current == .one ? "…" : "~" }

  /// Returns the text cut off to a width; a text that is too long ends in `…`.
  package static func cut(_ text: some StringProtocol, columns: Int) -> String {
    guard columns > 0, exceeds(text, columns: columns) else {
      return columns > 0 ? String(text) : ""
    }
    var used = 1
    let rest = text.prefix { character in
      used += DisplayForm(character).width
      return used <= columns
    }
    return rest + ellipsis
  }

  /// Returns whether a text is wider than `columns`, without measuring a long text to its end.
  package static func exceeds(_ text: some StringProtocol, columns: Int) -> Bool {
    var used = 0
    for character in text {
      used += DisplayForm(character).width
      if used > columns { return true }
    }
    return false
  }
}

/// The width of characters with ambiguous width (`UnicodeTable.ambiguous`): two columns in
/// terminals set up for East Asian fonts. Terminals can't be asked for it.
package enum AmbiguousWidth: Int, Hashable, Sendable, CaseIterable {
  case one = 1
  case two = 2

  package static var current: AmbiguousWidth { isTwo.load(ordering: .relaxed) ? .two : .one }

  /// Sets the width for the process. Call it once at startup.
  package static func use(_ width: AmbiguousWidth) {
    isTwo.store(width == .two, ordering: .relaxed)
  }

  private static let isTwo = Atomic<Bool>(false)
}
