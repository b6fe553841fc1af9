/// Letters of Hangul: as a keyboard types them (U+3131 and on), as parts of a syllable by their
/// numbers in `HangulSyllable`, and as conjoining ones (U+1100 and on).
enum HangulLetter {
  private static let initials = scalars("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ")
  private static let finals = scalars("ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ")
  private static let firstVowel: UInt32 = 0x314F  // ㅏ, and the others in their order.

  /// Two consonants that are written as one letter.
  private static let pairs: [UInt32: [UInt32]] = [
    "ㄳ": "ㄱㅅ", "ㄵ": "ㄴㅈ", "ㄶ": "ㄴㅎ", "ㄺ": "ㄹㄱ", "ㄻ": "ㄹㅁ", "ㄼ": "ㄹㅂ", "ㄽ": "ㄹㅅ",
    "ㄾ": "ㄹㅌ", "ㄿ": "ㄹㅍ", "ㅀ": "ㄹㅎ", "ㅄ": "ㅂㅅ",
  ].reduce(into: [:]) { $0[scalars($1.key)[0]] = scalars($1.value) }

  static let finalGiyeok: UInt32 = 1

  private static func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }

  // MARK: As typed

  /// The number of the initial that a letter is.
  static func initial(_ letter: UInt32) -> UInt32? {
    initials.firstIndex(of: letter).map { UInt32($0) }
  }

  /// The letter that an initial is typed as.
  static func letter(ofInitial initial: UInt32) -> UInt32 { initials[Int(initial)] }

  /// The two consonants of a letter as ㄳ.
  static func pair(_ letter: UInt32) -> [UInt32]? { pairs[letter] }

  // MARK: While a syllable is composed

  /// The last of the vowels that begin as this one does, which all follow it.
  static func lastCompound(ofVowel vowel: UInt32) -> UInt32 {
    switch vowel {
    case 8: 11  // ㅗ to ㅘ ㅙ ㅚ
    case 13: 16  // ㅜ to ㅝ ㅞ ㅟ
    case 18: 19  // ㅡ to ㅢ
    default: vowel
    }
  }

  /// The last of the compounds that a final consonant begins; itself where it begins none, and for
  /// ㄱ.
  static func lastCompound(ofFinal final: UInt32) -> UInt32 {
    switch final {
    case 4: 6  // ㄴ to ㄵ ㄶ
    case 8: 15  // ㄹ to ㄺ ㄻ ㄼ ㄽ ㄾ ㄿ ㅀ
    case 17: 18  // ㅂ to ㅄ
    default: final
    }
  }

  /// A final without its last consonant, and the number of that as an initial.
  static func split(final: UInt32) -> (rest: UInt32, next: UInt32)? {
    guard final > 0 else { return nil }
    let letter = finals[Int(final) - 1]
    guard let pair = pairs[letter] else { return initial(letter).map { (0, $0) } }
    guard let rest = finals.firstIndex(of: pair[0]) else { return nil }
    return initial(pair[1]).map { (UInt32(rest) + 1, $0) }
  }

  // MARK: Conjoining

  /// The syllable or letter that a grapheme cluster of conjoining letters is.
  static func composed(_ cluster: some Sequence<Unicode.Scalar>) -> UInt32? {
    var rest = cluster.map(\.value)[...]
    guard let first = rest.popFirst() else { return nil }
    var syllable: HangulSyllable
    switch (first, rest.first) {
    case (0x1100...0x1112, (0x1161...0x1175)?):
      syllable = HangulSyllable(initial: first - 0x1100, vowel: rest.removeFirst() - 0x1161)
    case (0x1100...0x1112, nil): return initials[Int(first - 0x1100)]
    case (0x1161...0x1175, nil): return firstVowel + first - 0x1161
    case (0x11A8...0x11C2, nil): return finals[Int(first - 0x11A8)]
    default:
      guard let whole = HangulSyllable(first) else { return nil }
      syllable = whole
    }
    if syllable.final == 0, let final = rest.first, (0x11A8...0x11C2).contains(final) {
      rest.removeFirst()
      syllable.final = final - 0x11A7
    }
    return rest.isEmpty ? syllable.scalar : nil
  }
}
