import DiaryCore
import System

/// Goes through the entries of a table by date and gives those that match a predicate, a batch at
/// a time. Of entries that can't match, nothing is read but a few of their bytes.
struct EntryScan: Sendable {
  private let table: EntryTable
  private let predicate: EntryPredicate
  private let isAscending: Bool
  /// The one that is met least first.
  private let needles: [ByteNeedle]
  /// The ranks that may match although their lines don't hold what is looked for, ascending.
  private let said: [Int]
  /// The only ranks that can match, ascending, where they are listed.
  private let listed: [Int]?
  /// The ranks that haven't been looked at.
  private var rest: Range<Int>
  /// How many of the matching entries are still to be passed over.
  private var offset: Int
  /// How many are still wanted.
  private var limit: Int
  private var batch = EntryScan.smallestBatch

  /// In entries: the first batch comes at once, the later ones with less ado.
  private static let smallestBatch = 128
  private static let largestBatch = 4096

  init(_ table: EntryTable, _ query: EntryQuery) {
    self.table = table
    predicate = query.predicate
    isAscending = query.isAscending
    offset = query.offset
    limit = query.limit ?? .max
    let filter = EntryFilter(query.predicate)
    let ranks = table.ranks(ofInstants: filter.instants)
    listed = filter.isPinned ? table.pinnedRanks : nil
    rest = listed.map { ranks.clamped(to: ($0.first ?? 0)..<($0.last ?? -1) + 1) } ?? ranks
    needles = listed == nil ? table.rarestFirst(filter.needles) : []
    said = needles.isEmpty ? [] : filter.said.compactMap { table.rank(of: $0) }.sorted()
    guard predicate == .all else { return }
    // What isn't asked for isn't read.
    let passed = min(offset, rest.count)
    rest = isAscending ? rest.dropFirst(passed) : rest.dropLast(passed)
    offset = 0
  }

  /// A part of each of the next entries that match; `nil` when there are no more, or nobody waits for them.
  mutating func next<Part>(_ part: (Entry) -> Part) -> [Part]? {
    while limit > 0, !rest.isEmpty, !Task.isCancelled {
      let size = predicate == .all ? min(batch, limit) : batch
      let ranks = isAscending ? rest.prefix(size) : rest.suffix(size)
      rest = isAscending ? rest.dropFirst(size) : rest.dropLast(size)
      batch = min(2 * batch, Self.largestBatch)
      let found = matches(in: ranks, part)
      if !found.isEmpty { return found }
    }
    return nil
  }

  private mutating func matches<Part>(
    in ranks: Range<Int>, _ part: (Entry) -> Part
  ) -> [Part] {
    // Of those that are listed, few are likely to be among the ranks.
    let table = listed == nil ? table.opening(ranks) : table
    let ascending =
      listed.map { Self.part(of: $0, in: ranks) }
      ?? (needles.isEmpty ? Array(ranks) : self.ranks(in: ranks, of: table))
    return matches(isAscending ? ascending : ascending.reversed(), in: table, part)
  }

  /// The ranks, among these, that may match by what their lines hold or by what is said under them.
  private func ranks(in ranks: Range<Int>, of table: EntryTable) -> [Int] {
    let holding = table.ranks(in: ranks, holding: needles)
    let said = Self.part(of: said, in: ranks)
    return said.isEmpty ? holding : Set(holding).union(said).sorted()
  }

  private static func part(of listed: [Int], in ranks: Range<Int>) -> [Int] {
    let first = partitionPoint(listed.count) { listed[$0] < ranks.lowerBound }
    let end = partitionPoint(listed.count) { listed[$0] < ranks.upperBound }
    return Array(listed[first..<end])
  }

  private mutating func matches<Part>(
    _ ranks: [Int], in table: EntryTable, _ part: (Entry) -> Part
  ) -> [Part] {
    var found: [Part] = []
    for rank in ranks {
      guard limit > 0, !Task.isCancelled else { break }
      guard let entry = table.state(rank: rank)?.entry, predicate.matches(entry) else { continue }
      if offset > 0 {
        offset -= 1
      } else {
        limit -= 1
        found.append(part(entry))
      }
    }
    return found
  }
}
