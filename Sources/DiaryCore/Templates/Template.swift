/// What a new entry begins with: Markdown, with lines in front of it that say the rest.
///
///     ---
///     title: Morning, {{date}}
///     tags: morning, walk
///     mood: 🙂
///     ---
///     {{prompt}}
///
///     {{cursor}}
package struct Template: Hashable, Sendable {
  /// The name of its file without the ending.
  package var name: String
  package var title = ""
  package var tags: [String] = []
  package var journal: String?
  package var mood: String?
  package var text: String

  /// Reads a file's text. What stands in front of it and isn't known is passed over.
  package init(name: String, file: String) {
    self.name = name
    let lines = file.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard lines.first.map({ String($0.trimmed) }) == "---",
      let end = lines.dropFirst().firstIndex(where: { $0.trimmed == "---" })
    else {
      text = Self.withoutLastEnd(file)
      return
    }
    text = Self.withoutLastEnd(lines[(end + 1)...].joined(separator: "\n"))
    for line in lines[1..<end] {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = Self.plain(line[line.index(after: colon)...])
      guard !value.isEmpty else { continue }
      switch line[..<colon].trimmed {
      case "title": title = value
      case "tags": tags = Self.list(value)
      case "journal": journal = value
      case "mood": mood = value
      default: break
      }
    }
  }

  /// A value without the quotes around it.
  private static func plain(_ text: Substring) -> String {
    let value = text.trimmed
    guard let first = value.first, first == "\"" || first == "'", value.count > 1,
      value.last == first
    else { return String(value) }
    return String(value.dropFirst().dropLast())
  }

  /// `[walk, "by the river"]`, or the same without brackets.
  private static func list(_ value: String) -> [String] {
    var items = Substring(value)
    if items.first == "[", items.last == "]" { items = items.dropFirst().dropLast() }
    return items.split(separator: ",").map { plain($0) }
  }

  /// An editor ends the last line of a file; the text needn't.
  private static func withoutLastEnd(_ text: String) -> String {
    text.last?.isNewline == true ? String(text.dropLast()) : text
  }
}
