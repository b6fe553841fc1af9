import DiaryCore
import TerminalUI

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
