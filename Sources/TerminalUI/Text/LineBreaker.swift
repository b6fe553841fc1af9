/// Unicode's line breaking algorithm (UAX #14 for Unicode 15.0), with numbers as in its section
/// 8.2, example 7. Hangul counts as letters, so that Korean breaks between words, the other style
/// that the algorithm describes for it. Thai and similar scripts, which need a dictionary, break
/// only at spaces.
///
/// It reads the scalars of a paragraph one by one and keeps only the state that later rules need,
/// so a copy can continue from any position.
package struct LineBreaker: Hashable, Sendable {
  /// The class of the preceding character, with marks counted to their base, or `nil` at the start
  /// of the paragraph.
  private var last: LineBreakClass?
  /// The class of the last character before that isn't a space.
  private var lastInk: LineBreakClass?
  /// The preceding scalar is a joiner.
  private var isAfterJoiner = false
  /// An unpaired regional indicator precedes; two of them form a flag.
  private var isAfterHalfFlag = false
  /// A Hebrew letter and a hyphen precede.
  private var isAfterHebrewHyphen = false
  private var number = NumberPart.none

  /// The part of a number that precedes.
  private enum NumberPart: Hashable { case none, digits, closed }

  /// Creates the state at the start of a paragraph.
  package init() {}

  /// Returns whether the text may break before a scalar, and reads that scalar. `following` returns
  /// the scalar after it; it is called only after currency symbols and the like.
  package mutating func mayBreak(
    before scalar: Unicode.Scalar, following: () -> Unicode.Scalar?
  ) -> Bool {
    var next = LineBreakClass(scalar)
    if next == .letter, last == .letter {
      // A shortcut for the most common pair, two letters of a word.
      defer { isAfterJoiner = false }
      return false
    }
    let joined = isAfterJoiner
    isAfterJoiner = next == .joiner
    guard let last else {
      if next == .mark || next == .joiner { next = .letter }
      advance(to: next, after: nil)
      return false
    }
    if next == .mark || next == .joiner {
      // Marks belong to the character before them if it can have marks (LB9, LB10).
      if !last.isEndOfLine, last != .space, last != .zeroWidthSpace { return false }
      next = .letter
    }
    let breaks = mayBreak(last, next, isJoined: joined, following)
    advance(to: next, after: last)
    return breaks
  }

  private mutating func advance(to next: LineBreakClass, after last: LineBreakClass?) {
    isAfterHalfFlag = next == .regionalIndicator && !(isAfterHalfFlag && last == next)
    isAfterHebrewHyphen = last == .hebrewLetter && (next == .hyphen || next == .breakAfter)
    switch next {
    case .numeric: number = .digits
    case .infixSeparator, .symbol: if number != .digits { number = .none }
    case .closing, .closingParenthesis, .wideClosingParenthesis:
      number = number == .digits ? .closed : .none
    default: number = .none
    }
    if next != .space { lastInk = next }
    self.last = next
  }

  /// Applies the rules in order; the first that matches decides.
  private func mayBreak(
    _ last: LineBreakClass, _ next: LineBreakClass, isJoined: Bool,
    _ following: () -> Unicode.Scalar?
  ) -> Bool {
    // Line ends (LB4 to LB6).
    if last.isEndOfLine { return !(last == .carriageReturn && next == .lineFeed) }
    if next.isEndOfLine { return false }
    // No break before spaces; always break after a zero-width space (LB7, LB8, LB8a).
    if next == .space || next == .zeroWidthSpace { return false }
    if lastInk == .zeroWidthSpace { return true }
    if isJoined { return false }
    // Word joiners and no-break spaces (LB11 to LB12a).
    if next == .wordJoiner || last == .wordJoiner || last == .glue { return false }
    if next == .glue, last != .space, last != .breakAfter, last != .hyphen { return false }
    // No break before closing punctuation and after opening punctuation (LB13 to LB17).
    if next.isClosing || next == .exclamation || next == .infixSeparator || next == .symbol {
      return false
    }
    if let ink = lastInk {
      if ink.isOpening { return false }
      if ink == .quotation, next.isOpening { return false }
      if ink.isClosing, next == .nonstarter { return false }
      if ink == .breakBoth, next == .breakBoth { return false }
    }
    if last == .space { return true }
    // Quotation marks may open or close (LB19); objects stand alone (LB20).
    if last == .quotation || next == .quotation { return false }
    if last == .contingent || next == .contingent { return true }
    // No break before hyphens, dots and other punctuation at the end of a row (LB21 to LB22).
    switch next {
    case .breakAfter, .hyphen, .nonstarter, .inseparable: return false
    default: break
    }
    if last == .breakBefore || isAfterHebrewHyphen { return false }
    if last == .symbol, next == .hebrewLetter { return false }
    return !(isOneWord(last, next) || isOneNumber(last, next, following))
      && !isOneCharacter(last, next)
  }

  /// Letters with letters, digits, symbols and brackets (LB23 to LB24, LB27 to LB30).
  private func isOneWord(_ last: LineBreakClass, _ next: LineBreakClass) -> Bool {
    if last.isLetter {
      return next.isLetter || next == .numeric || next == .prefix || next == .postfix
        || next == .opening
    }
    if next.isLetter {
      switch last {
      case .numeric, .prefix, .postfix, .infixSeparator, .closingParenthesis: return true
      default: return false
      }
    }
    if last == .prefix { return next.isPictorial }
    if next == .postfix { return last.isPictorial }
    if last == .numeric { return next == .opening }
    return next == .numeric && last == .closingParenthesis
  }

  /// Numbers with signs, separators and brackets (LB25).
  private func isOneNumber(
    _ last: LineBreakClass, _ next: LineBreakClass, _ following: () -> Unicode.Scalar?
  ) -> Bool {
    switch next {
    case .numeric:
      last == .prefix || last == .postfix || last.isOpening || last == .hyphen || number == .digits
    case .prefix, .postfix: number != .none
    case .opening, .wideOpening, .hyphen:
      (last == .prefix || last == .postfix)
        && following().map { LineBreakClass($0) == .numeric } ?? false
    default: false
    }
  }

  /// Flags and emoji (LB30a, LB30b).
  private func isOneCharacter(_ last: LineBreakClass, _ next: LineBreakClass) -> Bool {
    switch (last, next) {
    case (.regionalIndicator, .regionalIndicator): isAfterHalfFlag
    case (.emojiBase, .emojiModifier), (.futureEmoji, .emojiModifier): true
    default: false
    }
  }
}

// MARK: - Classes

/// A line-breaking class of UAX #14 after its rule LB1, with separate classes for the properties
/// that some rules also depend on. Assets/make-text-tables.py reads the abbreviations, and writes
/// the raw values into `UnicodeTable.lineBreaks`.
enum LineBreakClass: UInt8 {
  case letter  // AL
  case mandatory  // BK
  case carriageReturn  // CR
  case lineFeed  // LF
  case nextLine  // NL
  case space  // SP
  case zeroWidthSpace  // ZW
  case joiner  // ZWJ
  case mark  // CM
  case wordJoiner  // WJ
  case glue  // GL
  case closing  // CL
  case closingParenthesis  // CP
  case wideClosingParenthesis  // CPwide
  case exclamation  // EX
  case infixSeparator  // IS
  case symbol  // SY
  case opening  // OP
  case wideOpening  // OPwide
  case quotation  // QU
  case nonstarter  // NS
  case breakBoth  // B2
  case contingent  // CB
  case breakAfter  // BA
  case breakBefore  // BB
  case hyphen  // HY
  case hebrewLetter  // HL
  case inseparable  // IN
  case numeric  // NU
  case postfix  // PO
  case prefix  // PR
  case ideograph  // ID
  case emojiBase  // EB
  case futureEmoji  // EBfuture
  case emojiModifier  // EM
  case regionalIndicator  // RI
}

extension LineBreakClass {
  /// Looks up the class of a scalar.
  init(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    switch value {
    case 0x61...0x7A, 0x41...0x5A, 0xAC00...0xD7A3: self = .letter
    case 0x20: self = .space
    case 0x4E00...0x9FFF: self = .ideograph
    default: self = Self.found(value)
    }
  }

  private static func found(_ value: UInt32) -> LineBreakClass {
    // The last run that begins at or before the scalar.
    guard let run = UnicodeTable.lineBreaks.last(upTo: value << 6 | 0x3F) else { return .letter }
    return LineBreakClass(rawValue: UInt8(truncatingIfNeeded: run & 0x3F)) ?? .letter
  }

  var isLetter: Bool { self == .letter || self == .hebrewLetter }

  var isOpening: Bool { self == .opening || self == .wideOpening }
  var isClosing: Bool { self == .closing || isParenthesis }
  var isParenthesis: Bool { self == .closingParenthesis || self == .wideClosingParenthesis }
  var isEmojiBase: Bool { self == .emojiBase || self == .futureEmoji }
  var isPictorial: Bool { self == .ideograph || isEmojiBase || self == .emojiModifier }
  var isEndOfLine: Bool {
    switch self {
    case .mandatory, .carriageReturn, .lineFeed, .nextLine: true
    default: false
    }
  }
}

// MARK: - Wrapping

/// A lazy sequence of the rows of a line, so a long line costs only as much as is used. A copy
/// continues from the same row.
///
/// Rows break where Unicode allows it (`LineBreaker`), but not between a `#` and its tag. White
/// space that doesn't fit hangs at the end of its row, and a word longer than a row is cut. An
/// empty line has one row.
package struct WrappedRows<Line: Collection>: Sequence, IteratorProtocol, Sendable
where Line: Sendable, Line.Index: Sendable, Line.Element == Character {
  private let line: Line
  private let columns: Int
  private let tabColumns: Int
  private var start: Line.Index
  /// The line breaking state at the start of the row.
  private var breaker = LineBreaker()
  private var isAtEnd = false

  /// Creates the rows of a line. `columns` is the width of a row, and `tabColumns` the distance of
  /// tab stops from the start of each row; both are at least one.
  package init(_ line: Line, columns: Int, tabColumns: Int = 1) {
    self.line = line
    self.columns = Swift.max(1, columns)
    self.tabColumns = Swift.max(1, tabColumns)
    start = line.startIndex
  }

  /// Returns the next row.
  package mutating func next() -> Range<Line.Index>? {
    guard !isAtEnd else { return nil }
    let first = start
    var width = 0
    // The last position where the row may end, and the state there.
    var opportunity: (index: Line.Index, breaker: LineBreaker)?
    var index = first
    var breaker = breaker
    var isAfterHash = false
    while index < line.endIndex {
      let character = line[index]
      let after = line.index(after: index)
      let before = breaker
      if breaker.mayBreak(before: character, following: { scalar(at: after) }), index > first,
        !(isAfterHash && character.isLetter)
      {
        opportunity = (index, before)
      }
      let advance = TextWidth.columns(of: character, at: width, tabColumns: tabColumns)
      if width + advance > columns, !character.isBlank, index > first {
        let end = opportunity ?? (index, before)
        start = end.index
        self.breaker = end.breaker
        return first..<start
      }
      width += advance
      isAfterHash = character == "#"
      index = after
    }
    isAtEnd = true
    return first..<index
  }

  private func scalar(at index: Line.Index) -> Unicode.Scalar? {
    index < line.endIndex ? line[index].unicodeScalars.first : nil
  }
}

extension LineBreaker {
  /// Returns whether the text may break before a cluster, and reads all its scalars.
  fileprivate mutating func mayBreak(
    before cluster: Character, following: () -> Unicode.Scalar?
  ) -> Bool {
    if cluster.utf8.count == 1, let byte = cluster.utf8.first {
      return mayBreak(before: Unicode.Scalar(byte), following: following)
    }
    let scalars = cluster.unicodeScalars
    guard let first = scalars.first else { return false }
    var rest = scalars.dropFirst()
    let mayBreak = mayBreak(before: first) { rest.first { !$0.isMark } ?? following() }
    while let scalar = rest.popFirst() { _ = self.mayBreak(before: scalar) { rest.first } }
    return mayBreak
  }
}

extension Unicode.Scalar {
  fileprivate var isMark: Bool {
    let kind = LineBreakClass(self)
    return kind == .mark || kind == .joiner
  }
}

extension Character {
  /// White space, with a shortcut for the most common letters.
  fileprivate var isBlank: Bool {
    guard let value = unicodeScalars.first?.value else { return false }
    if value < 0x80 { return value == 0x20 || (0x09...0x0D).contains(value) }
    return (0xAC00...0xD7A3).contains(value) ? false : isWhitespace
  }
}

/// Soft wrapping of lines into rows of the screen.
package enum LineWrapping {
  /// Returns the rows of a line as ranges of its characters, each at most `columns` wide. There is
  /// always at least one row. See `WrappedRows`.
  package static func rows(of line: [Character], columns: Int, tabColumns: Int = 1) -> [Range<Int>]
  {
    Array(WrappedRows(line, columns: columns, tabColumns: tabColumns))
  }

  /// Returns the rows of a text, which may have several lines, without white space at their ends.
  package static func rows(ofText text: some StringProtocol, columns: Int) -> [String] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).flatMap { line in
      let line = Substring(line)
      return WrappedRows(line, columns: columns).map { line[$0].trimmedEnd }
    }
  }
}

extension StringProtocol {
  /// The text without trailing white space, which would make a full row look too long.
  package var trimmedEnd: String {
    String(self[..<(lastIndex { !$0.isWhitespace }.map(index(after:)) ?? startIndex)])
  }
}

extension TextWidth {
  /// Returns the width of a character in text with tabs. A tab extends to the next tab stop after
  /// `column`; with `tabColumns` 1, it is as wide as a space.
  package static func columns(
    of character: Character, at column: Int = 0, tabColumns: Int = 1
  ) -> Int {
    guard character == "\t" else { return DisplayForm(character).width }
    return tabColumns - column % tabColumns
  }
}
