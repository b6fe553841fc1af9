import DiaryCore
import TerminalUI
import Text

/// The user's settings, with defaults for options that aren't set.
package struct Settings: Hashable, Sendable {
  /// The author's name in a new diary.
  package var author: String?
  /// The language of the screens; `nil` for the locale's.
  package var language: Language?
  package var photos = PhotoDisplay.auto
  package var colorLimit = ColorLimit.auto
  /// The command of the editor that `E` opens; `nil` for the environment's.
  package var externalEditor: String?
  /// The command that plays videos and recordings; `nil` for mpv, or the desktop's player.
  package var player: String?
  /// The folder to search for today's photos when the user begins an entry, as written in the file.
  package var photosFolder: String?
  /// The folder where other devices put photos and notes for the diary, as written in the file.
  package var inbox: String?
  /// `true` to open the diary as lines of text, for screen readers.
  package var isPlain = false
  package var start = StartChoice.newest
  /// The changes by other authors to show as desktop notifications: names of diaries, and searches.
  package var notifications: [String] = []
  /// The shell command to run after each save.
  package var saveHook: String?
  /// The time limit in seconds for the save hook and for commands on keys.
  package var commandSeconds = 10
  package var preferences = Preferences()
  /// The keys that the user has changed.
  package var keys: [KeyBinding] = []
  /// The shell commands that the user has put on keys.
  package var commands: [CommandKey] = []
  /// The sources of values that aren't defaults, by the option's name.
  package var origins: [String: SettingOrigin] = [:]

  package init() {}
}

/// The entry to show at the start, unless the command line selects one.
package enum StartChoice: String, Hashable, Sendable, CaseIterable {
  case newest
  /// The entry where the user left the diary.
  case last
}

/// The source of an option's value.
package enum SettingOrigin: Hashable, Sendable {
  case file(line: Int)
  /// An environment variable, by its name.
  case environment(String)
  case commandLine
}

/// A change of one option in the settings file.
package struct SettingChange: Hashable, Sendable {
  /// The TOML table of the option; empty at the top level.
  package let table: String
  package let key: String
  /// The new value; `nil` to remove the option from the file.
  package let value: SettingItem.Value?

  package init(_ key: String, in table: String = "", to value: SettingItem.Value?) {
    self.table = table
    self.key = key
    self.value = value
  }

  /// The full name, such as `editor.tab_width`.
  package var name: String { table.isEmpty ? key : table + "." + key }
}

// MARK: - Preferences

/// The preferences in config.toml for the screens.
package struct Preferences: Hashable, Sendable {
  /// The name of a color theme: a built-in one, or one of the user's.
  package struct ThemeName: RawRepresentable, Hashable, Sendable, CaseIterable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    /// Dark or light, by the background that the terminal reports.
    static let auto = ThemeName(rawValue: "auto")
    static let dark = ThemeName(rawValue: "dark")
    static let light = ThemeName(rawValue: "light")
    static let highContrast = ThemeName(rawValue: "high-contrast")
    /// The terminal's sixteen colors.
    static let terminal = ThemeName(rawValue: "terminal")

    /// The built-in themes: those on the terminal's background, then those with their own.
    package static let allCases =
      [auto, dark, light, highContrast, terminal]
      + BuiltInTheme.names.map { ThemeName(rawValue: $0) }

    /// Finds a theme by the name that the user typed: `rosé pine` is `rose-pine`.
    static func named(_ text: String, own: [String: OwnTheme]) -> ThemeName? {
      if own[text] != nil { return ThemeName(rawValue: text) }
      let plain = text.lowercased().replacing("é", with: "e").replacing(" ", with: "-")
      return allCases.first { $0.rawValue == plain }
    }
  }

  /// The keys of the editor.
  package enum EditingKeys: String, Hashable, Sendable, CaseIterable {
    case standard, vi
  }

  /// The time to sync the diary with its remotes.
  package enum SyncTime: String, Hashable, Sendable, CaseIterable {
    /// At the start, after saving, every few minutes, and on quitting.
    case auto
    /// Only on the user's request.
    case manual
  }

  package var theme = ThemeName.auto
  /// The user's themes, by name.
  package var themes: [String: OwnTheme] = [:]
  /// The colors that replace the theme's.
  package var colors: [ThemeRole: Color] = [:]
  package var weekStart = WeekStart.auto
  package var dateFormat = DateFormat.auto
  package var clock = ClockFormat.auto
  /// The width in columns of characters that terminals draw with one or two, 1 or 2.
  package var ambiguousColumns = 1
  package var editingKeys = EditingKeys.standard
  /// `true` to keep the caret's line in the middle of the screen.
  package var scrollsAsTypewriter = false
  /// `true` to dim all paragraphs but the one with the caret.
  package var focusesParagraph = false
  /// `true` to show blanks at the ends of lines.
  package var showsTrailingSpaces = false
  /// The number of columns between tab stops.
  package var tabColumns = 4
  /// `true` to style Markdown in the editor.
  package var highlightsMarkdown = true
  /// The names of the spelling dictionaries, such as `en_US`; empty to disable checking, `nil` for
  /// the installed ones of English and Korean.
  package var dictionaries: [String]?
  /// `true` to show an entry of this day in an earlier year above the list.
  package var looksBack = true
  /// `true` to read the words in photos in the background, so that searches find them.
  package var readsPhotoTexts = false
  /// `true` to show a writing prompt on an empty page.
  package var asksDailyPrompt = true
  /// The moods to suggest, from best to worst, in the order in which they are drawn.
  package var moods = MoodScale.standard
  /// The time in seconds that a slide show shows each photo.
  package var slideSeconds = 6
  /// `true` if an accent that is typed in a search counts.
  package var countsAccents = false
  package var syncTime = SyncTime.auto
  /// The minutes without a key press after which an encrypted diary is locked; 0 for never.
  package var autoLockMinutes = 0

  package init() {}

  /// The accents that count in searches.
  package var accents: SearchPhrase.Accents { countsAccents ? .typed : .ignored }

  /// The built-in themes, followed by the user's.
  var themeNames: [ThemeName] {
    let own = themes.keys.sorted().map { ThemeName(rawValue: $0) }
    return ThemeName.allCases.filter { !own.contains($0) } + own
  }
}

/// The roles that a theme assigns colors to. The raw values are the names in the settings file.
package enum ThemeRole: String, Hashable, Sendable, CaseIterable {
  case accent, text, title, dim, rule, warning, removed, added, selected, heading, quote, code, tag
  case background
}

// MARK: - Dates

/// The order of the parts of English dates, as an option.
package enum DateFormat: String, Hashable, Sendable, CaseIterable {
  /// The order in the locale's territory.
  case auto
  case dayFirst = "day-first"
  case monthFirst = "month-first"
}

/// The hours of the clock, as an option.
package enum ClockFormat: String, Hashable, Sendable, CaseIterable {
  /// The hours in the locale's territory.
  case auto
  case hours24 = "24h"
  case hours12 = "12h"
}

extension Preferences {
  /// Returns the forms of dates.
  ///
  /// - Parameter locale: the forms in the locale.
  package func dateStyle(locale: DateStyle) -> DateStyle {
    DateStyle(
      isMonthFirst: dateFormat == .auto ? locale.isMonthFirst : dateFormat == .monthFirst,
      hasTwelveHours: clock == .auto ? locale.hasTwelveHours : clock == .hours12)
  }
}

extension DateStyle {
  /// Returns the forms of English dates in the locale's territory, as in the Unicode CLDR 45. Other
  /// languages have 24 hours.
  package static func ofLocale(_ environment: (String) -> String?) -> DateStyle {
    guard let locale = LocaleOfTimes(environment), locale.language == "en" else {
      return DateStyle()
    }
    return DateStyle(
      isMonthFirst: ["US", "CA", "PH"].contains(locale.territory),
      hasTwelveHours: ["US", "CA", "PH", "AU", "NZ", "IN"].contains(locale.territory))
  }
}

/// The locale of times from environment variables, as setlocale(3) reads it.
private struct LocaleOfTimes {
  let language: Substring
  let territory: String

  /// Fails for a locale without a territory, such as `C`.
  init?(_ environment: (String) -> String?) {
    let locale = ["LC_ALL", "LC_TIME", "LANG"].compactMap(environment).first { !$0.isEmpty } ?? ""
    let parts = locale.prefix { $0 != "." && $0 != "@" }.split(separator: "_")
    guard parts.count > 1 else { return nil }
    (language, territory) = (parts[0], String(parts[1]))
  }
}

// MARK: - WeekStart

/// The first day of the week, as an option.
package enum WeekStart: String, Hashable, Sendable, CaseIterable {
  /// The first day of the week in the locale's territory.
  case auto
  case monday, sunday, saturday

  /// Returns the first day of the week, 0 for Sunday.
  ///
  /// - Parameter locale: the first day of the week in the locale.
  package func weekday(locale: Int) -> Int {
    switch self {
    case .auto: locale
    case .sunday: 0
    case .monday: 1
    case .saturday: 6
    }
  }

  /// Returns the first day of the week in the locale's territory, 0 for Sunday. Reads the locale of
  /// times from environment variables, as setlocale(3) does. For a locale without a territory, such
  /// as `C`, returns ISO 8601's Monday.
  ///
  /// The C library only knows installed locales. The territories with another first day are from
  /// the Unicode CLDR 45 (supplemental/weekData).
  package static func ofLocale(_ environment: (String) -> String?) -> Int {
    guard let territory = LocaleOfTimes(environment)?.territory else { return 1 }
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

/// The keys of one command on a screen, as changed in the settings file.
package struct KeyBinding: Hashable, Sendable {
  package let screen: String
  package let command: String
  package let keys: [String]
  /// The line in the settings file.
  package let line: Int
}

/// The keys and commands of the screens, which the settings file may change.
package struct KeyCatalog: Sendable {
  /// The commands of a screen.
  package struct Table {
    package let screen: String
    /// The name, description and keys of each command.
    package let commands: [(name: String, help: String, keys: [String])]

    package init(screen: String, commands: [(name: String, help: String, keys: [String])]) {
      self.screen = screen
      self.commands = commands
    }
  }

  /// The names of the screens.
  let names: [String]
  /// Returns the errors in changed keys and commands, each with its line.
  let issues: @Sendable ([KeyBinding], [CommandKey]) -> [(line: Int, failure: SettingsIssueReason)]
  /// Returns the commands of all screens, with the changed keys applied.
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

/// A shell command that the user has put on a key.
package struct CommandKey: Hashable, Sendable {
  /// The key's name, as in help.
  package let key: String
  package let command: String
  /// The line in the settings file.
  package let line: Int

  package init(key: String, command: String, line: Int) {
    self.key = key
    self.command = command
    self.line = line
  }

  /// Returns `true` if a text can be a shell command, of one or more lines.
  static func isCommand(_ text: String) -> Bool {
    !text.isBlank
      && text.unicodeScalars.allSatisfy { $0.isPrintable || $0 == "\n" || $0 == "\t" }
  }
}

// MARK: - Applying

extension Settings {
  /// Applies the settings: theme, keys, preferences, photos and language change immediately.
  /// `speaks` only changes at the next start.
  func apply(to app: inout AppState) -> [Effect] {
    app.settings = self
    app.keys = Keymap.changed(by: keys).keymap
    app.hideCommandsAboutOthers()
    // Conflicts are reported when the settings are read.
    _ = app.keys.receive(commands)
    app.showsPhotos = photos != .off && !app.speaks
    return [.adopt(photos, language, preferences.dateStyle(locale: app.localeDates))]
  }
}

extension SettingsError {
  /// The first error in the settings, for the bottom line, where a path has no room. The previous
  /// settings remain in effect.
  var brief: String? {
    guard let first = issues.first else { return nil }
    let name = first.path.split(separator: "/").last.map(String.init) ?? first.path
    let words = SettingsIssue(path: name, line: first.line, first.failure).text
    return issues.count > 1
      ? localized("\(words) There are \(issues.count - 1) more errors.") : words
  }
}

extension AppState {
  /// Applies settings, or shows the first error in them.
  mutating func adopt(_ result: Result<Settings, SettingsError>) -> [Effect] {
    switch result {
    case .success(let settings):
      toast = nil
      return settings == self.settings ? [] : settings.apply(to: &self)
    case .failure(let error):
      toast = error.brief
      return []
    }
  }
}

extension Message {
  /// Applies settings that were read again, or shows the first error in them.
  package static func settingsRead(_ result: Result<Settings, SettingsError>) -> Message {
    .performing(result) { $0.adopt(result) }
  }
}
