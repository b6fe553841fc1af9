import Text

/// A day, week, month or year as typed in English or Korean: `yesterday`, `3 days ago`, `last
/// friday`, `5 March`, `2024-05`, `어제`, `지난 금요일`, `3월 5일`.
///
/// A diary looks back: without a year, the phrase means the latest such day or month that has
/// begun.
package struct DayPhrase: Hashable, Sendable {
  /// The length of the period that a phrase names.
  package enum Span: Hashable, Sendable {
    case day, week, month, year
  }

  /// The day; any day of the week; or the first day of the month or year.
  package let day: CalendarDay
  package let span: Span

  /// All days of the phrase. A week begins on Monday, as in ISO 8601.
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

  /// Parses a phrase relative to `today`.
  ///
  /// - Throws: `DateError` if the text isn't a phrase, or names a day that doesn't exist.
  package init(_ text: some StringProtocol, today: CalendarDay) throws(DateError) {
    let tokens = DayToken.tokens(of: text)
    let parser = DayPhraseParser(today: today)
    self = try parser.phrase(tokens)
  }

  /// Parses exactly `2024-05-03`, `2024-05` or `2024`. Returns `nil` for any other form.
  ///
  /// - Throws: `DateError.noSuchDay` if the form is right but the calendar has no such day.
  package init?(iso8601 text: String) throws(DateError) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map(\.utf8)
    guard (1...3).contains(parts.count), zip(parts, [4, 2, 2]).allSatisfy({ $0.count == $1 }),
      parts.joined().allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    let rest = ["-01-01", "-01", ""][parts.count - 1]
    guard let day = CalendarDay(text + rest) else { throw .noSuchDay }
    self.init(day, [.year, .month, .day][parts.count - 1])
  }
}

extension DayPhrase {
  /// Returns whether more typing may complete the text, or change the day that it names: `202`,
  /// `2024-`, `yester`, `3월 5`.
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

// MARK: - DayPhraseParser

/// Parses the tokens of a phrase relative to a day.
struct DayPhraseParser {
  let today: CalendarDay

  func phrase(_ tokens: [DayToken]) throws(DateError) -> DayPhrase {
    if let phrase = try numeric(tokens) { return phrase }
    // Other punctuation has no meaning: `March 5, 2024` is the same without it.
    let tokens = tokens.filter { $0 != .mark(",") && $0 != .mark(".") }
    if let phrase = distance(tokens) ?? named(tokens) ?? weekday(tokens) ?? weekdayOfWeek(tokens)
      ?? sameDay(tokens)
    {
      return phrase
    }
    if let parts = DayParts(korean: tokens) ?? DayParts(english: tokens) {
      return try phrase(parts)
    }
    if let phrase = try ofNamedPeriod(tokens) { return phrase }
    throw .notUnderstood
  }

  // MARK: 2024-05-03, 2024. 5. 3., 20240503, 5, 12/25, 25/12/2024, 11. 20., 26.11.20

  /// If both of two numbers could be the month, Korean has it first; English has either order, so
  /// the phrase isn't understood.
  private func numeric(_ tokens: [DayToken]) throws(DateError) -> DayPhrase? {
    guard let (numbers, mark) = DayToken.numbers(of: tokens) else { return nil }
    if let parts = DayParts(yearFirst: numbers) { return try phrase(parts) }
    let first = numbers[0].value
    switch numbers.map({ max($0.digits, 2) }) {
    case [2]: return try phrase(DayParts(day: first))
    case [2, 2] where mark == "/", [2, 2, 4] where mark == "/":
      let (second, year) = (numbers[1].value, numbers.count > 2 ? numbers[2].value : nil)
      if second > 12 || first == second || (first <= 12 && Language.current == .korean) {
        return try phrase(DayParts(year: year, month: first, day: second))
      }
      return first > 12 ? try phrase(DayParts(year: year, month: second, day: first)) : nil
    case [2, 2] where mark == "." && Language.current == .korean:
      return try phrase(DayParts(month: first, day: numbers[1].value))
    case [2, 2, 2] where numbers[0].digits == 2 && Language.current == .korean:
      let year = first + (first < 69 ? 2000 : 1900)
      return try phrase(DayParts(year: year, month: numbers[1].value, day: numbers[2].value))
    default: return nil
    }
  }

  // MARK: 3 days ago, in a week, 3일 전, 사흘 뒤

  private func distance(_ tokens: [DayToken]) -> DayPhrase? {
    var tokens = tokens[...]
    // `3일전`, `사흘뒤`
    if case .word(let word)? = tokens.last, word.count > 1,
      let end = word.last.map(String.init), DayNames.directions[end] != nil
    {
      tokens.removeLast()
      tokens += [.word(String(word.dropLast())), .word(end)]
    }
    var direction = 1
    if tokens.first == .word("in") {
      tokens.removeFirst()
    } else if tokens.suffix(2) == [.word("from"), .word("now")] {
      tokens.removeLast(2)
    } else if case .word(let end)? = tokens.popLast(), let given = DayNames.directions[end] {
      direction = given
    } else {
      return nil
    }
    guard let (count, unit) = amount(tokens) else { return nil }
    return DayPhrase(moved(by: direction * count, unit), .day)
  }

  /// Parses `3 days`, `a week`, `3일`, `사흘` or `한 달`.
  private func amount(_ tokens: ArraySlice<DayToken>) -> (Int, DayNames.Unit)? {
    guard case .word(let name)? = tokens.last else { return nil }
    if tokens.count == 1 { return DayNames.spans[name] }
    guard tokens.count == 2, let unit = DayNames.units[name] else { return nil }
    switch tokens.first {
    case .number(let count, _) where count >= 0: return (count, unit)
    case .word(let word): return DayNames.numbers[word].map { ($0, unit) }
    default: return nil
    }
  }

  private func moved(by count: Int, _ unit: DayNames.Unit) -> CalendarDay {
    switch unit {
    case .day: today.adding(days: count)
    case .week: today.adding(days: 7 * count)
    case .month: today.adding(months: count)
    case .year: today.adding(years: count)
    }
  }

  // MARK: yesterday, last month, 어제, 지난달

  private func move(_ tokens: [DayToken]) -> (Int, DayNames.Unit)? {
    var words: [String] = []
    for token in tokens {
      guard case .word(let word) = token else { return nil }
      words.append(word)
    }
    if words.first == "the" { words.removeFirst() }
    return DayNames.moves[words.joined()]
  }

  private func named(_ tokens: [DayToken]) -> DayPhrase? {
    guard let (count, unit) = move(tokens) else { return nil }
    let day = moved(by: count, unit)
    return switch unit {
    case .day: DayPhrase(day, .day)
    case .week: DayPhrase(day, .week)
    case .month: DayPhrase(day.firstOfMonth, .month)
    case .year: DayPhrase(day.firstOfYear, .year)
    }
  }

  // MARK: friday, last friday, 지난 금요일

  private func weekday(_ tokens: [DayToken]) -> DayPhrase? {
    guard (1...2).contains(tokens.count), case .word(var name)? = tokens.last else { return nil }
    var which: String?
    if tokens.count == 2 {
      guard case .word(let word) = tokens[0] else { return nil }
      which = word
    } else if let start = DayNames.prefixes.first(where: name.hasPrefix) {
      // `지난금요일`
      which = start
      name = String(name.dropFirst(start.count))
    }
    guard let weekday = DayNames.weekday(name) else { return nil }
    // In days.
    let since = (today.weekday - weekday + 7) % 7
    guard let which else { return DayPhrase(today.adding(days: -since), .day) }
    if DayNames.this.contains(which) {
      return DayPhrase(today.monday.adding(days: (weekday + 6) % 7), .day)
    }
    if DayNames.last.contains(which) {
      return DayPhrase(today.adding(days: since == 0 ? -7 : -since), .day)
    }
    guard DayNames.next.contains(which) else { return nil }
    return DayPhrase(today.adding(days: 7 - since), .day)
  }

  // MARK: 지난주 금요일, friday last week

  private func weekdayOfWeek(_ tokens: [DayToken]) -> DayPhrase? {
    var words: [String] = []
    for token in tokens {
      guard case .word(let word) = token else { return nil }
      words.append(word)
    }
    func day(_ name: String, in week: String) -> DayPhrase? {
      guard let weekday = DayNames.weekday(name), let (count, unit) = DayNames.moves[week],
        unit == .week
      else { return nil }
      let days = 7 * count + (weekday + 6) % 7
      return DayPhrase(today.monday.adding(days: days), .day)
    }
    guard let first = words.first, let last = words.last else { return nil }
    if words.count == 1 {
      // `지난주금요일`
      return day(String(first.suffix(3)), in: String(first.dropLast(3)))
    }
    return day(last, in: words.dropLast().joined()) ?? day(first, in: words.dropFirst().joined())
  }

  // MARK: 작년 오늘, a year ago today

  private func sameDay(_ tokens: [DayToken]) -> DayPhrase? {
    func isToday(_ token: DayToken?) -> Bool { token == .word("today") || token == .word("오늘") }
    guard isToday(tokens.first) || isToday(tokens.last) else { return nil }
    let rest = Array(isToday(tokens.last) ? tokens.dropLast() : tokens.dropFirst())
    if let phrase = distance(rest) { return phrase }
    guard let (count, unit) = move(rest), unit != .day else { return nil }
    return DayPhrase(moved(by: count, unit), .day)
  }

  // MARK: 작년 3월, 5 march last year, 지난달 20일, the 20th of last month

  private func ofNamedPeriod(_ tokens: [DayToken]) throws(DateError) -> DayPhrase? {
    for count in 1...2 where tokens.count > count {
      for (name, rest) in [
        (tokens.prefix(count), tokens.dropFirst(count)),
        (tokens.suffix(count), tokens.dropLast(count)),
      ] {
        guard let phrase = named(Array(name)) else { continue }
        let (rest, year) = (Array(rest), phrase.day.year)
        if phrase.span == .month, let day = dayOfMonth(rest) {
          return try self.phrase(DayParts(year: year, month: phrase.day.month, day: day))
        }
        guard phrase.span == .year else { continue }
        guard let parts = DayParts(korean: rest, of: year) ?? DayParts(english: rest, of: year)
        else { return nil }
        return try self.phrase(parts)
      }
    }
    return nil
  }

  /// Parses `20일`, `the 20th of` or `on the 20th`.
  private func dayOfMonth(_ tokens: [DayToken]) -> Int? {
    let words = ["일", "on", "the", "st", "nd", "rd", "th", "of"].map(DayToken.word)
    guard case let rest = tokens.filter({ !words.contains($0) }), rest.count == 1,
      case .number(let day, 1...2)? = rest.first
    else { return nil }
    return day
  }

  // MARK: Resolving

  private func phrase(_ parts: DayParts) throws(DateError) -> DayPhrase {
    let (month, day) = (parts.month, parts.day)
    if let year = parts.year {
      guard let first = CalendarDay(year: year, month: month ?? 1, day: day ?? 1) else {
        throw .noSuchDay
      }
      return DayPhrase(first, day != nil ? .day : month != nil ? .month : .year)
    }
    if let month {
      // Two days of 29 February are at most eight years apart.
      for year in stride(from: today.year, through: max(1, today.year - 8), by: -1) {
        if let found = CalendarDay(year: year, month: month, day: day ?? 1), found <= today {
          return DayPhrase(found, day == nil ? .month : .day)
        }
      }
      throw .noSuchDay
    }
    guard let day else { throw .notUnderstood }
    for back in 0...2 {
      let first = today.adding(months: -back).firstOfMonth
      if let found = CalendarDay(year: first.year, month: first.month, day: day), found <= today {
        return DayPhrase(found, .day)
      }
    }
    throw .noSuchDay
  }
}

// MARK: - DayNames

/// The words of dates, in English and Korean and in lower case.
package enum DayNames {
  enum Unit {
    case day, week, month, year
  }

  /// Offsets from today, keyed by words without spaces between them, and without `the`.
  static let moves: [String: (Int, Unit)] = [
    "today": (0, .day), "yesterday": (-1, .day), "daybeforeyesterday": (-2, .day),
    "tomorrow": (1, .day), "dayaftertomorrow": (2, .day),
    "lastweek": (-1, .week), "thisweek": (0, .week), "nextweek": (1, .week),
    "weekbeforelast": (-2, .week), "weekafternext": (2, .week),
    "lastmonth": (-1, .month), "thismonth": (0, .month), "nextmonth": (1, .month),
    "monthbeforelast": (-2, .month), "monthafternext": (2, .month),
    "lastyear": (-1, .year), "thisyear": (0, .year), "nextyear": (1, .year),
    "yearbeforelast": (-2, .year), "yearafternext": (2, .year),
    "오늘": (0, .day), "금일": (0, .day), "어제": (-1, .day), "어저께": (-1, .day), "그제": (-2, .day),
    "그저께": (-2, .day), "엊그제": (-2, .day), "엊그저께": (-2, .day), "그끄제": (-3, .day),
    "그끄저께": (-3, .day), "내일": (1, .day), "모레": (2, .day), "내일모레": (2, .day), "글피": (3, .day),
    "그글피": (4, .day),
    "지난주": (-1, .week), "저번주": (-1, .week), "지지난주": (-2, .week), "저저번주": (-2, .week),
    "이번주": (0, .week), "다음주": (1, .week), "다다음주": (2, .week),
    "지난달": (-1, .month), "저번달": (-1, .month), "지지난달": (-2, .month), "이번달": (0, .month),
    "이달": (0, .month), "다음달": (1, .month), "다다음달": (2, .month),
    "작년": (-1, .year), "지난해": (-1, .year), "재작년": (-2, .year), "올해": (0, .year),
    "금년": (0, .year), "내년": (1, .year), "내후년": (2, .year),
  ]

  /// Periods in a single word.
  static let spans: [String: (Int, Unit)] = [
    "하루": (1, .day), "이틀": (2, .day), "사흘": (3, .day), "나흘": (4, .day), "닷새": (5, .day),
    "엿새": (6, .day), "이레": (7, .day), "여드레": (8, .day), "아흐레": (9, .day), "열흘": (10, .day),
    "보름": (15, .day), "일주일": (1, .week), "한달": (1, .month), "두달": (2, .month), "석달": (3, .month),
    "일년": (1, .year),
  ]

  /// The words after a period, with the sign of its direction.
  static let directions = ["ago": -1, "전": -1, "later": 1, "후": 1, "뒤": 1]

  static let units: [String: Unit] = [
    "day": .day, "days": .day, "week": .week, "weeks": .week, "month": .month, "months": .month,
    "year": .year, "years": .year, "일": .day, "주": .week, "주일": .week, "개월": .month,
    "달": .month, "년": .year,
  ]

  static let numbers: [String: Int] = [
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "한": 1, "두": 2, "세": 3, "석": 3, "네": 4, "다섯": 5, "여섯": 6,
    "일곱": 7, "여덟": 8, "아홉": 9, "열": 10, "열한": 11, "열두": 12,
  ]

  static let last: Set = ["last", "지난", "저번"]
  static let next: Set = ["next", "다음"]
  static let this: Set = ["this", "이번"]
  static var prefixes: Set<String> { last.union(next).union(this) }

  private static let weekdays = [
    ["sunday", "일요일"], ["monday", "월요일"], ["tuesday", "화요일"], ["wednesday", "수요일"],
    ["thursday", "목요일"], ["friday", "금요일"], ["saturday", "토요일"],
  ]
  private static let months = CalendarDay.monthNames.map { $0.lowercased() }

  /// Returns the weekday, 0 for Sunday, for a name or its prefix: `fri`, `thurs`, `금요일`.
  package static func weekday(_ name: String) -> Int? {
    weekdays.firstIndex { $0[1] == name || (name.utf8.count >= 3 && $0[0].hasPrefix(name)) }
  }

  /// Returns the month, 1 for January, for a name or its prefix.
  package static func month(_ name: String) -> Int? {
    guard name.utf8.count >= 3 else { return nil }
    return months.firstIndex { $0.hasPrefix(name) }.map { $0 + 1 }
  }

  /// Returns whether a word is the prefix of one of these.
  static func isBeginning(_ start: String) -> Bool {
    let others = ["년", "월", "the", "of", "before", "after", "in", "from", "now"]
    let words = [
      Array(moves.keys), Array(spans.keys), Array(units.keys), Array(numbers.keys),
      Array(directions.keys), Array(prefixes), weekdays.flatMap(\.self), months, others,
    ]
    return words.joined().contains { $0.hasPrefix(start) }
  }

  /// Returns the tokens without brackets and quotation marks, and without weekdays. A word in a
  /// weekday's position may be one in another language: `2024-05-04, Samstag`, `<2024-05-03 Fr>`,
  /// `2024년 5월 3일 (금)`.
  static func withoutWeekdays(_ tokens: [DayToken]) -> [DayToken] {
    let isTimestamp = tokens.first == .mark("<")
    func isAny(of marks: String, _ token: DayToken?) -> Bool {
      if case .mark(let mark)? = token { marks.contains(mark) } else { false }
    }
    let tokens = tokens.filter { !isAny(of: "[])<>\"'@#", $0) }
    return tokens.indices.filter { index in
      guard case .word(let word) = tokens[index] else { return !isAny(of: ",(", tokens[index]) }
      let before = index > 0 ? tokens[index - 1] : nil
      let isLast = index == tokens.count - 1
      var isWeekday = weekday(word) != nil
      if month(word) == nil {
        isWeekday = isWeekday || index == 0 && tokens.count > 1 && tokens[1] == .mark(",")
        isWeekday = isWeekday || isLast && (isTimestamp || isAny(of: ",(", before))
        if case .word? = before, isLast, word.count == 1 {
          isWeekday = isWeekday || "일월화수목금토".contains(word)
        }
      }
      return !isWeekday
    }.map { tokens[$0] }
  }

  /// Returns the tokens of a date without words other than the month's name, or the units of a
  /// Korean date.
  static func onlyMonths(_ tokens: [DayToken]) -> [DayToken] {
    func month(_ token: DayToken) -> String? {
      guard case .word(let word) = token else { return nil }
      return months.first { word.hasPrefix($0.prefix(3)) }
    }
    // A weekday before it may begin like a month: `mardi`.
    let last = tokens.lastIndex { month($0) != nil }
    return tokens.indices.compactMap { index in
      switch tokens[index] {
      case .number: tokens[index]
      case .word(let word) where last == nil && ["년", "월", "일"].contains(word): tokens[index]
      case .word: index == last ? month(tokens[index]).map(DayToken.word) : nil
      case .mark(let mark): last == nil && "-/._".contains(mark) ? tokens[index] : nil
      }
    }
  }
}

// MARK: - DigitReader

/// Reads numbers with a fixed number of ASCII digits, and the characters between them.
struct DigitReader {
  private let bytes: [UInt8]
  private var index = 0

  init(_ text: some StringProtocol) { bytes = Array(text.utf8) }

  var isAtEnd: Bool { index == bytes.count }

  /// Skips a character if it is next.
  mutating func consume(_ mark: Unicode.Scalar) -> Bool {
    guard index < bytes.count, UInt32(bytes[index]) == mark.value else { return false }
    index += 1
    return true
  }

  /// Reads exactly `count` digits.
  mutating func number(of count: Int) -> Int? {
    var number = 0
    for _ in 0..<count {
      guard let digit = digit() else { return nil }
      number = number * 10 + digit
    }
    return number
  }

  /// Reads a decimal fraction of any length as a number of `digits` digits.
  mutating func fraction(digits: Int) -> Int? {
    guard var number = digit() else { return nil }
    var count = 1
    while let next = digit() {
      if count < digits { number = number * 10 + next }
      count += 1
    }
    for _ in 0..<max(0, digits - count) { number *= 10 }
    return number
  }

  private mutating func digit() -> Int? {
    guard index < bytes.count, (0x30...0x39).contains(bytes[index]) else { return nil }
    defer { index += 1 }
    return Int(bytes[index]) - 0x30
  }
}

func padded(_ number: Int, to width: Int) -> String {
  let text = String(number)
  return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
}

extension Int64 {
  func floorDivided(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }

  func modulo(_ divisor: Int64) -> Int64 {
    let remainder = self % divisor
    return remainder < 0 ? remainder + divisor : remainder
  }
}
