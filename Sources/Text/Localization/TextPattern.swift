/// A text with places for arguments, `%1` to `%9`, and for Korean particles, `{을/를}`, which are
/// chosen by what stands before them.
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
