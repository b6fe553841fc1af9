import DiaryCore

/// Where the entries in view say what was looked for, found once for each state of an entry. Of a
/// long text, and where only comments say it, an effect finds it: no key waits for that.
package struct EntryMatches: Sendable {
  /// In bytes; a screen full of such texts takes less than a frame does.
  private static let longestAtOnce = 16_384
  /// More are found again when they come back.
  private static let mostKept = 200

  private var phrases: [SearchPhrase] = []
  private var found: [EntryState: EntryMatch] = [:]
  private var isLooking: Set<EntryState> = []

  /// `nil` until it is found.
  subscript(entry: Entry) -> EntryMatch? { found[EntryState(entry)] }

  /// Finds those of short texts; the effects that find the others.
  mutating func request(_ entries: [Entry], _ phrases: [SearchPhrase]) -> [Effect] {
    if phrases != self.phrases {
      self.phrases = phrases
      (found, isLooking) = ([:], [])
    }
    guard !phrases.isEmpty else { return [] }
    if found.count > Self.mostKept { found = [:] }
    var effects: [Effect] = []
    for entry in entries {
      let state = EntryState(entry)
      guard found[state] == nil, !isLooking.contains(state) else { continue }
      let isShort = entry.content.utf8.count <= Self.longestAtOnce
      if isShort, case let match = EntryMatch(entry, phrases), !match.isNone {
        found[state] = match
      } else {
        isLooking.insert(state)
        effects.append(.findMatch(entry, phrases))
      }
    }
    return effects
  }

  mutating func put(_ match: EntryMatch, of state: EntryState, _ phrases: [SearchPhrase]) {
    guard phrases == self.phrases else { return }
    isLooking.remove(state)
    found[state] = match
  }
}
