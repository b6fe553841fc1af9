import DiarySettings
import TerminalUI

/// The styles of the screens: one accent, dim for what is secondary, bold for titles.
package struct Theme: Hashable, Sendable {
  private(set) var accent: Style
  private(set) var text: Style
  private(set) var title: Style
  private(set) var dim: Style
  private(set) var rule: Style
  private(set) var warning: Style
  /// What is gone from a text, and what came into it.
  private(set) var removed: Style
  private(set) var added: Style
  /// What is pressed next: a button, a choice.
  private(set) var selected: Style
  /// For numbers, from few to many; empty where colors can't tell them.
  private(set) var steps: [Style]
  /// Whether anything may be told by color.
  let hasColors: Bool

  /// Without colors, attributes alone tell everything. `background` is the terminal's, where it is
  /// known.
  package init(
    colors: ColorDepth, preferences: Preferences = Preferences(), background: UInt32? = nil
  ) {
    let palette = ThemePalette(preferences.theme, colors, background: background)
    hasColors = colors != .monochrome
    let own = colors == .monochrome ? [:] : preferences.colors
    func style(_ role: ThemeRole, _ attributes: Style.Attributes = []) -> Style {
      Style(foreground: own[role] ?? palette.colors[role] ?? .terminal, attributes)
    }
    // What has a color of its own for being secondary needn't be dim as well.
    func secondary(_ role: ThemeRole) -> Style {
      let style = style(role)
      return style.foreground == .terminal && palette.dims ? style.adding(.dim) : style
    }
    // A person's own accent has no steps.
    steps = own[.accent] == nil ? palette.steps.map { Style(foreground: $0) } : []
    accent = style(.accent, palette.dims ? [] : .bold)
    text = style(.text)
    title = style(.title, .bold)
    dim = secondary(.dim)
    rule = secondary(.rule)
    warning = style(.warning, .bold)
    // The attributes tell them apart for those who don't see the colors.
    removed = style(.removed, colors == .monochrome ? .dim : .italic)
    added = style(.added, .underline)
    selected = style(.selected, [.bold, .reverse])
  }

  /// A word that no dictionary knows, in the style that it would have; without colors, the
  /// underline alone tells.
  func misspelt(_ style: Style) -> Style {
    var style = style.adding(.underline)
    if warning.foreground != .terminal { style.foreground = warning.foreground }
    return style
  }

  /// What was looked for, where it stands in a text of a style; the attributes tell without colors.
  func found(_ style: Style) -> Style {
    var style = style
    style.attributes.remove(.dim)
    if accent.foreground != .terminal { style.foreground = accent.foreground }
    return style.adding([.bold, .underline])
  }

  var dialog: DialogBox.Styles {
    DialogBox.Styles(border: rule, title: title, body: text, selectedButton: selected)
  }
}
