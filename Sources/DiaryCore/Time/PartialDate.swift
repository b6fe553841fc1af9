/// A date as people and other programs write it, with only the parts that they wrote.
package struct PartialDate: Hashable, Sendable {
  package let day: CalendarDay
  /// Seconds since midnight; `nil` for a day without a time.
  package let second: Int?
  /// Seconds east of UTC; `nil` if the text has no offset.
  package let offset: Int?

  package init(day: CalendarDay, second: Int? = nil, offset: Int? = nil) {
    (self.day, self.second, self.offset) = (day, second, offset)
  }

  /// Returns the date; without a time of day, it is midnight.
  package func date(localOffset: (Int64) -> Int) -> EntryDate {
    EntryDate(on: day, secondOfDay: second ?? 0) { offset ?? localOffset($0) }
  }

  /// Returns the date; without a time of day, it has that of `file`.
  package func date(near file: EntryDate, localOffset: (Int64) -> Int) -> EntryDate {
    EntryDate(on: day, secondOfDay: second ?? file.secondOfDay) { offset ?? localOffset($0) }
  }
}

// MARK: - Parsing

extension PartialDate {
  /// The order of day and month in dates of numbers that end with the year.
  package enum Order: CaseIterable {
    /// The month first between slashes, the day first between other marks.
    case bySeparator
    case dayFirst, monthFirst
  }

  /// The length in bytes of the longest text that is parsed.
  private static let maxLength = 100

  /// Parses a text that contains nothing but a day, and perhaps a weekday, a time and an offset
  /// from UTC: `2024-05-03`, `20240503T073015Z`, `[[2024/5/3]]`, `Fri, 3 May 2024 7:30 PM`, `2024년
  /// 5월 3일 오후 9:25`, `Tue Jan 21 00:21:51 +0000 2025`, `January 6, 2024 9:25 AM (GMT+9)`.
  ///
  /// - Parameters:
  ///   - order: The order of numbers that end with the year, as in `3/5/2024`. Without it, they
  ///     are rejected.
  ///   - ignoresWords: `true` to accept any other words, and month names in other languages if
  ///     they begin as in English.
  package init?(
    _ text: some StringProtocol, order: Order? = nil, ignoresWords: Bool = false
  ) {
    guard text.utf8.count <= Self.maxLength else { return nil }
    var tokens = DayToken.tokens(of: text)
    if ignoresWords { tokens = DayNames.onlyMonths(tokens) }
    // `at night` isn't a time.
    guard !tokens.contains(where: { PartOfDay($0)?.usualTime != nil }) else { return nil }
    DayToken.separateTime(in: &tokens)
    let clock: ClockPhrase?
    do { clock = try ClockPhrase.extract(from: &tokens) } catch {
      return nil
    }
    guard let parts = DayParts(written: DayNames.withoutWeekdays(tokens), order: order),
      let year = parts.year, let month = parts.month, let day = parts.day,
      let found = CalendarDay(year: year, month: month, day: day)
    else { return nil }
    self.init(day: found, second: clock?.secondOfDay, offset: clock?.offset)
  }
}

// MARK: - DayToken

/// A part of a written date: a number and its count of digits, a lower-case word, or another
/// character.
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
        // No date has longer numbers; -1 matches none.
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

  /// Separates the digits of the time in `20240503T073015`.
  static func separateTime(in tokens: inout [DayToken]) {
    for index in tokens.indices.dropFirst() {
      guard case .number(let time, 6) = tokens[index] else { continue }
      // Digits after a mark are a fraction.
      if case .mark = tokens[index - 1] { continue }
      let parts = [time / 10_000, time / 100 % 100, time % 100].map { part in
        [DayToken.mark(":"), .number(part, digits: 2)]
      }
      tokens.replaceSubrange(index...index, with: parts.joined().dropFirst())
      return
    }
  }

  /// Returns the numbers of `2024-05-03`, `2024. 5. 3.` or `20240503` and the mark between them;
  /// `nil` for other tokens.
  static func numbers(
    of tokens: [DayToken]
  ) -> (numbers: [(value: Int, digits: Int)], mark: Character?)? {
    var numbers: [(value: Int, digits: Int)] = []
    var mark: Character?
    let tokens = tokens.last == .mark(".") ? tokens.dropLast() : tokens[...]
    for (index, token) in tokens.enumerated() {
      switch token {
      case .number(let value, let digits) where index % 2 == 0 && [1, 2, 4, 8].contains(digits):
        numbers.append((value, digits))
      case .mark(let found) where index % 2 == 1 && "-/._".contains(found):
        guard found == mark ?? found else { return nil }
        mark = found
      default: return nil
      }
    }
    return (1...3).contains(numbers.count) && tokens.count == 2 * numbers.count - 1
      ? (numbers, mark) : nil
  }
}

// MARK: - DayParts

/// The parts of a day that a text names; missing ones are `nil`.
struct DayParts {
  var year: Int?
  var month: Int?
  var day: Int?

  /// Parses `2024-05-03`, `3.5.2024`, `2024년 5월 3일` or `May 3rd, 2024`.
  ///
  /// - Parameter order: As in `PartialDate`.
  init?(written tokens: [DayToken], order: PartialDate.Order?) {
    guard let (numbers, mark) = DayToken.numbers(of: tokens) else {
      let tokens = tokens.filter { $0 != .mark(".") }
      guard let parts = DayParts(korean: tokens) ?? DayParts(english: tokens) else { return nil }
      self = parts
      return
    }
    if let parts = DayParts(yearFirst: numbers) {
      self = parts
      return
    }
    guard let order, numbers.count == 3, numbers[0].digits <= 2, numbers[1].digits <= 2,
      let last = numbers.last, last.digits == 2 || last.digits == 4
    else { return nil }
    year = last.digits == 4 ? last.value : last.value + (last.value < 69 ? 2000 : 1900)
    let isMonthFirst = order == .monthFirst || order == .bySeparator && mark == "/"
    (month, day) = (numbers[isMonthFirst ? 0 : 1].value, numbers[isMonthFirst ? 1 : 0].value)
  }

  init(year: Int? = nil, month: Int? = nil, day: Int? = nil) {
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// Uses the numbers of `2024-05-03`, `2024-05`, `2024` or `20240503`.
  init?(yearFirst numbers: [(value: Int, digits: Int)]) {
    guard let (year, digits) = numbers.first else { return nil }
    if digits == 8, numbers.count == 1 {
      self.init(year: year / 10_000, month: year / 100 % 100, day: year % 100)
      return
    }
    guard digits == 4, numbers.dropFirst().allSatisfy({ $0.digits <= 2 }) else { return nil }
    self.init(
      year: year, month: numbers.count > 1 ? numbers[1].value : nil,
      day: numbers.count > 2 ? numbers[2].value : nil)
  }

  /// Parses `2024년 5월 3일`, `3월 5일` or `5월`.
  init?(korean tokens: [DayToken], of given: Int? = nil) {
    year = given
    guard !tokens.isEmpty, tokens.count % 2 == 0 else { return nil }
    for index in stride(from: 0, to: tokens.count, by: 2) {
      guard case .number(let number, let digits) = tokens[index],
        case .word(let unit) = tokens[index + 1]
      else { return nil }
      switch unit {
      // `24년` would be the year 24.
      case "년" where index == 0 && digits > 2 && year == nil: year = number
      case "월" where month == nil && day == nil: month = number
      // After a year, a day needs a month.
      case "일" where day == nil && (year == nil || month != nil): day = number
      default: return nil
      }
    }
  }

  /// Parses `5 March 2024`, `March 5th` or `May`, in any order.
  init?(english tokens: [DayToken], of given: Int? = nil) {
    year = given
    var mayBeOrdinal = false
    for token in tokens {
      switch token {
      case .number(let number, 4) where year == nil: year = number
      case .number(let number, 1...2) where day == nil:
        day = number
        mayBeOrdinal = true
        continue
      case .word(let word):
        if mayBeOrdinal && ["st", "nd", "rd", "th"].contains(word) || word == "of" { break }
        guard month == nil, let number = DayNames.month(word) else { return nil }
        month = number
      default: return nil
      }
      mayBeOrdinal = false
    }
    guard month != nil else { return nil }
  }
}
