import DiaryCore
import System

/// Returns the entries of a table that match a predicate, ordered by date, one batch at a time. For
/// entries that can't match, only a few bytes are read.
struct EntryScan: Sendable {
  private let table: EntryTable
  private let predicate: EntryPredicate
  private let isAscending: Bool
  /// The byte sequences of which all matching lines have all of one list, the rarest first. Without
  /// a list, all lines may match.
  private let needles: [[ByteNeedle]]
  /// The ranks that may match although their lines don't contain the needles, because of their
  /// comments, ascending.
  private let commentedRanks: [Int]
  /// Finds the entries that may match although their lines don't contain the needles, because of
  /// the words in their photos; `nil` if there are none.
  private let photos: ByteNeedle?
  /// The only ranks that can match, ascending, if they are known without a scan; otherwise `nil`.
  private let listed: [Int]?
  /// The ranks not yet examined.
  private var rest: Range<Int>
  /// The number of matching entries still to skip.
  private var offset: Int
  /// The number of entries still to return.
  private var limit: Int
  private var batch = EntryScan.minBatch

  /// The sizes of batches, in entries. The first one is small to arrive quickly, the later ones
  /// cost less.
  private static let minBatch = 128
  private static let maxBatch = 4096

  init(_ table: EntryTable, _ query: EntryQuery) {
    self.table = table
    predicate = query.predicate
    isAscending = query.isAscending
    offset = query.offset
    limit = query.limit ?? .max
    let filter = EntryFilter(query.predicate)
    let ranks = table.ranks(ofInstants: filter.instants)
    listed =
      filter.isPinned
      ? table.pinnedRanks : filter.ids.map { $0.compactMap { table.rank(of: $0) }.sorted() }
    rest = listed.map { ranks.clamped(to: ($0.first ?? 0)..<($0.last ?? -1) + 1) } ?? ranks
    needles = listed == nil ? filter.alternatives.map { table.rarestFirst($0) } : []
    commentedRanks =
      needles.isEmpty ? [] : filter.commentedIDs.compactMap { table.rank(of: $0) }.sorted()
    photos = needles.isEmpty || filter.photos.isEmpty ? nil : ByteNeedle(photos: filter.photos)
    guard predicate == .all else { return }
    // Entries that are skipped needn't be read.
    let passed = min(offset, rest.count)
    rest = isAscending ? rest.dropFirst(passed) : rest.dropLast(passed)
    offset = 0
  }

  /// Returns `part` of each of the next matching entries, or `nil` at the end or in a canceled
  /// task.
  mutating func next<Part>(_ part: (Entry) -> Part) -> [Part]? {
    while limit > 0, !rest.isEmpty, !Task.isCancelled {
      let size = predicate == .all ? min(batch, limit) : batch
      let ranks = isAscending ? rest.prefix(size) : rest.suffix(size)
      rest = isAscending ? rest.dropFirst(size) : rest.dropLast(size)
      batch = min(2 * batch, Self.maxBatch)
      let found = matches(in: ranks, part)
      if !found.isEmpty { return found }
    }
    return nil
  }

  private mutating func matches<Part>(
    in ranks: Range<Int>, _ part: (Entry) -> Part
  ) -> [Part] {
    // Listed entries are too few to justify reading all lines of the batch.
    let table = listed == nil ? table.opening(ranks) : table
    let ascending =
      listed.map { Self.part(of: $0, in: ranks) }
      ?? (needles.isEmpty ? Array(ranks) : self.ranks(in: ranks, of: table))
    return matches(isAscending ? ascending : ascending.reversed(), in: table, part)
  }

  /// Returns the ranks that may match because of their lines, their comments or their photos.
  private func ranks(in ranks: Range<Int>, of table: EntryTable) -> [Int] {
    let holding =
      needles.map { table.ranks(in: ranks, holding: $0) }
      + (photos.map { [table.ranks(in: ranks, holding: [$0])] } ?? [])
    let commented = Self.part(of: commentedRanks, in: ranks)
    return commented.isEmpty && holding.count == 1
      ? holding[0] : Set(holding.joined()).union(commented).sorted()
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

/// The parts of a predicate that can exclude entries without parsing them.
struct EntryFilter {
  /// The dates that can match, as instants in seconds since 1970.
  private(set) var instants: Range<Int64> = .min ..< .max
  /// The byte sequences in the line of every matching entry, unless its texts have characters that
  /// aren't simple.
  private var needles: [ByteNeedle] = []
  /// Lists of byte sequences of which the line has all of one list.
  private var choices: [[ByteNeedle]] = []
  /// The entries that may match without the needles because of their comments.
  private(set) var commentedIDs: Set<ID<Entry>> = []
  /// The photos whose entries may match without the needles because of the words in them.
  private(set) var photos: Set<AssetID> = []
  /// `true` if only pinned entries can match. The index lists them.
  private(set) var isPinned = false
  /// The only entries that can match; `nil` if others can, too.
  private(set) var ids: Set<ID<Entry>>?

  /// The largest number of alternatives to search for.
  private static let maxChoices = 16
  /// The largest distance between the start of a day in any time zone and in UTC, in seconds.
  private static let widestOffset: Int64 = 86_400

  init(_ predicate: EntryPredicate) { add(predicate) }

  /// The lists of byte sequences of which the line of every matching entry has all of one list,
  /// unless its texts have characters that aren't simple. Without a list, any line may match.
  var alternatives: [[ByteNeedle]] { needles.isEmpty ? choices : [needles] }

  private mutating func add(_ predicate: EntryPredicate) {
    switch predicate {
    case .all: break
    case .ids(let ids), .near(_, let ids):
      self.ids = self.ids.map { $0.intersection(ids) } ?? ids
    case .tag(let name): needles += ByteNeedle.parts(ofTag: SearchPhrase(name, isExact: true))
    case .tagNamed(let name), .tagBeginning(let name): needles += ByteNeedle.parts(ofTag: name)
    case .journal(let name), .atPlace(let name), .withMood(let name):
      add(SearchPhrase(name, isExact: true))
    case .withPhotos: add(#""photos":[{"#)
    case .withVideos: add(#""type":"video/"#)
    // The end of "photos" and of "attachments".
    case .withPictures, .withFiles: add(#"s":[{"#)
    case .withLinks: add(EntryLink.opening)
    case .photo(let asset): add(asset.description)
    case .starred: add(#""starred":true"#)
    case .pinned: isPinned = true
    // The line of an entry in the default journal doesn't contain the localized name on the screen.
    case .journalNamed(let phrase) where JournalName.isDefault(phrase): break
    case .journalBeginning(let phrase) where JournalName.isDefaultPrefix(phrase): break
    case .text(let phrase, let ids, let photos):
      add(phrase)
      commentedIDs.formUnion(ids)
      self.photos.formUnion(photos)
    case .photoText(_, let photos): needles.append(ByteNeedle(photos: photos))
    case .journalNamed(let phrase), .journalBeginning(let phrase), .place(let phrase),
      .mood(let phrase), .weather(let phrase):
      add(phrase)
    // A name that belongs to no author must be an ID.
    case .author(let start, let named): if named.isEmpty { add(author: start) }
    case .from(let day):
      let start = day.daysSinceEpoch * 86_400 - Self.widestOffset
      instants = instants.clamped(to: start ..< .max)
    case .to(let day):
      let end = (day.daysSinceEpoch + 1) * 86_400 + Self.widestOffset
      instants = instants.clamped(to: .min..<end)
    case .photos(let range): if !range.contains(0) { add(#""photos":[{"#) }
    case .and(let parts): for part in parts { add(part) }
    case .or(let parts): add(anyOf: parts.map { EntryFilter($0) })
    case .words, .characters, .changed: break
    // The absence of a match has no bytes to search for.
    case .not: break
    }
  }

  private mutating func add(anyOf filters: [EntryFilter]) {
    for filter in filters {
      commentedIDs.formUnion(filter.commentedIDs)
      photos.formUnion(filter.photos)
    }
    let starts = filters.map(\.instants.lowerBound)
    let ends = filters.map(\.instants.upperBound)
    if let first = starts.min(), let last = ends.max(), first <= last {
      instants = instants.clamped(to: first..<last)
    }
    let all = filters.map(\.alternatives)
    // Each list takes a search of all bytes.
    let isKnown = !all.contains(where: \.isEmpty)
    if choices.isEmpty, isKnown, all.joined().count <= Self.maxChoices {
      choices = all.flatMap(\.self)
    }
  }

  private mutating func add(_ phrase: SearchPhrase) { needles += ByteNeedle.parts(of: phrase) }

  private mutating func add(_ bytes: String) {
    needles.append(ByteNeedle(Array(bytes.utf8)))
  }

  /// Adds an author's ID. IDs consist of hexadecimal digits, or of any text in imports; any other
  /// text is skipped, because it may differ in case and normal form and authors don't count as
  /// variants.
  private mutating func add(author start: String) {
    guard start.utf8.allSatisfy({ hexadecimalValue(of: $0) != nil }) else { return }
    needles.append(ByteNeedle(Array(start.utf8), ignoresCase: true))
  }
}

extension EntryTable {
  /// Returns the number of current entries in each journal. Only the journal's name is read from
  /// the index's lines.
  func journalCounts() -> [String: Int] {
    var counts: [String: Int] = [:]
    var hidden = hidden[...]
    if let base {
      for (file, ranks) in base.file.inParts {
        for rank in ranks {
          if hidden.first == rank {
            hidden = hidden.dropFirst()
            continue
          }
          if let name = file.journal(rank) { counts[name, default: 0] += 1 }
        }
      }
    }
    for state in changed.values where !state.entry.isTrashed {
      counts[state.entry.journal, default: 0] += 1
    }
    return counts
  }
}
