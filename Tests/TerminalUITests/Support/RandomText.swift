import TestSupport

/// Text of the kinds that break editors: letters that join their neighbors, wide and invisible
/// ones, and those of scripts whose clusters are long.
enum RandomText {
  static let pieces = [
    "a", "b", "word", " ", "  ", "-", ".", "(", "한", "글", "\u{1112}", "\u{1161}", "\u{11AB}", "漢",
    "、", "「", "」", "ー", "e", "\u{301}", "\u{20DD}", "👨", "\u{200D}", "👩", "🏽", "\u{FE0F}", "❤",
    "🇰", "🇷", "1", "\u{20E3}", "\t", "\u{7}", "\u{85}", "\u{1B}", "\u{E000}", "ش", "\u{202E}", "कि",
    "\u{94D}", "ष", "น้ำ", "\u{600}", "ｶ", "ﾞ",
  ]

  static func piece(_ random: inout SeededGenerator) -> String {
    pieces.randomElement(using: &random) ?? ""
  }

  /// Some pieces in a row; with line ends if asked.
  static func text(_ random: inout SeededGenerator, length: Int, lineEnds: [String] = []) -> String
  {
    var text = ""
    for _ in 0..<length {
      if !lineEnds.isEmpty, Int.random(in: 0..<6, using: &random) == 0 {
        text += lineEnds.randomElement(using: &random) ?? ""
      } else {
        text += piece(&random)
      }
    }
    return text
  }
}

/// The scalars, since `==` on strings takes equivalent spellings for the same.
func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }
