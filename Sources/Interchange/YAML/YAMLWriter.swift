import DiaryCore

/// Writes values so that YAML and, but for very long names, JSON read them: on one line.
enum YAMLWriter {
  /// In bytes. YAML reads 1,024 characters ahead to know that something is a name.
  static let longestName = 1000

  static func bytes(_ value: JSONValue) -> [UInt8] {
    hasLongName(value) ? Array("\(text(of: value))".utf8) : escaped(JSONWriter.bytes(value))
  }

  private static func hasLongName(_ value: JSONValue) -> Bool {
    switch value {
    case .array(let values): values.contains(where: hasLongName)
    case .object(let members):
      members.contains { $0.name.utf8.count > longestName / 6 || hasLongName($0.value) }
    default: false
    }
  }

  /// A value in one line, with each name marked as one.
  private static func text(of value: JSONValue) -> String {
    switch value {
    case .array(let values): return "[" + values.map(text).joined(separator: ", ") + "]"
    case .object(let members):
      let parts = members.map { "? \(text(of: .string($0.name))) : \(text(of: $0.value))" }
      return "{" + parts.joined(separator: ", ") + "}"
    default: return String(decoding: escaped(JSONWriter.bytes(value)), as: UTF8.self)
    }
  }

  /// JSON with escapes for the characters that YAML takes for line ends or doesn't take at all:
  /// U+2028, U+2029, U+FEFF, U+FFFE and U+FFFF.
  private static func escaped(_ json: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var kept = 0
    var index = 0
    while let next = json[index...].firstIndex(where: { $0 == 0xE2 || $0 == 0xEF }) {
      index = next + 1
      guard let escape = escape(of: json[next...].prefix(3)) else { continue }
      result += json[kept..<next]
      result += escape.utf8
      (kept, index) = (next + 3, next + 3)
    }
    return kept == 0 ? json : result + json[kept...]
  }

  private static func escape(of bytes: ArraySlice<UInt8>) -> String? {
    switch Array(bytes) {
    case [0xE2, 0x80, 0xA8]: "\\u2028"
    case [0xE2, 0x80, 0xA9]: "\\u2029"
    case [0xEF, 0xBB, 0xBF]: "\\ufeff"
    case [0xEF, 0xBF, 0xBE]: "\\ufffe"
    case [0xEF, 0xBF, 0xBF]: "\\uffff"
    default: nil
    }
  }
}
