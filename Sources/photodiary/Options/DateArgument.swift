import ArgumentParser
import DiaryCore
import Localization
import System

/// A date on the command line as any field for a date understands it, midnight and the offset of
/// this place filled in.
struct DateArgument: ExpressibleByArgument {
  private let text: String

  init(argument: String) { text = argument }

  /// Throws when it is none, or more than one day.
  func date() throws -> EntryDate {
    let today = LocalTime.today()
    let midnight = EntryDate(
      instant: today.instant - Int64(today.secondOfDay), offset: today.offset)
    do throws(DatePhrase.Fault) {
      return try DatePhrase(text, today: today.day)
        .date(near: midnight, localOffset: LocalTime.offset(ofLocal:))
    } catch {
      throw ValidationError(words(for: error))
    }
  }

  private func words(for failure: DatePhrase.Fault) -> String {
    switch failure {
    case .moreThanOneDay: localized("“\(text.printable)” is more than one day.")
    case .noSuchDay: localized("There's no date \(text.printable).")
    case .noSuchTime, .notUnderstood:
      localized(
        "“\(text.printable)” isn't a date. Write it as 2026-11-19, yesterday or yesterday 21:00.")
    }
  }

  static var help: ArgumentHelp {
    .localized(
      "Date: 2026-11-19, yesterday 21:00, or 2026-11-19T07:30 with or without +09:00.",
      valueName: "date")
  }
}

/// The date of a new entry: as `DateArgument`, or when its first photo was taken.
enum NewDateArgument: ExpressibleByArgument {
  case date(DateArgument)
  case photo

  init(argument: String) {
    self = argument == "photo" ? .photo : .date(DateArgument(argument: argument))
  }

  static var help: ArgumentHelp {
    .localized(
      """
      Date: 2026-11-19, yesterday 21:00, or 2026-11-19T07:30 with or without +09:00; photo uses the first \
      photo's date.
      """,
      valueName: "date|photo")
  }
}

/// Text on the command line, or `-` for standard input.
enum TextArgument {
  static func text(_ argument: String) throws(DiaryError) -> String {
    argument == "-" ? try StandardInput.text() : argument
  }
}

// MARK: - DayArgument

/// A day, week, month or year on the command line, as the calendar understands it.
struct DayArgument: ExpressibleByArgument {
  private let text: String
  private let phrase: Result<DayPhrase, DayPhrase.Fault>

  init(argument: String) {
    text = argument
    phrase = Result { () throws(DayPhrase.Fault) in
      try DayPhrase(argument, today: LocalTime.today().day)
    }
  }

  /// Its days. Throws when there are none, or more than one where one is wanted.
  func days(onlyOne: Bool = false) throws -> ClosedRange<CalendarDay> {
    switch phrase {
    case .success(let phrase) where onlyOne && phrase.span != .day:
      throw ValidationError(localized("“\(text.printable)” is more than one day."))
    case .success(let phrase): return phrase.days
    case .failure(.noSuchDay):
      throw ValidationError(localized("There's no date \(text.printable)."))
    case .failure(.notUnderstood): throw notUnderstood
    }
  }

  /// That it is no date, and what one is.
  private var notUnderstood: ValidationError {
    ValidationError(
      localized(
        "“\(text.printable)” isn't a date. Write it as 2026-11-19, 2026-11, 2026 or yesterday."))
  }
}

// MARK: - LocalTime

/// The time here and now, by libc: the essentials of Foundation know no time zone but GMT.
enum LocalTime {
  static func now() -> Timestamp { Timestamp(milliseconds: SystemClock.now) }

  /// The present as an entry's date.
  static func today() -> EntryDate {
    date(of: now())
  }

  /// A point in time as clocks here showed it.
  static func date(of time: Timestamp) -> EntryDate {
    EntryDate(instant: time.seconds, offset: SystemClock.offset(at: time.seconds))
  }

  /// Seconds east of UTC when clocks here show a time, given as the seconds since 1970 that it
  /// would be in UTC. Of a time that clocks show twice, the first; of one they skip, near it.
  static func offset(ofLocal seconds: Int64) -> Int { SystemClock.offset(ofLocal: seconds) }
}
