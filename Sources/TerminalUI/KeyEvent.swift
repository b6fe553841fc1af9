/// A key press.
package struct KeyEvent: Hashable, Sendable {
  package enum Key: Hashable, Sendable {
    /// A typed grapheme cluster.
    case character(Character)
    case enter, escape, tab, backspace, delete, insert
    case up, down, left, right, home, end, pageUp, pageDown
    /// A function key; F1 is 1.
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
  /// The modifiers. Shift is set only for keys that aren't characters: a typed `A` is just that
  /// character.
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
  /// The text that the key types, `\n` for Enter, or `nil` if it types none.
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

// MARK: - Hangul

extension KeyEvent {
  /// The keys of a two-set Korean keyboard that type the event's Hangul: `ㅓ` is typed with `j`, and
  /// `누`, which an input method sends in one piece, with `s` and `n`. `nil` for other events.
  package var twoSetKeys: [KeyEvent]? {
    guard case .character(let character) = key, character.unicodeScalars.count == 1,
      let code = character.unicodeScalars.first.map({ Int($0.value) })
    else { return nil }
    let letters: String
    switch code {
    case 0x3131...0x3163: letters = TwoSetKeyboard.letters[code - 0x3131]
    case 0xAC00...0xD7A3:
      let (initial, rest) = (code - 0xAC00).quotientAndRemainder(dividingBy: 21 * 28)
      letters =
        TwoSetKeyboard.initials[initial] + TwoSetKeyboard.vowels[rest / 28]
        + TwoSetKeyboard.finals[rest % 28]
    default: return nil
    }
    return letters.map { KeyEvent(.character($0), modifiers) }
  }
}

/// The keys of the letters in Hangul syllables, in Unicode's order. Clusters have several.
private enum TwoSetKeyboard {
  static let initials = keys("r R s e E f a q Q t T d w W c z x v g")
  static let vowels = keys("k o i O j p u P h hk ho hl y n nj np nl b m ml l")
  static let finals =
    [""] + keys("r R rt s sw sg e f fr fa fq ft fx fv fg a q qt t T d w c z x v g")
  /// The letters that aren't part of a syllable.
  static let letters =
    keys("r R rt s sw sg e E f fr fa fq ft fx fv fg a q Q qt t T d w W c z x v g") + vowels

  private static func keys(_ list: String) -> [String] {
    list.split(separator: " ").map(String.init)
  }
}

// MARK: - Names of keys

extension KeyEvent {
  /// The key's name in help texts: `Ctrl-S`, `Alt-←`, `Space`, `?`.
  package var name: String {
    var prefix = ""
    if modifiers.contains(.control) { prefix += "Ctrl-" }
    if modifiers.contains(.alt) { prefix += "Alt-" }
    if modifiers.contains(.shift) { prefix += "Shift-" }
    return prefix + key.name(isUppercase: modifiers.contains(.control))
  }
}

extension KeyEvent.Key {
  fileprivate func name(isUppercase: Bool) -> String {
    switch self {
    case .character(" "): "Space"
    case .character(let character): isUppercase ? character.uppercased() : String(character)
    case .enter: "Enter"
    case .escape: "Esc"
    case .tab: "Tab"
    case .backspace: "Backspace"
    case .delete: "Del"
    case .insert: "Ins"
    case .up: "↑"
    case .down: "↓"
    case .left: "←"
    case .right: "→"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .function(let number): "F\(number)"
    }
  }
}

extension KeyEvent {
  /// Parses a key name as written in help texts: `Ctrl-S`, `Alt-←` or `Alt-Left`, `Space`, `F3`,
  /// `a`. Returns `nil` for anything else, and for keys that no terminal distinguishes from
  /// another.
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

  /// Creates a character key with modifiers, as terminals send it.
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
    // Terminals send the same byte for both keys.
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

// MARK: - Mouse

/// An action of the mouse's left button or wheel.
package struct MouseEvent: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    case press
    /// The second or third press in quick succession.
    case doublePress
    case triplePress
    /// A move to another cell with the button held down.
    case drag
    case release
    case scrollUp
    case scrollDown

    /// The number of rows to scroll down for a step of the wheel: negative for up, 0 for other
    /// actions.
    package var wheelRows: Int { self == .scrollUp ? -3 : self == .scrollDown ? 3 : 0 }

    package var isPress: Bool { [.press, .doublePress, .triplePress].contains(self) }
  }

  package var action: Action
  package var point: Point

  package init(_ action: Action, at point: Point) {
    self.action = action
    self.point = point
  }
}
