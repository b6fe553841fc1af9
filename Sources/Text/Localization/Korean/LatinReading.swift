/// How words in Latin letters are likely to end when they are read in Korean. The spelling tells it
/// for most: 앱, 파일, 폰, 노트.
enum LatinReading {
  /// Of a text that ends in a letter; `nil` where that is no Latin one.
  static func ending(of text: Substring.UnicodeScalarView) -> KoreanEnding? {
    let letters = String(
      String.UnicodeScalarView(text.reversed().prefix(while: isLatin).reversed()))
    guard let last = letters.unicodeScalars.last else { return nil }
    let before = text.dropLast(letters.unicodeScalars.count).last { $0 != " " }
    if let before, NumberReading.digit(before) != nil, let unit = units[letters] { return unit }
    let word = letters.lowercased()
    if let known = known[word] { return known }
    // PDF, and the end of macOS.
    let isCapital = last.properties.isUppercase
    let previous = letters.unicodeScalars.dropLast().last
    if isCapital && previous?.properties.isUppercase != false || word.unicodeScalars.count == 1 {
      return ofLetter(last)
    }
    return ofWord(Array(plain(word)))
  }

  private static func isLatin(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.properties.isAlphabetic else { return false }
    return scalar.value < 0x250 || (0x1E00...0x1EFF).contains(scalar.value)
      || (0xFF21...0xFF5A).contains(scalar.value)
  }

  /// Without marks: what is left are the letters of English, and some that nobody asked for.
  private static func plain(_ word: String) -> String {
    String(
      word.map { character in
        switch character {
        case "à", "á", "â", "ã", "ä", "å", "ā": "a"
        case "è", "é", "ê", "ë", "ē": "é"
        case "ì", "í", "î", "ï", "ī": "i"
        case "ò", "ó", "ô", "õ", "ö", "ø", "ō": "o"
        case "ù", "ú", "û", "ü", "ū": "u"
        case "ñ", "ń": "n"
        case "ł": "l"
        default: character
        }
      })
  }

  /// 에이 비 씨: 엘, 엠, 엔 and 알 alone end in a consonant.
  private static func ofLetter(_ letter: Unicode.Scalar) -> KoreanEnding {
    switch Character(letter).lowercased() {
    case "l", "r", "ｌ", "ｒ": .rieul
    case "m", "n", "ｍ", "ｎ": .consonant
    default: .vowel
    }
  }

  private static func ofWord(_ word: [Character]) -> KoreanEnding {
    let last = word[word.count - 1]
    let before = word.count > 1 ? word[word.count - 2] : " "
    let beforeThat = word.count > 2 ? word[word.count - 3] : " "
    // One vowel letter between consonants is short, and the stop behind it stays one: 앱, 챗, 뮤직.
    let isShort = isVowel(before) && !isVowel(beforeThat)
    switch last {
    case "l": return .rieul
    case "m", "n": return .consonant
    case "e":
      // 파일, 타임, 폰; elsewhere the consonant gets a vowel of its own: 노트.
      return before == "l" ? .rieul : before == "m" || before == "n" ? .consonant : .vowel
    case "g": return before == "n" ? .consonant : .vowel
    case "k": return before == "c" || (before == "o" && beforeThat == "o") ? .consonant : .vowel
    case "p":
      return isShort || before == "p" || (before == "e" && beforeThat == "e") ? .consonant : .vowel
    case "t", "c", "b": return isShort ? .consonant : .vowel
    default: return .vowel
    }
  }

  private static func isVowel(_ letter: Character) -> Bool { "aeiouyé".contains(letter) }

  /// Behind a number; the others are read as their letters or their spelling tells.
  private static let units: [String: KoreanEnding] = [
    "m": .vowel, "km": .vowel, "cm": .vowel, "mm": .vowel, "l": .vowel, "L": .vowel,
    "ml": .vowel, "mL": .vowel, "g": .consonant, "kg": .consonant, "mg": .consonant,
    "kB": .vowel, "MB": .vowel, "GB": .vowel, "TB": .vowel, "KiB": .vowel, "MiB": .vowel,
    "GiB": .vowel, "B": .vowel, "Hz": .vowel, "kHz": .vowel, "MHz": .vowel, "GHz": .vowel,
    "px": .rieul, "h": .consonant, "min": .consonant, "s": .vowel, "ms": .vowel,
  ]

  /// Those that are read otherwise than they are spelt.
  private static let known: [String: KoreanEnding] = [
    "jpeg": .consonant, "json": .consonant, "toml": .rieul, "yaml": .rieul, "github": .vowel,
    "hub": .vowel, "good": .consonant, "bag": .consonant, "big": .consonant, "type": .consonant,
    "set": .vowel, "kit": .vowel, "note": .vowel, "recipe": .vowel, "cafe": .vowel,
    "id": .vowel, "ipad": .vowel, "photodiary": .vowel, "html": .rieul, "url": .rieul,
    "soup": .vowel, "group": .consonant, "loop": .vowel,
  ]
}
