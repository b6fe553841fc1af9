/// The sound that a text ends in when it is read aloud in Korean.
enum KoreanEnding: Hashable {
  case vowel
  /// ㄹ, after which 으로 is 로.
  case rieul
  case consonant

  /// `nil` where nobody can tell: pictures, scripts that few read, nothing at all.
  init?(of text: String) {
    var rest = Substring(text).unicodeScalars
    // Quotes, brackets and what ends a sentence are not read.
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
      .format, .lineSeparator, .paragraphSeparator, .nonspacingMark, .modifierSymbol, .mathSymbol:
      return true
    default: return false
    }
  }

  // MARK: Hangul

  private static func ofHangul(_ scalar: Unicode.Scalar) -> KoreanEnding? {
    switch scalar.value {
    // Whole syllables: 28 of each initial and vowel, by their final.
    case 0xAC00...0xD7A3: ofFinal((scalar.value - 0xAC00) % 28)
    // Jamo that stand alone go by their names: 기역, 리을.
    case 0x3131...0x314E: scalar == "ㄹ" ? .rieul : .consonant
    case 0x314F...0x3163: .vowel
    // Jamo that make a syllable together.
    case 0x1100...0x1112: scalar.value == 0x1105 ? .rieul : .consonant
    case 0x1161...0x1175: .vowel
    case 0x11A8...0x11C2: ofFinal(scalar.value - 0x11A7)
    default: nil
    }
  }

  /// By the number of a final: none is 0, ㄹ is 8.
  private static func ofFinal(_ number: UInt32) -> KoreanEnding {
    number == 0 ? .vowel : number == 8 ? .rieul : .consonant
  }

  // MARK: Others

  /// All of kana ends in a vowel but ん.
  private static func ofKana(_ scalar: Unicode.Scalar) -> KoreanEnding? {
    switch scalar.value {
    case 0x3093, 0x30F3, 0xFF9D: .consonant
    case 0x3041...0x3096, 0x30A1...0x30FA, 0x30FC, 0xFF66...0xFF9C: .vowel
    default: nil
    }
  }

  /// Signs that are read as words: 퍼센트, 원.
  private static func ofSymbol(_ scalar: Unicode.Scalar) -> KoreanEnding? {
    switch scalar {
    case "%", "％", "℃", "℉", "°", "$", "＄", "€", "£", "&", "＆", "+", "㎞", "㎝", "㎜", "㎡":
      .vowel
    case "‰", "㎖": scalar == "‰" ? .rieul : .vowel
    case "₩", "￦", "¥", "￥", "㎏", "㎎": .consonant
    default: nil
    }
  }
}
