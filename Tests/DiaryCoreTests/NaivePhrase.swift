import Foundation

/// A phrase as the rule says it, without a thought of speed: Hangul is compared by the keys that
/// are pressed for it on a Korean keyboard.
struct NaivePhrase {
  let text: String
  let isExact: Bool

  /// The phrases that `ㄳ` may be typed for: the letter, and two consonants.
  private var readings: [[Character]] {
    let letters = Self.characters(text)
    let split = letters.flatMap { letter in
      Self.pairs[letter].map { Array($0) } ?? [letter]
    }
    return isExact || split == letters ? [letters] : [letters, split]
  }

  func isFound(in text: String) -> Bool {
    let text = Self.characters(text)
    return readings.contains { phrase in
      text.indices.contains { start in matches(phrase, text, start) }
    }
  }

  private func matches(_ phrase: [Character], _ text: [Character], _ start: Int) -> Bool {
    for (offset, wanted) in phrase.enumerated() {
      let index = start + offset
      guard index < text.count else { return false }
      if !isExact, offset == phrase.count - 1 {
        return isBegun(wanted, text[index...])
      }
      guard wanted == text[index] || !isExact && isInitial(wanted, of: text[index]) else {
        return false
      }
    }
    return !phrase.isEmpty
  }

  /// Whether a character may have been typed on the way to what stands in a text.
  private func isBegun(_ wanted: Character, _ text: ArraySlice<Character>) -> Bool {
    guard let found = text.first else { return false }
    if wanted == found || isInitial(wanted, of: found) { return true }
    guard let keys = Self.keys(of: wanted), let foundKeys = Self.keys(of: found) else {
      return false
    }
    if foundKeys.starts(with: keys) { return true }
    guard keys.count > foundKeys.count, keys.dropLast() == foundKeys[...], let last = keys.last,
      foundKeys.count > 1, Self.hasFinal(wanted), let next = text.dropFirst().first
    else { return false }
    return next == last || isInitial(last, of: next)
  }

  private func isInitial(_ letter: Character, of syllable: Character) -> Bool {
    Self.consonants.contains(letter) && Self.keys(of: syllable)?.first == letter
  }

  // MARK: Keys

  private static let consonants = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ")
  private static let vowels = Array("ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ")
  private static let finals = Array("ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ")
  private static let compounds: [Character: String] = [
    "ㅘ": "ㅗㅏ", "ㅙ": "ㅗㅐ", "ㅚ": "ㅗㅣ", "ㅝ": "ㅜㅓ", "ㅞ": "ㅜㅔ", "ㅟ": "ㅜㅣ", "ㅢ": "ㅡㅣ",
  ]
  private static let pairs: [Character: String] = [
    "ㄳ": "ㄱㅅ", "ㄵ": "ㄴㅈ", "ㄶ": "ㄴㅎ", "ㄺ": "ㄹㄱ", "ㄻ": "ㄹㅁ", "ㄼ": "ㄹㅂ", "ㄽ": "ㄹㅅ",
    "ㄾ": "ㄹㅌ", "ㄿ": "ㄹㅍ", "ㅀ": "ㄹㅎ", "ㅄ": "ㅂㅅ",
  ]

  /// The keys of a syllable; `nil` for what is none.
  private static func keys(of character: Character) -> [Character]? {
    guard let number = number(of: character) else { return nil }
    let final = number % 28
    let letters: [Character] =
      [consonants[number / 588], vowels[number / 28 % 21]] + (final > 0 ? [finals[final - 1]] : [])
    return letters.flatMap { Array(compounds[$0] ?? pairs[$0] ?? String($0)) }
  }

  private static func hasFinal(_ character: Character) -> Bool {
    number(of: character).map { $0 % 28 > 0 } ?? false
  }

  private static func number(of character: Character) -> Int? {
    guard let scalar = character.unicodeScalars.first?.value, character.unicodeScalars.count == 1,
      (0xAC00...0xD7A3).contains(scalar)
    else { return nil }
    return Int(scalar - 0xAC00)
  }

  /// The characters of a text in one spelling and small letters. Letters that stand alone are those
  /// of the keyboard.
  private static func characters(_ text: String) -> [Character] {
    // Composing alone leaves a final consonant behind a syllable that has none.
    let decomposed = text.decomposedStringWithCanonicalMapping
    return decomposed.precomposedStringWithCanonicalMapping.map { character in
      let small = Character(character.lowercased())
      guard let scalar = small.unicodeScalars.first?.value, small.unicodeScalars.count == 1
      else { return small }
      switch scalar {
      case 0x1100...0x1112: return consonants[Int(scalar - 0x1100)]
      case 0x1161...0x1175: return vowels[Int(scalar - 0x1161)]
      case 0x11A8...0x11C2: return finals[Int(scalar - 0x11A8)]
      default: return small
      }
    }
  }
}
