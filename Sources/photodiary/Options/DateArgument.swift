import ArgumentParser
import DiaryCore
import System
import Text

/// A date on the command line, in the formats of a date field. Missing parts are midnight and the
/// local offset from UTC.
struct DateArgument: ExpressibleByArgument {
  private let text: String

  init(argument: String) { text = argument }

  /// Returns the date.
  ///
  /// - Throws: `ValidationError` if the text isn't a date, or is more than one day.
  func date() throws -> EntryDate {
    let today = LocalTime.today()
    let midnight = EntryDate(
      instant: today.instant - Int64(today.secondOfDay), offset: today.offset)
    do {
      return try DatePhrase(text, now: today)
        .date(near: midnight, localOffset: LocalTime.offset(ofLocal:))
    } catch {
      throw ValidationError(text(for: error))
    }
  }

  private func text(for failure: DateError) -> String {
    switch failure {
    case .moreThanOneDay: localized("“\(text.printable)” is more than one day. Give a single day.")
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

/// The date of a new entry: a `DateArgument`, or the date of its first photo.
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

/// A title that begins with its date, as in jrnl: `yesterday 21:00: A long walk`.
struct DatedTitle {
  let date: EntryDate
  /// The title after the date.
  let title: String

  /// Returns `nil` unless the text before the first colon and space is a single day or a time. A
  /// number isn't, although a date field accepts it as a day of the month.
  init?(_ text: String) {
    guard let (start, title) = Self.parts(of: text), !start.allSatisfy(\.isNumber),
      let date = try? DateArgument(argument: Self.withoutPreposition(start)).date()
    else { return nil }
    (self.date, self.title) = (date, title)
  }

  private static func parts(of text: String) -> (start: String, title: String)? {
    text.firstRange(of: ": ").map {
      (String(text[..<$0.lowerBound]), String(text[$0.upperBound...]))
    }
  }

  /// Returns `monday` for `on monday`, and `9:00` for `at 9`.
  private static func withoutPreposition(_ text: String) -> String {
    let words = text.split(separator: " ", maxSplits: 1)
    guard words.count == 2 else { return text }
    return switch words[0].lowercased() {
    case "on": String(words[1])
    case "at": words[1].allSatisfy(\.isNumber) ? "\(words[1]):00" : String(words[1])
    default: text
    }
  }

  /// Returns the digits that a title begins with if they look like a date or a time, such as
  /// `2026-02-30: ` or `25:00: `.
  static func digits(before text: String) -> String? {
    guard let start = parts(of: text)?.start, start.first?.isNumber == true,
      start.last?.isNumber == true, start.contains(where: "-/:".contains),
      start.allSatisfy({ $0.isNumber || "-/: ".contains($0) })
    else { return nil }
    return start
  }
}

/// Text on the command line, or `-` to read standard input.
enum TextArgument {
  static func text(_ argument: String) throws -> String {
    argument == "-" ? try StandardInput.text() : argument
  }
}

// MARK: - DayArgument

/// A day, week, month or year on the command line, in the formats of the calendar.
struct DayArgument: ExpressibleByArgument {
  private let text: String
  private let phrase: Result<DayPhrase, DateError>

  init(argument: String) {
    text = argument
    phrase = Result { () throws(DateError) in
      try DayPhrase(argument, today: LocalTime.today().day)
    }
  }

  /// Returns the days of the phrase.
  ///
  /// - Throws: `ValidationError` if the text isn't a date, or if it is more than one day and
  ///   `onlyOne`.
  func days(onlyOne: Bool = false) throws -> ClosedRange<CalendarDay> {
    switch phrase {
    case .success(let phrase) where onlyOne && phrase.span != .day:
      throw ValidationError(
        localized(
          "“\(text.printable)” is more than one day. Give a single day."))
    case .success(let phrase): return phrase.days
    case .failure(.noSuchDay):
      throw ValidationError(localized("There's no date \(text.printable)."))
    case .failure: throw notUnderstood
    }
  }

  /// The error for text that isn't a date, with examples of dates.
  private var notUnderstood: ValidationError {
    ValidationError(
      localized(
        "“\(text.printable)” isn't a date. Write it as 2026-11-19, 2026-11, 2026 or yesterday."))
  }
}

// MARK: - LocalTime

/// The local time, by libc: FoundationEssentials supports no time zone but GMT.
enum LocalTime {
  static func now() -> Timestamp { Timestamp(milliseconds: SystemClock.now) }

  /// The current time as the date of an entry.
  static func today() -> EntryDate {
    date(of: now())
  }

  /// Returns `time` in the local time zone.
  static func date(of time: Timestamp) -> EntryDate {
    EntryDate(instant: time.seconds, offset: SystemClock.offset(at: time.seconds))
  }

  /// Returns the offset from UTC, in seconds east, of a local time. `seconds` is that time as if it
  /// were UTC, since 1970. For a time that occurs twice, the first is used; for one that is
  /// skipped, a close one.
  static func offset(ofLocal seconds: Int64) -> Int { SystemClock.offset(ofLocal: seconds) }
}
