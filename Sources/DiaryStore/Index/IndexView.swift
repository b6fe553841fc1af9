import DiaryCore
import System

/// The index, or what is left of it without the entries of some journals: those that are left have
/// ranks without gaps, and finding one costs the logarithm of their number as well.
struct IndexView: Sendable {
  private(set) var file: IndexFile
  private let veil: RankVeil?

  init(_ file: IndexFile) { (self.file, veil) = (file, nil) }

  /// Without the entries of those journals.
  init(_ file: IndexFile, without hidden: HiddenJournals) {
    self.file = file
    veil = file.veil(over: hidden)
  }

  var count: Int { file.count - (veil?.count ?? 0) }

  /// The same view, with the lines of some ranks at hand: see `IndexLines`.
  func opening(_ ranks: Range<Int>) -> IndexView {
    var view = self
    view.file = file.opening(places(of: ranks))
    return view
  }

  func state(_ rank: Int) -> EntryState? { file.state(place(of: rank)) }
  func glance(_ rank: Int) -> EntrySummary? { file.glance(place(of: rank)) }
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

  /// The file's rank of an entry; of the one that would be next, the number of all.
  private func place(of rank: Int) -> Int { veil?.place(of: rank) ?? rank }

  private func rank(at place: Int) -> Int { place - (veil?.count(below: place) ?? 0) }

  private func shownRank(at place: Int) -> Int? {
    veil?.contains(place) == true ? nil : rank(at: place)
  }
}

/// Ranks that are left out, ascending.
struct RankVeil: Sendable {
  private enum Source {
    case table(RankTable, IndexBytes)
    case ranks([Int])
  }

  private let source: Source
  let count: Int

  init(_ ranks: [Int]) { (source, count) = (.ranks(ranks), ranks.count) }

  /// As the index lists them, so that none is read that isn't asked for.
  init(_ table: RankTable, of bytes: IndexBytes) {
    (source, count) = (.table(table, bytes), table.count)
  }

  func count(below rank: Int) -> Int { partitionPoint(count) { self[$0] < rank } }

  func contains(_ rank: Int) -> Bool {
    let position = count(below: rank)
    return position < count && self[position] == rank
  }

  /// The rank among all of the one that has a rank among the others.
  func place(of rank: Int) -> Int {
    // Before the i-th that is left out stand self[i] - i of the others.
    rank + partitionPoint(count) { self[$0] - $0 <= rank }
  }

  private subscript(index: Int) -> Int {
    switch source {
    case .ranks(let ranks): ranks[index]
    // Of a damaged table, the numbers may be any.
    case .table(let table, let bytes): table.rank(index, bytes) ?? 0
    }
  }
}

extension IndexFile {
  /// The ranks of the entries of some journals: listed, if they are those that were locked when the
  /// index was made, and otherwise looked for in all of it.
  func veil(over hidden: HiddenJournals) -> RankVeil {
    if let locked, lockedJournals == hidden { return RankVeil(locked, of: bytes) }
    return RankVeil(
      inParts.flatMap { file, ranks in
        ranks.filter { file.journal($0).map(hidden.contains) ?? false }
      })
  }

  /// The journal of the entry at a rank.
  func journal(_ rank: Int) -> String? {
    defer { withExtendedLifetime(bytes) {} }
    return line(rank).flatMap(Self.journal(in:))
  }

  /// The journal of an entry, by its line. Nothing more of that is read where it stands as this program
  /// writes it.
  static func journal(in line: UnsafeRawBufferPointer) -> String? {
    if let start = line.range(of: LineTexts.journalOpening, from: 0)?.upperBound,
      let end = line[start...].firstIndex(of: UInt8(ascii: "\""))
    {
      let name = line[start..<end]
      // What is escaped in it has to be read as JSON.
      if !name.contains(UInt8(ascii: "\\")) { return String(decoding: name, as: UTF8.self) }
    }
    return EntryState(indexLine: line)?.entry.journal
  }
}

/// The lines of an index's entries, by their ranks. In a sealed index some of them can be opened at once,
/// apart from the others: they go with the value, so that whoever looks at all of them, a part after
/// the other, keeps a few of them in memory, and where nothing is sealed it makes no difference.
struct IndexLines: Sendable {
  /// Of the table of positions: 14 columns, and a comma or a blank, and the line end.
  static let positionLength = 16
  /// In bytes. What is less is likely to be looked at again, as the entries on a screen, and stays.
  private static let smallestPart = 128 << 10

  private let bytes: IndexBytes
  private let count: Int
  /// The byte after the last line.
  private let end: Int
  private let positionsStart: Int
  private var part: FilePart?

  init(of bytes: IndexBytes, count: Int, end: Int, positionsStart: Int) {
    (self.bytes, self.count) = (bytes, count)
    (self.end, self.positionsStart) = (end, positionsStart)
  }

  /// The same lines, with those of some ranks at hand.
  func opening(_ ranks: Range<Int>) -> IndexLines {
    guard bytes.isSealed, let range = range(of: ranks), range.count >= Self.smallestPart,
      let part = bytes.part(range)
    else { return self }
    var lines = self
    lines.part = part
    return lines
  }

  /// The byte at which the line of a rank begins.
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

  /// The bytes of the lines of some ranks, and where they begin.
  func bytes(of ranks: Range<Int>) -> (start: Int, bytes: UnsafeRawBufferPointer)? {
    guard let range = range(of: ranks), let bytes = part?.bytes(range) ?? bytes.bytes(range) else {
      return nil
    }
    return (range.lowerBound, bytes)
  }

  /// The line of a rank, without comma and line end.
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

  /// How the line of a rank begins; where it ends isn't looked for.
  func beginning(_ rank: Int, atMost length: Int) -> UnsafeRawBufferPointer? {
    guard let position = position(rank), position < bytes.end,
      case let range = position..<min(position + length, bytes.end)
    else { return nil }
    return part?.bytes(range) ?? bytes.bytes(range)
  }
}

/// A table of the index that is sorted by the id at the beginning of its lines, which are all of one
/// length, so that one of them is found without reading the others.
struct FixedTable: Sendable {
  let start: Int
  let count: Int
  /// Of each line, with a comma or a blank, and the line end.
  let lineLength: Int

  static let none = FixedTable(start: 0, count: 0, lineLength: 2)

  private init(start: Int, count: Int, lineLength: Int) {
    (self.start, self.count, self.lineLength) = (start, count, lineLength)
  }

  /// `nil` when that can't be where something stands in a file of that size.
  init?(_ start: JSONValue?, _ count: JSONValue?, _ length: JSONValue?, within size: Int) {
    guard let start = start?.integer, let count = count?.integer, let length = length?.integer,
      (0...size).contains(start), (0...size).contains(count), (2...max(2, size)).contains(length)
    else { return nil }
    self.init(start: start, count: count, lineLength: length)
  }

  var end: Int { start + count * lineLength }

  /// The bytes of a line, without what ends it.
  func line(_ number: Int, of bytes: IndexBytes) -> UnsafeRawBufferPointer? {
    let start = start + number * lineLength
    return bytes.bytes(start..<start + lineLength - 2)
  }
}

/// A table of the index that tells of nearly every id of an entry which isn't there that it isn't: what
/// has been added since would else be looked for in all of the table of ids, which in a sealed index is
/// opened for it. It is a Bloom filter of blocks, one a line of equal length, and an id has all its bits
/// in one of them.
struct IDFilter: Sendable {
  /// In entries: of those that aren't there, one in a hundred seems to be.
  private static let idsPerBlock = 48
  private static let digitsPerBlock = 128
  /// A block's digits, and a comma or a blank, and the line end.
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

  /// Where it ends, as far as its numbers can be believed.
  var end: Int { start + count * Self.lineLength }

  /// Whether the index may have an entry of that id.
  func mayHold(_ id: ID<Entry>, of bytes: IndexBytes) -> Bool {
    let (block, bits) = Self.place(of: id, among: count)
    let start = start + block * Self.lineLength + 1
    // What is damaged tells nothing.
    guard let digits = bytes.bytes(start..<start + Self.digitsPerBlock) else { return true }
    return bits.allSatisfy { bit in
      hexadecimalValue(of: digits[bit / 4]).map { $0 & (1 << UInt8(bit % 4)) != 0 } ?? true
    }
  }

  /// The block that an id is told of in, and its bits there.
  private static func place(
    of id: ID<Entry>, among count: Int
  ) -> (block: Int, bits: [Int]) {
    // Ids that came with an import may be any: all bits of them count.
    let mixed = (id.high ^ id.low) &* 0x9E37_79B9_7F4A_7C15
    let bits = (id.low &+ id.high) &* 0xC2B2_AE3D_27D4_EB4F
    return (
      Int((mixed >> 32) % UInt64(count)),
      (0..<bitsPerID).map { Int(bits >> (64 - 9 * UInt64($0 + 1))) % (4 * digitsPerBlock) }
    )
  }

  /// The lines for some ids; none where there are no ids.
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
