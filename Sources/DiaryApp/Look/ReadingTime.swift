import DiaryCore
import TextEditing
import Words

/// How long a text is and how long reading it takes.
///
/// Rates: 238 words a minute, the mean of 190 studies of silent reading (M. Brysbaert, "How many
/// words do we read per minute?", Journal of Memory and Language 109, 2019); 500 characters a minute
/// for Korean, Chinese and Japanese (the rate that Medium tells of its reading times).
package struct ReadingTime: Hashable, Sendable {
  private static let wordsPerMinute = 238
  private static let charactersPerMinute = 500

  /// What stands between white space; a photo's place in the text is none.
  package private(set) var wordCount = 0
  /// Those of them that have no Korean, Chinese or Japanese in them.
  private var otherWords = 0
  private var eastAsianCharacters = 0

  package init(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      var index = 0
      while index < bytes.count {
        let blank = Self.whiteSpace(bytes, index)
        if blank > 0 {
          index += blank
          continue
        }
        let start = index
        var eastAsian = 0
        while index < bytes.count, Self.whiteSpace(bytes, index) == 0 {
          if Self.isEastAsian(bytes, index) { eastAsian += 1 }
          index += 1
        }
        if Self.isPhoto(UnsafeBufferPointer(rebasing: bytes[start..<index])) { continue }
        wordCount += 1
        eastAsianCharacters += eastAsian
        if eastAsian == 0 { otherWords += 1 }
      }
    }
  }

  /// Of a text that is being written.
  init(_ text: TextRope) {
    wordCount = text.words
    otherWords = text.words - text.eastAsianWords
    eastAsianCharacters = text.eastAsianCharacters
  }

  /// At least one.
  package var minutes: Int {
    let minutes =
      Double(otherWords) / Double(Self.wordsPerMinute)
      + Double(eastAsianCharacters) / Double(Self.charactersPerMinute)
    return max(1, Int(minutes.rounded()))
  }

  /// `213 words · 1 min`
  package var words: String {
    CountWords.words(wordCount) + " · "
      + localized("\(CountWords.grouped(minutes)) min")
  }

  /// How many bytes of white space there are at a place: Unicode's White_Space in UTF-8.
  private static func whiteSpace(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int {
    let byte = bytes[index]
    if byte < 0x80 { return byte == 0x20 || (0x09...0x0D).contains(byte) ? 1 : 0 }
    guard byte == 0xC2 || (0xE1...0xE3).contains(byte), index + 1 < bytes.count else { return 0 }
    if byte == 0xC2 { return bytes[index + 1] == 0x85 || bytes[index + 1] == 0xA0 ? 2 : 0 }
    guard index + 2 < bytes.count else { return 0 }
    switch (byte, bytes[index + 1], bytes[index + 2]) {
    case (0xE1, 0x9A, 0x80), (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8...0xA9),
      (0xE2, 0x80, 0xAF), (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80):
      return 3
    default: return 0
    }
  }

  /// Whether a character of Hangul, Kana or Han begins there.
  private static func isEastAsian(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    switch bytes[index] {
    case 0xE3: index + 1 < bytes.count && bytes[index + 1] >= 0x81
    case 0xE4...0xED: true
    default: false
    }
  }

  private static func isPhoto(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
    // `![](photo:` and `)` around an asset's digits.
    word.count == 75 && word.starts(with: "![](photo:".utf8)
      && PhotoReference.whole(String(decoding: word, as: UTF8.self)) != nil
  }
}
