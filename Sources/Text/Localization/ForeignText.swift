/// A text that a library makes in English, known by how it looks; `%1` to `%9` are its arguments.
package struct ForeignText: Sendable {
  private let english: String

  package init(_ english: String) {
    self.english = english
  }

  /// The text in the language that is spoken now; `nil` when it isn't this one.
  package func localized(from text: some StringProtocol) -> String? {
    guard let arguments = arguments(in: Substring(text)) else { return nil }
    return LocalizedText(key: english, arguments: arguments).text
  }

  /// What stands in the places of the arguments, by their numbers. Each is as short as may be.
  private func arguments(in text: Substring) -> [String]? {
    var parts = english.split(separator: "%", omittingEmptySubsequences: false)[...]
    guard let start = parts.popFirst(), text.hasPrefix(start) else { return nil }
    var rest = text.dropFirst(start.count)
    var arguments: [String] = []
    for (index, part) in parts.enumerated() {
      // The first character is the number, and they come in order.
      let literal = part.dropFirst()
      if index == parts.count - 1 {
        guard rest.hasSuffix(literal) else { return nil }
        arguments.append(String(rest.dropLast(literal.count)))
        return arguments
      }
      guard let range = rest.firstRange(of: literal) else { return nil }
      arguments.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return rest.isEmpty ? arguments : nil
  }
}
