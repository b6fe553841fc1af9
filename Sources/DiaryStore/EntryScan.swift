import DiaryCore
import System

/// Returns the entries of a table that match a predicate, ordered by date, one batch at a time. For
/// entries that can't match, only a few bytes are read.
struct EntryScan: Sendable {
  private let table: EntryTable
  private let predicate: EntryPredicate
  private let isAscending: Bool
  /// The byte sequences in all matching lines, the rarest first.
  private let needles: [ByteNeedle]
  /// The ranks that may match although their lines don't contain the needles, because of their
  /// comments, ascending.
  private let commentedRanks: [Int]
  /// The only ranks that can match, ascending, if the index lists them; otherwise `nil`.
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
    listed = filter.isPinned ? table.pinnedRanks : nil
    rest = listed.map { ranks.clamped(to: ($0.first ?? 0)..<($0.last ?? -1) + 1) } ?? ranks
    needles = listed == nil ? table.rarestFirst(filter.needles) : []
    commentedRanks =
      needles.isEmpty ? [] : filter.commentedIDs.compactMap { table.rank(of: $0) }.sorted()
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

  /// Returns the ranks that may match because of their lines or their comments.
  private func ranks(in ranks: Range<Int>, of table: EntryTable) -> [Int] {
    let holding = table.ranks(in: ranks, holding: needles)
    let commented = Self.part(of: commentedRanks, in: ranks)
    return commented.isEmpty ? holding : Set(holding).union(commented).sorted()
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
  /// can be written in several ways.
  private(set) var needles: [ByteNeedle] = []
  /// The entries that may match without the needles because of their comments.
  private(set) var commentedIDs: Set<ID<Entry>> = []
  /// `true` if only pinned entries can match. The index lists them.
  private(set) var isPinned = false

  /// The largest distance between the start of a day in any time zone and in UTC, in seconds.
  private static let widestOffset: Int64 = 86_400

  init(_ predicate: EntryPredicate) { add(predicate) }

  private mutating func add(_ predicate: EntryPredicate) {
    switch predicate {
    case .all, .ids: break
    case .tag(let name): needles += ByteNeedle.parts(ofTag: SearchPhrase(name, isExact: true))
    case .journal(let name), .atPlace(let name), .withMood(let name):
      add(SearchPhrase(name, isExact: true))
    case .withPhotos: add(#""photos":[{"#)
    case .withVideos: add(#""type":"video/"#)
    // The end of "photos" and of "attachments".
    case .withPictures, .withFiles: add(#"s":[{"#)
    case .photo(let asset): add(asset.description)
    case .starred: add(#""starred":true"#)
    case .pinned: isPinned = true
    case .tagBeginning(let name): needles += ByteNeedle.parts(ofTag: name)
    // The line of an entry in the default journal doesn't contain the localized name on the screen.
    case .journalBeginning(let phrase) where JournalName.isDefaultPrefix(phrase): break
    case .text(let phrase, let ids):
      add(phrase)
      commentedIDs.formUnion(ids)
    case .journalBeginning(let phrase), .place(let phrase), .mood(let phrase),
      .weather(let phrase):
      add(phrase)
    // A name that belongs to no author must be an ID.
    case .author(let start, let named): if named.isEmpty { add(author: start) }
    case .from(let day):
      let start = day.daysSinceEpoch * 86_400 - Self.widestOffset
      instants = instants.clamped(to: start ..< .max)
    case .to(let day):
      let end = (day.daysSinceEpoch + 1) * 86_400 + Self.widestOffset
      instants = instants.clamped(to: .min..<end)
    case .and(let parts): for part in parts { add(part) }
    // The absence of a match has no bytes to search for.
    case .not: break
    }
  }

  private mutating func add(_ phrase: SearchPhrase) { needles += ByteNeedle.parts(of: phrase) }

  private mutating func add(_ bytes: String) {
    needles.append(ByteNeedle(exactly: Array(bytes.utf8)))
  }

  /// Adds an author's ID. IDs consist of hexadecimal digits, or of any text in imports; any other
  /// text is skipped, because it may differ in case and normal form and authors don't count as
  /// variants.
  private mutating func add(author start: String) {
    guard start.utf8.allSatisfy({ hexadecimalValue(of: $0) != nil }) else { return }
    needles += ByteNeedle.parts(of: SearchPhrase(start, isExact: true), isOfTexts: false)
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

/// A byte sequence to search for, in which each byte is from one or two ranges: of the small and
/// the capital letter, or of the Hangul syllables that may be at that position.
struct ByteNeedle: Sendable {
  private let bytes: [ByteSet]
  /// `true` if the needle is a part of an entry's texts, `false` if it is from other parts of its
  /// line.
  let isOfTexts: Bool
  /// The positions of the two rarest bytes, which are compared first.
  private var probes = (0, 0)

  private init(_ bytes: [ByteSet], isOfTexts: Bool) {
    self.bytes = bytes
    self.isOfTexts = isOfTexts
  }

  /// Creates a needle for exactly these bytes, anywhere in a line.
  init(exactly bytes: [UInt8]) {
    self.init(bytes.map { ByteSet($0, or: $0) }, isOfTexts: false)
  }

  /// Returns the parts of a phrase that can be searched for as bytes. Each line of JSON that
  /// contains the phrase, in simple characters and in any case, contains all of them.
  static func parts(of phrase: SearchPhrase, isOfTexts: Bool = true) -> [ByteNeedle] {
    phrase.runs.flatMap { run in
      run.split { ByteSet.sets($0) == nil }
        .map { ByteNeedle($0.compactMap(ByteSet.sets).flatMap(\.self), isOfTexts: isOfTexts) }
    }
  }

  /// Returns the needles of a tag's name, which follows a quote in the field or a number sign in
  /// the text.
  static func parts(ofTag name: SearchPhrase) -> [ByteNeedle] {
    let sets = name.runs.first?.compactMap(ByteSet.sets) ?? []
    guard name.runs.count == 1, sets.count == name.runs[0].count else { return parts(of: name) }
    let sign = ByteSet(UInt8(ascii: "\""), or: UInt8(ascii: "#"))
    return [ByteNeedle([sign] + sets.flatMap(\.self), isOfTexts: true)]
  }

  // MARK: Searching

  /// Chooses the bytes to compare first by their frequency in a sample of the text. Returns the
  /// expected number of false hits per 1,000 positions.
  mutating func tune(to sample: UnsafeRawBufferPointer) -> Double {
    var counts = [Int](repeating: 1, count: 256)
    for byte in sample { counts[Int(byte)] += 1 }
    let frequencies = bytes.map { set in
      counts.indices.reduce(0) { set.contains(UInt8($1)) ? $0 + counts[$1] : $0 }
    }
    let places = bytes.indices.sorted { frequencies[$0] < frequencies[$1] }
    probes = (places[0], places.count > 1 ? places[1] : places[0])
    let size = Double(sample.count + 256)
    return 1000 * Double(frequencies[probes.0]) / size * Double(frequencies[probes.1]) / size
  }

  /// Returns the offset of the first match at or after `start`.
  func place(in text: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard let base = text.baseAddress else { return nil }
    let last = text.count - bytes.count
    var index = start
    // Compares two of the needle's bytes at 64 positions at a time.
    let (first, second) = (bytes[probes.0].probe, bytes[probes.1].probe)
    while index + Block.scalarCount <= last {
      let hits =
        first.hits(in: (base + index + probes.0).loadUnaligned(as: Block.self))
        .& second.hits(in: (base + index + probes.1).loadUnaligned(as: Block.self))
      let words = unsafeBitCast(hits, to: SIMD8<UInt64>.self)
      if words.hasBits {
        for number in 0..<8 {
          var word = words[number]
          while word != 0 {
            let candidate = index + 8 * number + word.trailingZeroBitCount / 8
            if matches(base + candidate) { return candidate }
            // Each hit is a byte of ones.
            word &= ~(0xFF << UInt64(word.trailingZeroBitCount))
          }
        }
      }
      index += Block.scalarCount
    }
    while index <= last {
      if matches(base + index) { return index }
      index += 1
    }
    return nil
  }

  private typealias Block = ByteSet.Probe.Block

  private func matches(_ text: UnsafeRawPointer) -> Bool {
    for index in bytes.indices
    where !bytes[index].contains(text.load(fromByteOffset: index, as: UInt8.self)) {
      return false
    }
    return true
  }
}

extension SIMD8<UInt64> {
  /// `true` if any bit is set. Comparing with `.zero` would take one comparison for each word.
  fileprivate var hasBits: Bool {
    let four = lowHalf | highHalf
    let two = four.lowHalf | four.highHalf
    return two.x | two.y != 0
  }
}

/// The bytes that may be at a position: those in two ranges.
struct ByteSet: Hashable, Sendable {
  private let range: ClosedRange<UInt8>
  private let other: ClosedRange<UInt8>

  init(_ range: ClosedRange<UInt8>, or other: ClosedRange<UInt8>) {
    self.range = range
    self.other = other
  }

  init(_ byte: UInt8, or other: UInt8) { self.init(byte...byte, or: other...other) }

  func contains(_ byte: UInt8) -> Bool { range.contains(byte) || other.contains(byte) }

  var probe: Probe { Probe(range, or: other) }

  /// Tests 64 bytes at a time.
  struct Probe {
    typealias Block = SIMD64<UInt8>

    private let low, width, otherLow, otherWidth: Block

    fileprivate init(_ range: ClosedRange<UInt8>, or other: ClosedRange<UInt8>) {
      low = Block(repeating: range.lowerBound)
      width = Block(repeating: range.upperBound - range.lowerBound)
      otherLow = Block(repeating: other.lowerBound)
      otherWidth = Block(repeating: other.upperBound - other.lowerBound)
    }

    /// Returns the bytes in the set. Bytes below a range wrap around and exceed its width.
    @inline(__always)
    func hits(in bytes: Block) -> SIMDMask<SIMD64<Int8>> {
      (bytes &- low .<= width) .| (bytes &- otherLow .<= otherWidth)
    }
  }

  // MARK: Characters

  /// Returns the UTF-8 bytes of characters in either case, or `nil` if JSON escapes them or their
  /// lengths differ.
  static func sets(_ characters: UnitSet) -> [ByteSet]? {
    let range = characters.range
    guard range.lowerBound == range.upperBound, characters.other == range else {
      return sets(range, or: characters.other)
    }
    guard let scalar = Unicode.Scalar(range.lowerBound), scalar != "\"", scalar != "\\",
      scalar.value >= 0x20, !(0x7F..<0xA0).contains(scalar.value)
    else { return nil }
    let capital = SimpleScalar.capital(of: scalar)?.value ?? scalar.value
    return sets(range, or: capital...capital)
  }

  private static func sets(
    _ range: ClosedRange<UInt32>, or other: ClosedRange<UInt32>
  ) -> [ByteSet]? {
    guard let one = bytes(of: range), let two = bytes(of: other), one.count == two.count
    else { return nil }
    return zip(one, two).map { ByteSet($0, or: $1) }
  }

  /// Returns the range of bytes at each UTF-8 position, possibly too wide: all bytes after the
  /// first different one are accepted.
  private static func bytes(of range: ClosedRange<UInt32>) -> [ClosedRange<UInt8>]? {
    guard let low = Unicode.Scalar(range.lowerBound).flatMap({ UTF8.encode($0) }),
      let high = Unicode.Scalar(range.upperBound).flatMap({ UTF8.encode($0) }),
      low.count == high.count
    else { return nil }
    var isSame = true
    return zip(low, high).map { low, high in
      defer { isSame = isSame && low == high }
      return isSame ? low...high : 0x80...0xBF
    }
  }
}
