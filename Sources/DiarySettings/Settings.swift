import DiaryCore
import Localization
import TerminalUI

/// What a person has set, and the defaults where nothing is.
package struct Settings: Hashable, Sendable {
  /// The name that the author of a new diary gets.
  package var author: String?
  /// `nil` is the locale's.
  package var language: Language?
  package var photos = PhotoDisplay.auto
  package var colorLimit = ColorLimit.auto
  /// The editor of `E`; `nil` is the environment's.
  package var externalEditor: String?
  /// What plays films and recordings; `nil` is mpv, else the desktop's program.
  package var player: String?
  /// Where photos of the day are looked for when an entry is begun, as it is written.
  package var photosFolder: String?
  /// The folder that other devices put things for the diary into, as it is written.
  package var inbox: String?
  /// Whether the diary opens as lines of text, for screen readers.
  package var isPlain = false
  package var start = StartChoice.newest
  /// What the desktop tells of what others write: names of diaries, and searches.
  package var notifications: [String] = []
  /// What is run after each save, for the shell.
  package var saveHook: String?
  /// After how many seconds that is ended, and a command on a key as well.
  package var commandSeconds = 10
  package var preferences = Preferences()
  /// The keys that a person has changed.
  package var keys: [KeyBinding] = []
  /// The commands of their own that they have put on keys.
  package var commands: [CommandKey] = []
  /// Where what isn't a default comes from, by the option's name.
  package var origins: [String: SettingOrigin] = [:]

  package init() {}
}

/// What the diary opens with when nothing else is asked for.
package enum StartChoice: String, Hashable, Sendable, CaseIterable {
  case newest
  /// Where it was left.
  case last
}

/// Where the value of an option comes from.
package enum SettingOrigin: Hashable, Sendable {
  case file(line: Int)
  /// A variable.
  case environment(String)
  case commandLine
}

// MARK: - Preferences

/// How a person wants the screens to be: what config.toml says of them.
package struct Preferences: Hashable, Sendable {
  /// The colors.
  package enum ThemeName: String, Hashable, Sendable, CaseIterable {
    /// Dark or light, by the background that the terminal tells.
    case auto
    case dark, light
    case highContrast = "high-contrast"
    /// The terminal's own sixteen colors.
    case terminal
  }

  /// What keys do while writing.
  package enum EditingKeys: String, Hashable, Sendable, CaseIterable {
    case standard, vi
  }

  /// When the diary is brought up to date with its remotes.
  package enum SyncTime: String, Hashable, Sendable, CaseIterable {
    /// By itself: at the start, after saves, every few minutes and at the end.
    case auto
    /// Only when the person says so.
    case manual
  }

  package var theme = ThemeName.auto
  /// Colors in the place of the theme's.
  package var colors: [ThemeRole: Color] = [:]
  package var weekStart = WeekStart.auto
  /// The columns of characters that are as wide as one letter or two, as the terminal likes.
  package var ambiguousColumns = 1
  package var editingKeys = EditingKeys.standard
  /// Keeps the caret's line in the middle of the screen.
  package var scrollsAsTypewriter = false
  /// Dims all but the paragraph that is being written.
  package var focusesParagraph = false
  /// Shows blanks at the ends of lines.
  package var showsTrailingSpaces = false
  /// The columns from one tab stop to the next.
  package var tabColumns = 4
  /// Shows Markdown's marks in other styles while writing.
  package var highlightsMarkdown = true
  /// The dictionaries to check spelling with, as `en_US`; none for no checking. `nil` is what is
  /// installed of English and Korean.
  package var dictionaries: [String]?
  /// Whether an empty page asks something that one may write about.
  package var asksDailyPrompt = true
  /// Moods from the best to the worst: what is proposed, and how a line of them is drawn.
  package var moods = MoodScale.standard
  /// How long a slide show shows each photo.
  package var slideSeconds = 6
  package var syncTime = SyncTime.auto
  /// After how many minutes without a key an encrypted diary locks itself; 0 for never.
  package var autoLockMinutes = 0

  package init() {}
}

/// What a theme gives a color to, by its name in a person's settings.
package enum ThemeRole: String, Hashable, Sendable, CaseIterable {
  case accent, text, title, dim, rule, warning, removed, added, selected
}

// MARK: - WeekStart

/// The day that weeks begin with, as a person sets it.
package enum WeekStart: String, Hashable, Sendable, CaseIterable {
  /// As where the person lives, by the locale.
  case auto
  case monday, sunday, saturday

  /// 0 for Sunday; `locale` is that of the person's place.
  package func weekday(locale: Int) -> Int {
    switch self {
    case .auto: locale
    case .sunday: 0
    case .monday: 1
    case .saturday: 6
    }
  }

  /// The first day of the week, 0 for Sunday, where an environment says that the person is: as
  /// setlocale(3) reads it for times. What isn't a place, as `C`, has ISO 8601's Monday.
  ///
  /// The C library knows it only of locales that are installed. These are the territories that
  /// begin with another day by the Unicode CLDR 45 (supplemental/weekData).
  package static func ofLocale(_ environment: (String) -> String?) -> Int {
    let locale = ["LC_ALL", "LC_TIME", "LANG"].compactMap(environment).first { !$0.isEmpty } ?? ""
    let parts = locale.prefix { $0 != "." && $0 != "@" }.split(separator: "_")
    guard parts.count > 1 else { return 1 }
    let territory = String(parts[1])
    if sundayTerritories.contains(territory) { return 0 }
    if saturdayTerritories.contains(territory) { return 6 }
    return territory == "MV" ? 5 : 1
  }

  private static let sundayTerritories = words(
    """
    AG AS BD BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN JM JP KE KH KR LA MH MM MO MT MX \
    MZ NI NP PA PE PH PK PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW
    """)
  private static let saturdayTerritories = words(
    "AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY")

  private static func words(_ text: String) -> Set<String> {
    Set(text.split(separator: " ").map(String.init))
  }
}

// MARK: - Keys and commands

/// What a person's settings say of one command: the keys that call it on a screen.
package struct KeyBinding: Hashable, Sendable {
  package let screen: String
  package let command: String
  package let keys: [String]
  /// Where it stands.
  package let line: Int
}

/// What settings have to know of the keys that they may change, which the screens declare.
package struct KeyCatalog: Sendable {
  /// The commands of a screen.
  package struct Table {
    package let screen: String
    /// Their names, what they do, and the keys that call them.
    package let commands: [(name: String, help: String, keys: [String])]

    package init(screen: String, commands: [(name: String, help: String, keys: [String])]) {
      self.screen = screen
      self.commands = commands
    }
  }

  /// What the screens are called.
  let names: [String]
  /// What is wrong in changes, each with its line.
  let issues: @Sendable ([KeyBinding], [CommandKey]) -> [(line: Int, failure: SettingsIssueReason)]
  /// All keys as they are after changes.
  let tables: @Sendable ([KeyBinding]) -> [Table]

  package init(
    names: [String],
    issues:
      @escaping @Sendable ([KeyBinding], [CommandKey]) -> [(
        line: Int, failure: SettingsIssueReason
      )],
    tables: @escaping @Sendable ([KeyBinding]) -> [Table]
  ) {
    self.names = names
    self.issues = issues
    self.tables = tables
  }
}

/// A command of the shell that a person has put on a key.
package struct CommandKey: Hashable, Sendable {
  /// As help writes it.
  package let key: String
  package let command: String
  /// Where it stands.
  package let line: Int

  package init(key: String, command: String, line: Int) {
    self.key = key
    self.command = command
    self.line = line
  }

  /// Whether a text may be a command of the shell, on one line or several.
  static func isCommand(_ text: String) -> Bool {
    !text.isBlank
      && text.unicodeScalars.allSatisfy { $0.isPrintable || $0 == "\n" || $0 == "\t" }
  }
}
