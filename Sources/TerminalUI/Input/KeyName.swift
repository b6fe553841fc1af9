extension KeyEvent {
  /// How the key is written in help: `Ctrl-S`, `Alt-←`, `Space`, `?`.
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
