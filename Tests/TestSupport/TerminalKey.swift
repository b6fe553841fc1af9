/// A key as the bytes that xterm sends, except Esc.
package enum TerminalKey: Hashable, Sendable {
  case enter, escape, tab, shiftTab, backspace, delete, insert
  case up, down, left, right, home, end, pageUp, pageDown
  case character(Character)
  case control(Character)
  case alt(Character)
  case function(Int)
  /// An arrow with xterm's modifiers: 2 shift, 3 alt, 5 control.
  indirect case modified(TerminalKey, Int)

  package var bytes: [UInt8] {
    switch self {
    case .enter: [0x0D]
    // Matches kitty, foot and xterm with modifyOtherKeys: a single byte 27 might combine with
    // the next key as Alt.
    case .escape: sequence("[27u")
    case .tab: [0x09]
    case .backspace: [0x7F]
    case .shiftTab: sequence("[Z")
    case .insert: sequence("[2~")
    case .delete: sequence("[3~")
    case .pageUp: sequence("[5~")
    case .pageDown: sequence("[6~")
    case .up: sequence("[A")
    case .down: sequence("[B")
    case .right: sequence("[C")
    case .left: sequence("[D")
    case .home: sequence("[H")
    case .end: sequence("[F")
    case .character(let character): Array(String(character).utf8)
    case .control(let character): [(character.asciiValue ?? 0) & 0x1F]
    case .alt(let character): sequence(String(character))
    case .function(let number): sequence(Self.functions[number - 1])
    case .modified(let key, let modifier):
      if key.bytes.last == UInt8(ascii: "~") {
        sequence("[\(Character(Unicode.Scalar(key.bytes[2])));\(modifier)~")
      } else {
        sequence("[1;\(modifier)\(Character(Unicode.Scalar(key.bytes.last ?? 0)))")
      }
    }
  }

  private static let functions = [
    "OP", "OQ", "OR", "OS", "[15~", "[17~", "[18~", "[19~", "[20~", "[21~", "[23~", "[24~",
  ]

  private func sequence(_ text: String) -> [UInt8] { [0x1B] + Array(text.utf8) }
}
