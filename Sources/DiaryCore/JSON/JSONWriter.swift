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
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x22: raw("\\\"")
      case 0x5C: raw("\\\\")
      case 0x0A: raw("\\n")
      case 0x0D: raw("\\r")
      case 0x09: raw("\\t")
      case 0..<0x20, 0x7F..<0xA0:
        let digits = String(scalar.value, radix: 16)
        raw("\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits)
      case ..<0x80: bytes.append(UInt8(scalar.value))
      default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
