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
