import Localization

/// A day, a time or both as a person types them into any field for a date: what `DayPhrase`
/// understands, `21:00`, `yesterday 21:00`, `지난 금요일 오후 9시`, `2026-11-20 07:30 +09:00`.
package struct DatePhrase: Hashable, Sendable {
  /// Why a text is none.
  package enum Fault: Error, Hashable, Sendable {
    case notUnderstood, noSuchDay, noSuchTime
    /// It is a week, month or year.
    case moreThanOneDay
  }

  /// `nil` where only a time is named.
  private let day: CalendarDay?
  private let clock: ClockPhrase?
  /// As it is written, where that is ISO 8601.
  private let iso8601: String?

  /// `today` is what a phrase counts from.
  package init(_ text: some StringProtocol, today: CalendarDay) throws(Fault) {
    if let parsed = ISO8601(String(text.trimmed)), parsed.hasTime {
      (day, clock, iso8601) = (parsed.day, nil, String(text.trimmed))
      return
    }
    iso8601 = nil
    var tokens = DayToken.tokens(of: text)
    clock = try ClockPhrase.take(from: &tokens)
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

  /// The date that is meant. A part that isn't named is taken from another date; where no offset is,
  /// the place is asked for its own, as `EntryDate` asks it.
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
  /// What can be typed, for a field with a time.
  package static var examples: String {
    localized("Try: yesterday 21:00, 3 days ago, last friday, 5 March 9pm")
  }
}

extension DatePhrase.Fault {
  /// What is wrong with what is typed, on one line.
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

/// A time of day among the tokens of a phrase: `21:00`, `9pm`, `오후 9시 반`, with an offset from UTC
/// behind it or without one.
struct ClockPhrase: Hashable, Sendable {
  private(set) var secondOfDay = 0
  /// As ISO 8601 writes it; empty where none is named.
  private(set) var zone = ""

  /// Takes the first one out of the tokens, with the word that leads to it. `nil` where there is
  /// none.
  static func take(from tokens: inout [DayToken]) throws(DatePhrase.Fault) -> ClockPhrase? {
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

  /// Reads one from the first token on, and leaves what stands behind it.
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

  /// Whether the second of two words comes next, which is taken then; `nil` for neither.
  private static func half(_ tokens: inout ArraySlice<DayToken>, in words: [String]) -> Bool? {
    guard case .word(let word)? = tokens.first, let index = words.firstIndex(of: word) else {
      return nil
    }
    tokens.removeFirst()
    return index == 1
  }

  /// `+09:00`, `+0900`, `+09` or `Z`, if it comes next.
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

/// A time of day, to the minute.
package struct ClockTime: Hashable, Sendable {
  package let minuteOfDay: Int

  package static let midnight = ClockTime(minuteOfDay: 0)

  private init(minuteOfDay: Int) { self.minuteOfDay = minuteOfDay }

  /// `21:30`, `9:30pm`, `오후 9시 반`; `nil` for what is no time alone.
  package init?(_ text: some StringProtocol) {
    var tokens = DayToken.tokens(of: text)
    guard let clock = try? ClockPhrase.take(from: &tokens), tokens.isEmpty, clock.zone.isEmpty
    else { return nil }
    minuteOfDay = clock.secondOfDay / 60
  }

  /// `21:30`
  package var text: String { String(ISO8601.time(minuteOfDay * 60).prefix(5)) }

  /// How many seconds of a day are left until then; none when it has passed.
  package func seconds(after date: EntryDate) -> Int {
    max(0, minuteOfDay * 60 - date.secondOfDay)
  }
}
