import Text

/// A day, a time or both as typed into a date field: any `DayPhrase`, `21:00`, `yesterday 21:00`,
/// `지난 금요일 오후 9시`, `2026-11-20 07:30 +09:00`.
package struct DatePhrase: Hashable, Sendable {
  /// The reason why a text isn't a date.
  package enum Fault: Error, Hashable, Sendable {
    case notUnderstood, noSuchDay, noSuchTime
    /// The text names a week, month or year.
    case moreThanOneDay
  }

  /// `nil` if only a time is given.
  private let day: CalendarDay?
  private let clock: ClockPhrase?
  /// The text, if it is an ISO 8601 date with a time.
  private let iso8601: String?

  /// Parses a phrase relative to `today`.
  ///
  /// - Throws: `Fault` if the text isn't a day, a time or both.
  package init(_ text: some StringProtocol, today: CalendarDay) throws(Fault) {
    if let parsed = ISO8601(String(text.trimmed)), parsed.hasTime {
      (day, clock, iso8601) = (parsed.day, nil, String(text.trimmed))
      return
    }
    iso8601 = nil
    var tokens = DayToken.tokens(of: text)
    clock = try ClockPhrase.extract(from: &tokens)
    guard clock == nil || !tokens.isEmpty else {
      day = nil
      return
    }
    let phrase: DayPhrase
    do throws(DayPhrase.Fault) {
      phrase = try DayPhraseParser(today: today).phrase(tokens)
    } catch {
      throw error == .noSuchDay ? .noSuchDay : .notUnderstood
    }
    guard phrase.span == .day else { throw .moreThanOneDay }
    day = phrase.day
  }

  /// Returns the date. Missing parts are taken from `other`; a missing offset is determined as in
  /// `EntryDate`.
  ///
  /// - Throws: `Fault.notUnderstood` if the date is outside the years 1 to 9999.
  package func date(
    near other: EntryDate, localOffset: (Int64) -> Int
  ) throws(Fault) -> EntryDate {
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

extension DatePhrase.Fault {
  /// A description of the fault on one line.
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

/// A time of day among the tokens of a phrase: `21:00`, `9pm`, `오후 9시 반`, optionally followed by an
/// offset from UTC.
struct ClockPhrase: Hashable, Sendable {
  private(set) var secondOfDay = 0
  /// In ISO 8601; empty if none is given.
  private(set) var zone = ""

  /// Removes the first time from the tokens, with the word that introduces it, and returns it.
  /// Returns `nil` if there is none.
  static func extract(from tokens: inout [DayToken]) throws(DatePhrase.Fault) -> ClockPhrase? {
    for start in tokens.indices {
      var rest = tokens[start...]
      guard let clock = try ClockPhrase(&rest) else { continue }
      var first = start
      if start > 0, [.word("at"), .word("t"), .mark(",")].contains(tokens[start - 1]) {
        first -= 1
      }
      tokens.removeSubrange(first..<rest.startIndex)
      return clock
    }
    return nil
  }

  /// Parses a time from the first token on and removes its tokens.
  private init?(_ tokens: inout ArraySlice<DayToken>) throws(DatePhrase.Fault) {
    var rest = tokens
    var isAfternoon = Self.half(&rest, in: ["오전", "오후"])
    guard case .number(let hour, 1...2)? = rest.popFirst() else { return nil }
    var (minute, second) = (0, 0)
    switch rest.popFirst() {
    case .mark(":"):
      guard case .number(let number, 2)? = rest.popFirst() else { return nil }
      minute = number
      if rest.first == .mark(":"), case .number(let number, 2)? = rest.dropFirst().first {
        second = number
        rest.removeFirst(2)
      }
      isAfternoon = isAfternoon ?? Self.half(&rest, in: ["am", "pm"])
    case .word("am") where isAfternoon == nil: isAfternoon = false
    case .word("pm") where isAfternoon == nil: isAfternoon = true
    case .word("시반"): minute = 30
    case .word("시"):
      if rest.first == .word("반") {
        minute = 30
        rest.removeFirst()
      } else if case .number(let number, 1...2)? = rest.first,
        rest.dropFirst().first == .word("분")
      {
        minute = number
        rest.removeFirst(2)
      }
    default: return nil
    }
    guard minute < 60, second < 60, isAfternoon == nil ? hour < 24 : (1...12).contains(hour) else {
      throw .noSuchTime
    }
    let hours = isAfternoon.map { hour % 12 + ($0 ? 12 : 0) } ?? hour
    secondOfDay = hours * 3600 + minute * 60 + second
    zone = try Self.zone(&rest)
    tokens = rest
  }

  /// Consumes one of two words; returns `true` for the second one, and `nil` if neither is next.
  private static func half(_ tokens: inout ArraySlice<DayToken>, in words: [String]) -> Bool? {
    guard case .word(let word)? = tokens.first, let index = words.firstIndex(of: word) else {
      return nil
    }
    tokens.removeFirst()
    return index == 1
  }

  /// Consumes `+09:00`, `+0900`, `+09` or `Z`; returns an empty text if none is next.
  private static func zone(
    _ tokens: inout ArraySlice<DayToken>
  ) throws(DatePhrase.Fault) -> String {
    if tokens.first == .word("z") {
      tokens.removeFirst()
      return "Z"
    }
    guard case .mark(let sign)? = tokens.first, sign == "+" || sign == "-",
      case .number(let number, let digits)? = tokens.dropFirst().first, digits == 2 || digits == 4
    else { return "" }
    tokens.removeFirst(2)
    let hours = digits == 4 ? number / 100 : number
    var minutes = digits == 4 ? number % 100 : 0
    if digits == 2, tokens.first == .mark(":"),
      case .number(let number, 2)? = tokens.dropFirst().first
    {
      minutes = number
      tokens.removeFirst(2)
    }
    guard hours < 16, minutes < 60 else { throw .noSuchTime }
    let seconds = hours * 3600 + minutes * 60
    return ISO8601.offset(sign == "-" ? -seconds : seconds)
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
