import ArgumentParser
import DiaryCore
import Words

/// A date on the command line: ISO 8601, the time and the offset of this place filled in.
struct DateArgument: ExpressibleByArgument {
  let date: EntryDate

  init?(argument: String) {
    guard let date = EntryDate(argument, localOffset: LocalTime.offset(ofLocal:)) else {
      return nil
    }
    self.date = date
  }

  static let help = ArgumentHelp.localized(
    "When it was: 2026-11-19, or 2026-11-19T07:30 with or without +09:00.",
    valueName: "iso8601")
}

/// The date of a new entry: as `DateArgument`, or when its first photo was taken.
enum NewDateArgument: ExpressibleByArgument {
  case date(EntryDate)
  case photo

  init?(argument: String) {
    if argument == "photo" {
      self = .photo
    } else if let date = DateArgument(argument: argument)?.date {
      self = .date(date)
    } else {
      return nil
    }
  }

  static let help = ArgumentHelp.localized(
    """
    When it was: 2026-11-19, or 2026-11-19T07:30 with or without +09:00; photo means when its \
    first photo was taken.
    """,
    valueName: "iso8601|photo")
}

/// Text on the command line, or `-` for standard input.
enum TextArgument {
  static func text(_ argument: String) throws(DiaryError) -> String {
    argument == "-" ? try StandardInput.text() : argument
  }
}
