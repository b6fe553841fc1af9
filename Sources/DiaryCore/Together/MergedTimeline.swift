/// Several timelines as one. No more entries are read than are asked for, and some to find out where
/// those are.
package struct MergedTimeline: EntryTimeline {
  private let parts: [any EntryTimeline]
  package let count: Int

  package init(_ parts: [any EntryTimeline]) {
    self.parts = parts
    count = parts.reduce(0) { $0 + $1.count }
  }

  package func order(at rank: Int) -> EntrySortKey? {
    guard (0..<count).contains(rank) else { return nil }
    return zip(parts, split(at: rank)).compactMap { part, rank in
      rank < part.count ? part.order(at: rank) : nil
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
    }.sorted { $0.order < $1.order }
  }

  /// How many of each part's entries are among the oldest ones, so many in all. Each has at least those
  /// of `starts`, and `most` more.
  ///
  /// An entry in the middle of what is unknown tells of every part which of its entries are older, and so
  /// on which side of the bound.
  private func split(at rank: Int, from starts: [Int]? = nil, most: Int? = nil) -> [Int] {
    var orders = KnownOrders(parts)
    var low = starts ?? Array(repeating: 0, count: parts.count)
    var high = parts.indices.map { index in
      min(parts[index].count, most.map { low[index] + $0 } ?? rank)
    }
    for index in parts.indices {
      // What the others have together isn't enough.
      low[index] = min(high[index], max(low[index], rank - (count - parts[index].count)))
    }
    while let widest = parts.indices.max(by: { high[$0] - low[$0] < high[$1] - low[$1] }),
      low[widest] < high[widest]
    {
      let middle = low[widest] + (high[widest] - low[widest]) / 2
      guard let pivot = orders.order(at: middle, of: widest) else {
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

  /// The same in number: of entries that two parts have alike neither is older, and of what can't be read
  /// nobody knows where it stands.
  private func settled(
    _ bounds: [Int], at rank: Int, _ orders: inout KnownOrders
  ) -> [Int] {
    var bounds = bounds
    var rest = rank - bounds.reduce(0, +)
    while rest != 0 {
      let candidates = parts.indices.filter {
        rest > 0 ? bounds[$0] < parts[$0].count : bounds[$0] > 0
      }
      let next = candidates.map { part in
        (part, orders.order(at: rest > 0 ? bounds[part] : bounds[part] - 1, of: part))
      }
      // What can't be read counts as the oldest.
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

/// The orders of entries that were read once while it is found out where a rank is: each costs reading the
/// entry.
private struct KnownOrders {
  private let parts: [any EntryTimeline]
  private var known: [[Int: EntrySortKey?]]

  init(_ parts: [any EntryTimeline]) {
    self.parts = parts
    known = Array(repeating: [:], count: parts.count)
  }

  mutating func order(at rank: Int, of part: Int) -> EntrySortKey? {
    if let order = known[part][rank] { return order }
    let order = parts[part].order(at: rank)
    known[part][rank] = .some(order)
    return order
  }
}

// MARK: - People

/// Whose the entries of several diaries are.
struct CombinedPeople: Sendable {
  private let names: [AuthorID: String]
  /// Those by which the person is known, another one in each diary.
  private let own: Set<AuthorID>
  /// Why nothing can be written in some of them.
  private let obstacles: [DiaryName: AccountError]
  /// Whether it is known of every diary whose it is.
  let isComplete: Bool

  init(of parts: [CombinedRepository.Part]) async throws(DiaryError) {
    var names: [AuthorID: String] = [:]
    var own: Set<AuthorID> = []
    var obstacles: [DiaryName: AccountError] = [:]
    for part in parts {
      obstacles[part.name] = try await part.repository.writingObstacle()
      for author in try await part.repository.authors() { names[author.id] = author.name }
      if let owner = try await part.repository.existingOwner() {
        names[owner.id] = owner.name
        own.insert(owner.id)
      }
    }
    (self.names, self.own, self.obstacles) = (names, own, obstacles)
    isComplete = own.count == parts.count
  }

  /// An entry with what is told of where it is.
  func told(_ entry: Entry, in diary: DiaryName) -> Entry {
    var entry = entry
    entry.origin = EntryOrigin(
      diary: diary, author: names[entry.author], isOwn: own.contains(entry.author),
      obstacle: obstacles[diary])
    return entry
  }

  func told(_ revision: Revision, in diary: DiaryName) -> Revision {
    var revision = revision
    revision.entry = told(revision.entry, in: diary)
    return revision
  }
}

extension Entry {
  /// As its own diary knows it.
  var untold: Entry {
    var entry = self
    entry.origin = nil
    return entry
  }
}

/// A diary's timeline, whose entries tell where they are.
struct ToldTimeline: EntryTimeline {
  let timeline: any EntryTimeline
  let diary: DiaryName
  let people: CombinedPeople

  var count: Int { timeline.count }
  func order(at rank: Int) -> EntrySortKey? { timeline.order(at: rank) }
  func rank(of order: EntrySortKey, near guess: Int?) -> Int {
    timeline.rank(of: order, near: guess)
  }

  func entries(in ranks: Range<Int>) -> [Entry] {
    timeline.entries(in: ranks).map { people.told($0, in: diary) }
  }
}

/// Where an entry stands and who wrote it, where several diaries are shown as one.
package struct EntryOrigin: Hashable, Sendable {
  /// The diary that it is in.
  package let diary: DiaryName
  /// The name of its author; `nil` where nobody knows it.
  package let author: String?
  /// Whether the person who looks at it wrote it.
  package let isOwn: Bool
  /// Why that person can write nothing in the diary; `nil` where they can.
  package let obstacle: AccountError?

  package init(diary: DiaryName, author: String?, isOwn: Bool, obstacle: AccountError? = nil) {
    (self.diary, self.author, self.isOwn, self.obstacle) = (diary, author, isOwn, obstacle)
  }
}

extension Entry {
  /// Whether it was written in the name of an author: of several diaries, in any that the person has there.
  package func isOwn(of author: AuthorID) -> Bool { origin?.isOwn ?? (self.author == author) }
}
