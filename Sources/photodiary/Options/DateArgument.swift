import ArgumentParser
import DiaryCore
import Localization

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
