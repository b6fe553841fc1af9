import DiaryCore
import TerminalUI
import Text

/// An option of config.toml. The reader, error messages, `photodiary config`, and the template of
/// `photodiary config --edit` are based on it.
struct SettingsOption: Sendable {
  /// The TOML table of the option; empty at the top level.
  let table: String
  let key: String
  let kind: OptionKind
  let comment: LocalizedText
  /// The value in the template if there is no default to show.
  let example: String
  /// Sets the option, or returns `false` if the value isn't valid.
  let set: @Sendable (SettingItem.Value, inout Settings) -> Bool
  /// Returns the value in TOML; `nil` if it isn't set.
  let text: @Sendable (Settings) -> String?

  /// The full name, such as `editor.tab_width`.
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

  /// Creates an option whose values are the raw values of an enum.
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

/// Formats values in TOML.
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

// MARK: - Options

extension SettingsOption {
  /// All options in the order of the file, except keys and commands.
  static let all: [SettingsOption] = general + colors + editor + hooks

  private static let general: [SettingsOption] = [
    SettingsOption(
      "author", .name, help: "Your name in a new diary; default: git's or the system's",
      example: "\"Kim\"",
      set: { value, settings in
        guard case .text(let text) = value, let name = Author.name(from: text) else {
          return false
        }
        settings.author = name
        return true
      }, text: { $0.author.map(TOMLText.quoted) }),
    SettingsOption(
      "language", .oneOf(["auto"] + Language.allCases.map(\.rawValue)),
      help: "Language; auto follows the locale",
      set: { value, settings in
        guard case .text(let text) = value else { return false }
        guard text != "auto" else {
          settings.language = nil
          return true
        }
        guard let language = Language(rawValue: text) else { return false }
        settings.language = language
        return true
      }, text: { TOMLText.quoted($0.language?.rawValue ?? "auto") }),
    choice(
      "start", \.start,
      help: "Where the diary opens: at the newest entry, or where you left off"),
    choice("photos", \.photos, help: "How to show photos; auto asks the terminal"),
    folder(
      "photos_folder", \.photosFolder,
      help: "Folder for new photos; today's are offered when you start an entry",
      example: "\"~/Pictures/Phone\""),
    folder(
      "inbox", \.inbox,
      help: "Folder for photos and notes to make entries from; watched from the next start",
      example: "\"~/Sync/Inbox\""),
    choice(
      "color_depth", \.colorLimit,
      help: "Number of colors; 256 halves photo data on a slow connection; from the next start"),
    choice(
      "theme", \.preferences.theme, help: "Colors; auto is dark or light, like the terminal"),
    choice(
      "week_start", \.preferences.weekStart,
      help: "First day of the week; auto follows the locale"),
    number(
      "ambiguous_width", 1...2, \.preferences.ambiguousColumns,
      help: "Width in columns of characters such as ° and ①; from the next start"),
    SettingsOption(
      "external_editor", .command, help: "The editor that E opens; default: $VISUAL or $EDITOR",
      example: "\"nano\"",
      set: { value, settings in
        guard case .text(let text) = value, !text.isBlank else { return false }
        settings.externalEditor = text
        return true
      }, text: { $0.externalEditor.map(TOMLText.quoted) }),
    SettingsOption(
      "player", .command,
      help: "Player for videos and recordings; default: mpv, or else the desktop's",
      example: "\"vlc\"",
      set: { value, settings in
        guard case .text(let text) = value, !text.isBlank else { return false }
        settings.player = text
        return true
      }, text: { $0.player.map(TOMLText.quoted) }),
    flag(
      "plain", \.isPlain,
      help: "Lines of text instead of screens, for screen readers; from the next start"),
    flag("prompt", \.preferences.asksDailyPrompt, help: "Show a writing prompt on an empty page"),
    SettingsOption(
      "moods", .moods, help: "Your moods, from best to worst",
      set: { value, settings in
        guard case .list(let names) = value else { return false }
        let scale = MoodScale(names)
        guard scale.names.count == names.count, names.count > 1 else { return false }
        settings.preferences.moods = scale
        return true
      }, text: { TOMLText.list($0.preferences.moods.names) }),
    number(
      "slide_seconds", 1...600, \.preferences.slideSeconds,
      help: "Seconds per photo in a slide show"),
    choice(
      "sync", \.preferences.syncTime,
      help: "When to sync; auto: on start, after saving, every 5 minutes and on quitting"),
    SettingsOption(
      "notify", .subscriptions,
      help: "Diaries and searches with desktop notifications, shown at each timed sync",
      example: "[\"Family\", \"tag:baby\"]",
      set: { value, settings in
        guard case .list(let texts) = value,
          // No diary has such a name, and no search finds anything by it.
          texts.allSatisfy({ !$0.isBlank && !$0.hasPrefix(".") })
        else { return false }
        settings.notifications = texts
        return true
      },
      text: { $0.notifications.isEmpty ? nil : TOMLText.list($0.notifications) }),
    number(
      "auto_lock", 0...1440, \.preferences.autoLockMinutes,
      help: "Minutes without a key press before an encrypted diary locks; 0 never locks it"),
  ]

  /// Creates an option for a folder, whose path starts with `/` or `~/`.
  private static func folder(
    _ key: String, _ path: WritableKeyPath<Settings, String?> & Sendable,
    help comment: LocalizedText, example: String
  ) -> SettingsOption {
    SettingsOption(
      key, .folder, help: comment, example: example,
      set: { value, settings in
        guard case .text(let text) = value, text.hasPrefix("/") || text.hasPrefix("~/"),
          !text.unicodeScalars.contains(where: { $0.value == 0 })
        else { return false }
        settings[keyPath: path] = text
        return true
      }, text: { $0[keyPath: path].map(TOMLText.quoted) })
  }

  /// The color options, one for each role of a theme.
  private static let colors: [SettingsOption] = [
    color(.accent, help: "Keys, icons and messages"),
    color(.text, help: "Your text"),
    color(.title, help: "Titles"),
    color(.dim, help: "Secondary: times, counts, hints"),
    color(.rule, help: "Thin lines"),
    color(.warning, help: "Errors"),
    color(.removed, help: "Removed text"),
    color(.added, help: "Added text"),
    color(.selected, help: "The selected button or choice"),
  ]

  private static func color(_ role: ThemeRole, help: LocalizedText) -> SettingsOption {
    SettingsOption(
      role.rawValue, in: "colors", .color, help: help, example: "\"#5fafff\"",
      set: { value, settings in
        guard let color = Color(setting: value) else { return false }
        settings.preferences.colors[role] = color
        return true
      }, text: { $0.preferences.colors[role].flatMap(TOMLText.color) })
  }

  private static let editor: [SettingsOption] = [
    choice("keys", in: "editor", \.preferences.editingKeys, help: "Keys used while writing"),
    flag(
      "typewriter", in: "editor", \.preferences.scrollsAsTypewriter,
      help: "Keep the current line in the middle"),
    flag(
      "focus", in: "editor", \.preferences.focusesParagraph,
      help: "Dim all but the current paragraph"),
    flag(
      "trailing_spaces", in: "editor", \.preferences.showsTrailingSpaces,
      help: "Show spaces at the ends of lines"),
    number(
      "tab_width", in: "editor", 1...16, \.preferences.tabColumns,
      help: "Columns between tab stops"),
    flag(
      "highlight", in: "editor", \.preferences.highlightsMarkdown,
      help: "Style Markdown while writing"),
    SettingsOption(
      "spelling", in: "editor", .dictionaries,
      help: "Spelling dictionaries; auto uses the installed ones",
      set: { value, settings in
        switch value {
        case .text("auto"): settings.preferences.dictionaries = nil
        case .text("off"): settings.preferences.dictionaries = []
        case .list(let names) where names.allSatisfy(isDictionary):
          settings.preferences.dictionaries = names
        default: return false
        }
        return true
      },
      text: { settings in
        guard let names = settings.preferences.dictionaries else { return "\"auto\"" }
        return names.isEmpty ? "\"off\"" : TOMLText.list(names)
      }),
  ]

  private static let hooks: [SettingsOption] = [
    SettingsOption(
      "saved", in: "hooks", .command,
      help: "Command to run in the background after each save, with entries as JSON lines",
      example: "\"~/bin/entry-saved\"",
      set: { value, settings in
        guard case .text(let text) = value, CommandKey.isCommand(text) else { return false }
        settings.saveHook = text
        return true
      }, text: { $0.saveHook.map(TOMLText.quoted) }),
    number(
      "timeout", in: "hooks", 1...600, \.commandSeconds,
      help: "Seconds after which a hook or a custom command is stopped"),
  ]

  /// Returns `true` for a dictionary name such as `en_US`, and `false` for a path.
  private static func isDictionary(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }
}

extension Color {
  /// Parses `#rrggbb`, or a number in the terminal's palette.
  fileprivate init?(setting: SettingItem.Value) {
    switch setting {
    case .number(let number):
      guard let index = UInt8(exactly: number) else { return nil }
      self = .palette(index)
    case .text(let text):
      let digits = text.dropFirst()
      guard text.hasPrefix("#"), digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
        let rgb = UInt32(digits, radix: 16)
      else { return nil }
      self = .rgb(rgb)
    default: return nil
    }
  }
}
