import DiaryCore
import Localization
import TerminalUI

/// One option of config.toml. From these come what the file may hold, what is said of a mistake,
/// what `photodiary config` prints, and the file that `photodiary config --edit` begins with.
struct SettingsOption: Sendable {
  /// The table that it stands in; empty at the top.
  let table: String
  let key: String
  let kind: OptionKind
  let comment: LocalizedText
  /// What stands in the file where nothing is set and there is no default to show.
  let example: String
  /// Takes a value; `false` if the option can't have it.
  let set: @Sendable (SettingItem.Value, inout Settings) -> Bool
  /// The value as TOML; `nil` where nothing is set.
  let text: @Sendable (Settings) -> String?

  /// `editor.tab_width`
  var name: String { table.isEmpty ? key : table + "." + key }

  init(
    _ key: String, in table: String = "", _ kind: OptionKind, help comment: LocalizedText,
    example: String = "", set: @escaping @Sendable (SettingItem.Value, inout Settings) -> Bool,
    text: @escaping @Sendable (Settings) -> String?
  ) {
    self.table = table
    self.key = key
    self.kind = kind
    self.comment = comment
    self.example = example
    self.set = set
    self.text = text
  }

  static func flag(
    _ key: String, in table: String = "", _ path: WritableKeyPath<Settings, Bool> & Sendable,
    help comment: LocalizedText
  ) -> SettingsOption {
    SettingsOption(
      key, in: table, .flag, help: comment,
      set: { value, settings in
        guard case .flag(let flag) = value else { return false }
        settings[keyPath: path] = flag
        return true
      },
      text: { $0[keyPath: path] ? "true" : "false" })
  }

  static func number(
    _ key: String, in table: String = "", _ range: ClosedRange<Int>,
    _ path: WritableKeyPath<Settings, Int> & Sendable, help comment: LocalizedText
  ) -> SettingsOption {
    SettingsOption(
      key, in: table, .number(range), help: comment,
      set: { value, settings in
        guard case .number(let number) = value, range.contains(number) else { return false }
        settings[keyPath: path] = number
        return true
      },
      text: { String($0[keyPath: path]) })
  }

  /// One of the words that a type has.
  static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ key: String, in table: String = "", _ path: WritableKeyPath<Settings, Choice> & Sendable,
    help comment: LocalizedText
  ) -> SettingsOption {
    SettingsOption(
      key, in: table, .oneOf(Choice.allCases.map(\.rawValue)), help: comment,
      set: { value, settings in
        guard case .text(let text) = value, let choice = Choice(rawValue: text) else {
          return false
        }
        settings[keyPath: path] = choice
        return true
      },
      text: { TOMLText.quoted($0[keyPath: path].rawValue) })
  }
}

/// Values as TOML writes them.
enum TOMLText {
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\" + String(scalar)
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  static func list(_ texts: [String]) -> String {
    "[" + texts.map(quoted).joined(separator: ", ") + "]"
  }

  static func color(_ color: Color) -> String? {
    switch color {
    case .terminal: return nil
    case .palette(let number): return String(number)
    case .rgb(let rgb):
      let digits = String(rgb & 0xFF_FFFF, radix: 16)
      return quoted("#" + String(repeating: "0", count: 6 - digits.count) + digits)
    }
  }
}
