import TerminalUI

/// A sequence that a terminal sends after an ESC byte, by the grammar that all current terminals
/// share (ECMA-48 with xterm's modifiers, `ctlseqs.ms`). Sequences that aren't keys are parsed
/// completely, so that they are never mistaken for typed letters.
enum EscapeSequence {
  case key(KeyEvent)
  /// Keys, and the state of Caps Lock.
  case report(KeyReport)
  case mouse(MouseReport)
  case pasteStart
  case reply(TerminalReply)
  /// A sequence without a meaning for the program.
  case ignored

  /// A sequence and its length in bytes.
  typealias Found = (sequence: EscapeSequence, length: Int)

  private static let maxControlLength = 64
  private static let maxStringLength = 4096

  /// Parses the sequence at the start of bytes that begin with ESC. Returns `nil` if more bytes are
  /// needed.
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

  /// Converts xterm's modifier number: 1 plus shift 1, alt 2, control 4, meta 8.
  static func modifiers(_ number: Int) -> KeyEvent.Modifiers {
    let bits = max(0, number - 1)
    var modifiers: KeyEvent.Modifiers = []
    if bits & 1 != 0 { modifiers.insert(.shift) }
    if bits & 10 != 0 { modifiers.insert(.alt) }
    if bits & 4 != 0 { modifiers.insert(.control) }
    return modifiers
  }

  /// Parses ESC before another sequence: in some terminals it means Alt, otherwise Esc was pressed
  /// twice.
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

  /// Parses Alt with a key that sends a control byte or a character.
  private static func alt(_ bytes: ArraySlice<UInt8>) -> Found? {
    let rest = bytes.dropFirst()
    let first = rest[rest.startIndex]
    // Ctrl-C always cancels, even within an incomplete sequence.
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

  /// Parses SS3: arrows and the first function keys in application mode, and the keypad.
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
    // The keypad's digits and operators, each 0x40 above its character.
    if (0x6A...0x79).contains(bytes[index]) {
      let character = Character(Unicode.Scalar(bytes[index] - 0x40))
      return (.key(.character(character)), length)
    }
    return (.key(.alt("O")), 2)
  }

  /// Parses a reply that ends with a string terminator or BEL.
  private static func string(_ bytes: ArraySlice<UInt8>) -> Found? {
    let start = bytes.startIndex
    guard let end = bytes[(start + 2)...].firstIndex(where: { $0 < 0x20 || $0 >= 0x7F }) else {
      return bytes.count > maxStringLength ? (.ignored, bytes.count) : nil
    }
    let length: Int
    switch bytes[end] {
    case 0x07: length = end + 1 - start
    case 0x1B:
      guard end + 1 < bytes.endIndex else { return nil }
      // Interrupted by another sequence.
      if bytes[end + 1] != UInt8(ascii: "\\") { return (.ignored, end - start) }
      length = end + 2 - start
    // Interrupted by a key.
    default: return (.ignored, end - start)
    }
    let reply = TerminalReply(string: bytes[(start + 1)..<end])
    return (reply.map { .reply($0) } ?? .ignored, length)
  }

  /// Parses CSI: parameters, intermediate bytes, a final byte.
  private static func control(_ bytes: ArraySlice<UInt8>) -> Found? {
    let start = bytes.startIndex + 2
    guard start < bytes.endIndex else { return nil }
    if bytes[start] == UInt8(ascii: "M") {
      // Interrupted by a key: all bytes of a report are at least 32.
      if let key = bytes[(start + 1)...].prefix(3).firstIndex(where: { $0 < 0x20 }) {
        return (.ignored, key - bytes.startIndex)
      }
      guard bytes.endIndex >= start + 4 else { return nil }
      return (.mouse(MouseReport(x10: bytes[(start + 1)..<(start + 4)])), 6)
    }
    var index = start
    while index < bytes.endIndex, (0x20...0x3F).contains(bytes[index]) { index += 1 }
    guard index < bytes.endIndex else {
      return bytes.count > maxControlLength ? (.ignored, bytes.count) : nil
    }
    guard (0x40...0x7E).contains(bytes[index]) else {
      // Interrupted by another byte.
      if index == start { return (.key(.alt("[")), 2) }
      return (.ignored, index - bytes.startIndex)
    }
    let sequence = ControlSequence(parameters: bytes[start..<index], final: bytes[index])
    return (sequence.meaning, index + 1 - bytes.startIndex)
  }

  /// Returns the key for a final letter of CSI or SS3.
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

// MARK: - Control sequences

/// A complete control sequence: `ESC [ parameters final`.
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
    // The prefixes ? > = belong to replies.
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

// MARK: - Keys

/// A key report of kitty's keyboard protocol (https://sw.kovidgoyal.net/kitty/keyboard-protocol/):
/// `ESC [ code ; modifiers ; text u`. It includes the state of Caps Lock.
struct KeyReport: Hashable {
  /// The keys: none if only Shift or Caps Lock was pressed, several if an input method sends
  /// several characters together.
  let keys: [KeyEvent]
  let hasCapsLock: Bool

  /// The sequence that enables reports of all keys, with their text.
  static let on: [UInt8] = Array("\u{1B}[>25u".utf8)
  static let off: [UInt8] = Array("\u{1B}[<u".utf8)
  /// The query for support of the protocol.
  static let question = "\u{1B}[?u"

  private static let capsLock = 64
  /// The codes of keys that type nothing, from a private-use area of Unicode.
  private static let privateCodes = 57344...63743
  private static let keypadEnter = 57414

  /// Parses the parameters between `ESC [` and `u`.
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

  /// Returns the text for code points separated by colons, without control characters.
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

  /// Returns the key for a code point.
  static func key(_ code: Int, _ modifiers: KeyEvent.Modifiers) -> KeyEvent? {
    if code == keypadEnter { return KeyEvent(.enter, modifiers) }
    guard code > 0, !privateCodes.contains(code),
      let scalar = Unicode.Scalar(UInt32(clamping: code))
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

/// Key sequences that only terminfo knows, as F1 on the Linux console. `EscapeSequence` parses the
/// ones that all current terminals share.
struct KeySequences {
  enum Match {
    case key(KeyEvent, length: Int)
    /// The bytes may be the start of a key.
    case incomplete
    case none
  }

  private var keys: [[UInt8]: KeyEvent] = [:]
  private var beginnings: Set<[UInt8]> = []

  /// Collects the sequences from terminfo. `capability` returns a string capability by its name.
  init(capability: (String) -> [UInt8]? = { _ in nil }) {
    for (name, key) in Self.names {
      guard let bytes = capability(name), bytes.count > 1, bytes[0] == 0x1B else { continue }
      if case (.key, bytes.count)? = EscapeSequence.parse(bytes[...]) { continue }
      keys[bytes] = key
      for count in 1..<bytes.count { beginnings.insert(Array(bytes[..<count])) }
    }
  }

  /// Returns the longest key at the start of the bytes.
  func match(_ bytes: ArraySlice<UInt8>) -> Match {
    if keys.isEmpty { return .none }
    var found = Match.none
    var beginning: [UInt8] = []
    for byte in bytes {
      beginning.append(byte)
      if let key = keys[beginning] { found = .key(key, length: beginning.count) }
      if !beginnings.contains(beginning) { return found }
    }
    if beginning.count < 2 { return .none }
    return .incomplete
  }

  // Names from terminfo(5) and, for keys with modifiers, from user_caps(5): 3 is Alt, 5 Control and
  // so on.
  private static let names: [(String, KeyEvent)] = {
    var names: [(String, KeyEvent)] = [
      ("kcuu1", .init(.up)), ("kcud1", .init(.down)), ("kcub1", .init(.left)),
      ("kcuf1", .init(.right)), ("khome", .init(.home)), ("kend", .init(.end)),
      ("kpp", .init(.pageUp)), ("knp", .init(.pageDown)), ("kich1", .init(.insert)),
      ("kdch1", .init(.delete)), ("kcbt", .init(.tab, .shift)), ("kent", .init(.enter)),
      ("kri", .init(.up, .shift)), ("kind", .init(.down, .shift)),
    ]
    for number in 1...12 { names.append(("kf\(number)", KeyEvent(.function(number)))) }
    let keys: [(String, KeyEvent.Key)] = [
      ("kUP", .up), ("kDN", .down), ("kLFT", .left), ("kRIT", .right), ("kHOM", .home),
      ("kEND", .end), ("kPRV", .pageUp), ("kNXT", .pageDown), ("kIC", .insert), ("kDC", .delete),
    ]
    for (name, key) in keys {
      names.append((name, KeyEvent(key, .shift)))
      for number in 3...7 {
        names.append(("\(name)\(number)", KeyEvent(key, EscapeSequence.modifiers(number))))
      }
    }
    return names
  }()
}

/// Keys that send a single control byte.
enum ControlKey {
  /// Returns the key for a byte, or `nil` if it is ignored.
  static func key(_ byte: UInt8) -> KeyEvent? {
    switch byte {
    case 0x08, 0x7F: KeyEvent(.backspace)
    case 0x09: KeyEvent(.tab)
    case 0x0A, 0x0D: KeyEvent(.enter)
    case 0x1B: KeyEvent(.escape)
    case 0x00: .control(" ")
    case 0x01...0x1A: .control(Character(Unicode.Scalar(byte + 0x60)))
    case 0x1C...0x1F: .control(Character(Unicode.Scalar(byte + 0x40)))
    default: nil
    }
  }
}
