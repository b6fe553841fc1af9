import DiaryCore
import Foundation
import TestSupport
import Testing

@Suite("Search phrases") struct SearchPhraseTests {
  private func places(_ phrase: String, _ text: String, isExact: Bool = false) -> [String] {
    SearchPhrase(phrase, isExact: isExact).ranges(in: text).map { String(text[$0]) }
  }

  private static let composed: [(phrase: String, text: String, found: [String])] = [
    ("ㄱ", "각오", ["각"]), ("가", "각오", ["각"]), ("각", "각오", ["각"]), ("각ㅇ", "각오", ["각오"]),
    ("각", "가고 각", ["가고", "각"]), ("갂", "가까", ["가까"]), ("갈", "갉다", ["갉"]),
    ("닭", "달고 닭", ["달고", "닭"]),
    ("닭", "다락", []), ("고", "과자", ["과"]), ("구", "귀", ["귀"]), ("과", "고아", []), ("강가", "강각", ["강각"]),
    ("강가", "가강", []), ("각오", "가고", []), ("ㄱㅊ", "김치", ["김치"]), ("김ㅊ", "김치와 김", ["김치"]),
    ("ㄱ치", "김치찌개", ["김치"]), ("ㄱㅊ", "ㄱㅊ", ["ㄱㅊ"]), ("ㅋㅋ", "ㅋㅋㅋㅋ 크크", ["ㅋㅋ", "ㅋㅋ", "크크"]),
    ("ㄳ", "감사 ㄳ", ["감사", "ㄳ"]), ("ㄲ", "가까", ["까"]), ("ㅏ", "가 ㅏ", ["ㅏ"]), ("넉", "넋", ["넋"]),
    ("\u{1100}", "각오", ["각"]), ("ㄱ", "\u{1100}", ["\u{1100}"]),
    ("각", "\u{1100}\u{1161}\u{11A8}", ["각"]), ("\u{1100}\u{1161}", "각오", ["각"]),
    ("강", "가\u{11BC}", ["강"]), ("가", "\u{1100}가", []), ("나", "\u{1113}\u{1161}", []),
  ]

  @Test(arguments: composed)
  func `finds Hangul being composed`(_ phrase: String, _ text: String, _ found: [String]) {
    expectEqual(places(phrase, text), found)
    expectEqual(places(phrase.decomposedStringWithCanonicalMapping, text), found)
    expectEqual(places(phrase, text.decomposedStringWithCanonicalMapping), found)
  }

  @Test(arguments: [
    ("ㄱ", "각오 ㄱ", ["ㄱ"]), ("가", "각오 가", ["가"]), ("각", "가고", []), ("ㄱㅊ", "김치", []),
    ("ㄳ", "감사", []), ("강\u{AC00}", "강가", ["강가"]),
    ("cafe", "café cafe", ["cafe"]), ("café", "cafe CAFE\u{301}", ["CAFE\u{301}"]),
    ("don't", "don’t", ["don’t"]), ("full", "ＦＵＬＬ", ["ＦＵＬＬ"]), ("i\u{307}", "İ", ["İ"]),
  ])
  func `finds an exact phrase as written`(_ phrase: String, _ text: String, _ found: [String]) {
    expectEqual(places(phrase, text, isExact: true), found)
    expectEqual(places(phrase, text.decomposedStringWithCanonicalMapping, isExact: true), found)
  }

  private static let forms: [(phrase: String, text: String, found: [String])] = [
    ("walk", "A WALK, a walk", ["WALK", "walk"]), ("cafe\u{301}", "CAFÉ café", ["CAFÉ", "café"]),
    ("café", "cafe\u{301}s", ["café"]), ("e", "e\u{301}", ["é"]), ("aa", "aaaaa", ["aa", "aa"]),
    ("k", "\u{212A}", ["K"]), ("\u{212A}", "kelvin", ["k"]), (";", "\u{37E}", [";"]),
    ("\u{37E}", "a;b", [";"]), ("が", "か\u{3099}", ["が"]), ("か\u{3099}", "がく", ["が"]),
    ("\u{F900}", "豈", ["豈"]), ("豈", "\u{F900}", ["豈"]), ("👩", "👩‍🚀 👩", ["👩"]), ("👍🏽", "👍 👍🏽", ["👍🏽"]),
    ("🇰🇷", "🇺🇸🇰🇷", ["🇰🇷"]), ("🇸🇰", "🇺🇸🇰🇷", []), ("b", "a\r\nb", ["b"]), ("вода", "ВОДА", ["ВОДА"]),
    ("ắ", "a\u{306}\u{301}", ["ắ"]), ("", "a", []), ("\u{30A}", "A\u{30A}", []),
    ("don't", "I don’t, don‘t, don´t", ["don’t", "don‘t", "don´t"]), ("cafe", "café", ["café"]),
    ("strasse", "Straße STRASSE", ["Straße", "STRASSE"]), ("s", "Straße", ["S", "ß"]),
    ("istanbul", "İstanbul", ["İstanbul"]), ("fish", "ﬁsh", ["ﬁsh"]), ("f", "ﬁ", ["ﬁ"]),
    ("full", "ＦＵＬＬ", ["ＦＵＬＬ"]), ("soft", "so\u{AD}ft", ["so\u{AD}ft"]), ("1", "①", ["①"]),
    ("well-known", "well–known", ["well–known"]), ("a b", "a\u{A0}b", ["a\u{A0}b"]),
    ("wait...", "Wait…", ["Wait…"]), ("❤", "❤\u{FE0F}", ["❤\u{FE0F}"]), ("елка", "Ёлка", ["Ёлка"]),
    ("σισυφος", "ΣΊΣΥΦΟΣ", ["ΣΊΣΥΦΟΣ"]), ("ガス", "ｶﾞｽ", ["ｶﾞｽ"]), ("か", "が", []),
    ("찦차를 타고 온 펲시맨과", "찦차를 타고 온 펲시맨과 쑛다리 똠방각하", ["찦차를 타고 온 펲시맨과"]),
    ("ㄸㅂㄱㅎ", "찦차를 타고 온 펲시맨과 쑛다리 똠방각하", ["똠방각하"]), ("사회과학원 ㅇ", "사회과학원 어학연구소", ["사회과학원 어"]),
    ("울란바톨", "울란바토르", ["울란바토르"]),
  ]

  @Test(arguments: forms)
  func `finds characters in any form`(_ phrase: String, _ text: String, _ found: [String]) {
    expectEqual(places(phrase, text), found)
  }

  @Test(arguments: [("café", true, false), ("cafe", true, true), ("CAFE\u{301}", true, false)])
  func `an accent that is typed counts if asked for`(
    _ phrase: String, _ accented: Bool, _ plain: Bool
  ) {
    let phrase = SearchPhrase(phrase, accents: .typed)
    expectEqual(FoldedText("Café").contains(phrase), accented)
    expectEqual(FoldedText("cafe").contains(phrase), plain)
  }

  /// Scalars that combine with each other in every manner.
  private static let pieces =
    Array("가각간갈갉감갓값강개과괘괴고구궈귀그긔기까끼나낙넋넉다달닭담라마바밟밥사싸쌍아악앉안앓알자차카타파하힣").map { String($0) } + [
      "ㄱ", "ㄲ", "ㄳ", "ㄴ", "ㄵ", "ㄹ", "ㄺ", "ㅀ", "ㅅ", "ㅇ", "ㅎ", "ㅏ", "ㅘ", "\u{1100}", "\u{1112}",
      "\u{1161}", "\u{116A}", "\u{11A8}", "\u{11AA}", "\u{11C2}", "a", "A", "k", "\u{212A}", "é",
      "e", "\u{301}", "\u{327}", " ", "\n", "\r", "か", "が", "\u{3099}", "漢", "👩", "\u{200D}", "🚀",
      "\u{FE0F}", "🇰", "🇷", "İ", "ß", "ẞ", "ﬁ", ";", "\u{37E}", "\u{FF9E}", "ｶ", "ำ", "ก",
      "\u{302E}",
    ]

  @Test func `agrees with a naive search of random texts`() {
    var random = SeededGenerator(seed: 6)
    func text(_ length: Int, from pieces: [String]) -> String {
      (0..<length).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    }
    for round in 0..<30_000 {
      // Few distinct pieces at a time make matches likely.
      let some = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        Self.pieces.randomElement(using: &random) ?? ""
      }
      let words = text(Int.random(in: 0...12, using: &random), from: some)
      let wanted = text(Int.random(in: 1...3, using: &random), from: some)
      let isExact = round % 3 == 0
      let phrase = SearchPhrase(wanted, isExact: isExact)
      let naive = NaivePhrase(text: wanted, isExact: isExact)
      let ranges = phrase.ranges(in: words)
      // A phrase of invisible characters is empty.
      guard !phrase.isEmpty else { continue }
      expectNotEqual(
        ranges.isEmpty, naive.isFound(in: words),
        "\(wanted.unicodeScalars.map(\.value)) in \(words.unicodeScalars.map(\.value))")
      expectNotEqual(FoldedText(words).contains(phrase), ranges.isEmpty)
      var end = words.startIndex
      for range in ranges {
        expectAtLeast(range.lowerBound, end)
        expectLess(range.lowerBound, range.upperBound)
        expectContains(words.indices, range.lowerBound, "a whole character")
        expect(naive.isFound(in: String(words[range])))
        end = range.upperBound
      }
    }
  }
}

/// A slow model that compares Hangul by the keys of a Korean keyboard, and foldings by Foundation's
/// normal forms.
struct NaivePhrase {
  let text: String
  let isExact: Bool

  /// `ㄳ` may mean the letter or two consonants.
  private var readings: [[String]] {
    let letters = characters(text)
    let split = letters.flatMap { letter in
      Self.pairs[letter].map { $0.map(String.init) } ?? [letter]
    }
    return isExact || split == letters ? [letters] : [letters, split]
  }

  func isFound(in text: String) -> Bool {
    let text = characters(text)
    return readings.contains { phrase in
      text.indices.contains { start in matches(phrase, text, start) }
    }
  }

  private func matches(_ phrase: [String], _ text: [String], _ start: Int) -> Bool {
    for (offset, wanted) in phrase.enumerated() {
      let index = start + offset
      guard index < text.count else { return false }
      if !isExact, offset == phrase.count - 1 { return isBegun(wanted, text[index...]) }
      guard wanted == text[index] || !isExact && isInitial(wanted, of: text[index]) else {
        return false
      }
    }
    return !phrase.isEmpty
  }

  /// Returns true if typing the text passes through the character.
  private func isBegun(_ wanted: String, _ text: ArraySlice<String>) -> Bool {
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

  private func isInitial(_ letter: String, of syllable: String) -> Bool {
    Self.consonants.contains(letter) && Self.keys(of: syllable)?.first == letter
  }

  private static let consonants = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ".map(String.init)
  private static let vowels = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ".map(String.init)
  private static let finals = "ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ".map(String.init)
  private static let compounds: [String: String] = [
    "ㅘ": "ㅗㅏ", "ㅙ": "ㅗㅐ", "ㅚ": "ㅗㅣ", "ㅝ": "ㅜㅓ", "ㅞ": "ㅜㅔ", "ㅟ": "ㅜㅣ", "ㅢ": "ㅡㅣ",
  ]
  private static let pairs: [String: String] = [
    "ㄳ": "ㄱㅅ", "ㄵ": "ㄴㅈ", "ㄶ": "ㄴㅎ", "ㄺ": "ㄹㄱ", "ㄻ": "ㄹㅁ", "ㄼ": "ㄹㅂ", "ㄽ": "ㄹㅅ",
    "ㄾ": "ㄹㅌ", "ㄿ": "ㄹㅍ", "ㅀ": "ㄹㅎ", "ㅄ": "ㅂㅅ",
  ]

  /// Returns the keys of a syllable, or `nil` for other characters.
  private static func keys(of character: String) -> [String]? {
    guard let number = number(of: character) else { return nil }
    let final = number % 28
    let letters: [String] =
      [consonants[number / 588], vowels[number / 28 % 21]] + (final > 0 ? [finals[final - 1]] : [])
    return letters.flatMap { (compounds[$0] ?? pairs[$0] ?? $0).map(String.init) }
  }

  private static func hasFinal(_ character: String) -> Bool {
    number(of: character).map { $0 % 28 > 0 } ?? false
  }

  private static func number(of character: String) -> Int? {
    guard let scalar = character.unicodeScalars.first?.value, character.unicodeScalars.count == 1,
      (0xAC00...0xD7A3).contains(scalar)
    else { return nil }
    return Int(scalar - 0xAC00)
  }

  /// A phrase of nothing but accents keeps them.
  private var keepsAccents: Bool { isExact || Self.characters(text, keepsAccents: false).isEmpty }

  private func characters(_ text: String) -> [String] {
    Self.characters(text, keepsAccents: keepsAccents)
  }

  /// Splits into folded characters, with separate letters as on the keyboard.
  private static func characters(_ text: String, keepsAccents: Bool) -> [String] {
    // Composing alone would leave a final consonant after a syllable without one.
    let decomposed = text.decomposedStringWithCanonicalMapping
    return decomposed.precomposedStringWithCanonicalMapping.flatMap { character in
      let parts = character.unicodeScalars.flatMap { scalar in
        isHangul(scalar) ? [scalar] : Array(small(scalar).unicodeScalars)
      }
      let kept = parts.filter { !isDropped($0, keepsAccents: keepsAccents) }
      let folded = String(String.UnicodeScalarView(kept)).precomposedStringWithCanonicalMapping
      guard let scalar = folded.unicodeScalars.first?.value else { return [String]() }
      if folded.unicodeScalars.count == 1 { return [letter(scalar) ?? folded] }
      return folded.unicodeScalars.contains(where: isPartOfCluster)
        ? [folded] : folded.unicodeScalars.map { String($0) }
    }
  }

  private static func small(_ scalar: Unicode.Scalar) -> String {
    String(scalar).decomposedStringWithCompatibilityMapping.lowercased()
      .replacingOccurrences(of: "ß", with: "ss").decomposedStringWithCompatibilityMapping
  }

  private static func isHangul(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x11FF, 0x3131...0x318E, 0xAC00...0xD7A3: true
    default: false
    }
  }

  private static func isDropped(_ scalar: Unicode.Scalar, keepsAccents: Bool) -> Bool {
    let properties = scalar.properties
    return properties.isDefaultIgnorableCodePoint
      || !keepsAccents && properties.isDiacritic
        && properties.generalCategory == .nonspacingMark
        && !(7...9).contains(properties.canonicalCombiningClass.rawValue)
  }

  private static func isPartOfCluster(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    // Conjoining letters that form no syllable are one cluster.
    default:
      scalar.value >= 0x1F000 || (0x1100...0x11FF).contains(scalar.value) || scalar == "\r"
    }
  }

  private static func letter(_ scalar: UInt32) -> String? {
    switch scalar {
    case 0x1100...0x1112: consonants[Int(scalar - 0x1100)]
    case 0x1161...0x1175: vowels[Int(scalar - 0x1161)]
    case 0x11A8...0x11C2: finals[Int(scalar - 0x11A8)]
    default: nil
    }
  }
}
