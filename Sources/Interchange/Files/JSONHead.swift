/// Tells by its first bytes whether something may be our own entries.
enum JSONHead {
  /// So many are looked at.
  static let size = 4096

  /// Whether a line begins as JSON: the others may be what is broken. What is empty is JSON, too.
  static func isJSON(_ bytes: ArraySlice<UInt8>) -> Bool {
    let head = bare(bytes)
    return head.isEmpty
      || head.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).contains { line in
        line.first == UInt8(ascii: "{") || line.first == UInt8(ascii: "[")
      }
  }

  /// Without a byte order mark and white space.
  static func bare(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes
    return text.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
  }
}
