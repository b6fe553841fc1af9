import DiaryCore
import TerminalUI
import Text

/// The colors of a theme, as far as it sets them.
package struct ThemeColors: Hashable, Sendable {
  var roles: [ThemeRole: Color] = [:]
  /// The colors of journals and moods.
  var hues: [JournalColor: Color] = [:]

  /// Indicates that all colors are of the terminal's sixteen.
  var areTerminals: Bool {
    (Array(roles.values) + hues.values).allSatisfy { color in
      if case .palette(let index) = color { index < 16 } else { false }
    }
  }

  /// Returns a color mixed from two, as 0xRRGGBB.
  static func mixed(_ color: UInt32, _ percent: UInt32, over other: UInt32) -> UInt32 {
    [16, 8, 0].reduce(0) { mixed, shift in
      let (part, rest) = (color >> shift & 0xFF, other >> shift & 0xFF)
      return mixed | (part * percent + rest * (100 - percent)) / 100 << shift
    }
  }
}

// MARK: - Built-in themes

/// The themes with their own background.
enum BuiltInTheme {
  static let names = table.map(\.name)

  /// Returns the colors of a theme, in its light form on a light terminal if it has one; `nil` for
  /// other names.
  static func colors(_ name: String, isLight: Bool) -> ThemeColors? {
    guard let found = table.first(where: { $0.name == name }) else { return nil }
    let numbers = (isLight ? found.light : nil) ?? found.colors
    let colors = numbers.split(separator: " ").compactMap { UInt32($0, radix: 16).map(Color.rgb) }
    var theme = ThemeColors()
    theme.roles = Dictionary(uniqueKeysWithValues: zip(roles, colors))
    theme.hues = Dictionary(uniqueKeysWithValues: zip(hues, colors.dropFirst(roles.count)))
    theme.roles[.title] = theme.roles[.text]
    theme.roles[.selected] = theme.roles[.accent]
    theme.roles[.removed] = theme.roles[.warning]
    return theme
  }

  /// The order of the colors in the table.
  private static let roles: [ThemeRole] = [
    .background, .text, .dim, .rule, .accent, .heading, .quote, .code, .tag, .warning, .added,
  ]
  private static let hues: [JournalColor] = [.red, .green, .yellow, .blue, .magenta, .cyan, .gray]

  /// The colors in hexadecimal. Some are lighter or darker than in the original, so that they can
  /// be read on the background: https://github.com/catppuccin/palette,
  /// https://github.com/morhetz/gruvbox, https://www.nordtheme.com,
  /// https://ethanschoonover.com/solarized, https://rosepinetheme.com.
  private static let table: [(name: String, colors: String, light: String?)] = [
    (
      "paper",
      """
      f5f0e4 2f2b26 6d665a cfc6b3 1f5a7a 7a3b1d \
      5c564c 5a4a86 3a6530 a3262a 3a6530 \
      a3262a 3a6530 7d5700 1f5a7a 7a3f78 1d6464 6d665a
      """,
      nil
    ),
    (
      "night",
      """
      14171c cfd3da 8b929e 343a44 7fb2e5 e0b878 \
      a8b0bd b9a3e3 8fc7a0 f08a8a 8fc7a0 \
      f08a8a 8fc7a0 dcbf7a 7fb2e5 d3a0d8 78c2c2 8b929e
      """,
      nil
    ),
    (
      "catppuccin",
      """
      1e1e2e cdd6f4 9399b2 45475a 89b4fa fab387 \
      a6adc8 94e2d5 a6e3a1 f38ba8 a6e3a1 \
      f38ba8 a6e3a1 f9e2af 89b4fa cba6f7 94e2d5 9399b2
      """,
      """
      eff1f5 4c4f69 6c6f85 bcc0cc 1e5fe0 8f3a00 \
      5c5f77 0f6b72 276b1b b00a30 276b1b \
      b00a30 276b1b 8f5a00 1e5fe0 7c32dd 0f6b72 6c6f85
      """
    ),
    (
      "gruvbox",
      """
      282828 ebdbb2 a89984 504945 83a598 fabd2f \
      bdae93 8ec07c b8bb26 fb6d5c b8bb26 \
      fb6d5c b8bb26 fabd2f 83a598 d3869b 8ec07c a89984
      """,
      """
      fbf1c7 3c3836 6f6257 bdae93 076678 8a4a00 \
      5f544b 3b6b4b 6a6400 9d0006 6a6400 \
      9d0006 6a6400 8f5902 076678 8f3f71 3b6b4b 6f6257
      """
    ),
    (
      "nord",
      """
      2e3440 e5e9f0 a3adbf 4c566a 88c0d0 ebcb8b \
      c0c8d6 c8a8c4 a3be8c f0a0a8 a3be8c \
      f0a0a8 a3be8c ebcb8b 81a1c1 c9a0c0 8fbcbb a3adbf
      """,
      nil
    ),
    (
      "solarized",
      """
      002b36 a3b1b3 7c9196 073642 45a5e6 c9a227 \
      93a1a1 3fb3a8 9fae1a f2706c 9fae1a \
      f2706c 9fae1a c9a227 45a5e6 e678ab 3fb3a8 7c9196
      """,
      """
      fdf6e3 4f636b 66777d d9d2bd 1b6ba8 7d5f00 \
      5a6d74 1a6f68 5f6b00 c02a28 5f6b00 \
      c02a28 5f6b00 7d5f00 1b6ba8 b3276f 1a6f68 66777d
      """
    ),
    (
      "rose-pine",
      """
      191724 e0def4 908caa 403d52 c4a7e7 f6c177 \
      b2aecb 9ccfd8 ebbcba eb6f92 9ccfd8 \
      eb6f92 9ccfd8 f6c177 6fa9c4 c4a7e7 9ccfd8 908caa
      """,
      """
      faf4ed 4b4770 706c88 dfdad9 6d5592 94600f \
      625e7d 2f6072 8c3a36 8c3350 286983 \
      8c3350 2f6072 94600f 286983 6d5592 3f7d88 706c88
      """
    ),
  ]
}

// MARK: - The user's themes

/// A theme in a file of the user. Its valid colors are used, whatever else is wrong in the file.
package struct OwnTheme: Hashable, Sendable {
  package let colors: ThemeColors
  package let issues: [SettingsIssue]

  /// Reads a theme from the values of a file, and notes all errors.
  package init(_ items: [SettingItem], path: String, faults: [SettingsIssue] = []) {
    var (colors, issues) = (ThemeColors(), faults)
    for item in items {
      let (role, hue) = (ThemeRole(rawValue: item.name), JournalColor(rawValue: item.name))
      guard role != nil || hue != nil else {
        let nearest = NearestName.closest(to: item.name, among: Self.names)
        issues.append(
          SettingsIssue(
            path: path, line: item.line, .unknownOption(item.name, nearest: nearest)))
        continue
      }
      guard let color = Color(setting: item.value) else {
        issues.append(
          SettingsIssue(path: path, line: item.line, .invalid(option: item.name, .color)))
        continue
      }
      if let role { colors.roles[role] = color }
      if let hue { colors.hues[hue] = color }
    }
    self.colors = colors
    self.issues = issues.sorted { $0.line < $1.line }
  }

  private static let names =
    ThemeRole.allCases.map(\.rawValue) + JournalColor.allCases.map(\.rawValue)
}
