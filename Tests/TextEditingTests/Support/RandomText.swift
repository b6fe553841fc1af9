import TestSupport

/// Text of the kinds that break editors: letters that join their neighbors, line ends of several
/// kinds, signs without a place of their own.
enum RandomText {
  static let pieces = [
    "a", "b", "Word", "word", " ", "  ", "-", "(", "한", "글", "\u{1112}", "\u{1161}", "\u{11AB}",
    "漢", "、", "ー", "e", "\u{301}", "\u{20DD}", "👨", "\u{200D}", "👩", "🏽", "\u{FE0F}", "❤", "©",
    "🇰", "🇷", "1", "\u{20E3}", "\t", "\u{7}", "\u{85}", "\u{1B}", "\u{E000}", "ش", "\u{202E}", "कि",
    "\u{94D}", "ष", "น้ำ", "\u{600}", "ｶ", "ﾞ", "\n", "\n\n", "\r\n", "\r", "\u{3000}", "![](", "É",
    "!", "[]", "(p",
  ]

  static func piece(_ random: inout SeededGenerator) -> String {
    pieces.randomElement(using: &random) ?? ""
  }

  static func text(_ random: inout SeededGenerator, pieces count: Int) -> String {
    (0..<count).reduce(into: "") { text, _ in text += piece(&random) }
  }
}
