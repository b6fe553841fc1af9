import Text

/// A day, a time or both as typed into a date field: any `DayPhrase`, `21:00`, `yesterday 21:00`,
/// `last night`, `2 hours ago`, `지난 금요일 밤 9시`, `2026-11-20 07:30 +09:00`.
package struct DatePhrase: Hashable, Sendable {
  /// `nil` if only a time is given.
  private let day: CalendarDay?
  private let clock: ClockPhrase?
  /// The text, if it is an ISO 8601 date with a time.
  private let iso8601: String?
  /// Seconds since 1970, for a number of hours or minutes ago.
  private let instant: Int64?

  /// Parses a phrase relative to `now`.
  ///
  /// - Throws: `DateError` if the text isn't a day, a time or both.
  package init(_ text: some StringProtocol, now: EntryDate) throws(DateError) {
    if let parsed = ISO8601(String(text.trimmed)), parsed.hasTime {
      (day, clock, iso8601, instant) = (parsed.day, nil, String(text.trimmed), nil)
      return
    }
    iso8601 = nil
    var tokens = PartOfDay.separated(DayToken.tokens(of: text))
    instant = Self.secondsAgo(tokens).map { now.instant - $0 }
    guard instant == nil else {
      (day, clock) = (nil, nil)
      return
    }
    clock = try ClockPhrase.extract(from: &tokens)
    guard clock == nil || !tokens.isEmpty else {
      day = nil
      return
    }
    let phrase = try DayPhraseParser(today: now.day).phrase(tokens)
    guard phrase.span == .day else { throw .moreThanOneDay }
    day = phrase.day
  }

  /// Parses `2 hours ago`, `30분 전` or `한 시간 전`.
  private static func secondsAgo(_ tokens: [DayToken]) -> Int64? {
    let text = tokens.map { token in
      switch token {
      case .number(let number, _): String(number)
      case .word(let word): word
      case .mark(let mark): String(mark)
      }
    }.joined()
    let units: KeyValuePairs<String, Int64> = [
      "hoursago": 3600, "hourago": 3600, "minutesago": 60, "minuteago": 60, "시간전": 3600, "분전": 60,
    ]
    guard let (end, seconds) = units.first(where: { text.hasSuffix($0.key) }) else { return nil }
    let start = String(text.dropLast(end.count))
    return (UInt32(start).map(Int.init) ?? DayNames.numbers[start]).map { Int64($0) * seconds }
  }

  /// Returns the date. Missing parts are taken from `other`; a missing offset is determined as in
  /// `EntryDate`.
  ///
  /// - Throws: `DateError.notUnderstood` if the date is outside the years 1 to 9999.
  package func date(
    near other: EntryDate, localOffset: (Int64) -> Int
  ) throws(DateError) -> EntryDate {
    if let instant {
      guard CalendarDay.writable.contains(instant) else { throw .notUnderstood }
      return EntryDate(instant: instant, localOffset: localOffset)
    }
    let time = ISO8601.time(clock?.secondOfDay ?? other.secondOfDay)
    let written = iso8601 ?? "\(day ?? other.day)T\(time)\(clock?.zone ?? "")"
    guard let date = EntryDate(written, localOffset: localOffset) else { throw .notUnderstood }
    return date
  }
}

extension DatePhrase {
  /// Examples of input for a field with a time.
  package static var examples: String {
    localized("Try: yesterday 21:00, 3 days ago, last friday, 5 March 9pm")
  }
}

/// The reason why a text isn't a date.
package enum DateError: Error, Hashable, Sendable {
  case notUnderstood
  /// The calendar has no such day, as for 31 April.
  case noSuchDay
  case noSuchTime
  /// The text names a week, month or year.
  case moreThanOneDay

  /// A description of the error on one line.
  package var line: String {
    switch self {
    case .notUnderstood: localized("Couldn't read that date. \(DatePhrase.examples)")
    case .noSuchDay: localized("There's no such date.")
    case .noSuchTime: localized("There's no such time. \(DatePhrase.examples)")
    case .moreThanOneDay: localized("That's more than one day. \(DatePhrase.examples)")
    }
  }
}

// MARK: - ClockPhrase

/// A time of day among the tokens of a phrase: `21:00`, `9pm`, `오후 9시 반`, `아홉 시`, `noon`, or
/// `9 in the evening`, optionally followed by an offset from UTC.
struct ClockPhrase: Hashable, Sendable {
  private(set) var secondOfDay = 0
  /// Seconds east of UTC; `nil` if none are given.
  private(set) var offset: Int?
  /// `true` if the offset is written as `Z`.
  private var isZulu = false

  /// The offset in ISO 8601; empty if none is given.
  var zone: String { isZulu ? "Z" : offset.map(ISO8601.offset) ?? "" }

  /// Removes the first time from the tokens, with the word that introduces it, and returns it.
  /// Returns `nil` if there is none.
  static func extract(from tokens: inout [DayToken]) throws(DateError) -> ClockPhrase? {
    tokens = withDigits(tokens)
    for start in tokens.indices {
      var rest = tokens[start...]
      guard let clock = try ClockPhrase(&rest) else { continue }
      var first = start
      var day: [DayToken] = []
      if start > 0 {
        switch tokens[start - 1] {
        case .word("at"), .word("t"), .mark(","): first -= 1
        // `last night`, `지난 밤`, `this morning`
        case .word("last") where PartOfDay(tokens[start]) != nil,
          .word("지난") where PartOfDay(tokens[start]) != nil:
          (first, day) = (first - 1, [.word("yesterday")])
        case .word("this") where PartOfDay(tokens[start]) != nil:
          (first, day) = (first - 1, [.word("today")])
        default: break
        }
      }
      tokens.replaceSubrange(first..<rest.startIndex, with: day)
      return clock
    }
    return nil
  }

  /// Writes `아홉 시` and `아홉시` as `9시`.
  private static func withDigits(_ tokens: [DayToken]) -> [DayToken] {
    tokens.enumerated().flatMap { index, token -> [DayToken] in
      guard case .word(let word) = token else { return [token] }
      let next = tokens.dropFirst(index + 1).first
      if next == .word("시") || next == .word("시반"), let hour = DayNames.numbers[word] {
        return [.number(hour, digits: 1)]
      }
      for end in ["시", "시반"] where word.hasSuffix(end) {
        guard let hour = DayNames.numbers[String(word.dropLast(end.count))] else { continue }
        return [.number(hour, digits: 1), .word(end)]
      }
      return [token]
    }
  }

  /// Parses a time from the first token on and removes its tokens.
  private init?(_ tokens: inout ArraySlice<DayToken>) throws(DateError) {
    var rest = tokens
    var part = rest.first.flatMap(PartOfDay.init)
    if part != nil { rest.removeFirst() }
    guard let (hour, minute, second) = Self.numbers(&rest, isAfterPart: part != nil) else {
      // `noon`, `어제 밤`
      guard let time = part?.usualTime else { return nil }
      secondOfDay = time * 3600
      tokens = tokens.dropFirst()
      return
    }
    if part == nil { part = PartOfDay.following(&rest) }
    guard minute < 60, second < 60, let hour = part.map({ $0.hour(hour) }) ?? hour, hour < 24 else {
      throw .noSuchTime
    }
    secondOfDay = hour * 3600 + minute * 60 + second
    try readOffset(&rest)
    tokens = rest
  }

  /// Consumes `9:30`, `9:30:15`, `9시`, `9시 반` or `9시 5분`, or an hour before or after a part of the
  /// day. Returns `nil` if none is next.
  private static func numbers(
    _ tokens: inout ArraySlice<DayToken>, isAfterPart: Bool
  ) -> (hour: Int, minute: Int, second: Int)? {
    var rest = tokens
    guard case .number(let hour, 1...2)? = rest.popFirst() else { return nil }
    var (minute, second) = (0, 0)
    switch rest.first {
    case .mark(":"):
      rest.removeFirst()
      guard case .number(let number, 2)? = rest.popFirst() else { return nil }
      minute = number
      if rest.first == .mark(":"), case .number(let number, 2)? = rest.dropFirst().first {
        second = number
        rest.removeFirst(2)
        // A fraction.
        if case .mark(let mark)? = rest.first,
          case .number(_, let digits)? = rest.dropFirst().first,
          mark == "." || mark == "," && [3, 6, 9].contains(digits)
        {
          rest.removeFirst(2)
        }
      }
    case .word("시반"):
      minute = 30
      rest.removeFirst()
    case .word("시"):
      rest.removeFirst()
      if rest.first == .word("반") {
        minute = 30
        rest.removeFirst()
      } else if case .number(let number, 1...2)? = rest.first,
        rest.dropFirst().first == .word("분")
      {
        minute = number
        rest.removeFirst(2)
      }
    default:
      var following = rest
      guard !isAfterPart, PartOfDay.following(&following) != nil else { return nil }
    }
    tokens = rest
    return (hour, minute, second)
  }

  /// Consumes `+09:00`, `+0900`, `+09`, `Z`, `UTC` or `(GMT+9)`, if one is next.
  private mutating func readOffset(
    _ tokens: inout ArraySlice<DayToken>
  ) throws(DateError) {
    if tokens.first == .word("z") {
      tokens.removeFirst()
      (offset, isZulu) = (0, true)
      return
    }
    let words = tokens.first == .mark("(") ? tokens.dropFirst() : tokens
    let isNamed = words.first == .word("utc") || words.first == .word("gmt")
    if isNamed {
      tokens = words.dropFirst()
      offset = 0
    }
    guard case .mark(let sign)? = tokens.first, sign == "+" || sign == "-",
      case .number(let number, let digits)? = tokens.dropFirst().first,
      digits == 2 || digits == 4 || digits == 1 && isNamed
    else { return }
    tokens.removeFirst(2)
    let hours = digits == 4 ? number / 100 : number
    var minutes = digits == 4 ? number % 100 : 0
    if digits < 4, tokens.first == .mark(":"),
      case .number(let number, 2)? = tokens.dropFirst().first
    {
      minutes = number
      tokens.removeFirst(2)
    }
    guard hours < 16, minutes < 60 else { throw .noSuchTime }
    offset = (sign == "-" ? -60 : 60) * (hours * 60 + minutes)
  }
}

// MARK: - PartOfDay

/// A word such as `pm`, `night` or `아침`, which decides between two hours of one number, and by
/// itself means a usual time.
enum PartOfDay: Hashable, Sendable {
  case beforeNoon, afterNoon, dawn, morning, noon, afternoon, evening, night, midnight

  private static let words: [String: PartOfDay] = [
    "am": .beforeNoon, "pm": .afterNoon, "morning": .morning, "noon": .noon,
    "afternoon": .afternoon, "evening": .evening, "night": .night, "midnight": .midnight,
    "오전": .beforeNoon, "오후": .afterNoon, "새벽": .dawn, "아침": .morning, "점심": .noon, "낮": .noon,
    "정오": .noon, "저녁": .evening, "밤": .night, "자정": .midnight,
  ]

  init?(_ token: DayToken) {
    guard case .word(let word) = token, let part = Self.words[word] else { return nil }
    self = part
  }

  /// Consumes `pm`, `in the evening` or `at night`; returns `nil` if none is next.
  static func following(_ tokens: inout ArraySlice<DayToken>) -> PartOfDay? {
    var rest = tokens
    if rest.first == .word("at") {
      rest.removeFirst()
    } else if rest.starts(with: [.word("in"), .word("the")]) {
      rest.removeFirst(2)
    }
    // Korean has it first.
    guard let token = rest.popFirst(), case .word(let word) = token, word.first?.isASCII == true,
      let part = PartOfDay(token)
    else { return nil }
    tokens = rest
    return part
  }

  /// Writes `tonight` and `어젯밤` as two words.
  static func separated(_ tokens: [DayToken]) -> [DayToken] {
    tokens.flatMap { token -> [DayToken] in
      guard case .word(let word) = token else { return [token] }
      if word == "tonight" { return [.word("today"), .word("night")] }
      for part in words.keys where word.count > part.count && word.hasSuffix(part) {
        let day = word.dropLast(part.count)
        // `어젯밤`, `간밤`, `엊저녁`
        if ["어젯", "간", "지난", "엊"].contains(day) { return [.word("어제"), .word(part)] }
        if day.first?.isASCII == false, DayNames.moves[String(day)] != nil {
          return [.word(String(day)), .word(part)]
        }
      }
      return [token]
    }
  }

  /// The hour meant without a number; `nil` for `am` and `pm`.
  var usualTime: Int? {
    switch self {
    case .beforeNoon, .afterNoon: nil
    case .midnight: 0
    case .dawn: 5
    case .morning: 8
    case .noon: 12
    case .afternoon: 15
    case .evening: 19
    case .night: 21
    }
  }

  /// Returns the hour from 0 to 23 for a number from 1 to 12; `nil` if there is no such hour.
  /// Twelve at night is midnight, and the small hours may be called night.
  func hour(_ number: Int) -> Int? {
    guard (1...12).contains(number) else { return nil }
    let (early, late) = (number % 12, number % 12 + 12)
    switch self {
    case .beforeNoon, .dawn, .morning: return early
    case .afterNoon, .afternoon, .evening: return late
    case .noon: return number == 11 ? 11 : late
    case .night: return number == 12 || number < 5 ? early : late
    case .midnight: return number == 12 ? 0 : nil
    }
  }
}

// MARK: - ClockTime

/// A time of day in minutes.
package struct ClockTime: Hashable, Sendable {
  package let minuteOfDay: Int

  package static let midnight = ClockTime(minuteOfDay: 0)

  private init(minuteOfDay: Int) { self.minuteOfDay = minuteOfDay }

  /// Parses `21:30`, `9:30pm`, `오후 9시 반`; `nil` if the text contains anything else.
  package init?(_ text: some StringProtocol) {
    var tokens = DayToken.tokens(of: text)
    guard let clock = try? ClockPhrase.extract(from: &tokens), tokens.isEmpty, clock.zone.isEmpty
    else { return nil }
    minuteOfDay = clock.secondOfDay / 60
  }

  /// `21:30`
  package var text: String { String(ISO8601.time(minuteOfDay * 60).prefix(5)) }

  /// Returns the seconds from the time of `date` until this time of the same day; 0 if it has
  /// passed.
  package func seconds(after date: EntryDate) -> Int {
    max(0, minuteOfDay * 60 - date.secondOfDay)
  }
}
