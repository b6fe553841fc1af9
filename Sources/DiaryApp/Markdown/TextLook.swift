import TerminalUI

/// How a part of a text looks; the theme says in which style.
package struct TextLook: OptionSet, Hashable, Sendable {
  package let rawValue: UInt16
  package init(rawValue: UInt16) { self.rawValue = rawValue }

  static let strong = TextLook(rawValue: 1)
  static let emphasis = TextLook(rawValue: 2)
  static let struck = TextLook(rawValue: 4)
  static let code = TextLook(rawValue: 8)
  static let link = TextLook(rawValue: 16)
  static let heading = TextLook(rawValue: 32)
  /// Bullets, boxes, numbers of footnotes.
  static let mark = TextLook(rawValue: 64)
  /// What is secondary, as bars and rules.
  static let faint = TextLook(rawValue: 128)
}

extension Theme {
  /// The style of a part of a text.
  package func style(_ look: TextLook) -> Style {
    guard !look.isEmpty else { return text }
    let isFaint = !look.isDisjoint(with: [.struck, .faint])
    var style = isFaint ? dim : look.contains(.mark) || look.contains(.code) ? accent : text
    if look.contains(.heading) || look.contains(.strong) { style = style.adding(.bold) }
    if look.contains(.emphasis) { style = style.adding(.italic) }
    if look.contains(.link) { style = style.adding(.underline) }
    return style
  }
}
