/// A text of the program, written in English where it is used; the values in it are its arguments.
///
///     localized("\(count) entries by \(name)")
///
/// Other languages have it in a table, under what stands here with `%1`, `%2` in the place of the
/// arguments: `%1 entries by %2`.
package struct LocalizedText: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The English text, with the number of each argument in its place.
  package let key: String
  let arguments: [String]

  init(key: String, arguments: [String]) {
    self.key = key
    self.arguments = arguments
  }

  package init(stringLiteral value: String) {
    self.init(key: value, arguments: [])
  }

  package init(stringInterpolation: StringInterpolation) {
    self.init(key: stringInterpolation.key, arguments: stringInterpolation.arguments)
  }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var key = ""
    fileprivate var arguments: [String] = []

    package init(literalCapacity: Int, interpolationCount: Int) {
      key.reserveCapacity(literalCapacity + 2 * interpolationCount)
      arguments.reserveCapacity(interpolationCount)
    }

    package mutating func appendLiteral(_ literal: String) { key += literal }

    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      arguments.append(value.description)
      key += "%\(arguments.count)"
    }
  }

  /// The text in the language that is spoken now.
  package var text: String { text(under: key) }

  /// The text, where the tables have it under another key than its English.
  func text(under key: String) -> String {
    switch Language.current {
    case .english: filled(self.key)
    case .korean: filled(KoreanTable.text(of: key) ?? self.key)
    }
  }

  /// A pattern with the arguments in it. What stands in an argument is no pattern.
  private func filled(_ pattern: String) -> String {
    guard !arguments.isEmpty || pattern.utf8.contains(UInt8(ascii: "{")) else { return pattern }
    return TextPattern(pattern).filled(with: arguments)
  }
}

/// A text of the program in the language that is spoken now.
package func localized(_ text: LocalizedText) -> String { text.text }

/// A text that the tables have under a short name: a long one, so that its English stands once, or
/// one whose English another language says in several ways.
///
///     localized(id: "discussion.restore", "When one of them can't be restored, none is.")
package func localized(id: String, _ text: LocalizedText) -> String { text.text(under: id) }

/// A text about one thing or any other number of them. A language without plurals, such as Korean,
/// says all in one way: its table has only the text for other numbers.
///
///     localized(counting: count, one: "\(count) entry", other: "\(count) entries")
package func localized(
  counting number: Int, one: LocalizedText, other: LocalizedText
) -> String {
  switch Language.current {
  case .english: (number == 1 ? one : other).text
  case .korean: other.text
  }
}
