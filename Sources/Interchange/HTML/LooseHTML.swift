import DiaryCore

/// Texts of programs that write HTML in some and plain text in others, and don't say which.
enum LooseHTML {
  /// The text as Markdown. Line ends in it are the person's.
  static func markdown(
    of text: String, image: (String, String) -> String? = { _, _ in nil }
  ) throws(EntryFieldError) -> String {
    guard isHTML(text) else { return text }
    return try HTMLMarkdown.markdown(of: text.replacing("\n", with: "<br>"), image: image)
  }

  /// Whether there is an element or a character by its name in it.
  static func isHTML(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.indices.dropLast(2).contains { index in
      let next = bytes[index + 1]
      let isLetter = (0x61...0x7A).contains(next | 0x20)
      switch bytes[index] {
      case UInt8(ascii: "<"):
        guard isLetter || next == UInt8(ascii: "/") else { return false }
        return bytes[index...].prefix(longestTag).contains(UInt8(ascii: ">"))
      case UInt8(ascii: "&"):
        let name = bytes[(index + 1)...].prefix(8)
        return (isLetter || next == UInt8(ascii: "#")) && name.contains(UInt8(ascii: ";"))
      default: return false
      }
    }
  }

  /// In bytes.
  private static let longestTag = 400
}
