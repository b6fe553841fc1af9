import TerminalUI

/// A control sequence that is whole: `ESC [ parameters final`.
struct ControlSequence {
  let parameters: ArraySlice<UInt8>
  let final: UInt8

  var meaning: EscapeSequence {
    if parameters.first == UInt8(ascii: "<") {
      let numbers = TerminalReply.numbers(parameters.dropFirst())
      guard numbers.count == 3 else { return .ignored }
      return .mouse(
        MouseReport(
          button: numbers[0], column: numbers[1] - 1, row: numbers[2] - 1,
          isPress: final == UInt8(ascii: "M")))
    }
    if let reply = TerminalReply(parameters: parameters, final: final) { return .reply(reply) }
    // ? > = begin a reply.
    if let first = parameters.first, (0x3C...0x3F).contains(first) {
      return .ignored
    }
    let numbers = TerminalReply.numbers(parameters)
    let modifiers = EscapeSequence.modifiers(numbers.count > 1 ? numbers[1] : 1)
    switch final {
    case UInt8(ascii: "~"):
      switch numbers.first {
      case 200: return .pasteStart
      case 27 where numbers.count == 3:
        return key(scalar: numbers[2], modifiers)
      case let number?:
        guard let key = Self.numberKey(number) else { return .ignored }
        return .key(KeyEvent(key, modifiers))
      case nil: return .ignored
      }
    case UInt8(ascii: "u"):
      return key(scalar: numbers.first ?? 0, modifiers)
    case UInt8(ascii: "Z"):
      return .key(KeyEvent(.tab, modifiers.union(.shift)))
    default:
      guard let key = EscapeSequence.letterKey(final) else { return .ignored }
      return .key(KeyEvent(key, modifiers))
    }
  }

  /// A key named by its character, as terminals do that tell more modifiers apart than bytes can.
  private func key(scalar: Int, _ modifiers: KeyEvent.Modifiers) -> EscapeSequence {
    guard let scalar = Unicode.Scalar(UInt32(clamping: scalar)), scalar.value > 0 else {
      return .ignored
    }
    if scalar.value < 0x20 || scalar.value == 0x7F {
      guard var key = ControlKey.key(UInt8(scalar.value)) else { return .ignored }
      key.modifiers.formUnion(modifiers)
      return .key(key)
    }
    var character = Character(scalar)
    if modifiers.contains(.control), let lower = character.lowercased().first { character = lower }
    return .key(
      KeyEvent(.character(character), modifiers.subtracting(.shift)))
  }

  private static func numberKey(_ number: Int) -> KeyEvent.Key? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23...24: .function(number - 12)
    default: nil
    }
  }
}
