import DiaryCore
import Localization

/// Something in the settings that can't be.
package struct SettingsIssue: Hashable, Sendable {
  package let path: String
  /// From 1; 0 is the file as a whole.
  package let line: Int
  package let failure: SettingsIssueReason

  package init(path: String, line: Int, _ failure: SettingsIssueReason) {
    self.path = path
    self.line = line
    self.failure = failure
  }
}

package enum SettingsIssueReason: Hashable, Sendable {
  case unreadable(reason: String)
  /// It could not be made.
  case unwritable(reason: String)
  case notTOML
  /// A text without its quotes.
  case unquoted(String, option: String)
  /// This program was built without the library that reads settings.
  case unsupported
  /// There is no such option; the one that is spelled most like it.
  case unknownOption(String, nearest: String)
  case invalid(option: String, OptionKind)

  // Of the keymap.
  case unknownScreen(String, nearest: String)
  case unknownCommand(String, screen: String, nearest: String)
  case unknownKey(String)
  /// It writes a letter on that screen.
  case typedKey(String)
  /// It calls two commands of one screen.
  case takenKey(String, by: String)
  /// A command that one must be able to call.
  case noKey(for: String)
}

/// What an option of the settings may be.
package enum OptionKind: Hashable, Sendable {
  /// A line of text that can be printed.
  case name
  /// A command of the shell.
  case command
  case folder
  case oneOf([String])
  case flag
  case number(ClosedRange<Int>)
  /// `#rrggbb`, or a number of the terminal's palette.
  case color
  /// `auto`, `off`, or the names of dictionaries.
  case dictionaries
  /// Names of diaries, and searches.
  case subscriptions
  /// Two or more, each once.
  case moods
  case table
  /// Keys as help writes them.
  case keys
}

extension SettingsIssue {
  /// The mistake on one line: where, what, and what to write instead. Safe for a terminal.
  package var text: String { (line > 0 ? located : words).printable }

  private var located: String { localized("\(path), line \(line): \(words)") }

  private var words: String {
    switch failure {
    case .unreadable(let reason):
      localized("Couldn't read \(path): \(reason). Fix or remove it.")
    case .unwritable(let reason):
      localized("Couldn't create \(path): \(reason). Check its folder's permissions.")
    case .notTOML: localized("not valid TOML. Write for example author = \"Kim\".")
    case .unquoted(let value, let option):
      localized("put \(value) in quotes: \(option) = \"\(value)\".")
    case .unsupported:
      localized("Couldn't read \(path): this program was built without toml++. Remove the file.")
    case .unknownOption(let name, let nearest):
      localized("unknown option \(name). Did you mean \(nearest)?")
    case .invalid(let option, let kind): kind.words(for: option)
    case .unknownScreen(let name, let nearest):
      localized("unknown screen \(name). Did you mean keys.\(nearest)?")
    case .unknownCommand(let name, let screen, let nearest):
      localized("keys.\(screen) has no command \(name). Did you mean \(nearest)?")
    case .unknownKey(let name):
      localized(
        "unknown key “\(name)”. Write it as \"n\", \"Ctrl-S\", \"Alt-Left\" or \"F3\".")
    case .typedKey(let name):
      localized("“\(name)” types a character there. Choose a key with Ctrl or Alt, or F1 to F12.")
    case .takenKey(let name, let command):
      localized("“\(name)” is already the key of \(command) there. Give one of them another key.")
    case .noKey(let command):
      localized("\(command) would have no key, and there would be no way out. Give it one.")
    }
  }
}

extension OptionKind {
  fileprivate func words(for option: String) -> String {
    switch self {
    case .name: localized("\(option) is not a name. Write it as author = \"Kim\".")
    case .oneOf(let values):
      localized("\(option) must be one of \(Self.list(values)).")
    default: localized("\(option) must be \(valid).")
    }
  }

  /// What may stand there, in words.
  package var valid: String {
    switch self {
    case .name: localized("a name")
    case .command: localized("a command, such as \"nano\"")
    case .folder: localized("a folder, such as \"~/Pictures\"")
    case .oneOf(let values): Self.list(values)
    case .flag: ["true", "false"].joined(separator: ", ")
    case .number(let range): localized("\(range.lowerBound) to \(range.upperBound)")
    case .color: localized("\"#rrggbb\", or 0 to 255")
    case .dictionaries: localized("\"auto\", \"off\", or a list such as [\"en_US\", \"ko\"]")
    case .subscriptions: localized("a list such as [\"Family\", \"tag:baby\"]")
    case .moods: localized("a list of two or more, each once, such as [\"good\", \"bad\"]")
    case .table: localized("a table, with its name in brackets")
    case .keys: localized("a list of keys, such as [\"n\", \"Ctrl-N\"]")
    }
  }

  private static func list(_ values: [String]) -> String {
    values.map { "\"\($0)\"" }.joined(separator: ", ")
  }
}

/// All that is wrong in the settings.
package struct SettingsError: Error, Hashable, Sendable {
  package let issues: [SettingsIssue]

  package init(_ issues: [SettingsIssue]) { self.issues = issues }
}
