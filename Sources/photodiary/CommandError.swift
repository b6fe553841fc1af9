import DiaryCore
import Localization
import System

/// What can go wrong in a sub-command beyond the diary itself.
struct CommandError: Error {
  /// The error on one line, safe for a terminal.
  let line: String

  init(_ words: String) { line = words.printable }

  static func unknownFacility(_ name: String) -> CommandError {
    let known = Facility.allCases.map(\.rawValue).joined(separator: ", ")
    return CommandError(
      localized("PHOTODIARY_WITHOUT names “\(name)”, which is none of \(known)."))
  }

  static var notATerminal: CommandError {
    CommandError(
      localized(
        """
        The diary only opens in a terminal. Run `photodiary --help` for commands to use in scripts.
        """))
  }

  static func noTemporaryFolder(_ reason: String) -> CommandError {
    CommandError(
      localized(
        "Couldn't create a temporary folder: \(reason). Set TMPDIR to a folder with free space."))
  }

  /// A person's text could not be saved, for that reason, and is kept in a file.
  static func textKept(in file: String, _ reason: String) -> CommandError {
    CommandError(localized("\(reason) Your text is kept in \(file)."))
  }
}

/// Whoever read standard output has stopped: there is nobody to tell anything.
struct ReaderIsGone: Error {}
