import DiaryCore

/// Tags on the line that they are typed on: `#walks #"by the river"`. A blank or a comma ends one,
/// so that a tag which has them in it, as another program may write, stands in quotation marks.
enum TagsText {
  static func text(of tags: [String]) -> String {
    tags.map { tag in
      let isWord = !tag.contains(where: endsWord)
      return isWord || tag.contains("\"") ? "#\(tag)" : "#\"\(tag)\""
    }.joined(separator: " ")
  }

  static func tags(in text: String) -> [String] {
    var tags: [String] = []
    var rest = Substring(text)
    while let start = rest.firstIndex(where: { !endsWord($0) }) {
      rest = rest[start...]
      let quoted = rest.hasPrefix("#\"") ? rest.dropFirst(2) : ""
      if let end = quoted.firstIndex(of: "\"") {
        tags.append(String(quoted[..<end]))
        rest = quoted[end...].dropFirst()
      } else {
        let word = rest.prefix { !endsWord($0) }
        tags.append(String(word))
        rest = rest[word.endIndex...]
      }
    }
    return tags
  }

  private static func endsWord(_ character: Character) -> Bool {
    character.isWhitespace || character == ","
  }
}
