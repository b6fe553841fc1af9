import DiaryCore
import Text

/// A cache of the lengths of shown texts, by version of the entry. Long texts are counted by an
/// effect in the background.
package struct TextLengths: Sendable {
  /// The longest text that is counted immediately, in bytes: it takes less than a frame.
  private static let longestAtOnce = 65_536
  /// The most lengths that are kept.
  private static let maxKept = 200

  private var counted: [EntryCacheKey: ReadingTime] = [:]
  private var isCounting: Set<EntryCacheKey> = []

  /// The length of an entry's text; `nil` until it is counted.
  subscript(entry: Entry) -> ReadingTime? { counted[EntryCacheKey(entry)] }

  /// Counts a short text; returns the effect that counts a long one.
  mutating func request(_ entry: Entry) -> [Effect] {
    let state = EntryCacheKey(entry)
    guard counted[state] == nil, !isCounting.contains(state) else { return [] }
    guard entry.content.utf8.count > Self.longestAtOnce else {
      put(ReadingTime(entry.content), for: state)
      return []
    }
    isCounting.insert(state)
    return [.countWords(entry.content, of: state)]
  }

  mutating func put(_ length: ReadingTime, for state: EntryCacheKey) {
    if counted.count >= Self.maxKept { counted = [:] }
    counted[state] = length
    isCounting.remove(state)
  }
}

/// A version of an entry, as a key for caches: comparing IDs is faster than comparing texts.
package struct EntryCacheKey: Hashable, Sendable {
  private let id: ID<Entry>
  private let heads: [ID<Revision>]
  private let isUnshared: Bool

  package init(_ entry: Entry) {
    id = entry.id
    heads = entry.heads
    isUnshared = entry.isUnshared
  }
}

extension Effect {
  static func countWords(_ text: String, of entry: EntryCacheKey) -> Effect {
    .run(text, entry) { _ in
      ReadingTime(text)
    } then: { state, length in
      state.lengths.put(length, for: entry)
    }
  }
}

// MARK: - Reading time

/// The length of a text and the time for reading it.
///
/// Rates: 238 words a minute, the mean of 190 studies of silent reading (M. Brysbaert, "How many
/// words do we read per minute?", Journal of Memory and Language 109, 2019); 500 characters a
/// minute for Korean, Chinese and Japanese, the rate of Medium's reading times.
package struct ReadingTime: Hashable, Sendable {
  private static let wordsPerMinute = 238
  private static let charactersPerMinute = 500

  package let length: TextLength
  /// The number of words without Korean, Chinese or Japanese characters.
  private let otherWords: Int
  private let eastAsianCharacters: Int

  package init(_ text: String) { self.init(TextRope(text)) }

  init(_ text: TextRope) {
    length = text.length
    otherWords = text.length.words - text.eastAsianWords
    eastAsianCharacters = text.eastAsianCharacters
  }

  /// The reading time in minutes, at least 1.
  package var minutes: Int {
    let minutes =
      Double(otherWords) / Double(Self.wordsPerMinute)
      + Double(eastAsianCharacters) / Double(Self.charactersPerMinute)
    return max(1, Int(minutes.rounded()))
  }

  /// A description like `213 words · 1 min`; `nil` for an empty text.
  package var words: String? {
    CountText.length(length).map { $0 + " · " + localized("\(CountText.grouped(minutes)) min") }
  }
}
