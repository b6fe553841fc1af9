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

extension EntryTable {
  /// How many current entries name each journal. Of the index's lines nothing is read but that name.
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

/// Bytes to look for, each of which is of one or two kinds: the small and the capital letter's, or
/// those that syllables of Hangul have at that place.
struct ByteNeedle: Sendable {
  private let bytes: [ByteSet]
  /// Whether it is looked for in an entry's texts alone, not in what else its line says.
  let isOfTexts: Bool
  /// The places of the two bytes that are seldom met in the text, by which it is looked for.
  private var probes = (0, 0)

  private init(_ bytes: [ByteSet], isOfTexts: Bool) {
    self.bytes = bytes
    self.isOfTexts = isOfTexts
  }

  /// Looks for exactly these bytes, wherever they stand.
  init(exactly bytes: [UInt8]) {
    self.init(bytes.map { ByteSet($0, or: $0) }, isOfTexts: false)
  }

  /// The parts of a phrase that can be found by their bytes. A line of JSON that has the phrase, in
  /// simple characters and any case, has all of them.
  static func parts(of phrase: SearchPhrase, isOfTexts: Bool = true) -> [ByteNeedle] {
    phrase.runs.flatMap { run in
      run.split { ByteSet.sets($0) == nil }
        .map { ByteNeedle($0.compactMap(ByteSet.sets).flatMap(\.self), isOfTexts: isOfTexts) }
    }
  }

  /// The needles of a tag's name, which stands behind a quote in the field or a number sign in the
  /// text.
  static func parts(ofTag name: SearchPhrase) -> [ByteNeedle] {
    let sets = name.runs.first?.compactMap(ByteSet.sets) ?? []
    guard name.runs.count == 1, sets.count == name.runs[0].count else { return parts(of: name) }
    let sign = ByteSet(UInt8(ascii: "\""), or: UInt8(ascii: "#"))
    return [ByteNeedle([sign] + sets.flatMap(\.self), isOfTexts: true)]
  }

  // MARK: Looking for it

  /// Chooses how to look in a text, of which this is a part. Returns how many of a thousand places
  /// are likely to be looked at twice.
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

  /// Where it first stands from an offset on.
  func place(in text: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard let base = text.baseAddress else { return nil }
    let last = text.count - bytes.count
    var index = start
    // 64 places at a time, by two of their bytes.
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
            // A hit is a byte of ones.
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
  /// Whether it isn't all zeros. Compared with `.zero`, word by word would be.
  fileprivate var hasBits: Bool {
    let four = lowHalf | highHalf
    let two = four.lowHalf | four.highHalf
    return two.x | two.y != 0
  }
}

/// The bytes that may stand at a place: those of two ranges.
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

  /// Tells of 64 bytes at once which are in the set.
  struct Probe {
    typealias Block = SIMD64<UInt8>

    private let low, width, otherLow, otherWidth: Block

    fileprivate init(_ range: ClosedRange<UInt8>, or other: ClosedRange<UInt8>) {
      low = Block(repeating: range.lowerBound)
      width = Block(repeating: range.upperBound - range.lowerBound)
      otherLow = Block(repeating: other.lowerBound)
      otherWidth = Block(repeating: other.upperBound - other.lowerBound)
    }

    /// What is less than a range wraps to more than its width.
    @inline(__always)
    func hits(in bytes: Block) -> SIMDMask<SIMD64<Int8>> {
      (bytes &- low .<= width) .| (bytes &- otherLow .<= otherWidth)
    }
  }

  // MARK: Of characters

  /// The bytes in UTF-8 of characters, in either case. `nil` when they aren't written as themselves
  /// in JSON, or not all of one length.
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

  /// What stands at each place in UTF-8, and perhaps more: those behind the first that differs may
  /// be any.
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
