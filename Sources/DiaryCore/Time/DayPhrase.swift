/// A day, week, month or year as a person types it, in English or Korean: `yesterday`, `3 days ago`,
/// `last friday`, `5 March`, `2024-05`, `어제`, `지난 금요일`, `3월 5일`.
///
/// A diary looks back: what names no year is the latest one that has begun.
package struct DayPhrase: Hashable, Sendable {
  package enum Span: Hashable, Sendable {
    case day, week, month, year
  }

  /// Why a phrase is none.
  package enum Fault: Error, Hashable {
    case notUnderstood
    /// It is one of a day that the calendar doesn't have, as 31 April.
    case noSuchDay
  }

  /// The day, or one of the week, or the first one of the month or year.
  package let day: CalendarDay
  package let span: Span

  /// All its days. A week begins on Monday, as in ISO 8601.
  package var days: ClosedRange<CalendarDay> {
    switch span {
    case .day: day...day
    case .week: day.monday...max(day.monday, day.monday.adding(days: 6))
    case .month: day...day.lastOfMonth
    case .year: day...day.lastOfYear
    }
  }

  package init(_ day: CalendarDay, _ span: Span) {
    self.day = day
    self.span = span
  }

  package init(_ text: some StringProtocol, today: CalendarDay) throws(Fault) {
    let tokens = DayToken.tokens(of: text)
    let parser = DayPhraseParser(today: today)
    self = try parser.phrase(tokens)
  }

  /// Reads `2024-05-03`, `2024-05` or `2024`, and nothing else. `nil` if it hasn't that form.
  package init?(iso8601 text: String) throws(Fault) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map(\.utf8)
    guard (1...3).contains(parts.count), zip(parts, [4, 2, 2]).allSatisfy({ $0.count == $1 }),
      parts.joined().allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    let rest = ["-01-01", "-01", ""][parts.count - 1]
    guard let day = CalendarDay(text + rest) else { throw .noSuchDay }
    self.init(day, [.year, .month, .day][parts.count - 1])
  }
}

/// A part of a phrase: a number with its digits, a word in small letters, or a mark between.
enum DayToken: Hashable {
  case number(Int, digits: Int)
  case word(String)
  case mark(Character)

  static func tokens(of text: some StringProtocol) -> [DayToken] {
    var tokens: [DayToken] = []
    var rest = text.lowercased()[...]
    while let first = rest.first {
      if first.isASCII, first.isNumber {
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        rest = rest.dropFirst(digits.count)
        // No phrase has a longer one: it is then understood by none.
        tokens.append(.number(digits.count > 8 ? -1 : Int(digits) ?? -1, digits: digits.count))
      } else if first.isLetter {
        let word = rest.prefix(while: \.isLetter)
        rest = rest.dropFirst(word.count)
        tokens.append(.word(String(word)))
      } else {
        rest.removeFirst()
        if !first.isWhitespace { tokens.append(.mark(first)) }
      }
    }
    return tokens
  }
}

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
