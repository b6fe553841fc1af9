/// A JSON value that preserves the order of an object's members and the digits of a number.
/// Foundation's coders preserve neither, but the store must write unknown members unchanged.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// The number's text.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([JSONMember])

  package static func integer(_ value: Int) -> JSONValue { .number(String(value)) }
  package static func optional(_ value: String?) -> JSONValue {
    value.map(JSONValue.string) ?? .null
  }
  package static func optional(_ value: Int?) -> JSONValue { value.map(JSONValue.integer) ?? .null }

  package var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  package var integer: Int? {
    if case .number(let text) = self { Int(text) } else { nil }
  }

  package var double: Double? {
    if case .number(let text) = self { Double(text) } else { nil }
  }

  package var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  package var array: [JSONValue]? {
    if case .array(let values) = self { values } else { nil }
  }

  package var members: [JSONMember]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// The member with a name; the last one if there are several. Setting removes all of them and
  /// appends the new one.
  package subscript(_ name: String) -> JSONValue? {
    get { members?.last { $0.name == name }?.value }
    set {
      guard case .object(var members) = self else { return }
      // Releases the object so that changing the members doesn't copy them.
      self = .null
      members.removeAll { $0.name == name }
      if let newValue { members.append(JSONMember(name, newValue)) }
      self = .object(members)
    }
  }
}

/// A name and value of an object.
package struct JSONMember: Hashable, Sendable {
  package var name: String
  package var value: JSONValue

  package init(_ name: String, _ value: JSONValue) {
    self.name = name
    self.value = value
  }
}

/// Literals keep the order of their members.
extension JSONValue: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(members.map { JSONMember($0, $1) })
  }
}

// MARK: - JSONParser

/// A strict parser of JSON (RFC 8259) in UTF-8. Invalid UTF-8, lone surrogates, a depth of more
/// than 128 and anything after the value are errors.
package struct JSONParser {
  /// A syntax error at a position in the text.
  package struct Failure: Error, Hashable {
    /// The position in bytes, from 0.
    package let offset: Int
    /// `true` if the nesting exceeds `deepest`; the text may be valid JSON.
    package var isTooDeep = false
  }

  /// The maximum nesting of objects and arrays.
  package static let deepest = 128

  private let bytes: UnsafeRawBufferPointer
  private let repairsSurrogates: Bool
  private var position = 0
  private var depth = 0

  private init(_ bytes: UnsafeRawBufferPointer, repairsSurrogates: Bool) {
    self.bytes = bytes
    self.repairsSurrogates = repairsSurrogates
  }

  /// Parses a single value, which white space may surround.
  ///
  /// - Parameter mendsSurrogates: Replaces lone surrogates by U+FFFD instead of failing.
  /// - Throws: `Failure` at the first byte that isn't valid.
  package static func parse(
    _ bytes: UnsafeRawBufferPointer, repairsSurrogates: Bool = false
  ) throws(Failure) -> JSONValue {
    var parser = JSONParser(bytes, repairsSurrogates: repairsSurrogates)
    let value = try parser.value()
    parser.skipSpace()
    guard parser.position == bytes.count else { throw parser.failure }
    // Validate all strings together: one by one takes far longer.
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.assumingMemoryBound(to: UInt8.self).span)
    } catch {
      throw Failure(offset: error.byteOffsets.lowerBound)
    }
    return value
  }

  /// Parses a single value.
  ///
  /// - Throws: `Failure` at the first byte that isn't valid.
  package static func parse(_ text: String) throws(Failure) -> JSONValue {
    try parse(Array(text.utf8))
  }

  /// Parses a single value, as from a buffer.
  ///
  /// - Parameter mendsSurrogates: Replaces lone surrogates by U+FFFD instead of failing.
  /// - Throws: `Failure` at the first byte that isn't valid.
  package static func parse(
    _ bytes: [UInt8], repairsSurrogates: Bool = false
  ) throws(Failure) -> JSONValue {
    let result: Result<JSONValue, Failure> = bytes.withUnsafeBytes { buffer in
      do throws(Failure) {
        return .success(try parse(buffer, repairsSurrogates: repairsSurrogates))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private var failure: Failure { Failure(offset: position) }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  private mutating func expect(_ byte: UInt8) throws(Failure) {
    guard next == byte else { throw failure }
    position += 1
  }

  private mutating func value() throws(Failure) -> JSONValue {
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    default: return try number()
    }
  }

  private mutating func literal(_ word: StaticString, _ value: JSONValue) throws(Failure)
    -> JSONValue
  {
    for index in 0..<word.utf8CodeUnitCount { try expect(word.utf8Start[index]) }
    return value
  }

  private mutating func object() throws(Failure) -> JSONValue {
    try enter()
    var members: [JSONMember] = []
    skipSpace()
    if next == UInt8(ascii: "}") {
      leave()
      return .object([])
    }
    while true {
      skipSpace()
      let name = try string()
      skipSpace()
      try expect(UInt8(ascii: ":"))
      members.append(JSONMember(name, try value()))
      skipSpace()
      if next == UInt8(ascii: "}") {
        leave()
        return .object(members)
      }
      try expect(UInt8(ascii: ","))
    }
  }

  private mutating func array() throws(Failure) -> JSONValue {
    try enter()
    var values: [JSONValue] = []
    skipSpace()
    if next == UInt8(ascii: "]") {
      leave()
      return .array([])
    }
    while true {
      values.append(try value())
      skipSpace()
      if next == UInt8(ascii: "]") {
        leave()
        return .array(values)
      }
      try expect(UInt8(ascii: ","))
    }
  }

  private mutating func enter() throws(Failure) {
    guard depth < Self.deepest else { throw Failure(offset: position, isTooDeep: true) }
    position += 1
    depth += 1
  }

  private mutating func leave() {
    position += 1
    depth -= 1
  }

  private mutating func number() throws(Failure) -> JSONValue {
    let start = position
    if next == UInt8(ascii: "-") { position += 1 }
    if next == UInt8(ascii: "0") { position += 1 } else { try digits() }
    if next == UInt8(ascii: ".") {
      position += 1
      try digits()
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      position += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
      try digits()
    }
    return .number(String(decoding: bytes[start..<position], as: UTF8.self))
  }

  private mutating func digits() throws(Failure) {
    let start = position
    while let byte = next, (0x30...0x39).contains(byte) { position += 1 }
    guard position > start else { throw failure }
  }

  private mutating func string() throws(Failure) -> String {
    try expect(UInt8(ascii: "\""))
    let start = position
    // Fast path for strings without escapes, which are the most common.
    skipPlain()
    if next == UInt8(ascii: "\"") {
      defer { position += 1 }
      let characters = UnsafeRawBufferPointer(rebasing: bytes[start..<position])
      return String(decoding: characters, as: UTF8.self)
    }
    position = start
    // An escape is longer than its character, so the capacity is sufficient. UTF-8 is validated
    // later for all strings.
    var failure: Failure?
    let text = String(unsafeUninitializedCapacity: lengthToQuote()) { text in
      do throws(Failure) {
        return try unescape(into: text)
      } catch let fault {
        failure = fault
        return 0
      }
    }
    if let failure { throw failure }
    return text
  }

  /// Returns the number of bytes before the closing quote, a control character or the end.
  private func lengthToQuote() -> Int {
    var end = self
    end.skipPlain()
    while end.next == UInt8(ascii: "\\") {
      end.position += 2
      end.skipPlain()
    }
    return min(end.position, bytes.count) - position
  }

  /// Decodes a string up to its closing quote and skips that. Returns the length in bytes.
  private mutating func unescape(into text: UnsafeMutableBufferPointer<UInt8>) throws(Failure)
    -> Int
  {
    var count = 0
    while let byte = next, byte >= 0x20 {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return count
      case UInt8(ascii: "\\"):
        position += 1
        let scalar = try escaped()
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
          text[count] = byte
          count += 1
        }
      default:
        let plain = position
        skipPlain()
        UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(text)[count...])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[plain..<position]))
        count += position - plain
      }
    }
    throw self.failure
  }

  /// Skips to the next quote, backslash or control character.
  private mutating func skipPlain() {
    typealias Block = SIMD16<UInt8>
    let (quote, backslash, blank) = (
      Block(repeating: UInt8(ascii: "\"")), Block(repeating: UInt8(ascii: "\\")),
      Block(repeating: 0x20)
    )
    while position + Block.scalarCount <= bytes.count {
      let block = bytes.loadUnaligned(fromByteOffset: position, as: Block.self)
      let ends = (block .== quote) .| (block .== backslash) .| (block .< blank)
      if unsafeBitCast(ends, to: SIMD2<UInt64>.self) != .zero { break }
      position += Block.scalarCount
    }
    while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
      position += 1
    }
  }

  /// Decodes an escape after its backslash.
  private mutating func escaped() throws(Failure) -> Unicode.Scalar {
    guard let byte = next else { throw failure }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      let code = UInt32(try codeUnit())
      let first = position
      do {
        return try scalar(beginningWith: code)
      } catch {
        guard repairsSurrogates else { throw error }
        position = first
        return "\u{FFFD}"
      }
    default: throw failure
    }
  }

  /// Returns the character for a UTF-16 code unit; reads the low surrogate if `code` is a high one.
  private mutating func scalar(beginningWith code: UInt32) throws(Failure) -> Unicode.Scalar {
    var code = code
    if (0xD800..<0xDC00).contains(code) {
      try expect(UInt8(ascii: "\\"))
      try expect(UInt8(ascii: "u"))
      let low = UInt32(try codeUnit())
      guard (0xDC00..<0xE000).contains(low) else { throw failure }
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else { throw failure }
    return scalar
  }

  private mutating func codeUnit() throws(Failure) -> UInt16 {
    var code: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = hexadecimalValue(of: byte) else { throw failure }
      code = code << 4 | UInt16(digit)
      position += 1
    }
    return code
  }
}

// MARK: - JSONWriter

/// Writes JSON as UTF-8, compact or indented by two spaces. Escapes all control characters,
/// including C1, so that printing the JSON never controls a terminal.
package struct JSONWriter {
  package private(set) var bytes: [UInt8] = []
  private let isIndented: Bool
  private var depth = 0

  /// In bytes. Space for longer texts is reserved in advance.
  private static let longText = 1 << 20

  package init(isIndented: Bool = false) { self.isIndented = isIndented }

  /// Returns the compact form of a value.
  package static func bytes(_ value: JSONValue) -> [UInt8] {
    var writer = JSONWriter()
    writer.write(value)
    return writer.bytes
  }

  /// Appends a value to `bytes`.
  package mutating func write(_ value: JSONValue) {
    switch value {
    case .null: raw("null")
    case .bool(let value): raw(value ? "true" : "false")
    case .number(let text): raw(text)
    case .string(let text): string(text)
    case .array(let values):
      list(values, open: "[", close: "]") { writer, value in writer.write(value) }
    case .object(let members):
      list(members, open: "{", close: "}") { writer, member in
        writer.string(member.name)
        writer.raw(writer.isIndented ? ": " : ":")
        writer.write(member.value)
      }
    }
  }

  private mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

  private mutating func list<Element>(
    _ elements: [Element], open: String, close: String,
    write: (inout JSONWriter, Element) -> Void
  ) {
    raw(open)
    depth += 1
    for (index, element) in elements.enumerated() {
      if index > 0 { raw(",") }
      newLine()
      write(&self, element)
    }
    depth -= 1
    if !elements.isEmpty { newLine() }
    raw(close)
  }

  private mutating func newLine() {
    guard isIndented else { return }
    raw("\n" + String(repeating: "  ", count: depth))
  }

  private mutating func string(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { characters in
      // Doubling would need three times the size of a long text. Reserving for each of several long
      // ones would copy all before it each time.
      if characters.count > max(Self.longText, bytes.count) {
        bytes.reserveCapacity(bytes.count + characters.count * 9 / 8)
      }
      // Append runs of bytes that need no escape together.
      var start = 0
      var position = 0
      while let next = Self.escapeCandidate(in: characters, from: position) {
        position = next + 1
        guard let escape = Self.escape(at: next, in: characters) else { continue }
        bytes.append(contentsOf: characters[start..<next])
        raw(escape.text)
        start = next + escape.length
      }
      bytes.append(contentsOf: characters[start...])
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Returns the next byte that may need an escape.
  private static func escapeCandidate(in characters: UnsafeBufferPointer<UInt8>, from start: Int)
    -> Int?
  {
    typealias Block = SIMD16<UInt8>
    let bytes = UnsafeRawBufferPointer(characters)
    var position = start
    while position + Block.scalarCount <= bytes.count {
      let block = bytes.loadUnaligned(fromByteOffset: position, as: Block.self)
      let candidates =
        (block .< Block(repeating: 0x20)) .| (block .== Block(repeating: 0x22))
        .| (block .== Block(repeating: 0x5C)) .| (block .== Block(repeating: 0x7F))
        .| (block .== Block(repeating: 0xC2))
      if unsafeBitCast(candidates, to: SIMD2<UInt64>.self) != .zero { break }
      position += Block.scalarCount
    }
    return bytes[position...].firstIndex {
      $0 < 0x20 || $0 == 0x22 || $0 == 0x5C || $0 == 0x7F || $0 == 0xC2
    }
  }

  /// Returns the escape for the character at a byte, and the character's length in bytes; `nil` if
  /// it needs none.
  private static func escape(
    at position: Int, in characters: UnsafeBufferPointer<UInt8>
  ) -> (text: String, length: Int)? {
    switch characters[position] {
    case 0x22: return ("\\\"", 1)
    case 0x5C: return ("\\\\", 1)
    case 0x0A: return ("\\n", 1)
    case 0x0D: return ("\\r", 1)
    case 0x09: return ("\\t", 1)
    case 0..<0x20, 0x7F: return (unicodeEscape(characters[position]), 1)
    case 0xC2 where characters[position + 1] < 0xA0:
      // U+0080 to U+009F are C2 80 to C2 9F in UTF-8.
      return (unicodeEscape(characters[position + 1]), 2)
    default: return nil
    }
  }

  private static func unicodeEscape(_ value: UInt8) -> String {
    let digits = String(value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
  }
}
