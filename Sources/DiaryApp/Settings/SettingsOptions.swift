import DiaryCore
import TerminalUI
import Words

extension SettingsOption {
  /// All of them, in the order of the file; the keymap isn't among them.
  static let all: [SettingsOption] = general + colors + editor

  private static let general: [SettingsOption] = [
    SettingsOption(
      "author", .name, help: "Your name, for a new diary; else git's or the system's",
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
      help: "The language; auto is the locale's",
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
      help: "What the diary opens with: the newest entry, or the place where you left it"),
    choice("photos", \.photos, help: "How photos are shown; auto asks the terminal"),
    choice(
      "theme", \.preferences.theme, help: "The colours; auto is dark or light, as the terminal is"),
    choice(
      "week_start", \.preferences.weekStart,
      help: "The day that weeks begin with; auto is the locale's"),
    number(
      "ambiguous_width", 1...2, \.preferences.ambiguousColumns,
      help: "How many columns the terminal gives to characters as ° and ①, from the next start on"),
    SettingsOption(
      "external_editor", .command, help: "The editor of E; else $VISUAL or $EDITOR",
      example: "\"nano\"",
      set: { value, settings in
        guard case .text(let text) = value, !text.isBlank else { return false }
        settings.externalEditor = text
        return true
      }, text: { $0.externalEditor.map(TOMLText.quoted) }),
    flag(
      "plain", \.isPlain,
      help: "Lines of text in place of screens, for screen readers, from the next start on"),
    flag("prompt", \.preferences.asksDailyPrompt, help: "Whether an empty page asks something"),
  ]

  /// One for each role of a theme.
  private static let colors: [SettingsOption] = [
    color(.accent, help: "Keys, marks and messages"),
    color(.text, help: "What you wrote"),
    color(.title, help: "Titles"),
    color(.dim, help: "What is secondary: times, counts, hints"),
    color(.rule, help: "Thin lines"),
    color(.warning, help: "What failed"),
    color(.removed, help: "What is gone from a text"),
    color(.added, help: "What came into a text"),
    color(.selected, help: "The button or choice that is pressed next"),
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
    choice("keys", in: "editor", \.preferences.editingKeys, help: "What keys do while writing"),
    flag(
      "typewriter", in: "editor", \.preferences.scrollsAsTypewriter,
      help: "Keeps the line that is written in the middle"),
    flag(
      "focus", in: "editor", \.preferences.focusesParagraph,
      help: "Dims all but the paragraph that is written"),
    flag(
      "trailing_spaces", in: "editor", \.preferences.showsTrailingSpaces,
      help: "Shows blanks at the ends of lines"),
    number(
      "tab_width", in: "editor", 1...16, \.preferences.tabColumns,
      help: "The columns from one tab stop to the next"),
    flag(
      "highlight", in: "editor", \.preferences.highlightsMarkdown,
      help: "Shows Markdown in other styles while writing"),
    SettingsOption(
      "spelling", in: "editor", .dictionaries,
      help: "The dictionaries to check spelling with; auto is what is installed",
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

  /// A dictionary's name, as `en_US`: no path.
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
  /// `#rrggbb`, or a number of the palette.
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
