/// Where a file is in an export: at its top or in one of its folders.
///
/// Two are the same only byte by byte, for so are names on Linux, while strings compare by
/// canonical equivalence.
struct ExportPath: Sendable {
  let folder: String?
  let name: String

  init(folder: String? = nil, name: String) {
    self.folder = folder
    self.name = name
  }

  /// Reads `name` or `folder/name`. `nil` for anything that could lead out of the export.
  init?(_ text: String) {
    // Bytes: "/" followed by a combining mark is another character, but separates all the same.
    let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    guard (1...2).contains(parts.count), let name = parts.last,
      parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." && !$0.utf8.contains(0) })
    else { return nil }
    self.init(folder: parts.count == 2 ? parts[0] : nil, name: name)
  }

  /// The name without its extension.
  var stem: String { name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name }

  var text: String { folder.map { "\($0)/\(name)" } ?? name }
}

extension ExportPath: Hashable {
  static func == (left: Self, right: Self) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}

/// Where a link to an exported photo or attachment leads.
enum FileLink {
  private static let plain = Set("-._~,+@=/".utf8)

  /// The destination of a link to a file by its path in the export, as CommonMark takes it without
  /// angle brackets. Letters of every script stay, to be legible.
  static func destination(_ file: String) -> String {
    file.percentEncoded { $0 >= 0x80 || plain.contains($0) }
  }
}
