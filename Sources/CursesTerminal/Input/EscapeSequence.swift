import TerminalUI

/// What a terminal sends after an Esc byte, by the grammar that all of today's share (ECMA-48 with
/// xterm's modifiers, `ctlseqs.ms`). Whatever isn't a key is read whole, so that it is never taken
/// for typed letters.
enum EscapeSequence {
  case key(KeyEvent)
  /// Keys, and what else the terminal tells with them.
  case report(KeyReport)
  case mouse(MouseReport)
  case pasteStart
  case reply(TerminalReply)
  /// Nothing that means anything here.
  case ignored

  /// A sequence, and how many bytes it has.
  typealias Found = (sequence: EscapeSequence, length: Int)

  private static let longestControl = 64
  private static let longestString = 4096

  /// Reads one sequence; the first byte is Esc. `nil` when more bytes are needed.
  static func parse(_ bytes: ArraySlice<UInt8>) -> Found? {
    guard bytes.count > 1 else { return nil }
    switch bytes[bytes.startIndex + 1] {
    case UInt8(ascii: "["): return control(bytes)
    case UInt8(ascii: "O"): return single(bytes)
    case UInt8(ascii: "P"), UInt8(ascii: "]"), UInt8(ascii: "_"), UInt8(ascii: "^"),
      UInt8(ascii: "X"):
      return string(bytes)
    case 0x1B: return escapeTwice(bytes)
    default: return alt(bytes)
    }
  }

  /// Modifiers as xterm counts them: 1 and a sum of shift 1, alt 2, control 4, meta 8.
  static func modifiers(_ number: Int) -> KeyEvent.Modifiers {
    let bits = max(0, number - 1)
    var modifiers: KeyEvent.Modifiers = []
    if bits & 1 != 0 { modifiers.insert(.shift) }
    if bits & 10 != 0 { modifiers.insert(.alt) }
    if bits & 4 != 0 { modifiers.insert(.control) }
    return modifiers
  }

  /// Esc before another sequence is Alt in some terminals; else it was Esc, pressed twice.
  private static func escapeTwice(_ bytes: ArraySlice<UInt8>) -> Found? {
    let rest = bytes.dropFirst()
    guard let next = rest.dropFirst().first else { return nil }
    if next == UInt8(ascii: "[") || next == UInt8(ascii: "O") {
      guard let (sequence, length) = parse(rest) else { return nil }
      if case .key(var key) = sequence, length > 2 {
        key.modifiers.insert(.alt)
        return (.key(key), length + 1)
      }
    }
    return (.key(KeyEvent(.escape)), 1)
  }

  /// Alt with a key that has a byte, or a character, of its own.
  private static func alt(_ bytes: ArraySlice<UInt8>) -> Found? {
    let rest = bytes.dropFirst()
    let first = rest[rest.startIndex]
    // Who presses Ctrl-C wants out, whatever had begun before.
    if first == 0x03 { return (.key(KeyEvent(.escape)), 1) }
    if first < 0x20 || first == 0x7F {
      guard var key = ControlKey.key(first) else { return (.ignored, 2) }
      key.modifiers.insert(.alt)
      return (.key(key), 2)
    }
    let length = UTF8Text.length(first)
    if rest.count < length, UTF8Text.incompleteTail(rest) == rest.count { return nil }
    guard let character = String(decoding: rest.prefix(length), as: UTF8.self).first else {
      return (.ignored, 2)
    }
    if character == "\u{FFFD}" { return (.key(.alt(character)), 2) }
    return (.key(.alt(character)), 1 + length)
  }

  /// SS3: arrows and the first function keys in application mode, and the keypad.
  private static func single(_ bytes: ArraySlice<UInt8>) -> Found? {
    var index = bytes.startIndex + 2
    var number = 0
    while index < bytes.endIndex, (0x30...0x39).contains(bytes[index]), index < bytes.startIndex + 4
    {
      number = number * 10 + Int(bytes[index] - 0x30)
      index += 1
    }
    guard index < bytes.endIndex else { return nil }
    let length = index + 1 - bytes.startIndex
    if bytes[index] == UInt8(ascii: "M") { return (.key(KeyEvent(.enter)), length) }
    if let key = letterKey(bytes[index]) {
      return (.key(KeyEvent(key, modifiers(number))), length)
    }
    // The keypad's digits and signs, each 0x40 above its own character.
    if (0x6A...0x79).contains(bytes[index]) {
      let character = Character(Unicode.Scalar(bytes[index] - 0x40))
      return (.key(.character(character)), length)
    }
    return (.key(.alt("O")), 2)
  }

  /// Replies that run to a string terminator or BEL.
  private static func string(_ bytes: ArraySlice<UInt8>) -> Found? {
    let start = bytes.startIndex
    guard let end = bytes[(start + 2)...].firstIndex(where: { $0 < 0x20 || $0 >= 0x7F }) else {
      return bytes.count > longestString ? (.ignored, bytes.count) : nil
    }
    let length: Int
    switch bytes[end] {
    case 0x07: length = end + 1 - start
    case 0x1B:
      guard end + 1 < bytes.endIndex else { return nil }
      // Broken off by another sequence.
      if bytes[end + 1] != UInt8(ascii: "\\") { return (.ignored, end - start) }
      length = end + 2 - start
    // Broken off by a key.
    default: return (.ignored, end - start)
    }
    let reply = TerminalReply(string: bytes[(start + 1)..<end])
    return (reply.map { .reply($0) } ?? .ignored, length)
  }

  /// CSI: parameters, intermediate bytes, a final byte.
  private static func control(_ bytes: ArraySlice<UInt8>) -> Found? {
    let start = bytes.startIndex + 2
    guard start < bytes.endIndex else { return nil }
    if bytes[start] == UInt8(ascii: "M") {
      // Broken off by a key: a report adds 32 to everything.
      if let key = bytes[(start + 1)...].prefix(3).firstIndex(where: { $0 < 0x20 }) {
        return (.ignored, key - bytes.startIndex)
      }
      guard bytes.endIndex >= start + 4 else { return nil }
      return (.mouse(MouseReport(x10: bytes[(start + 1)..<(start + 4)])), 6)
    }
    var index = start
    while index < bytes.endIndex, (0x20...0x3F).contains(bytes[index]) { index += 1 }
    guard index < bytes.endIndex else {
      return bytes.count > longestControl ? (.ignored, bytes.count) : nil
    }
    guard (0x40...0x7E).contains(bytes[index]) else {
      // Broken off by something else.
      if index == start { return (.key(.alt("[")), 2) }
      return (.ignored, index - bytes.startIndex)
    }
    let sequence = ControlSequence(parameters: bytes[start..<index], final: bytes[index])
    return (sequence.meaning, index + 1 - bytes.startIndex)
  }

  /// The keys that CSI and SS3 name by a letter.
  static func letterKey(_ letter: UInt8) -> KeyEvent.Key? {
    switch letter {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(letter - UInt8(ascii: "P")) + 1)
    default: nil
    }
  }
}
