/// A particle with two forms, the first for after a consonant: 을/를, 이/가, 은/는, 과/와, 으로/로,
/// 이라/라, 이라는/라는.
struct KoreanParticle {
  private let afterConsonant: String
  private let afterVowel: String

  /// Reads `을/를`.
  init?(_ forms: Substring) {
    let parts = forms.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
    (afterConsonant, afterVowel) = (String(parts[0]), String(parts[1]))
  }

  /// The form that is right after a text, by how its end is spoken; both where that isn't known.
  func form(after text: String) -> String {
    switch KoreanEnding(of: text) {
    case .vowel: afterVowel
    case .rieul: afterConsonant.hasPrefix("으로") ? afterVowel : afterConsonant
    case .consonant: afterConsonant
    case nil: both
    }
  }

  /// `을(를)`, and `(으)로` where the one form ends in the other.
  private var both: String {
    afterConsonant.hasSuffix(afterVowel)
      ? "(\(afterConsonant.dropLast(afterVowel.count)))\(afterVowel)"
      : "\(afterConsonant)(\(afterVowel))"
  }
}
