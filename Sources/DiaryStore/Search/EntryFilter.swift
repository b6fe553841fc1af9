import DiaryCore

/// What a predicate lets tell of entries without reading them: which of them can't match.
struct EntryFilter {
  /// The instants of dates that can match.
  private(set) var instants: Range<Int64> = .min ..< .max
  /// What the line of every entry that matches has, unless it has texts in characters that can be
  /// written in several ways.
  private(set) var needles: [ByteNeedle] = []

  /// The furthest that a writer's day can be from the same day in UTC, in seconds.
  private static let widestOffset: Int64 = 86_400

  init(_ predicate: EntryPredicate) { add(predicate) }

  private mutating func add(_ predicate: EntryPredicate) {
    switch predicate {
    case .all, .ids: break
    case .tag(let tag): add(phrase: tag.lowercased())
    case .journal(let journal): add(phrase: journal.lowercased())
    case .withPhotos: needles.append(ByteNeedle(exactly: Array(#""photos":[{"#.utf8)))
    case .photo(let asset):
      needles.append(ByteNeedle(exactly: Array(asset.description.utf8)))
    case .text(let text): for phrase in text.phrases { add(phrase: phrase) }
    case .from(let day):
      let start = day.daysSinceEpoch * 86_400 - Self.widestOffset
      instants = instants.clamped(to: start ..< .max)
    case .to(let day):
      let end = (day.daysSinceEpoch + 1) * 86_400 + Self.widestOffset
      instants = instants.clamped(to: .min..<end)
    case .and(let parts): for part in parts { add(part) }
    }
  }

  private mutating func add(phrase: String) {
    if let needle = ByteNeedle(phrase: phrase) { needles.append(needle) }
  }
}
