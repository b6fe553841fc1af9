import DiaryCore
import TerminalUI
import Text

/// Writes settings as a TOML file, with a comment for each option.
package enum SettingsText {
  /// The initial file, with all defaults commented out.
  package static var template: String {
    var lines = [
      localized("PhotoDiary's settings. Remove the # before an option to change it; an open diary"),
      localized(
        "applies it immediately. `photodiary config` prints the current settings and all keys."),
    ].map { "# " + $0 }
    let defaults = Settings()
    appendOptions(to: &lines) { option in
      "#\(option.key) = \(option.text(defaults) ?? option.example)"
    }
    lines += [
      "",
      "# "
        + localized(
          "Keys: a table for each screen with its commands and their keys; [] means no key."),
      "#[keys.list]", "#new = [\"n\", \"Ins\"]", "", "# " + commandsComment, "#[commands]",
      "#F9 = \"wc -w\"",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private static var commandsComment: String {
    localized(
      "Custom commands on keys. They get the selected entry as JSON, and their output is shown."
    )
  }

  /// Returns all current settings and keys, with the source of each.
  package static func effective(_ settings: Settings, keys: KeyCatalog) -> String {
    var lines: [String] = []
    appendOptions(to: &lines) { option in
      let origin = sourceText(of: settings.origins[option.name])
      guard let text = option.text(settings) else {
        return "#\(option.key) = \(option.example)  # " + localized("not set")
      }
      return "\(option.key) = \(text)  # \(origin)"
    }
    lines += ["", "# " + commandsComment, "[commands]"]
    lines += settings.commands.map { command in
      let origin = sourceText(of: settings.origins["commands." + command.key])
      return "\(TOMLText.quoted(command.key)) = \(TOMLText.quoted(command.command))  # \(origin)"
    }
    for table in keys.tables(settings.keys) { append(table, settings.origins, to: &lines) }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func appendOptions(
    to lines: inout [String], _ line: (SettingsOption) -> String
  ) {
    var table = ""
    for option in SettingsOption.all {
      if option.table != table {
        table = option.table
        lines += ["", "[\(table)]"]
      }
      if table.isEmpty, !lines.isEmpty { lines.append("") }
      lines.append("# \(option.comment.text): \(option.kind.valid)")
      lines.append(line(option))
    }
  }

  /// Appends the keys of a screen. Commands without a key have an empty list.
  private static func append(
    _ table: KeyCatalog.Table, _ origins: [String: SettingOrigin], to lines: inout [String]
  ) {
    lines += ["", "[keys.\(table.screen)]"]
    for (name, help, keys) in table.commands {
      lines.append("# \(help)")
      let origin = sourceText(of: origins["keys.\(table.screen).\(name)"])
      lines.append("\(name) = \(TOMLText.list(keys))  # \(origin)")
    }
  }

  /// Returns a description of the source of a value.
  static func sourceText(of origin: SettingOrigin?) -> String {
    switch origin {
    case nil: localized("default")
    case .file(let line): localized("config.toml, line \(line)")
    case .environment(let variable): "$" + variable
    case .commandLine: localized("command line")
    }
  }
}
