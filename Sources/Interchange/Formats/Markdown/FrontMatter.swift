import DiaryCore

/// The YAML in front of an entry's Markdown. It holds everything of the entry but its text, so
/// that the entry can be read back as it was. Values are JSON, which YAML reads as it is.
enum FrontMatter {
  /// `file` names a file relative to the entry's; `nil` for one that was left out.
  static func write(
    _ entry: Entry, _ comments: [JSONMember] = [], holdsContent: Bool = false,
    file: (AssetFile) -> String?
  ) -> [UInt8] {
    var text = Array("---\n".utf8)
    func add(_ key: String, _ value: JSONValue, indent: String = "") {
      text += indent.utf8
      text += Self.key(key)
      text += YAMLWriter.bytes(value)
      text.append(UInt8(ascii: "\n"))
    }
    func add(list: [JSONValue], as name: String) {
      text += "\(name):\n".utf8
      for object in list {
        var indent = "  - "
        for member in object.members ?? [] {
          add(member.name, member.value, indent: indent)
          indent = "    "
        }
      }
    }
    add("id", .string(entry.id.description))
    for member in entry.contentMembers(file: file) where member.name != "content" || holdsContent {
      if let files = entry.fileObjects(of: member.name, file: file), !files.isEmpty {
        add(list: files, as: member.name)
      } else {
        add(member.name, member.value)
      }
    }
    for member in comments { add(list: member.value.array ?? [], as: member.name) }
    for member in entry.carriedMembers { add(member.name, member.value) }
    text += "---\n".utf8
    return text
  }

  /// A name and its colon.
  private static func key(_ name: String) -> [UInt8] {
    if isPlain(name) { return Array("\(name): ".utf8) }
    let written = YAMLWriter.bytes(.string(name))
    // A name that is longer has to say that it is one.
    guard written.count > YAMLWriter.longestName else { return written + Array(": ".utf8) }
    return Array("? ".utf8) + written + Array("\n: ".utf8)
  }

  /// What some readers take for something else.
  private static let meanings: Set = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"]

  /// Whether no reader can take a name for anything but a name.
  private static func isPlain(_ name: String) -> Bool {
    guard let first = name.utf8.first,
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first | 0x20)
    else { return false }
    let isWord = name.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
    }
    return isWord && name.utf8.count < 100 && !meanings.contains(name.lowercased())
  }
}
