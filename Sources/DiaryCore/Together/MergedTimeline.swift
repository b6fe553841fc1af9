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

  package func rank(of order: EntrySortKey) -> Int {
    parts.reduce(0) { $0 + $1.rank(of: order) }
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
      guard let pivot = parts[widest].order(at: middle) else {
        high[widest] = middle
        continue
      }
      let older = parts.indices.map { $0 == widest ? middle : parts[$0].rank(of: pivot) }
      if older.reduce(0, +) >= rank {
        for index in parts.indices { high[index] = max(low[index], min(high[index], older[index])) }
      } else {
        for index in parts.indices { low[index] = min(high[index], max(low[index], older[index])) }
        low[widest] = middle + 1
      }
    }
    return settled(low, at: rank)
  }

  /// The same in number: of entries that two parts have alike neither is older, and of what can't be read
  /// nobody knows where it stands.
  private func settled(_ bounds: [Int], at rank: Int) -> [Int] {
    var bounds = bounds
    var rest = rank - bounds.reduce(0, +)
    while rest != 0 {
      let candidates = parts.indices.filter {
        rest > 0 ? bounds[$0] < parts[$0].count : bounds[$0] > 0
      }
      // What can't be read counts as the oldest.
      func isOlder(_ one: Int, _ other: Int) -> Bool {
        let places = [one, other].map { rest > 0 ? bounds[$0] : bounds[$0] - 1 }
        guard let order = parts[other].order(at: places[1]) else { return false }
        return parts[one].order(at: places[0]).map { $0 < order } ?? true
      }
      let next = rest > 0 ? candidates.min(by: isOlder) : candidates.max(by: isOlder)
      guard let next else { break }
      bounds[next] += rest.signum()
      rest -= rest.signum()
    }
    return bounds
  }
}
