import ArgumentParser
import DiaryCore

/// A date on the command line: ISO 8601, the time and the offset of this place filled in.
struct DateArgument: ExpressibleByArgument {
  let date: EntryDate

  init?(argument: String) {
    guard let date = EntryDate(argument, localOffset: LocalTime.offset(ofLocal:)) else {
      return nil
    }
    self.date = date
  }

  static let help = ArgumentHelp(
    "When it was: 2026-11-19, or 2026-11-19T07:30 with or without +09:00.",
    valueName: "iso8601")
}

/// Text on the command line, or `-` for standard input.
enum TextArgument {
  static func text(_ argument: String) throws(DiaryError) -> String {
    argument == "-" ? try StandardInput.text() : argument
  }
}
