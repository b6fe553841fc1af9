import ArgumentParser
import DiaryCore
import Words

/// A date on the command line: ISO 8601, or a day as the calendar understands it, the time and the
/// offset of this place filled in.
struct DateArgument: ExpressibleByArgument {
  private let text: String

  init(argument: String) { text = argument }

  /// Throws when it is none, or more than one day.
  func date() throws -> EntryDate {
    if let date = EntryDate(text, localOffset: LocalTime.offset(ofLocal:)) { return date }
    let argument = DayArgument(text)
    let day = try argument.days(onlyOne: true).lowerBound
    guard let date = EntryDate(day.description, localOffset: LocalTime.offset(ofLocal:)) else {
      throw argument.notUnderstood
    }
    return date
  }

  static let help = ArgumentHelp.localized(
    "When it was: 2026-11-19, yesterday, or 2026-11-19T07:30 with or without +09:00.",
    valueName: "date")
}

/// The date of a new entry: as `DateArgument`, or when its first photo was taken.
enum NewDateArgument: ExpressibleByArgument {
  case date(DateArgument)
  case photo

  init(argument: String) {
    self = argument == "photo" ? .photo : .date(DateArgument(argument: argument))
  }

  static let help = ArgumentHelp.localized(
    """
    When it was: 2026-11-19, yesterday, or 2026-11-19T07:30 with or without +09:00; photo means \
    when its first photo was taken.
    """,
    valueName: "date|photo")
}

/// Text on the command line, or `-` for standard input.
enum TextArgument {
  static func text(_ argument: String) throws(DiaryError) -> String {
    argument == "-" ? try StandardInput.text() : argument
  }
}
