/// A text of the program, in English where it is used. The values in it are its arguments.
///
///     localized("\(count) entries by \(name)")
///
/// A `Translation` has it under its English with `%1`, `%2` in place of the arguments:
/// `%1 entries by %2`.
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

  /// The text in the current language, or in English if that doesn't have it.
  package var text: String { filled(Language.currentTranslation?.text(of: key) ?? key) }

  /// Returns the text that has an ID in the current language.
  fileprivate func text(withID id: String) -> String {
    filled(Language.currentTranslation?.text(withID: id) ?? key)
  }

  /// Returns a pattern with the arguments in it, in which `%1` and the like aren't replaced.
  private func filled(_ pattern: String) -> String {
    guard !arguments.isEmpty || pattern.utf8.contains(UInt8(ascii: "{")) else { return pattern }
    return TextPattern(pattern).filled(with: arguments)
  }
}

/// Returns a text in the current language.
package func localized(_ text: LocalizedText) -> String { text.text }

/// Returns a text that has an ID, which is its context in translations: a text of several lines, or
/// one of several whose English is the same and whose translations differ.
///
///     localized(id: "person.you", "you")
package func localized(id: String, _ text: LocalizedText) -> String { text.text(withID: id) }

/// Returns the text for a number of things. A language without plurals, such as Korean, translates
/// only `other`.
///
///     localized(counting: count, one: "\(count) entry", other: "\(count) entries")
package func localized(
  counting number: Int, one: LocalizedText, other: LocalizedText
) -> String {
  (number == 1 && Language.currentTranslation?.hasPlurals != false ? one : other).text
}

// MARK: - Patterns

/// A text with places for arguments, `%1` to `%9`, and for Korean particles, `{을/를}`, which depend
/// on the text before them.
struct TextPattern {
  private let pattern: String

  init(_ pattern: String) { self.pattern = pattern }

  func filled(with arguments: [String]) -> String {
    var text = ""
    var rest = pattern[...]
    while let character = rest.popFirst() {
      if character == "%", let number = rest.first?.wholeNumberValue,
        arguments.indices.contains(number - 1)
      {
        rest.removeFirst()
        text += arguments[number - 1]
      } else if character == "{", let end = rest.firstIndex(of: "}"),
        let particle = KoreanParticle(rest[..<end])
      {
        text += particle.form(after: text)
        rest = rest[rest.index(after: end)...]
      } else {
        text.append(character)
      }
    }
    return text
  }
}

// MARK: - Texts of libraries

/// An English text of a library, recognized by a pattern in which `%1` to `%9` are its arguments.
package struct ForeignText: Sendable {
  private let english: String

  package init(_ english: String) {
    self.english = english
  }

  /// Returns `text` in the current language, or `nil` if it isn't this text.
  package func localized(from text: some StringProtocol) -> String? {
    guard let arguments = arguments(in: Substring(text)) else { return nil }
    return LocalizedText(key: english, arguments: arguments).text
  }

  /// Returns the arguments by their numbers, each as short as possible.
  private func arguments(in text: Substring) -> [String]? {
    var parts = english.split(separator: "%", omittingEmptySubsequences: false)[...]
    guard let start = parts.popFirst(), text.hasPrefix(start) else { return nil }
    var rest = text.dropFirst(start.count)
    var arguments: [String] = []
    for (index, part) in parts.enumerated() {
      // The first character is the number. Numbers are in order.
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
