/// Where a text may go on in the next row: Unicode's line breaking algorithm (UAX #14 as of Unicode
/// 15.0), with numbers as in its section 8.2, example 7. Korean breaks between syllables, as
/// Chinese and Japanese do between their characters; Thai and its like, which need a dictionary,
/// break at blanks alone.
///
/// It goes over the scalars of a paragraph one by one and keeps only what later rules ask for, so a
/// copy made anywhere can go on from there.
package struct LineBreaker: Hashable, Sendable {
  /// The class of what stands before, marks counted to their bases; `nil` at the paragraph's start.
  private var last: LineBreakClass?
  /// The class of the last character before that is no blank.
  private var lastInk: LineBreakClass?
  /// A joiner stands right before.
  private var isAfterJoiner = false
  /// Flags are pairs of regional indicators; an odd one waits for the other.
  private var isAfterHalfFlag = false
  /// A Hebrew letter stands before the hyphen that stands before.
  private var isAfterHebrewHyphen = false
  private var number = NumberPart.none

  /// How much of a number with its signs stands before.
  private enum NumberPart: Hashable { case none, digits, closed }

  /// At a paragraph's start.
  package init() {}

  /// Whether the text may break before a scalar, which is then gone over. `following` gives the
  /// scalar after it, and is asked for only after the sign of a currency or the like.
  package mutating func mayBreak(
    before scalar: Unicode.Scalar, following: () -> Unicode.Scalar?
  ) -> Bool {
    var next = LineBreakClass(scalar)
    if next == .letter, last == .letter {
      // Most pairs are letters of one word.
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
      // Marks belong to what they stand on, wherever that can carry one (LB9, LB10).
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

  /// The rules in their order: the first that says something decides.
  private func mayBreak(
    _ last: LineBreakClass, _ next: LineBreakClass, isJoined: Bool,
    _ following: () -> Unicode.Scalar?
  ) -> Bool {
    // Ends of lines (LB4 to LB6).
    if last.isEndOfLine { return !(last == .carriageReturn && next == .lineFeed) }
    if next.isEndOfLine { return false }
    // Blanks stay where they are; a blank without width is made to break at (LB7, LB8, LB8a).
    if next == .space || next == .zeroWidthSpace { return false }
    if lastInk == .zeroWidthSpace { return true }
    if isJoined { return false }
    // What glues (LB11 to LB12a).
    if next == .wordJoiner || last == .wordJoiner || last == .glue { return false }
    if next == .glue, last != .space, last != .breakAfter, last != .hyphen { return false }
    // Marks that close don't begin a row, and those that open don't end one (LB13 to LB17).
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
    // Quotation marks may open or close (LB19); objects stand by themselves (LB20).
    if last == .quotation || next == .quotation { return false }
    if last == .contingent || next == .contingent { return true }
    // Hyphens, dots and signs that stay at a row's end (LB21 to LB22).
    switch next {
    case .breakAfter, .hyphen, .nonstarter, .inseparable: return false
    default: break
    }
    if last == .breakBefore || isAfterHebrewHyphen { return false }
    if last == .symbol, next == .hebrewLetter { return false }
    return !(isOneWord(last, next) || isOneNumber(last, next, following))
      && !isOneCharacter(last, next)
  }

  /// Letters with letters, digits, signs and brackets (LB23 to LB24, LB27 to LB30).
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
    if last == .prefix { return next.isPictorial || next.isKorean }
    if next == .postfix { return last.isPictorial || last.isKorean }
    if last == .numeric { return next == .opening }
    return next == .numeric && last == .closingParenthesis
  }

  /// A number with its signs, separators and brackets (LB25).
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

  /// Parts of a syllable, flags and emoji (LB26, LB30a, LB30b).
  private func isOneCharacter(_ last: LineBreakClass, _ next: LineBreakClass) -> Bool {
    switch (last, next) {
    case (.jamoL, .jamoL), (.jamoL, .jamoV), (.jamoL, .hangulLV), (.jamoL, .hangulLVT): true
    case (.jamoV, .jamoV), (.jamoV, .jamoT), (.hangulLV, .jamoV), (.hangulLV, .jamoT): true
    case (.jamoT, .jamoT), (.hangulLVT, .jamoT): true
    case (.regionalIndicator, .regionalIndicator): isAfterHalfFlag
    case (.emojiBase, .emojiModifier), (.futureEmoji, .emojiModifier): true
    default: false
    }
  }
}
