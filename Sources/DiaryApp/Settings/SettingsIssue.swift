import DiaryCore
import Text

/// An error in the settings file.
package struct SettingsIssue: Hashable, Sendable {
  package let path: String
  /// The line, from 1; 0 for the file as a whole.
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
  /// The file couldn't be created or written.
  case unwritable(reason: String)
  /// The option can't be changed without changing others.
  case unchangeable(option: String)
  case notTOML
  /// The name of a table has no closing bracket.
  case unclosed(String)
  /// A text is missing its quotes.
  case unquoted(String, option: String)
  /// The program was built without the library that reads settings.
  case unsupported
  /// The option doesn't exist. `nearest` is one with a similar name.
  case unknownOption(String, nearest: String?)
  case invalid(option: String, OptionKind)

  // Errors in keys.
  case unknownScreen(String, nearest: String?)
  case unknownCommand(String, screen: String, nearest: String?)
  case unknownKey(String)
  /// The key types a character on that screen.
  case typedKey(String)
  /// The key already calls another command of the screen.
  case keyInUse(String, by: String)
  /// The command must have a key.
  case noKey(for: String)
}

/// The kind of value of an option.
package enum OptionKind: Hashable, Sendable {
  /// A printable line of text.
  case name
  /// A shell command, with an example.
  case command(String)
  case folder
  case oneOf([String])
  /// A built-in theme, or one of the user's.
  case theme
  case flag
  case number(ClosedRange<Int>)
  /// `#rrggbb`, or a number or name in the terminal's palette.
  case color
  /// `auto`, `off`, or the names of dictionaries.
  case dictionaries
  /// Names of diaries, and searches.
  case subscriptions
  /// At least two moods, each only once.
  case moods
  case table
  /// Names of keys, as in help.
  case keys
}

extension SettingsIssue {
  /// A one-line message with the place, the problem and the solution. Safe to print on a terminal.
  package var text: String { (line > 0 ? textWithLine : words).printable }

  private var textWithLine: String { localized("\(path), line \(line): \(words)") }

  private var words: String {
    switch failure {
    case .unreadable(let reason):
      localized("Couldn't read \(path): \(reason). Fix or remove it.")
    case .unwritable(let reason):
      localized("Couldn't write \(path): \(reason). Check its folder's permissions.")
    case .unchangeable(let option):
      localized("couldn't change \(option). Edit it with `photodiary config --edit`.")
    case .notTOML: localized("not valid TOML. Write for example author = \"Kim\".")
    case .unclosed(let table): localized("\(table) has no closing ].")
    case .unquoted(let value, let option):
      localized("put \(value) in quotes: \(option) = \"\(value)\".")
    case .unsupported:
      localized("Couldn't read \(path): this program was built without toml++. Remove the file.")
    case .unknownOption(let name, let nearest?):
      localized("unknown option \(name). Did you mean \(nearest)?")
    case .unknownOption(let name, nil): localized("unknown option \(name).")
    case .invalid(let option, let kind): kind.message(for: option)
    case .unknownScreen(let name, let nearest?):
      localized("unknown screen \(name). Did you mean keys.\(nearest)?")
    case .unknownScreen(let name, nil): localized("unknown screen \(name).")
    case .unknownCommand(let name, let screen, let nearest?):
      localized("keys.\(screen) has no command \(name). Did you mean \(nearest)?")
    case .unknownCommand(let name, let screen, nil):
      localized("keys.\(screen) has no command \(name).")
    case .unknownKey(let name):
      localized(
        "unknown key “\(name)”. Write it as \"n\", \"Ctrl-S\", \"Alt-Left\" or \"F3\".")
    case .typedKey(let name):
      localized("“\(name)” types a character there. Choose a key with Ctrl or Alt, or F1 to F12.")
    case .keyInUse(let name, let command):
      localized("“\(name)” is already the key of \(command) there. Give one of them another key.")
    case .noKey(let command):
      localized("\(command) would have no key, so you couldn't leave the screen. Give it one.")
    }
  }
}

extension OptionKind {
  fileprivate func message(for option: String) -> String {
    switch self {
    case .name: localized("\(option) is not a name. Write it as author = \"Kim\".")
    case .oneOf, .theme: localized("\(option) must be one of \(valid).")
    default: localized("\(option) must be \(valid).")
    }
  }

  /// A description of the valid values.
  package var valid: String {
    switch self {
    case .name: localized("a name")
    case .command(let example): localized("a command, such as \"\(example)\"")
    case .folder: localized("a folder, such as \"~/Pictures\"")
    case .oneOf(let values): Self.list(values)
    case .theme:
      localized("\(Self.list(Preferences.ThemeName.allCases.map(\.rawValue))), or your own")
    case .flag: ["true", "false"].joined(separator: ", ")
    case .number(let range): localized("\(range.lowerBound) to \(range.upperBound)")
    case .color: localized("\"#rrggbb\", a name such as \"red\", or 0 to 255")
    case .dictionaries: localized("\"auto\", \"off\", or a list such as [\"en_US\", \"ko\"]")
    case .subscriptions: localized("a list such as [\"Family\", \"tag:baby\"]")
    case .moods: localized("a list of two or more, without repeats, such as [\"good\", \"bad\"]")
    case .table: localized("a table, with its name in brackets")
    case .keys: localized("a list of keys, such as [\"n\", \"Ctrl-N\"]")
    }
  }

  private static func list(_ values: [String]) -> String {
    values.map { "\"\($0)\"" }.joined(separator: ", ")
  }
}

/// All errors in the settings file.
package struct SettingsError: Error, Hashable, Sendable {
  package let issues: [SettingsIssue]

  package init(_ issues: [SettingsIssue]) { self.issues = issues }

  /// Creates the error of one issue.
  package init(path: String, line: Int = 0, _ failure: SettingsIssueReason) {
    issues = [SettingsIssue(path: path, line: line, failure)]
  }
}
