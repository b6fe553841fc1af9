import DiaryCore

/// The YAML in front of an entry's Markdown. It holds everything of the entry but its text, so
/// that the entry can be read back as it was. Values are JSON, which YAML reads as it is.
enum FrontMatter {
  /// `file` names a file relative to the entry's; `nil` for one that was left out.
  static func write(_ entry: Entry, file: (AssetFile) -> String?) -> [UInt8] {
    var text = Array("---\n".utf8)
    func add(_ key: String, _ value: JSONValue, indent: String = "") {
      text += "\(indent)\(key): ".utf8
      text += JSONWriter.bytes(value)
      text.append(UInt8(ascii: "\n"))
    }
    add("id", .string(entry.id.description))
    for member in entry.contentMembers(file: file) where member.name != "content" {
      if let files = entry.fileObjects(of: member.name, file: file), !files.isEmpty {
        text += "\(member.name):\n".utf8
        for object in files {
          var indent = "  - "
          for member in object.members ?? [] {
            add(member.name, member.value, indent: indent)
            indent = "    "
          }
        }
      } else {
        add(member.name, member.value)
      }
    }
    for member in entry.carriedMembers { add(key(member.name), member.value) }
    text += "---\n".utf8
    return text
  }

  /// Plain where no reader can take it for anything but a name.
  private static func key(_ name: String) -> String {
    let isPlain =
      name.utf8.first.map { $0 | 0x20 >= UInt8(ascii: "a") } ?? false
      && name.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
      }
    return isPlain ? name : String(decoding: JSONWriter.bytes(.string(name)), as: UTF8.self)
  }
}
