import Synchronization

/// What is drawn for a grapheme cluster, and how many columns it takes.
///
/// Terminals disagree on emoji sequences: a ZWJ family is eight columns in one and two in the
/// next. The display form is what all of them draw alike: the first scalar and the marks that
/// truly have no width, without joined tails, skin tones and variation selectors. Letters of the
/// same cluster that have columns of their own, as the vowels of Devanagari and Thai, follow in
/// the `tail`. The stored text is never changed.
package struct DisplayForm: Hashable, Sendable {
  /// What one cell, or two for a wide character, show.
  package struct Piece: Hashable, Sendable {
    /// Safe for a terminal: one scalar with a width, at most four marks after it.
    package fileprivate(set) var text: String
    /// 0, 1 or 2.
    package let width: Int
  }

  package let lead: Piece
  /// What follows in further columns; empty for most.
  package let tail: [Piece]

  /// The columns that all of it takes.
  package var width: Int { tail.reduce(lead.width) { $0 + $1.width } }
  /// All of it.
  package var text: String { tail.reduce(lead.text) { $0 + $1.text } }
  /// Whether it is a character two columns wide, rather than two beside each other.
  package var isWide: Bool { lead.width == 2 }

  package init(_ character: Character) {
    // By far the most common case.
    if let byte = character.asciiValue, byte >= 0x20, byte < 0x7F {
      self.init(String(character), 1)
      return
    }
    let scalars = character.unicodeScalars
    // Then syllables of Hangul; marks and further consonants after them are looked at below.
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
      if let syllable = HangulSyllable.composed(scalars) {
        self.init(String(syllable), 2)
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

  /// Returns `true` if scalars begin with two regional indicators, each one column wide to the C library.
  private static func isFlag(_ scalars: Character.UnicodeScalarView) -> Bool {
    scalars.count > 1 && scalars.prefix(2).allSatisfy { (0x1F1E6...0x1F1FF).contains($0.value) }
  }

  /// A cluster has no bound, what is drawn of it has.
  private static let mostPieces = 8
  private static let mostMarks = 4

  private static func pieces(of scalars: some Collection<Unicode.Scalar>) -> [Piece] {
    var pieces: [Piece] = []
    var marks = 0
    var previous: Unicode.Scalar?
    for scalar in scalars {
      defer { previous = scalar }
      if ScalarWidth.isDrawnMark(scalar) {
        // A mark without a base stands on a blank of its own.
        if pieces.isEmpty { pieces.append(Piece(text: " ", width: 1)) }
        guard marks < mostMarks else { continue }
        pieces[pieces.count - 1].text.unicodeScalars.append(scalar)
        marks += 1
      } else if case .columns(let columns) = ScalarWidth(scalar),
        previous.map({ !isJoined(scalar, after: $0) }) ?? true
      {
        guard pieces.count < mostPieces else { break }
        pieces.append(Piece(text: String(scalar), width: columns))
        marks = 0
      }
    }
    return pieces
  }

  /// Whether a terminal may draw it into the emoji before it: skin tones, and what a joiner joins.
  private static func isJoined(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar) -> Bool {
    (0x1F3FB...0x1F3FF).contains(scalar.value)
      || previous.value == 0x200D && !scalar.properties.isAlphabetic
  }
}

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

/// Widths of text in columns.
package enum TextWidth {
  /// How many columns a text takes on one line.
  package static func columns(_ text: some StringProtocol) -> Int {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
    return text.reduce(0) { $0 + DisplayForm($1).width }
  }

  /// One column that says that there is more.
  package static var ellipsis: String { AmbiguousWidth.current == .one ? "…" : "~" }

  /// As much of a text as those columns hold: one that is too long ends in `…`.
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

  /// Whether it takes more columns than these, without measuring a long text to its end.
  package static func exceeds(_ text: some StringProtocol, columns: Int) -> Bool {
    var used = 0
    for character in text {
      used += DisplayForm(character).width
      if used > columns { return true }
    }
    return false
  }
}

/// How many columns the terminal gives characters of ambiguous width (`AmbiguousScalars`). Terminals
/// can't be asked; in one that is set up for East Asian fonts it is two.
package enum AmbiguousWidth: Int, Hashable, Sendable, CaseIterable {
  case one = 1
  case two = 2

  /// The process's own, unless `measuring` says otherwise.
  package static var current: AmbiguousWidth {
    measured ?? (isTwo.load(ordering: .relaxed) ? .two : .one)
  }

  /// Chooses it for the whole process; once, at its start.
  package static func use(_ width: AmbiguousWidth) {
    isTwo.store(width == .two, ordering: .relaxed)
  }

  /// Runs a closure with a width, beside others that run with the other one.
  package func measuring<Value>(_ body: () throws -> Value) rethrows -> Value {
    try Self.$measured.withValue(self, operation: body)
  }

  private static let isTwo = Atomic<Bool>(false)
  @TaskLocal private static var measured: AmbiguousWidth?
}
