import DiaryCore

/// Tells by its first bytes whether something may be our own entries.
enum JSONHead {
  /// So many are looked at.
  static let size = 4096

  /// Returns `true` for JSON Lines, of which half may be broken, for the beginning of an array of objects,
  /// and for no bytes at all.
  static func isJSON(_ bytes: ArraySlice<UInt8>) -> Bool {
    let head = bare(bytes)
    if head.isEmpty || isArray(head) { return true }
    let lines = head.split { $0 == 0x0A || $0 == 0x0D }.filter { !bare($0).isEmpty }
    let isCut = head.last != 0x0A
    let objects = lines.indices.count { index in
      guard lines[index].first == UInt8(ascii: "{") else { return false }
      // The end of the last line may not have been read.
      return (try? JSONParser.parse(Array(lines[index]))) != nil
        || isCut && index == lines.count - 1 && isObject(lines[index])
    }
    return objects * 2 >= lines.count
  }

  private static func isArray(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.first == UInt8(ascii: "[") else { return false }
    let rest = bare(bytes.dropFirst())
    return rest.isEmpty || isObject(rest)
      || rest.first == UInt8(ascii: "]") && bare(rest.dropFirst()).isEmpty
  }

  /// Returns `true` if an object begins there: with a name, or its end.
  private static func isObject(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.first == UInt8(ascii: "{") else { return false }
    let next = bare(bytes.dropFirst()).first
    return next.map { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "}") } ?? true
  }

  /// Without a byte order mark and white space.
  static func bare(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes
    return text.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
  }
}
