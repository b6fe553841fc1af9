import DiaryCore

/// Tags on the line that they are typed on: `#walks #"by the river"`. A blank or a comma ends one,
/// so that a tag which has them in it, as another program may write, stands in quotation marks.
enum TagsText {
  /// A tag to be added or, with a minus before it, taken away.
  struct Change: Hashable, Sendable {
    let tag: String
    let isRemoved: Bool
  }

  static func text(of tags: [String]) -> String {
    tags.map { tag in
      let isWord = !tag.contains(where: endsWord)
      return isWord || tag.contains("\"") ? "#\(tag)" : "#\"\(tag)\""
    }.joined(separator: " ")
  }

  /// A tag without the mark before it, which isn't part of its name.
  static func name(_ tag: String) -> String { String(tag.drop { $0 == "#" }) }

  static func tags(in text: String) -> [String] {
    var tags: [String] = []
    var rest = text.drop(while: endsWord)
    while !rest.isEmpty {
      let tag = name(take(from: &rest, quotedAfter: ["#\""]))
      if !tag.isEmpty { tags.append(tag) }
      rest = rest.drop(while: endsWord)
    }
    return tags
  }

  /// Tags with and without a minus: `walks -rain -"by the river"`.
  static func changes(in text: String) -> [Change] {
    var changes: [Change] = []
    var rest = text.drop(while: endsWord)
    while !rest.isEmpty {
      let isRemoved = rest.first == "-"
      rest = rest.drop { $0 == "-" }
      let tag = take(from: &rest, quotedAfter: ["#\"", "\""])
      changes.append(Change(tag: tag, isRemoved: isRemoved))
      rest = rest.drop(while: endsWord)
    }
    return changes
  }

  /// What stands between quotation marks after one of these openings, else a word.
  private static func take(from rest: inout Substring, quotedAfter openings: [String]) -> String {
    let opening = openings.first { rest.hasPrefix($0) }
    if let quoted = opening.map({ rest.dropFirst($0.count) }),
      let end = quoted.firstIndex(of: "\"")
    {
      rest = quoted[end...].dropFirst()
      return String(quoted[..<end])
    }
    let word = rest.prefix { !endsWord($0) }
    rest = rest[word.endIndex...]
    return String(word)
  }

  private static func endsWord(_ character: Character) -> Bool {
    character.isWhitespace || character == ","
  }
}
