/// Writes JSON as UTF-8 bytes, compact or with an indent of two spaces. Control characters,
/// those of C1 too, are always escaped, so that printing the JSON never commands a terminal.
package struct JSONWriter {
  package private(set) var bytes: [UInt8] = []
  private let isIndented: Bool
  private var depth = 0

  /// In bytes; room for a longer text is made before it is written.
  private static let longText = 1 << 20

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
      // Growth by doubling would hold a long text three times.
      if characters.count > Self.longText {
        bytes.reserveCapacity(bytes.count + characters.count * 9 / 8)
      }
      // Runs of bytes that need no escape are taken at once.
      var start = 0
      var position = 0
      while let next = Self.suspect(in: characters, from: position) {
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

  /// The next byte that `escape` has to look at.
  private static func suspect(in characters: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    typealias Block = SIMD16<UInt8>
    let bytes = UnsafeRawBufferPointer(characters)
    var position = start
    while position + Block.scalarCount <= bytes.count {
      let block = bytes.loadUnaligned(fromByteOffset: position, as: Block.self)
      let suspects =
        (block .< Block(repeating: 0x20)) .| (block .== Block(repeating: 0x22))
        .| (block .== Block(repeating: 0x5C)) .| (block .== Block(repeating: 0x7F))
        .| (block .== Block(repeating: 0xC2))
      if unsafeBitCast(suspects, to: SIMD2<UInt64>.self) != .zero { break }
      position += Block.scalarCount
    }
    return bytes[position...].firstIndex {
      $0 < 0x20 || $0 == 0x22 || $0 == 0x5C || $0 == 0x7F || $0 == 0xC2
    }
  }

  /// What stands for the character that begins at a byte, and how many bytes it has; `nil` when it
  /// stands for itself.
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
