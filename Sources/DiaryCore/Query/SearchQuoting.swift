/// How a name or phrase is written in a search: with blanks or quotes in it, within quotes, where
/// `\"` is a quote and `\\` a backslash.
package enum SearchQuoting {
  package static func written(_ name: String) -> String {
    guard name.contains(where: { $0.isWhitespace || $0 == "\"" }) else { return name }
    let inner = name.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] }
    return "\"" + String(inner) + "\""
  }

  /// What stands between quotes at the start of a text, the characters that it takes with them, and
  /// whether it is closed: one that is left open reaches to the end. `nil` where no quote begins.
  package static func read(
    _ text: some Collection<Character>
  ) -> (phrase: String, length: Int, isClosed: Bool)? {
    guard text.first == "\"" else { return nil }
    var (phrase, length) = ("", 1)
    var isEscaped = false
    for character in text.dropFirst() {
      length += 1
      if isEscaped {
        // Before anything else, a backslash is one.
        if character != "\"" && character != "\\" { phrase.append("\\") }
        phrase.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        return (phrase, length, true)
      } else {
        phrase.append(character)
      }
    }
    return (isEscaped ? phrase + "\\" : phrase, length, false)
  }
}
