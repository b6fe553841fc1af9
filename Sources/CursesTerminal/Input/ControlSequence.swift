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
        return KeyReport.key(numbers[2], modifiers).map { .key($0) } ?? .ignored
      case let number?:
        guard let key = Self.numberKey(number) else { return .ignored }
        return .key(KeyEvent(key, modifiers))
      case nil: return .ignored
      }
    case UInt8(ascii: "u"):
      return .report(KeyReport(parameters))
    case UInt8(ascii: "Z"):
      return .key(KeyEvent(.tab, modifiers.union(.shift)))
    default:
      guard let key = EscapeSequence.letterKey(final) else { return .ignored }
      return .key(KeyEvent(key, modifiers))
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
