import Glibc

/// What of jrnl's settings its journals can't be read without: what a person says, else what the
/// file of settings says that lies beside them.
struct JrnlSettings {
  private static let names = ["jrnl.yaml", "jrnl.yml", ".jrnl_config", "jrnl_config.yaml"]
  private static let longest = 1 << 16

  var timeFormat: JrnlTimeFormat?
  var tagSymbols = JrnlTags.usualSymbols

  init(beside tree: ImportTree) {
    for name in Self.names {
      let descriptor = tree.open(name)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      var bytes = [UInt8](repeating: 0, count: Self.longest)
      let count = max(0, Glibc.read(descriptor, &bytes, bytes.count))
      read(String(decoding: bytes[..<count], as: UTF8.self))
      break
    }
    if let told = tree.hints.timeFormat { timeFormat = JrnlTimeFormat(told) }
  }

  /// jrnl writes each of them on a line of its own, in quotes or without, as YAML and JSON have it.
  private mutating func read(_ text: String) {
    for line in text.split(whereSeparator: \.isNewline) {
      if let value = Self.value(of: "timeformat", in: line) { timeFormat = JrnlTimeFormat(value) }
      if let value = Self.value(of: "tagsymbols", in: line), !value.isEmpty { tagSymbols = value }
    }
  }

  private static func value(of name: String, in line: Substring) -> String? {
    guard let colon = line.firstIndex(of: ":") else { return nil }
    let key = line[..<colon].trimmed.filter { $0 != "\"" }
    guard key == name else { return nil }
    var value = line[line.index(after: colon)...].trimmed
    if value.last == "," { value.removeLast() }
    if let quote = value.first, quote == "'" || quote == "\"", value.count > 1, value.last == quote
    {
      value = value.dropFirst().dropLast()
    }
    return String(value)
  }
}
