import DiaryCore
import Localization
import TextEditing

/// How long a text is and how long reading it takes.
///
/// Rates: 238 words a minute, the mean of 190 studies of silent reading (M. Brysbaert, "How many
/// words do we read per minute?", Journal of Memory and Language 109, 2019); 500 characters a minute
/// for Korean, Chinese and Japanese (the rate that Medium tells of its reading times).
package struct ReadingTime: Hashable, Sendable {
  private static let wordsPerMinute = 238
  private static let charactersPerMinute = 500

  /// What stands between white space; a picture without a caption is none.
  package let wordCount: Int
  /// Those of them that have no Korean, Chinese or Japanese in them.
  private let otherWords: Int
  private let eastAsianCharacters: Int

  package init(_ text: String) { self.init(TextRope(text)) }

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
}
