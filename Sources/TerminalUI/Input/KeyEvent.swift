/// A key as a person pressed it.
package struct KeyEvent: Hashable, Sendable {
  package enum Key: Hashable, Sendable {
    /// A grapheme cluster that was typed.
    case character(Character)
    case enter, escape, tab, backspace, delete, insert
    case up, down, left, right, home, end, pageUp, pageDown
    /// F1 is 1.
    case function(Int)
  }

  package struct Modifiers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let shift = Modifiers(rawValue: 1)
    package static let alt = Modifiers(rawValue: 2)
    package static let control = Modifiers(rawValue: 4)
  }

  package var key: Key
  /// Shift is set for keys that aren't characters only: a typed `A` is the character alone.
  package var modifiers: Modifiers

  package init(_ key: Key, _ modifiers: Modifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }

  package static func character(_ character: Character) -> KeyEvent {
    KeyEvent(.character(character))
  }
  package static func control(_ character: Character) -> KeyEvent {
    KeyEvent(.character(character), .control)
  }
  package static func alt(_ character: Character) -> KeyEvent {
    KeyEvent(.character(character), .alt)
  }
}

extension KeyEvent {
  /// The text that the key types, with `\n` for Enter; `nil` for keys that type none.
  package var typedText: String? {
    guard modifiers.isEmpty else { return nil }
    return switch key {
    case .character(let character): String(character)
    case .enter: "\n"
    case .tab: "\t"
    default: nil
    }
  }
}
