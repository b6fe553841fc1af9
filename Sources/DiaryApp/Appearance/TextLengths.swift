import DiaryCore

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
