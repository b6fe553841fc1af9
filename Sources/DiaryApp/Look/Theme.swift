import TerminalUI

/// The styles of the screens: one accent, dim for what is secondary, bold for titles.
package struct Theme: Hashable, Sendable {
  let accent: Style
  let text = Style.plain
  let title = Style(.bold)
  let dim: Style
  let rule: Style
  let warning: Style
  /// What is gone from a text, and what came into it.
  let removed: Style
  let added: Style
  /// What is pressed next: a button, a choice.
  let selected: Style

  /// The accent is readable on black and on white; without colours, attributes alone tell.
  package init(colors: ColorDepth) {
    let hasColors = colors != .monochrome
    let accentColor: Color = colors == .sixteen ? .palette(6) : .palette(31)
    accent = Style(foreground: hasColors ? accentColor : .terminal)
    dim = Style(.dim)
    rule = Style(.dim)
    // The attributes tell them apart for those who don't see the colours.
    removed = Style(foreground: hasColors ? .palette(1) : .terminal, hasColors ? .italic : .dim)
    added = Style(foreground: hasColors ? .palette(2) : .terminal, .underline)
    warning = Style(foreground: hasColors ? .palette(1) : .terminal, .bold)
    selected = Style(foreground: hasColors ? accentColor : .terminal, [.bold, .reverse])
  }

  var dialog: DialogBox.Styles {
    DialogBox.Styles(border: rule, title: title, body: text, selectedButton: selected)
  }
}

extension Style {
  fileprivate init(_ attributes: Style.Attributes) {
    self.init(foreground: .terminal, background: .terminal, attributes)
  }
}
