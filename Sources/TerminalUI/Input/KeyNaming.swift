extension KeyEvent {
  /// Reads a key as help writes it: `Ctrl-S`, `Alt-←` or `Alt-Left`, `Space`, `F3`, `a`. `nil` for
  /// what is no key, or one that no terminal tells from another.
  package init?(name: String) {
    var modifiers: Modifiers = []
    var rest = name[...]
    while let (prefix, modifier) = Self.prefixes.first(where: { prefix, _ in
      rest.count > prefix.count && rest.lowercased().hasPrefix(prefix)
    }) {
      rest = rest.dropFirst(prefix.count)
      modifiers.insert(modifier)
    }
    if let key = Self.key(named: rest.lowercased()) {
      self.init(key, modifiers)
      return
    }
    guard rest.count == 1, let character = rest.first, !character.isWhitespace,
      !character.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { return nil }
    self.init(character, modifiers)
  }

  /// A letter with modifiers, as terminals send it.
  private init?(_ character: Character, _ modifiers: Modifiers) {
    guard modifiers.contains(.control) else {
      guard modifiers.contains(.shift) else {
        self.init(.character(character), modifiers)
        return
      }
      let upper = character.uppercased()
      guard upper.count == 1, let letter = upper.first, letter != character else { return nil }
      self.init(.character(letter), modifiers.subtracting(.shift))
      return
    }
    guard !modifiers.contains(.shift), let letter = character.lowercased().first else {
      return nil
    }
    switch letter {
    // Terminals send the same byte for both.
    case "i": self.init(.tab, modifiers.subtracting(.control))
    case "m", "j": self.init(.enter, modifiers.subtracting(.control))
    case "h": self.init(.backspace, modifiers.subtracting(.control))
    case "[": self.init(.escape, modifiers.subtracting(.control))
    case "a"..."z", "\\", "]", "^", "_": self.init(.character(letter), modifiers)
    default: return nil
    }
  }

  private static let prefixes: [(String, Modifiers)] = [
    ("ctrl-", .control), ("alt-", .alt), ("shift-", .shift),
  ]

  private static func key(named name: String) -> Key? {
    switch name {
    case "space": .character(" ")
    case "enter", "return": .enter
    case "esc", "escape": .escape
    case "tab": .tab
    case "backspace": .backspace
    case "del", "delete": .delete
    case "ins", "insert": .insert
    case "↑", "up": .up
    case "↓", "down": .down
    case "←", "left": .left
    case "→", "right": .right
    case "home": .home
    case "end": .end
    case "pgup", "pageup": .pageUp
    case "pgdn", "pagedown": .pageDown
    default:
      name.hasPrefix("f")
        ? Int(name.dropFirst()).flatMap { (1...12).contains($0) ? .function($0) : nil } : nil
    }
  }
}
