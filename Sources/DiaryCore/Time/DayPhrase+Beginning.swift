extension DayPhrase {
  /// Whether a text is no phrase yet, or one of another day than it will be, but may be the
  /// beginning of one: `202`, `2024-`, `yester`, `3월 5`.
  package static func isBeginning(_ text: some StringProtocol) -> Bool {
    let tokens = DayToken.tokens(of: text)
    if case .number(_, let digits)? = tokens.first, tokens.count == 1 {
      return digits < 8 && digits != 4
    }
    let isNumeric =
      tokens.first.map { if case .number = $0 { true } else { false } } == true
      && tokens.allSatisfy { if case .word = $0 { false } else { true } }
    switch tokens.last {
    case .mark(let mark)? where isNumeric: return tokens.count <= 4 && "-./".contains(mark)
    // The zero of `2024-05` or of `2024-05-03`.
    case .number(0, 1)? where isNumeric: return tokens.count == 3 || tokens.count == 5
    case .number? where !isNumeric: return true
    case .word(let word)?: return DayNames.isBeginning(word)
    default: return false
    }
  }
}
