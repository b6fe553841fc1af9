import TerminalUI

/// How a part of a text looks; the theme says in which style.
package struct TextAppearance: OptionSet, Hashable, Sendable {
  package let rawValue: UInt16
  package init(rawValue: UInt16) { self.rawValue = rawValue }

  static let strong = TextAppearance(rawValue: 1)
  static let emphasis = TextAppearance(rawValue: 2)
  static let struck = TextAppearance(rawValue: 4)
  static let code = TextAppearance(rawValue: 8)
  static let link = TextAppearance(rawValue: 16)
  static let heading = TextAppearance(rawValue: 32)
  /// Bullets, boxes, numbers of footnotes.
  static let mark = TextAppearance(rawValue: 64)
  /// What is secondary, as bars and rules.
  static let faint = TextAppearance(rawValue: 128)
}

extension Theme {
  /// The style of a part of a text.
  package func style(_ look: TextAppearance) -> Style {
    guard !look.isEmpty else { return text }
    let isFaint = !look.isDisjoint(with: [.struck, .faint])
    var style = isFaint ? dim : look.contains(.mark) || look.contains(.code) ? accent : text
    if look.contains(.heading) || look.contains(.strong) { style = style.adding(.bold) }
    if look.contains(.emphasis) { style = style.adding(.italic) }
    if look.contains(.link) { style = style.adding(.underline) }
    return style
  }
}
