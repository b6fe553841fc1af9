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
