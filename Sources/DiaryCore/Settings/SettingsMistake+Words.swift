import Words

extension SettingsMistake {
  /// The mistake on one line: where, what, and what to write instead. Safe for a terminal.
  package var text: String { (line > 0 ? located : words).printable }

  private var located: String { localized("\(path), line \(line): \(words)") }

  private var words: String {
    switch fault {
    case .unreadable(let reason):
      localized("\(path) can't be read: \(reason). Mend or remove it.")
    case .unwritable(let reason):
      localized("\(path) can't be made: \(reason). Check the permissions of its folder.")
    case .notTOML: localized("not valid TOML. Mend it, for example author = \"Kim\".")
    case .unsupported:
      localized("\(path) can't be read by this program, which was built without toml++. Remove it.")
    case .unknownOption(let name, let nearest):
      localized("there is no option \(name). Do you mean \(nearest)?")
    case .invalid(let option, let kind): kind.words(for: option)
    case .unknownScreen(let name, let nearest):
      localized("no screen is called \(name). Do you mean keys.\(nearest)?")
    case .unknownCommand(let name, let screen, let nearest):
      localized("keys.\(screen) has no command \(name). Do you mean \(nearest)?")
    case .unknownKey(let name):
      localized(
        "no key is called “\(name)”. Write it as \"n\", \"Ctrl-S\", \"Alt-Left\" or \"F3\".")
    case .typedKey(let name):
      localized("“\(name)” writes something there. Choose a key with Ctrl or Alt, or F1 to F12.")
    case .takenKey(let name, let command):
      localized("“\(name)” is a key of \(command) there. Give one of them another key.")
    case .noKey(let command):
      localized("\(command) would have no key. Give it one, or there would be no way out.")
    }
  }
}

extension OptionKind {
  fileprivate func words(for option: String) -> String {
    switch self {
    case .name: localized("\(option) is not a name. Write it as author = \"Kim\".")
    case .oneOf(let values):
      localized("\(option) is none of \(Self.list(values)). Write one of them.")
    default: localized("\(option) has to be \(valid).")
    }
  }

  /// What may stand there, in words.
  package var valid: String {
    switch self {
    case .name: localized("a name")
    case .command: localized("a command, as \"nano\"")
    case .oneOf(let values): Self.list(values)
    case .flag: ["true", "false"].joined(separator: ", ")
    case .number(let range): localized("\(range.lowerBound) to \(range.upperBound)")
    case .color: localized("\"#rrggbb\", or 0 to 255")
    case .dictionaries: localized("\"auto\", \"off\", or a list as [\"en_US\", \"ko\"]")
    case .table: localized("a table, with its name in brackets")
    case .keys: localized("a list of keys, as [\"n\", \"Ctrl-N\"]")
    }
  }

  private static func list(_ values: [String]) -> String {
    values.map { "\"\($0)\"" }.joined(separator: ", ")
  }
}
