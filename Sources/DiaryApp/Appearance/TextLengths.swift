import DiaryCore
import Localization
import TextEditing

/// How long the texts are that are shown, counted once for each state of an entry. A long one is
/// counted by an effect: no key waits for that.
package struct TextLengths: Sendable {
  /// In bytes; counting so many takes less than a frame does.
  private static let longestAtOnce = 65_536
  /// More are counted again when they come back.
  private static let mostKept = 200

  private var counted: [EntryState: ReadingTime] = [:]
  private var isCounting: Set<EntryState> = []

  /// `nil` until it is counted.
  subscript(entry: Entry) -> ReadingTime? { counted[EntryState(entry)] }

  /// Counts what is short; the effect that counts what isn't.
  mutating func request(_ entry: Entry) -> [Effect] {
    let state = EntryState(entry)
    guard counted[state] == nil, !isCounting.contains(state) else { return [] }
    guard entry.content.utf8.count > Self.longestAtOnce else {
      put(ReadingTime(entry.content), for: state)
      return []
    }
    isCounting.insert(state)
    return [.countWords(entry.content, of: state)]
  }

  mutating func put(_ length: ReadingTime, for state: EntryState) {
    if counted.count >= Self.mostKept { counted = [:] }
    counted[state] = length
    isCounting.remove(state)
  }
}

/// A state of an entry, by its name: what is made of an entry's text is kept under it, for comparing
/// texts takes time.
package struct EntryState: Hashable, Sendable {
  private let id: ID<Entry>
  private let heads: [ID<Revision>]

  package init(_ entry: Entry) {
    id = entry.id
    heads = entry.heads
  }
}

extension Effect {
  static func countWords(_ text: String, of entry: EntryState) -> Effect {
    .run(text, entry) { _ in
      ReadingTime(text)
    } then: { state, length in
      state.lengths.put(length, for: entry)
    }
  }
}

// MARK: - Reading time

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
