import Words

extension SettingsMistake {
  /// The mistake on one line: where, what, and what to write instead. Safe for a terminal.
  package var text: String { (line > 0 ? located : words).printable }

  private var located: String { localized("\(path), line \(line): \(words)") }

  private var words: String {
    switch fault {
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
    case .oneOf(let values): Self.list(values)
    case .flag: ["true", "false"].joined(separator: ", ")
    case .number(let range): localized("\(range.lowerBound) to \(range.upperBound)")
    case .color: localized("\"#rrggbb\", or 0 to 255")
    case .dictionaries: localized("\"auto\", \"off\", or a list such as [\"en_US\", \"ko\"]")
    case .table: localized("a table, with its name in brackets")
    case .keys: localized("a list of keys, such as [\"n\", \"Ctrl-N\"]")
    }
  }

  private static func list(_ values: [String]) -> String {
    values.map { "\"\($0)\"" }.joined(separator: ", ")
  }
}
