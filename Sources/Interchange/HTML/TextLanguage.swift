/// The language of what a person wrote, as far as its letters tell: browsers break lines, choose
/// fonts and read aloud by it.
enum TextLanguage {
  /// In bytes: the beginning tells enough.
  private static let longest = 2000

  /// `ko` for a text that is mostly in Hangul; `nil` for all others.
  static func of(_ text: String) -> HTMLAttribute? {
    var hangul = 0
    var others = 0
    for byte in text.utf8.prefix(longest) {
      switch byte {
      // Most syllables begin so, and little else does.
      case 0xEA...0xED: hangul += 1
      case 0x41...0x5A, 0x61...0x7A, 0xC3...0xE9: others += 1
      default: break
      }
    }
    // A syllable is as long as two or three letters.
    return hangul * 2 > others ? .lang("ko") : nil
  }
}
