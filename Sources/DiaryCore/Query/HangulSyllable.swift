/// A syllable of modern Hangul as its letters, by the arithmetic of the Unicode Standard, 3.12.
package struct HangulSyllable: Hashable {
  /// 0 to 18.
  package var initial: UInt32
  /// 0 to 20.
  package var vowel: UInt32
  /// 1 to 27; 0 when there is none.
  package var final: UInt32

  private static let first: UInt32 = 0xAC00
  private static let vowels: UInt32 = 21
  private static let finals: UInt32 = 28

  init(initial: UInt32, vowel: UInt32, final: UInt32 = 0) {
    self.initial = initial
    self.vowel = vowel
    self.final = final
  }

  /// `nil` for what is none.
  package init?(_ scalar: UInt32) {
    guard (Self.first...0xD7A3).contains(scalar) else { return nil }
    let number = scalar - Self.first
    initial = number / (Self.vowels * Self.finals)
    vowel = number / Self.finals % Self.vowels
    final = number % Self.finals
  }

  var scalar: UInt32 {
    Self.first + (initial * Self.vowels + vowel) * Self.finals + final
  }

  /// All syllables that begin with a consonant.
  static func all(initial: UInt32) -> ClosedRange<UInt32> {
    let first = HangulSyllable(initial: initial, vowel: 0).scalar
    return first...first + vowels * finals - 1
  }

  /// What this syllable is or becomes by typing on, as long as no other one begins after it. A vowel
  /// may become a compound one, as ㅗ becomes ㅘ, and a final may come; a final consonant may become
  /// two, as ㄱ becomes ㄳ.
  var grown: UnitSet {
    var last = self
    if final == 0 {
      last.vowel = HangulLetter.lastCompound(ofVowel: vowel)
      last.final = Self.finals - 1
    } else if final == HangulLetter.finalGiyeok {
      // ㄲ stands between ㄱ and ㄳ, and is a key of its own.
      return UnitSet(scalar...scalar, or: scalar + 2...scalar + 2)
    } else {
      last.final = HangulLetter.lastCompound(ofFinal: final)
    }
    return UnitSet(scalar...last.scalar)
  }

  /// The syllable that is left, and the consonant that begins the next one, when a vowel is typed
  /// after this: 각 was 가 and ㄱ, 닭 was 달 and ㄱ. `nil` without a final consonant.
  var split: (before: HangulSyllable, next: UInt32)? {
    guard let (rest, next) = HangulLetter.split(final: final) else { return nil }
    return (HangulSyllable(initial: initial, vowel: vowel, final: rest), next)
  }
}
