import TerminalUI

// Keys as the tables name them: `"j"`, `.down`, `.control("s")`.
extension KeyEvent: ExpressibleByExtendedGraphemeClusterLiteral {
  package init(extendedGraphemeClusterLiteral character: Character) { self = .character(character) }

  static let enter = KeyEvent(.enter)
  static let escape = KeyEvent(.escape)
  static let tab = KeyEvent(.tab)
  static let backspace = KeyEvent(.backspace)
  static let delete = KeyEvent(.delete)
  static let insert = KeyEvent(.insert)
  static let up = KeyEvent(.up)
  static let down = KeyEvent(.down)
  static let left = KeyEvent(.left)
  static let right = KeyEvent(.right)
  static let home = KeyEvent(.home)
  static let end = KeyEvent(.end)
  static let pageUp = KeyEvent(.pageUp)
  static let pageDown = KeyEvent(.pageDown)

  static func function(_ number: Int) -> KeyEvent { KeyEvent(.function(number)) }
}
