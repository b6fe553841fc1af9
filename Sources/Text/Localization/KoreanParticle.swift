/// A particle with two forms, of which the first follows a consonant: 을/를, 이/가, 은/는, 과/와,
/// 으로/로, 이라/라, 이라는/라는.
struct KoreanParticle {
  private let afterConsonant: String
  private let afterVowel: String

  /// Parses two forms such as `을/를`.
  init?(_ forms: Substring) {
    let parts = forms.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
    (afterConsonant, afterVowel) = (String(parts[0]), String(parts[1]))
  }

  /// Returns the form that follows a text by its pronunciation, or both forms if that isn't known.
  func form(after text: String) -> String {
    switch KoreanEnding(of: text) {
    case .vowel: afterVowel
    case .rieul: afterConsonant.hasPrefix("으로") ? afterVowel : afterConsonant
    case .consonant: afterConsonant
    case nil: both
    }
  }

  /// Both forms: `을(를)`, or `(으)로` if the first form ends in the second.
  private var both: String {
    afterConsonant.hasSuffix(afterVowel)
      ? "(\(afterConsonant.dropLast(afterVowel.count)))\(afterVowel)"
      : "\(afterConsonant)(\(afterVowel))"
  }
}

// MARK: - Endings

/// The last sound of a text that is read aloud in Korean.
enum KoreanEnding: Hashable {
  case vowel
  /// ㄹ, after which 으로 is 로.
  case rieul
  case consonant

  /// `nil` for emoji, other scripts and texts without any letter or digit.
  init?(of text: String) {
    var rest = Substring(text).unicodeScalars
    // Quotes, brackets, punctuation and emoji are silent.
    while let last = rest.last, Self.isSilent(last) { rest.removeLast() }
    guard let last = rest.last, let ending = Self.ending(last, of: rest) else { return nil }
    self = ending
  }

  private static func ending(
    _ last: Unicode.Scalar, of text: Substring.UnicodeScalarView
  ) -> KoreanEnding? {
    if let ending = ofHangul(last) ?? ofKana(last) ?? ofSymbol(last) { return ending }
    if NumberReading.digit(last) != nil { return NumberReading.ending(of: text) }
    return LatinReading.ending(of: text)
  }

  private static func isSilent(_ scalar: Unicode.Scalar) -> Bool {
    guard ofSymbol(scalar) == nil else { return false }
    switch scalar.properties.generalCategory {
    case .closePunctuation, .finalPunctuation, .initialPunctuation, .openPunctuation,
      .otherPunctuation, .dashPunctuation, .connectorPunctuation, .spaceSeparator, .control,
      .format, .lineSeparator, .paragraphSeparator, .nonspacingMark, .modifierSymbol, .mathSymbol,
      .otherSymbol:
      return true
    default: return false
    }
  }

  private static func ofHangul(_ scalar: Unicode.Scalar) -> KoreanEnding? {
    switch scalar.value {
    // Syllables. Each initial and vowel has 28, in the order of finals.
    case 0xAC00...0xD7A3: ofFinal((scalar.value - 0xAC00) % 28)
    // Compatibility jamo are read as their names: 기역, 리을.
    case 0x3131...0x314E: scalar == "ㄹ" ? .rieul : .consonant
    case 0x314F...0x3163: .vowel
    // Conjoining jamo.
    case 0x1100...0x1112: scalar.value == 0x1105 ? .rieul : .consonant
    case 0x1161...0x1175: .vowel
    case 0x11A8...0x11C2: ofFinal(scalar.value - 0x11A7)
    default: nil
    }
  }

  /// Returns the ending for the number of a final: 0 for none, 8 for ㄹ.
  private static func ofFinal(_ number: UInt32) -> KoreanEnding {
    number == 0 ? .vowel : number == 8 ? .rieul : .consonant
  }

  /// All kana except ん end in a vowel.
  private static func ofKana(_ scalar: Unicode.Scalar) -> KoreanEnding? {
    switch scalar.value {
    case 0x3093, 0x30F3, 0xFF9D: .consonant
    case 0x3041...0x3096, 0x30A1...0x30FA, 0x30FC, 0xFF66...0xFF9C: .vowel
    default: nil
    }
  }

  /// Symbols that are read as words: 퍼센트, 원.
  private static func ofSymbol(_ scalar: Unicode.Scalar) -> KoreanEnding? {
    switch scalar {
    case "%", "％", "℃", "℉", "°", "$", "＄", "€", "£", "&", "＆", "+", "㎞", "㎝", "㎜", "㎡", "㎖":
      .vowel
    case "‰": .rieul
    case "₩", "￦", "¥", "￥", "㎏", "㎎": .consonant
    default: nil
    }
  }
}

/// The endings of numbers read in Korean: 일, 삼십, 백, 만.
private enum NumberReading {
  /// Returns the value of a decimal digit of any script.
  static func digit(_ scalar: Unicode.Scalar) -> Int? {
    guard scalar.properties.generalCategory == .decimalNumber else { return nil }
    return scalar.properties.numericValue.map { Int($0) }
  }

  /// Returns the ending of a text whose last character is a digit.
  static func ending(of text: Substring.UnicodeScalarView) -> KoreanEnding {
    var zeros = 0
    var isAfterPoint = false
    scan: for scalar in text.reversed() {
      switch scalar {
      case ",": continue
      case ".":
        // Digits after the decimal point are read one by one.
        isAfterPoint = true
        break scan
      default:
        guard let digit = digit(scalar) else { break scan }
        if digit > 0 { return zeros > 0 ? power(zeros) : last(digit) }
        zeros += 1
      }
    }
    // 영, as the last digit of zero or of a fraction.
    return isAfterPoint || zeros > 0 ? .consonant : .vowel
  }

  /// 영 일 이 삼 사 오 육 칠 팔 구
  private static func last(_ digit: Int) -> KoreanEnding {
    switch digit {
    case 1, 7, 8: .rieul
    case 0, 3, 6: .consonant
    default: .vowel
    }
  }

  /// 십 백 천 만 억 조 경, of which only 조 ends in a vowel.
  private static func power(_ zeros: Int) -> KoreanEnding { zeros == 12 ? .vowel : .consonant }
}

/// The likely endings of words in Latin letters read in Korean, for most of them by their spelling:
/// 앱, 파일, 폰, 노트.
private enum LatinReading {
  /// Returns the ending of a text, or `nil` if its last character isn't a Latin letter.
  static func ending(of text: Substring.UnicodeScalarView) -> KoreanEnding? {
    let letters = String(
      String.UnicodeScalarView(text.reversed().prefix(while: isLatin).reversed()))
    guard let last = letters.unicodeScalars.last else { return nil }
    let before = text.dropLast(letters.unicodeScalars.count).last { $0 != " " }
    if let before, NumberReading.digit(before) != nil, let unit = units[letters] { return unit }
    let word = letters.lowercased()
    if let known = known[word] { return known }
    // Abbreviations are read letter by letter: PDF, macOS.
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

  /// Returns a word with most accented letters replaced by plain ones.
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

  /// 에이 비 씨, of which only 엘, 엠, 엔 and 알 end in a consonant.
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
    // After a single vowel letter, which is short, a stop is a final: 앱, 챗, 뮤직.
    let isShort = isVowel(before) && !isVowel(beforeThat)
    switch last {
    case "l": return .rieul
    case "m", "n": return .consonant
    case "e":
      // Silent after l, m and n: 파일, 타임, 폰. Other consonants get a vowel: 노트.
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

  /// Units, after a number, that aren't read by the rules for words.
  private static let units: [String: KoreanEnding] = [
    "m": .vowel, "km": .vowel, "cm": .vowel, "mm": .vowel, "l": .vowel, "L": .vowel,
    "ml": .vowel, "mL": .vowel, "g": .consonant, "kg": .consonant, "mg": .consonant,
    "kB": .vowel, "MB": .vowel, "GB": .vowel, "TB": .vowel, "KiB": .vowel, "MiB": .vowel,
    "GiB": .vowel, "B": .vowel, "Hz": .vowel, "kHz": .vowel, "MHz": .vowel, "GHz": .vowel,
    "px": .rieul, "h": .consonant, "min": .consonant, "s": .vowel, "ms": .vowel,
  ]

  /// Words that aren't read by the rules.
  private static let known: [String: KoreanEnding] = [
    "jpeg": .consonant, "json": .consonant, "toml": .rieul, "yaml": .rieul, "github": .vowel,
    "hub": .vowel, "good": .consonant, "bag": .consonant, "big": .consonant, "type": .consonant,
    "set": .vowel, "kit": .vowel, "note": .vowel, "recipe": .vowel, "cafe": .vowel,
    "id": .vowel, "ipad": .vowel, "photodiary": .vowel, "html": .rieul, "url": .rieul,
    "soup": .vowel, "group": .consonant, "loop": .vowel,
  ]
}
