import DiaryCore
import TerminalUI

/// The styles of the screens: one accent color, dim for secondary texts, bold for titles.
package struct Theme: Hashable, Sendable {
  private(set) var accent: Style
  private(set) var text: Style
  private(set) var title: Style
  private(set) var dim: Style
  private(set) var rule: Style
  private(set) var warning: Style
  /// The styles of removed and added text in comparisons.
  private(set) var removed: Style
  private(set) var added: Style
  /// The style of a selected button or choice.
  private(set) var selected: Style
  /// The styles of parts of a text.
  private(set) var heading: Style
  private(set) var quote: Style
  private(set) var code: Style
  private(set) var tag: Style
  /// The color behind everything; the terminal's unless the theme or the user has another.
  let background: Color
  /// The colors of journals and moods; a missing one is the terminal's.
  private let hues: [JournalColor: Color]
  /// The scale for numbers, from few to many; empty if there aren't enough colors.
  private(set) var steps: [Style]
  /// Indicates that colors are available.
  let hasColors: Bool

  /// Creates a theme. Without colors, attributes alone make all distinctions. `background` is the
  /// terminal's color as 0xRRGGBB, if known.
  package init(
    colors: ColorDepth, preferences: Preferences = Preferences(), background: UInt32? = nil
  ) {
    let palette = ThemePalette(preferences, colors, background: background)
    hasColors = colors != .monochrome
    let own = colors == .monochrome ? [:] : preferences.colors
    func style(_ role: ThemeRole, _ attributes: Style.Attributes = []) -> Style {
      Style(foreground: own[role] ?? palette.colors[role] ?? .terminal, attributes)
    }
    // A secondary text with its own color isn't dimmed too.
    func secondary(_ role: ThemeRole) -> Style {
      let style = style(role)
      return style.foreground == .terminal && palette.dims ? style.adding(.dim) : style
    }
    // A custom accent color has no scale.
    steps = own[.accent] == nil ? palette.steps.map { Style(foreground: $0) } : []
    accent = style(.accent, palette.dims ? [] : .bold)
    text = style(.text)
    title = style(.title, .bold)
    dim = secondary(.dim)
    rule = secondary(.rule)
    warning = style(.warning, .bold)
    // The attributes are for users who can't distinguish the colors.
    removed = style(.removed, colors == .monochrome ? .dim : .italic)
    added = style(.added, .underline)
    selected = style(.selected, [.bold, .reverse])
    func part(_ role: ThemeRole, _ other: Style) -> Style {
      let style = style(role)
      return style.foreground == .terminal ? other : style
    }
    heading = part(.heading, text).adding(.bold)
    quote = part(.quote, text)
    code = part(.code, accent)
    tag = part(.tag, accent)
    self.background = own[.background] ?? palette.colors[.background] ?? .terminal
    hues = palette.hues
  }

  /// Returns the style of a journal's or mood's color; dim without colors.
  func hue(_ color: JournalColor) -> Style {
    hasColors ? Style(foreground: hues[color] ?? .palette(color.palette)) : dim
  }

  /// The background as 0xRRGGBB; `nil` if it is one that the terminal's user has chosen.
  var backgroundRGB: UInt32? {
    switch background {
    case .rgb(let rgb): rgb
    case .palette(let index) where index >= 16: Palette.rgb(Int(index))
    case .palette, .terminal: nil
    }
  }

  /// Returns a style for a misspelled word; without colors, only underlined.
  func misspelled(_ style: Style) -> Style {
    var style = style.adding(.underline)
    if warning.foreground != .terminal { style.foreground = warning.foreground }
    return style
  }

  /// Returns a style for a search match, recognizable without colors.
  func found(_ style: Style) -> Style {
    var style = style
    style.attributes.remove(.dim)
    if accent.foreground != .terminal { style.foreground = accent.foreground }
    return style.adding([.bold, .underline])
  }

  var dialog: DialogBox.Styles {
    DialogBox.Styles(
      border: rule, title: title, body: text, selectedButton: selected, keys: keyHints)
  }

  var keyHints: KeyHints.Styles { KeyHints.Styles(key: accent, label: dim) }
}

// MARK: - Palette

/// The colors of a theme.
struct ThemePalette {
  /// The colors by role. A missing role has the terminal's foreground color.
  var colors: [ThemeRole: Color] = [:]
  /// The scale from few to many; empty if there aren't enough distinguishable colors.
  var steps: [Color] = []
  var hues: [JournalColor: Color] = [:]
  /// Indicates that secondary texts may be fainter.
  var dims = true

  /// Creates the palette. With too few colors, every theme uses the terminal's.
  init(_ preferences: Preferences, _ depth: ColorDepth, background: UInt32?) {
    let name = preferences.theme
    let isLight = background.map(Self.isLight) == true
    let colors =
      preferences.themes[name.rawValue]?.colors
      ?? BuiltInTheme.colors(name.rawValue, isLight: isLight)
    if let colors, depth != .monochrome, depth != .sixteen || colors.areTerminals {
      self.init(colors, depth)
      return
    }
    self.init(name, depth, background: background)
  }

  /// Creates the palette of a theme with its own background.
  private init(_ theme: ThemeColors, _ depth: ColorDepth) {
    func shown(_ color: Color) -> Color {
      guard depth == .palette256, case .rgb(let rgb) = color else { return color }
      return .palette(UInt8(Palette.nearest(to: rgb, in: 16..<256)))
    }
    colors = theme.roles.mapValues(shown)
    hues = theme.hues.mapValues(shown)
    if case .rgb(let paper) = theme.roles[.background], case .rgb(let accent) = theme.roles[.accent]
    {
      // Mixtures would be alike among 256 colors.
      steps =
        depth == .palette256
        ? Self.isLight(paper) ? Self.stepsOnLight : Self.stepsOnDark
        : [30, 50, 75, 100].map { .rgb(ThemeColors.mixed(accent, $0, over: paper)) }
    }
  }

  private init(_ name: Preferences.ThemeName, _ depth: ColorDepth, background: UInt32?) {
    dims = name != .highContrast
    switch (name, depth) {
    case (_, .monochrome), (.highContrast, .sixteen): break
    case (.light, .sixteen): colors = Self.terminalOnLight
    case (.dark, .sixteen): colors = Self.terminal
    case (_, .sixteen), (.terminal, _):
      colors = background.map(Self.isLight) == true ? Self.terminalOnLight : Self.terminal
    case (.dark, _): (colors, steps) = (Self.dark, Self.stepsOnDark)
    case (.light, _): (colors, steps) = (Self.light, Self.stepsOnLight)
    case (.highContrast, _):
      let isLight = background.map(Self.isLight) == true
      colors = isLight ? Self.strongOnLight : Self.strongOnDark
      steps = isLight ? Self.strongStepsOnLight : Self.strongStepsOnDark
    default:
      colors = background.map { Self.isLight($0) ? Self.light : Self.dark } ?? Self.either
      steps =
        background.map { Self.isLight($0) ? Self.stepsOnLight : Self.stepsOnDark }
        ?? Self.stepsOnEither
    }
  }

  private static let stepsOnDark: [Color] = [
    .palette(24), .palette(31), .palette(74), .palette(117),
  ]
  private static let stepsOnLight: [Color] = [
    .palette(153), .palette(110), .palette(67), .palette(25),
  ]
  private static let strongStepsOnDark: [Color] = [
    .palette(58), .palette(100), .palette(185), .palette(227),
  ]
  private static let strongStepsOnLight: [Color] = [
    .palette(146), .palette(103), .palette(61), .palette(18),
  ]
  private static let stepsOnEither: [Color] = [
    .palette(109), .palette(73), .palette(37), .palette(31),
  ]

  // The numbers are from xterm's color cube and grays, which look the same in all terminals.

  private static let dark: [ThemeRole: Color] = [
    .accent: .palette(75), .selected: .palette(75), .dim: .palette(247), .rule: .palette(241),
    .warning: .palette(210), .removed: .palette(210), .added: .palette(114),
    .heading: .palette(180), .quote: .palette(250), .code: .palette(152), .tag: .palette(139),
  ]
  private static let light: [ThemeRole: Color] = [
    .accent: .palette(25), .selected: .palette(25), .dim: .palette(241), .rule: .palette(248),
    .warning: .palette(124), .removed: .palette(124), .added: .palette(22),
    .heading: .palette(94), .quote: .palette(240), .code: .palette(23), .tag: .palette(96),
  ]
  private static let strongOnDark: [ThemeRole: Color] = [
    .accent: .palette(227), .selected: .palette(227), .warning: .palette(217),
    .removed: .palette(217), .added: .palette(157),
  ]
  private static let strongOnLight: [ThemeRole: Color] = [
    .accent: .palette(18), .selected: .palette(18), .warning: .palette(88),
    .removed: .palette(88), .added: .palette(22),
  ]
  /// Readable on black and white, for terminals that don't report their background.
  private static let either: [ThemeRole: Color] = [
    .accent: .palette(31), .selected: .palette(31), .warning: .palette(1), .removed: .palette(1),
    .added: .palette(2),
  ]
  private static let terminal: [ThemeRole: Color] = [
    .accent: .palette(6), .selected: .palette(6), .warning: .palette(1), .removed: .palette(1),
    .added: .palette(2),
  ]
  /// Cyan is too pale on white.
  private static let terminalOnLight = terminal.merging(
    [.accent: .palette(4), .selected: .palette(4)]
  ) { $1 }

  /// Returns `true` if dark text is easier to read on it than light text, by its luminance (WCAG
  /// 2).
  static func isLight(_ background: UInt32) -> Bool {
    func part(_ shift: UInt32) -> Double {
      let value = Double(background >> shift & 0xFF) / 255
      // Approximates the sRGB curve.
      return value * value
    }
    return 0.2126 * part(16) + 0.7152 * part(8) + 0.0722 * part(0) > 0.18
  }
}
