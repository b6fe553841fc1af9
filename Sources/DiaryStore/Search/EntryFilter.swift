import DiaryCore

/// What a predicate lets tell of entries without reading them: which of them can't match.
struct EntryFilter {
  /// The instants of dates that can match.
  private(set) var instants: Range<Int64> = .min ..< .max
  /// What the line of every entry that matches has, unless it has texts in characters that can be
  /// written in several ways.
  private(set) var needles: [ByteNeedle] = []
  /// The entries that may match without that, for it is said under them.
  private(set) var said: Set<ID<Entry>> = []
  /// Whether only pinned entries can match: the index lists them.
  private(set) var isPinned = false

  /// The furthest that a writer's day can be from the same day in UTC, in seconds.
  private static let widestOffset: Int64 = 86_400

  init(_ predicate: EntryPredicate) { add(predicate) }

  private mutating func add(_ predicate: EntryPredicate) {
    switch predicate {
    case .all, .ids: break
    case .tag(let name): needles += ByteNeedle.parts(ofTag: SearchPhrase(name, isExact: true))
    case .journal(let name), .atPlace(let name), .withMood(let name):
      add(SearchPhrase(name, isExact: true))
    case .withPhotos: add(#""photos":[{"#)
    case .withFilms: add(#""type":"video/"#)
    // The end of “photos” and of “attachments”.
    case .withPictures, .withFiles: add(#"s":[{"#)
    case .photo(let asset): add(asset.description)
    case .starred: add(#""starred":true"#)
    case .pinned: isPinned = true
    case .tagBeginning(let name): needles += ByteNeedle.parts(ofTag: name)
    // Its line doesn't say what it is called on the screen.
    case .journalBeginning(let phrase) where JournalName.mayMeanDefault(phrase): break
    case .text(let phrase, let ids):
      add(phrase)
      said.formUnion(ids)
    case .journalBeginning(let phrase), .place(let phrase), .mood(let phrase),
      .weather(let phrase):
      add(phrase)
    // Nobody who is called so: the id it is.
    case .author(let start, let named): if named.isEmpty { add(author: start) }
    case .from(let day):
      let start = day.daysSinceEpoch * 86_400 - Self.widestOffset
      instants = instants.clamped(to: start ..< .max)
    case .to(let day):
      let end = (day.daysSinceEpoch + 1) * 86_400 + Self.widestOffset
      instants = instants.clamped(to: .min..<end)
    case .and(let parts): for part in parts { add(part) }
    // What doesn't match leaves no trace.
    case .not: break
    }
  }

  private mutating func add(_ phrase: SearchPhrase) { needles += ByteNeedle.parts(of: phrase) }

  private mutating func add(_ bytes: String) {
    needles.append(ByteNeedle(exactly: Array(bytes.utf8)))
  }

  /// Ids of authors are digits that PhotoDiary made, or whatever came with an import, in any case
  /// and normal form: those that aren't searched don't count as variants.
  private mutating func add(author start: String) {
    guard start.utf8.allSatisfy({ hexadecimalValue(of: $0) != nil }) else { return }
    needles += ByteNeedle.parts(of: SearchPhrase(start, isExact: true), isOfTexts: false)
  }
}
