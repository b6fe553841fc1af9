import DiaryCore

/// The heading that a text in Markdown begins with, which is its title.
enum LeadingHeading {
  /// Takes it off the text, with the empty lines behind it, unless a title is told that says something
  /// else. `nil` where the text begins with none, or with one that shows a photo. A heading of a deeper
  /// level is one of several in the text, unless it says the same as the title.
  static func remove(from text: inout String, told: String? = nil) -> String? {
    var rest = Substring(text).drop(while: \.isNewline)
    let line = rest.prefix { !$0.isNewline }
    let marks = line.prefix { $0 == "#" }.count
    let heading = line.dropFirst(marks)
    guard marks == 1 || told != nil && (2...6).contains(marks), heading.first == " ",
      !heading.isBlank,
      PhotoReference.named(in: String(line)).isEmpty, !line.contains("![")
    else { return nil }
    let words = String(heading.trimmed)
    guard told ?? words == words else { return nil }
    rest = rest[line.endIndex...].drop(while: \.isNewline)
    text = String(rest)
    return words
  }
}
