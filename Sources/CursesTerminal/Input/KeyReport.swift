import TerminalUI

/// A key as terminals report it that know kitty's keyboard protocol
/// (https://sw.kovidgoyal.net/kitty/keyboard-protocol/): `ESC [ code ; modifiers ; text u`. It tells of
/// Caps Lock, too.
struct KeyReport: Hashable {
  /// Those that it stands for: none where only Shift or Caps Lock was pressed, several where an input
  /// method gives several characters at once.
  let keys: [KeyEvent]
  let hasCapsLock: Bool

  /// Has the terminal report all keys, with the text that each types.
  static let on: [UInt8] = Array("\u{1B}[>25u".utf8)
  static let off: [UInt8] = Array("\u{1B}[<u".utf8)
  /// Whether a terminal knows the protocol.
  static let question = "\u{1B}[?u"

  private static let capsLock = 64
  /// Keys that type nothing have codes of this area, which is private in Unicode.
  private static let ownCodes = 57344...63743
  private static let keypadEnter = 57414

  /// - Parameter parameters: What stands between `ESC [` and `u`.
  init(_ parameters: ArraySlice<UInt8>) {
    let parts = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    let numbers = TerminalReply.numbers(parameters)
    let bits = (numbers.count > 1 ? numbers[1] : 1) - 1
    hasCapsLock = bits > 0 && bits & Self.capsLock != 0
    let modifiers = EscapeSequence.modifiers(bits + 1)
    let text = parts.count > 2 ? Self.text(parts[2]) : ""
    if !text.isEmpty, modifiers.isDisjoint(with: [.control, .alt]) {
      keys = text.map { .character($0) }
    } else {
      keys = Self.key(numbers.first ?? 0, modifiers).map { [$0] } ?? []
    }
  }

  /// What code points between colons are, but for controls.
  private static func text(_ part: ArraySlice<UInt8>) -> String {
    var text = String.UnicodeScalarView()
    for digits in part.split(separator: UInt8(ascii: ":")) {
      guard let value = UInt32(String(decoding: digits, as: UTF8.self)),
        let scalar = Unicode.Scalar(value), value >= 0x20, !(0x7F..<0xA0).contains(value)
      else { continue }
      text.append(scalar)
    }
    return String(text)
  }

  /// A key that is named by its character.
  static func key(_ code: Int, _ modifiers: KeyEvent.Modifiers) -> KeyEvent? {
    if code == keypadEnter { return KeyEvent(.enter, modifiers) }
    guard code > 0, !ownCodes.contains(code), let scalar = Unicode.Scalar(UInt32(clamping: code))
    else { return nil }
    if scalar.value < 0x20 || scalar.value == 0x7F {
      guard var key = ControlKey.key(UInt8(scalar.value)) else { return nil }
      key.modifiers.formUnion(modifiers)
      return key
    }
    var character = Character(scalar)
    if modifiers.contains(.control), let lower = character.lowercased().first { character = lower }
    return KeyEvent(.character(character), modifiers.subtracting(.shift))
  }
}
