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
