/// Writes JSON as UTF-8 bytes, compact or with an indent of two spaces. Control characters,
/// those of C1 too, are always escaped, so that printing the JSON never commands a terminal.
package struct JSONWriter {
  package private(set) var bytes: [UInt8] = []
  private let isIndented: Bool
  private var depth = 0

  package init(isIndented: Bool = false) { self.isIndented = isIndented }

  /// The value in compact form.
  package static func bytes(_ value: JSONValue) -> [UInt8] {
    var writer = JSONWriter()
    writer.write(value)
    return writer.bytes
  }

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
      // Runs of bytes that need no escape are taken at once.
      var start = 0
      for place in characters.indices where Self.mayNeedEscape(characters[place]) {
        guard let escape = Self.escape(at: place, in: characters) else { continue }
        bytes.append(contentsOf: characters[start..<place])
        raw(escape.text)
        start = place + escape.length
      }
      bytes.append(contentsOf: characters[start...])
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Quickly told of most bytes: the others are looked at by `escape`.
  private static func mayNeedEscape(_ byte: UInt8) -> Bool {
    byte < 0x23 || byte == 0x5C || byte == 0x7F || byte == 0xC2
  }

  /// What stands for the character that begins at a byte, and how many bytes it has; `nil` when it
  /// stands for itself.
  private static func escape(
    at place: Int, in characters: UnsafeBufferPointer<UInt8>
  ) -> (text: String, length: Int)? {
    switch characters[place] {
    case 0x22: return ("\\\"", 1)
    case 0x5C: return ("\\\\", 1)
    case 0x0A: return ("\\n", 1)
    case 0x0D: return ("\\r", 1)
    case 0x09: return ("\\t", 1)
    case 0..<0x20, 0x7F: return (unicodeEscape(characters[place]), 1)
    case 0xC2 where characters[place + 1] < 0xA0:
      // U+0080 to U+009F are C2 80 to C2 9F in UTF-8.
      return (unicodeEscape(characters[place + 1]), 2)
    default: return nil
    }
  }

  private static func unicodeEscape(_ value: UInt8) -> String {
    let digits = String(value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
  }
}
