/// Merges several timelines. Reads the requested entries, and a few more to find their ranks.
package struct MergedTimeline: EntryTimeline {
  private let parts: [any EntryTimeline]
  package let count: Int

  package init(_ parts: [any EntryTimeline]) {
    self.parts = parts
    count = parts.reduce(0) { $0 + $1.count }
  }

  package func sortKey(at rank: Int) -> EntrySortKey? {
    guard (0..<count).contains(rank) else { return nil }
    return zip(parts, split(at: rank)).compactMap { part, rank in
      rank < part.count ? part.sortKey(at: rank) : nil
    }.min()
  }

  package func rank(of order: EntrySortKey, near guess: Int?) -> Int {
    parts.reduce(0) { $0 + $1.rank(of: order, near: nil) }
  }

  package func entries(in ranks: Range<Int>) -> [Entry] {
    let ranks = ranks.clamped(to: 0..<count)
    guard !ranks.isEmpty else { return [] }
    let starts = split(at: ranks.lowerBound)
    let ends = split(at: ranks.upperBound, from: starts, most: ranks.count)
    return zip(parts, zip(starts, ends)).flatMap { part, bounds in
      part.entries(in: bounds.0..<max(bounds.0, bounds.1))
    }.sorted { $0.sortKey < $1.sortKey }
  }

  /// Returns how many of each part's entries are among the `rank` oldest entries of all.
  ///
  /// Each round reads an entry in the middle of the widest unknown range. Its rank in every part
  /// shows on which side of the limit the older entries of that part are.
  ///
  /// - Parameters:
  ///   - starts: lower bounds for the result.
  ///   - most: the greatest difference to `starts`.
  private func split(at rank: Int, from starts: [Int]? = nil, most: Int? = nil) -> [Int] {
    var orders = KnownSortKeys(parts)
    var low = starts ?? Array(repeating: 0, count: parts.count)
    var high = parts.indices.map { index in
      min(parts[index].count, most.map { low[index] + $0 } ?? rank)
    }
    for index in parts.indices {
      // The other parts together don't have enough entries.
      low[index] = min(high[index], max(low[index], rank - (count - parts[index].count)))
    }
    while let widest = parts.indices.max(by: { high[$0] - low[$0] < high[$1] - low[$1] }),
      low[widest] < high[widest]
    {
      let middle = low[widest] + (high[widest] - low[widest]) / 2
      guard let pivot = orders.sortKey(at: middle, of: widest) else {
        high[widest] = middle
        continue
      }
      let older = parts.indices.map { index in
        index == widest
          ? middle : parts[index].rank(of: pivot, near: (low[index] + high[index]) / 2)
      }
      if older.reduce(0, +) >= rank {
        for index in parts.indices { high[index] = max(low[index], min(high[index], older[index])) }
      } else {
        for index in parts.indices { low[index] = min(high[index], max(low[index], older[index])) }
        low[widest] = middle + 1
      }
    }
    return settled(low, at: rank, &orders)
  }

  /// Corrects the bounds until they add up to `rank`. They don't if two parts contain the same
  /// entry, or entries can't be read.
  private func settled(
    _ bounds: [Int], at rank: Int, _ orders: inout KnownSortKeys
  ) -> [Int] {
    var bounds = bounds
    var rest = rank - bounds.reduce(0, +)
    while rest != 0 {
      let candidates = parts.indices.filter {
        rest > 0 ? bounds[$0] < parts[$0].count : bounds[$0] > 0
      }
      let next = candidates.map { part in
        (part, orders.sortKey(at: rest > 0 ? bounds[part] : bounds[part] - 1, of: part))
      }
      // Unreadable entries count as the oldest.
      func isOlder(_ one: (Int, EntrySortKey?), _ other: (Int, EntrySortKey?)) -> Bool {
        guard let order = other.1 else { return false }
        return one.1.map { $0 < order } ?? true
      }
      let chosen = rest > 0 ? next.min(by: isOlder) : next.max(by: isOlder)
      guard let next = chosen?.0 else { break }
      bounds[next] += rest.signum()
      rest -= rest.signum()
    }
    return bounds
  }
}

/// Caches sort keys during one search for a rank, because each requires reading an entry.
private struct KnownSortKeys {
  private let parts: [any EntryTimeline]
  private var known: [[Int: EntrySortKey?]]

  init(_ parts: [any EntryTimeline]) {
    self.parts = parts
    known = Array(repeating: [:], count: parts.count)
  }

  mutating func sortKey(at rank: Int, of part: Int) -> EntrySortKey? {
    if let order = known[part][rank] { return order }
    let order = parts[part].sortKey(at: rank)
    known[part][rank] = .some(order)
    return order
  }
}

// MARK: - People

/// The authors of the entries in several diaries.
struct CombinedPeople: Sendable {
  private let names: [AuthorID: String]
  /// The user's author IDs, one for each diary.
  private let userIDs: Set<AuthorID>
  /// The reasons why the user can't write in some of them.
  private let obstacles: [DiaryName: AccountError]
  /// `true` if the user has an author ID in every diary.
  let isComplete: Bool

  init(of parts: [CombinedRepository.Part]) async throws {
    var names: [AuthorID: String] = [:]
    var userIDs: Set<AuthorID> = []
    var obstacles: [DiaryName: AccountError] = [:]
    for part in parts {
      obstacles[part.name] = try await part.repository.writingObstacle()
      for author in try await part.repository.authors() { names[author.id] = author.name }
      if let owner = try await part.repository.existingAuthor(in: nil) {
        names[owner.id] = owner.name
        userIDs.insert(owner.id)
      }
    }
    (self.names, self.userIDs, self.obstacles) = (names, userIDs, obstacles)
    isComplete = userIDs.count == parts.count
  }

  /// Returns an entry with its origin.
  func withOrigin(_ entry: Entry, in diary: DiaryName) -> Entry {
    var entry = entry
    entry.origin = EntryOrigin(
      diary: diary, author: names[entry.author], isOwn: userIDs.contains(entry.author),
      obstacle: obstacles[diary])
    return entry
  }

  func withOrigin(_ revision: Revision, in diary: DiaryName) -> Revision {
    var revision = revision
    revision.entry = withOrigin(revision.entry, in: diary)
    return revision
  }
}

extension Entry {
  /// The entry without its origin, as its diary stores it.
  var withoutOrigin: Entry {
    var entry = self
    entry.origin = nil
    return entry
  }
}

/// A diary's timeline whose entries have their origin.
struct OriginTimeline: EntryTimeline {
  let timeline: any EntryTimeline
  let diary: DiaryName
  let people: CombinedPeople

  var count: Int { timeline.count }
  func sortKey(at rank: Int) -> EntrySortKey? { timeline.sortKey(at: rank) }
  func rank(of order: EntrySortKey, near guess: Int?) -> Int {
    timeline.rank(of: order, near: guess)
  }

  func entries(in ranks: Range<Int>) -> [Entry] {
    timeline.entries(in: ranks).map { people.withOrigin($0, in: diary) }
  }
}

/// The diary and author of an entry, if several diaries are shown as one.
package struct EntryOrigin: Hashable, Sendable {
  /// The diary that contains the entry.
  package let diary: DiaryName
  /// The name of its author; `nil` if unknown.
  package let author: String?
  /// `true` if the user wrote it.
  package let isOwn: Bool
  /// The reason why the user can't write in the diary; `nil` if they can.
  package let obstacle: AccountError?

  package init(diary: DiaryName, author: String?, isOwn: Bool, obstacle: AccountError? = nil) {
    (self.diary, self.author, self.isOwn, self.obstacle) = (diary, author, isOwn, obstacle)
  }
}

extension Entry {
  /// Returns `true` if the entry was written by an author or, if several diaries are shown as one,
  /// by the user.
  package func isWritten(by author: AuthorID) -> Bool { origin?.isOwn ?? (self.author == author) }
}
