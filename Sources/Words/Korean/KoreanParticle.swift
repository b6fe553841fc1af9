/// A particle with two forms, the first for after a consonant: 을/를, 이/가, 은/는, 과/와, 으로/로.
struct KoreanParticle {
  private let afterConsonant: String
  private let afterVowel: String

  /// Reads `을/를`.
  init?(_ forms: Substring) {
    let parts = forms.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    (afterConsonant, afterVowel) = (String(parts[0]), String(parts[1]))
  }

  /// The form that is right after a text, by how its last syllable is spoken.
  func form(after text: String) -> String {
    let last = text.unicodeScalars.last { $0.properties.isAlphabetic }
    guard let last, (0xAC00...0xD7A3).contains(last.value) else { return afterVowel }
    return (last.value - 0xAC00) % 28 == 0 ? afterVowel : afterConsonant
  }
}
