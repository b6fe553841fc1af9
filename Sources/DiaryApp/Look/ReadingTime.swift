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
        let blank = WhiteSpace.length(in: bytes, at: index)
        if blank > 0 {
          index += blank
          continue
        }
        let start = index
        var eastAsian = 0
        while index < bytes.count, WhiteSpace.length(in: bytes, at: index) == 0 {
          if EastAsianText.begins(in: bytes, at: index) { eastAsian += 1 }
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

  private static func isPhoto(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
    // `![](photo:` and `)` around an asset's digits.
    word.count == 75 && word.starts(with: "![](photo:".utf8)
      && PhotoReference.whole(String(decoding: word, as: UTF8.self)) != nil
  }
}
