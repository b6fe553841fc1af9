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
  /// Returns the value; `nil` if it isn't set.
  let value: @Sendable (Settings) -> SettingItem.Value?

  /// The full name, such as `editor.tab_width`.
  var name: String { table.isEmpty ? key : table + "." + key }

  /// Returns the value in TOML; `nil` if it isn't set.
  func text(_ settings: Settings) -> String? { value(settings)?.toml }

  init(
    _ key: String, in table: String = "", _ kind: OptionKind, help comment: LocalizedText,
    example: String = "", set: @escaping @Sendable (SettingItem.Value, inout Settings) -> Bool,
    value: @escaping @Sendable (Settings) -> SettingItem.Value?
  ) {
    self.table = table
    self.key = key
    self.kind = kind
    self.comment = comment
    self.example = example
    self.set = set
    self.value = value
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
      value: { .flag($0[keyPath: path]) })
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
      value: { .number($0[keyPath: path]) })
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
      value: { .text($0[keyPath: path].rawValue) })
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
}

extension SettingItem.Value {
  /// The value in TOML; `nil` for values that no option has.
  package var toml: String? {
    switch self {
    case .text(let text): TOMLText.quoted(text)
    case .number(let number): String(number)
    case .flag(let flag): flag ? "true" : "false"
    case .list(let texts): TOMLText.list(texts)
    case .table, .other: nil
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
      }, value: { $0.author.map { .text($0) } }),
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
      }, value: { .text($0.language?.rawValue ?? "auto") }),
    choice(
      "start", \.start,
      help: "Where the diary opens: at the newest entry, or where you left off"),
    flag(
      "on_this_day", \.preferences.looksBack,
      help: "Show an entry from this day in an earlier year above the list"),
    choice("photos", \.photos, help: "How to show photos; auto asks the terminal"),
    flag(
      "photo_text", \.preferences.readsPhotoTexts,
      help: "Read the words in photos in the background, to find them; needs tesseract"),
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
    SettingsOption(
      "theme", .theme, help: "Colors; auto is dark or light, like the terminal",
      set: { value, settings in
        guard case .text(let text) = value,
          let theme = Preferences.ThemeName.named(text, own: settings.preferences.themes)
        else { return false }
        settings.preferences.theme = theme
        return true
      }, value: { .text($0.preferences.theme.rawValue) }),
    choice(
      "week_start", \.preferences.weekStart,
      help: "First day of the week; auto follows the locale"),
    choice(
      "date_format", \.preferences.dateFormat,
      help: "Order of English dates; auto follows the locale"),
    choice("clock", \.preferences.clock, help: "Hours of the clock; auto follows the locale"),
    number(
      "ambiguous_width", 1...2, \.preferences.ambiguousColumns,
      help: "Width in columns of characters such as ° and ①; from the next start"),
    SettingsOption(
      "external_editor", .command("nano"),
      help: "The editor that E opens; default: $VISUAL or $EDITOR",
      example: "\"nano\"",
      set: { value, settings in
        guard case .text(let text) = value, !text.isBlank else { return false }
        settings.externalEditor = text
        return true
      }, value: { $0.externalEditor.map { .text($0) } }),
    SettingsOption(
      "player", .command("mpv"),
      help: "Player for videos and recordings; default: mpv, or else the desktop's",
      example: "\"mpv\"",
      set: { value, settings in
        guard case .text(let text) = value, !text.isBlank else { return false }
        settings.player = text
        return true
      }, value: { $0.player.map { .text($0) } }),
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
      }, value: { .list($0.preferences.moods.names) }),
    flag(
      "accents", \.preferences.countsAccents,
      help: "In searches, accents that you type count"),
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
      value: { $0.notifications.isEmpty ? nil : .list($0.notifications) }),
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
      }, value: { $0[keyPath: path].map { .text($0) } })
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
    color(.heading, help: "Headings in your text"),
    color(.quote, help: "Quotes"),
    color(.code, help: "Code"),
    color(.tag, help: "Tags"),
    color(.background, help: "The background; default: the theme's or the terminal's"),
  ]

  private static func color(_ role: ThemeRole, help: LocalizedText) -> SettingsOption {
    SettingsOption(
      role.rawValue, in: "colors", .color, help: help, example: "\"#5fafff\"",
      set: { value, settings in
        guard let color = Color(setting: value) else { return false }
        settings.preferences.colors[role] = color
        return true
      }, value: { $0.preferences.colors[role].flatMap(\.setting) })
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
      value: { settings in
        guard let names = settings.preferences.dictionaries else { return .text("auto") }
        return names.isEmpty ? .text("off") : .list(names)
      }),
  ]

  private static let hooks: [SettingsOption] = [
    SettingsOption(
      "saved", in: "hooks", .command("~/bin/entry-saved"),
      help: "Command to run in the background after each save, with entries as JSON lines",
      example: "\"~/bin/entry-saved\"",
      set: { value, settings in
        guard case .text(let text) = value, CommandKey.isCommand(text) else { return false }
        settings.saveHook = text
        return true
      }, value: { $0.saveHook.map { .text($0) } }),
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
  /// The names of the terminal's sixteen colors, in the palette's order.
  private static let names = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white", "bright-black",
    "bright-red", "bright-green", "bright-yellow", "bright-blue", "bright-magenta", "bright-cyan",
    "bright-white",
  ]

  /// Parses `#rrggbb`, or a number or name in the terminal's palette.
  init?(setting: SettingItem.Value) {
    switch setting {
    case .number(let number):
      guard let index = UInt8(exactly: number) else { return nil }
      self = .palette(index)
    case .text(let text):
      if let index = Self.names.firstIndex(of: text) {
        self = .palette(UInt8(index))
        return
      }
      let digits = text.dropFirst()
      guard text.hasPrefix("#"), digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
        let rgb = UInt32(digits, radix: 16)
      else { return nil }
      self = .rgb(rgb)
    default: return nil
    }
  }

  /// The value of an option; `nil` for the terminal's own color.
  fileprivate var setting: SettingItem.Value? {
    switch self {
    case .terminal: return nil
    case .palette(let number): return .number(Int(number))
    case .rgb(let rgb):
      let digits = String(rgb & 0xFF_FFFF, radix: 16)
      return .text("#" + String(repeating: "0", count: 6 - digits.count) + digits)
    }
  }
}
