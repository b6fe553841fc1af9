import DiaryCore
import System

/// The index without the entries of some journals. The remaining entries have consecutive ranks,
/// and finding one still takes logarithmic time.
struct IndexView: Sendable {
  private(set) var file: IndexFile
  private let hiddenRanks: HiddenRanks?

  init(_ file: IndexFile) { (self.file, hiddenRanks) = (file, nil) }

  /// Leaves out the entries of these journals.
  init(_ file: IndexFile, without hidden: HiddenJournals) {
    self.file = file
    hiddenRanks = file.hiddenRanks(of: hidden)
  }

  var count: Int { file.count - (hiddenRanks?.count ?? 0) }

  /// Returns the same view with the lines of some ranks decrypted in advance: see `IndexLines`.
  func opening(_ ranks: Range<Int>) -> IndexView {
    var view = self
    view.file = file.opening(places(of: ranks))
    return view
  }

  func state(_ rank: Int) -> IndexedEntry? { file.state(place(of: rank)) }
  func tally(_ rank: Int) -> DayTally? { file.tally(place(of: rank)) }
  func heading(_ rank: Int) -> (id: ID<Entry>, date: EntryDate)? { file.heading(place(of: rank)) }

  func rank(of order: EntrySortKey, near guess: Int? = nil) -> Int {
    rank(at: file.rank(of: order, near: guess.map(place(of:))))
  }

  func rank(of id: ID<Entry>) -> Int? { file.rank(of: id).flatMap(shownRank(at:)) }

  func ranks(of trait: IndexTraits) -> [Int] { file.ranks(of: trait).compactMap(shownRank(at:)) }

  func ranks(in ranks: Range<Int>, holding needles: [ByteNeedle]) -> [Int] {
    file.ranks(in: places(of: ranks), holding: needles).compactMap(shownRank(at:))
  }

  private func places(of ranks: Range<Int>) -> Range<Int> {
    place(of: ranks.lowerBound)..<place(of: ranks.upperBound)
  }

  /// Returns the file's rank of an entry. For the rank after the last one, this is the number of
  /// all entries.
  private func place(of rank: Int) -> Int { hiddenRanks?.place(of: rank) ?? rank }

  private func rank(at place: Int) -> Int { place - (hiddenRanks?.count(below: place) ?? 0) }

  private func shownRank(at place: Int) -> Int? {
    hiddenRanks?.contains(place) == true ? nil : rank(at: place)
  }
}

/// The ranks that are left out, ascending.
struct HiddenRanks: Sendable {
  private enum Source {
    case table(RankTable, IndexBytes)
    case ranks([Int])
  }

  private let source: Source
  let count: Int

  init(_ ranks: [Int]) { (source, count) = (.ranks(ranks), ranks.count) }

  /// Uses a table of the index, of which only the requested ranks are read.
  init(_ table: RankTable, of bytes: IndexBytes) {
    (source, count) = (.table(table, bytes), table.count)
  }

  func count(below rank: Int) -> Int { partitionPoint(count) { self[$0] < rank } }

  func contains(_ rank: Int) -> Bool {
    let position = count(below: rank)
    return position < count && self[position] == rank
  }

  /// Returns the rank among all entries for a rank among the remaining ones.
  func place(of rank: Int) -> Int {
    // Before the i-th rank that is left out there are self[i] - i remaining ones.
    rank + partitionPoint(count) { self[$0] - $0 <= rank }
  }

  private subscript(index: Int) -> Int {
    switch source {
    case .ranks(let ranks): ranks[index]
    // A damaged table may contain any numbers.
    case .table(let table, let bytes): table.rank(index, bytes) ?? 0
    }
  }
}

extension IndexFile {
  /// Returns the ranks of the entries in some journals: from the table of locked journals if it
  /// lists the same ones, otherwise by searching the index.
  func hiddenRanks(of hidden: HiddenJournals) -> HiddenRanks {
    if let locked, lockedJournals == hidden { return HiddenRanks(locked, of: bytes) }
    return HiddenRanks(
      inParts.flatMap { file, ranks in
        ranks.filter { file.journal($0).map(hidden.contains) ?? false }
      })
  }

  /// Returns the journal of the entry at a rank.
  func journal(_ rank: Int) -> String? {
    defer { withExtendedLifetime(bytes) {} }
    return line(rank).flatMap(Self.journal(in:))
  }

  /// Returns the journal in an entry's line. The line is parsed only if this program didn't write
  /// it.
  static func journal(in line: UnsafeRawBufferPointer) -> String? {
    if let start = line.range(of: LineTexts.journalOpening, from: 0)?.upperBound,
      let end = line[start...].firstIndex(of: UInt8(ascii: "\""))
    {
      let name = line[start..<end]
      // Names with escaped characters require a JSON parser.
      if !name.contains(UInt8(ascii: "\\")) { return String(decoding: name, as: UTF8.self) }
    }
    return IndexedEntry(indexLine: line)?.entry.journal
  }
}

/// The lines of an index's entries, by their ranks.
///
/// In an encrypted index, a range of lines can be decrypted together, separately from the others.
/// It is freed with this value, so that a scan of all lines in parts needs memory for a few of them
/// only. In an unencrypted index this has no effect.
struct IndexLines: Sendable {
  /// The length of a line of `positions`: 14 columns, a comma or a space, and the line end.
  static let positionLength = 16
  /// The minimum size of a separate part in bytes. Smaller ranges, such as the entries on a screen,
  /// are likely to be read again, and stay in memory.
  private static let smallestPart = 128 << 10

  private let bytes: IndexBytes
  private let count: Int
  /// The offset after the last line.
  private let end: Int
  private let positionsStart: Int
  private var part: FilePart?

  init(of bytes: IndexBytes, count: Int, end: Int, positionsStart: Int) {
    (self.bytes, self.count) = (bytes, count)
    (self.end, self.positionsStart) = (end, positionsStart)
  }

  /// Returns the same lines, with those of some ranks decrypted.
  func opening(_ ranks: Range<Int>) -> IndexLines {
    guard bytes.isSealed, let range = range(of: ranks), range.count >= Self.smallestPart,
      let part = bytes.part(range)
    else { return self }
    var lines = self
    lines.part = part
    return lines
  }

  /// Returns the offset of the line of a rank.
  func position(_ rank: Int) -> Int? {
    let start = positionsStart + rank * Self.positionLength
    return bytes.bytes(start..<start + 14).flatMap { TableNumber.read($0[...]) }
  }

  private func range(of ranks: Range<Int>) -> Range<Int>? {
    guard !ranks.isEmpty, let start = position(ranks.lowerBound),
      let end = ranks.upperBound < count ? position(ranks.upperBound) : end, start <= end
    else { return nil }
    return start..<end
  }

  /// Returns the bytes of the lines of some ranks, and their offset.
  func bytes(of ranks: Range<Int>) -> (start: Int, bytes: UnsafeRawBufferPointer)? {
    guard let range = range(of: ranks), let bytes = part?.bytes(range) ?? bytes.bytes(range) else {
      return nil
    }
    return (range.lowerBound, bytes)
  }

  /// Returns the line of a rank, without the comma and line end.
  func line(_ rank: Int) -> UnsafeRawBufferPointer? {
    guard let position = position(rank), let line = line(at: position) else { return nil }
    return line.last == UInt8(ascii: ",") ? UnsafeRawBufferPointer(rebasing: line.dropLast()) : line
  }

  private func line(at position: Int) -> UnsafeRawBufferPointer? {
    if let part, part.range.contains(position),
      let rest = part.bytes(position..<part.range.upperBound), let (line, next) = rest.line(at: 0),
      next < rest.count
    {
      return line
    }
    return bytes.line(at: position)
  }

  /// Returns the beginning of the line of a rank, without searching for its end.
  func beginning(_ rank: Int, atMost length: Int) -> UnsafeRawBufferPointer? {
    guard let position = position(rank), position < bytes.end,
      case let range = position..<min(position + length, bytes.end)
    else { return nil }
    return part?.bytes(range) ?? bytes.bytes(range)
  }
}

/// A table of the index, sorted by the ID at the beginning of its lines, which have equal lengths,
/// so that a line is found without reading others.
struct FixedTable: Sendable {
  let start: Int
  let count: Int
  /// The length of each line, including a comma or a space, and the line end.
  let lineLength: Int

  static let none = FixedTable(start: 0, count: 0, lineLength: 2)

  private init(start: Int, count: Int, lineLength: Int) {
    (self.start, self.count, self.lineLength) = (start, count, lineLength)
  }

  /// Returns `nil` if the values can't be correct in a file of that size.
  init?(_ start: JSONValue?, _ count: JSONValue?, _ length: JSONValue?, within size: Int) {
    guard let start = start?.integer, let count = count?.integer, let length = length?.integer,
      (0...size).contains(start), (0...size).contains(count), (2...max(2, size)).contains(length)
    else { return nil }
    self.init(start: start, count: count, lineLength: length)
  }

  var end: Int { start + count * lineLength }

  /// Returns a line without its last two characters.
  func line(_ number: Int, of bytes: IndexBytes) -> UnsafeRawBufferPointer? {
    let start = start + number * lineLength
    return bytes.bytes(start..<start + lineLength - 2)
  }
}

/// A filter that excludes nearly all IDs of entries that aren't in the index, such as new ones.
/// Without it, each of them would be searched for in the table of IDs, which has to be decrypted
/// for that in an encrypted index.
///
/// It is a Bloom filter divided into blocks, one on each line of equal length. All bits of an ID
/// are in one block.
struct IDFilter: Sendable {
  /// The number of entries in a block. With it, about one in a hundred missing IDs isn't excluded.
  private static let idsPerBlock = 48
  private static let digitsPerBlock = 128
  /// The length of a line: a block's digits in quotes, a comma or a space, and the line end.
  private static let lineLength = digitsPerBlock + 4
  private static let bitsPerID = 6

  let start: Int
  let count: Int

  init?(_ start: JSONValue?, _ count: JSONValue?) {
    guard let start = start?.integer, let count = count?.integer, start >= 0,
      (1...Int(UInt32.max)).contains(count)
    else { return nil }
    (self.start, self.count) = (start, count)
  }

  /// The end of the table, if its numbers are correct.
  var end: Int { start + count * Self.lineLength }

  /// Returns `true` if the index may contain an entry with this ID.
  func mayHold(_ id: ID<Entry>, of bytes: IndexBytes) -> Bool {
    let (block, bits) = Self.place(of: id, among: count)
    let start = start + block * Self.lineLength + 1
    // A damaged block excludes nothing.
    guard let digits = bytes.bytes(start..<start + Self.digitsPerBlock) else { return true }
    return bits.allSatisfy { bit in
      hexadecimalValue(of: digits[bit / 4]).map { $0 & (1 << UInt8(bit % 4)) != 0 } ?? true
    }
  }

  /// Returns the block of an ID, and its bits there.
  private static func place(
    of id: ID<Entry>, among count: Int
  ) -> (block: Int, bits: [Int]) {
    // Imported IDs may not be random, so all their bits are used.
    let mixed = (id.high ^ id.low) &* 0x9E37_79B9_7F4A_7C15
    let bits = (id.low &+ id.high) &* 0xC2B2_AE3D_27D4_EB4F
    return (
      Int((mixed >> 32) % UInt64(count)),
      (0..<bitsPerID).map { Int(bits >> (64 - 9 * UInt64($0 + 1))) % (4 * digitsPerBlock) }
    )
  }

  /// Returns the lines for some IDs; none without IDs.
  static func lines(for ids: some Collection<ID<Entry>>) -> [[UInt8]] {
    let count = (ids.count + idsPerBlock - 1) / idsPerBlock
    var digits = [UInt8](repeating: 0, count: count * digitsPerBlock)
    for id in ids {
      let (block, bits) = place(of: id, among: count)
      for bit in bits { digits[block * digitsPerBlock + bit / 4] |= 1 << UInt8(bit % 4) }
    }
    return (0..<count).map { block in
      let values = digits[block * digitsPerBlock..<(block + 1) * digitsPerBlock]
      return [UInt8(ascii: "\"")] + values.map { hexadecimalDigit(of: UInt64($0)) }
        + Array((block + 1 < count ? "\",\n" : "\" \n").utf8)
    }
  }
}
