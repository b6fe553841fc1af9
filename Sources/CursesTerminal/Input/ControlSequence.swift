import TerminalUI

/// A control sequence that is whole: `ESC [ parameters final`.
struct ControlSequence {
  let parameters: ArraySlice<UInt8>
  let final: UInt8

  func meaning(length: Int) -> EscapeSequence {
    if parameters.first == UInt8(ascii: "<") {
      let numbers = numbers(parameters.dropFirst())
      guard numbers.count == 3 else { return .ignored(length: length) }
      return .mouse(
        MouseReport(
          button: numbers[0], column: numbers[1] - 1, row: numbers[2] - 1,
          isPress: final == UInt8(ascii: "M")), length: length)
    }
    if let reply = TerminalReply(parameters: parameters, final: final) {
      return .reply(reply, length: length)
    }
    // ? > = begin a reply.
    if let first = parameters.first, (0x3C...0x3F).contains(first) {
      return .ignored(length: length)
    }
    let numbers = numbers(parameters)
    let modifiers = EscapeSequence.modifiers(numbers.count > 1 ? numbers[1] : 1)
    switch final {
    case UInt8(ascii: "~"):
      switch numbers.first {
      case 200: return .pasteStart(length: length)
      case 27 where numbers.count == 3:
        return key(scalar: numbers[2], modifiers, length: length)
      case let number?:
        guard let key = Self.numberKey(number) else { return .ignored(length: length) }
        return .key(KeyEvent(key, modifiers), length: length)
      case nil: return .ignored(length: length)
      }
    case UInt8(ascii: "u"):
      return key(scalar: numbers.first ?? 0, modifiers, length: length)
    case UInt8(ascii: "Z"):
      return .key(KeyEvent(.tab, modifiers.union(.shift)), length: length)
    default:
      guard let key = EscapeSequence.letterKey(final) else { return .ignored(length: length) }
      return .key(KeyEvent(key, modifiers), length: length)
    }
  }

  /// A key named by its character, as terminals do that tell more modifiers apart than bytes can.
  private func key(
    scalar: Int, _ modifiers: KeyEvent.Modifiers, length: Int
  ) -> EscapeSequence {
    guard let scalar = Unicode.Scalar(UInt32(clamping: scalar)), scalar.value > 0 else {
      return .ignored(length: length)
    }
    if scalar.value < 0x20 || scalar.value == 0x7F {
      guard var key = ControlKey.key(UInt8(scalar.value)) else { return .ignored(length: length) }
      key.modifiers.formUnion(modifiers)
      return .key(key, length: length)
    }
    var character = Character(scalar)
    if modifiers.contains(.control), let lower = character.lowercased().first { character = lower }
    return .key(
      KeyEvent(.character(character), modifiers.subtracting(.shift)), length: length)
  }

  private func numbers(_ bytes: ArraySlice<UInt8>) -> [Int] {
    bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { part in
      part.prefix { (0x30...0x39).contains($0) }
        .reduce(0) { min($0 * 10 + Int($1 - 0x30), 1 << 24) }
    }
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
