import DiaryCore
import System

/// The index, `index.json`, mapped into memory. Only its last line and the requested entries are
/// parsed, and only blocks with correct sums are used.
///
/// The file is one JSON document. After the entries, the tables `ids` (sorted, each with the
/// entry's rank) and `positions` (the offset of the line of each rank) have lines of equal length,
/// so that an entry is found without reading others. `variants` contains the ranks of entries with
/// `Entry.hasVariants`, `pinned` those of pinned entries, and `locked` those of entries in locked
/// journals. `trash` contains the locations of entries in the trash, `filter` is an `IDFilter`,
/// `comments` contains the locations of comments ordered by their entries, and `sums` those of
/// `IndexSums`. The last line is the footer.
struct IndexFile: Sendable {
  private static let lineOpening = Array("{\"id\":\"".utf8)
  private static let dateOpening = Array("\",\"date\":\"".utf8)
  private static let datePlace = lineOpening.count + 32 + dateOpening.count
  /// The length of an ID and the longest date, in bytes.
  private static let headingLength = datePlace + 41
  static let opening = Array("{\"format\":1,\"entries\":[\n".utf8)
  /// The length of `"<32 digits> <10 digits>"`, a comma or a space, and the line end.
  static let idLength = 47
  /// The version of the texts and characters that `variants` covers. Raise it when more of an entry
  /// is searched or `SimpleScalar` changes, so that older indexes are rebuilt.
  static let searchedTexts = 3
  /// The size of the sample from which rare bytes are determined.
  private static let sampleSize = 16 << 10

  let bytes: IndexBytes
  private var lines: IndexLines
  private let idsStart: Int
  private let variants: RankTable
  private let pinned: RankTable
  /// The ranks of entries in `lockedJournals`; `nil` in an index of a version without locked
  /// journals.
  let locked: RankTable?
  /// The journals that were locked when the index was made.
  let lockedJournals: HiddenJournals
  /// The filter of IDs; `nil` in an index of a version without it.
  let filter: IDFilter?
  private let trashTable: FixedTable
  private let commentTable: FixedTable
  let count: Int
  let clocks: SeenClocks
  /// The position up to which each log is indexed.
  let logs: [String: LogPosition]
  /// The records about the diary in the indexed lines.
  let records: DiaryRecords
  /// The last indexed lines of the devices.
  let runs: DeviceRuns
  /// The positions and lengths in the footer.
  private let places: [Int]

  /// Rebuilds the index that was made when the logs had these lengths.
  typealias Mending = @Sendable ([String: LogPosition]) -> IndexFile?

  /// Reads the footer. Returns `nil` if the bytes aren't an index of this format, or its last line
  /// is damaged. Without `mending`, damaged parts are missing.
  init?(_ file: MappedFile, mending: Mending? = nil) {
    let bytes = file.memory
    guard let start = Self.footerStart(file),
      IndexSums.isSealed(footer: UnsafeRawBufferPointer(rebasing: bytes[start...].dropLast())),
      let json = Self.footer(file), let count = json["count"]?.integer, count >= 0,
      json["searchedTexts"]?.integer == Self.searchedTexts,
      let clock = json["clock"]?.string.flatMap({ HybridClock($0) }),
      let idsStart = json["idsAt"]?.integer, let positionsStart = json["positionsAt"]?.integer,
      let variants = RankTable(json["variantsAt"], json["variantsCount"]),
      // An index of a version without pinned entries is rebuilt.
      let pinned = RankTable(json["pinnedAt"], json["pinnedCount"]),
      let trash = FixedTable(
        json["trashAt"], json["trashCount"], json["trashLength"], within: bytes.count),
      let logs = json["logs"]?.members,
      let records = json["records"].flatMap({ DiaryRecords($0, upTo: clock) }),
      let runs = json["runs"].flatMap({ DeviceRuns($0) }),
      let sumsStart = json["sumsAt"]?.integer, let sumCount = json["sumCount"]?.integer,
      // An index of a version without locked journals has no such table.
      let locked = Optional(RankTable(json["lockedAt"], json["lockedCount"])),
      let filter = Optional(IDFilter(json["filterAt"], json["filterCount"])),
      // The numbers in a damaged file may be arbitrary: the checks below must not overflow. An
      // index of a version without comments has no such table.
      let comments = json["commentsAt"] == nil
        ? FixedTable.none
        : FixedTable(
          json["commentsAt"], json["commentsCount"], json["commentsLength"], within: bytes.count),
      max(count, idsStart, positionsStart) <= bytes.count,
      max(locked?.start ?? 0, locked?.count ?? 0) <= bytes.count,
      max(filter?.start ?? 0, filter?.count ?? 0) <= bytes.count,
      max(variants.start, variants.count, pinned.start, pinned.count) <= bytes.count,
      idsStart >= 0, positionsStart >= idsStart + count * Self.idLength,
      variants.start >= positionsStart + count * IndexLines.positionLength,
      pinned.start >= variants.end, trash.start >= pinned.end,
      locked.map({ $0.start >= pinned.end && $0.count <= count && $0.end <= trash.start }) ?? true,
      (0...start).contains(sumsStart), trash.end <= sumsStart,
      filter.map({ $0.start >= trash.start && $0.end <= sumsStart }) ?? true,
      comments.count == 0 || comments.start >= trash.end, comments.end <= sumsStart
    else { return nil }
    self.idsStart = idsStart
    self.variants = variants
    self.pinned = pinned
    self.locked = locked
    self.filter = filter
    lockedJournals = HiddenJournals(json["lockedJournals"]?.array?.compactMap(\.string) ?? [])
    trashTable = trash
    commentTable = comments
    self.count = count
    clocks = SeenClocks(
      latest: clock, ahead: json["ahead"]?.string.flatMap { HybridClock($0) })
    (self.records, self.runs) = (records, runs)
    var positions: [String: LogPosition] = [:]
    for member in logs {
      guard let offset = member.value["to"]?.integer, offset >= 0,
        let mark = member.value["mark"]?.string
      else { return nil }
      positions[member.name] = LogPosition(offset: offset, mark: mark)
    }
    self.logs = positions
    let places = [
      count, idsStart, positionsStart, variants.start, variants.count, pinned.start, pinned.count,
      locked?.start ?? 0, locked?.count ?? 0, trash.start, trash.count, trash.lineLength,
      filter?.start ?? 0, filter?.count ?? 0, comments.start, comments.count, comments.lineLength,
      sumsStart,
    ]
    self.places = places
    let same = Self.file(mending, upTo: positions, having: places)
    guard let summed = IndexBytes(file, end: sumsStart, sumCount: sumCount, mending: same) else {
      return nil
    }
    self.bytes = summed
    lines = IndexLines(
      of: summed, count: count, end: idsStart, positionsStart: positionsStart)
  }

  /// Returns a closure that rebuilds the same index.
  private static func file(
    _ mending: Mending?, upTo logs: [String: LogPosition], having places: [Int]
  ) -> (@Sendable () -> MappedFile?)? {
    guard let mending else { return nil }
    return {
      guard let index = mending(logs), index.places == places else { return nil }
      return index.bytes.file
    }
  }

  /// Returns `true` if the bytes are an index of an earlier version, which isn't damage.
  static func isEarlier(_ file: MappedFile) -> Bool {
    guard let footer = footer(file) else { return false }
    return footer["count"] != nil && (footer["sumsAt"] == nil || footer["runs"] == nil)
  }

  private static func footer(_ file: MappedFile) -> JSONValue? {
    guard let start = footerStart(file) else { return nil }
    let line = file.memory[start...].drop { $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: ",") }
    return try? JSONParser.parse(Array("{".utf8) + line)
  }

  private static func footerStart(_ file: MappedFile) -> Int? {
    guard file.count > 1 else { return nil }
    let start = file.lineStart(before: file.count - 1)
    file.load(start..<file.count)
    return start > 0 && file.memory.last == 0x0A ? start : nil
  }

  /// Returns the same index with the lines of some ranks decrypted in advance: see `IndexLines`.
  func opening(_ ranks: Range<Int>) -> IndexFile {
    var file = self
    file.lines = lines.opening(ranks)
    return file
  }

  /// All ranks in ascending parts, each with an index in which their lines are decrypted.
  var inParts: some Sequence<(file: IndexFile, ranks: Range<Int>)> {
    stride(from: 0, to: count, by: Self.partCount).lazy.map { first in
      let ranks = first..<min(first + Self.partCount, count)
      return (opening(ranks), ranks)
    }
  }

  /// The number of entries in a part.
  private static let partCount = 4096

  /// Returns the line of the entry at a rank, the oldest being 0, without the comma and line end.
  func line(_ rank: Int) -> UnsafeRawBufferPointer? { lines.line(rank) }

  /// The size in bytes.
  var size: Int { bytes.file.count }

  /// Returns the entry at a rank. Returns `nil` if there is none, or its line is damaged, which is
  /// recorded in `damage`.
  func state(_ rank: Int) -> IndexedEntry? {
    guard (0..<count).contains(rank) else { return nil }
    defer { withExtendedLifetime(bytes) {} }
    guard let state = line(rank).flatMap(IndexedEntry.init(indexLine:)) else {
      bytes.damage.recordLoss()
      return nil
    }
    return state
  }

  /// Returns the tally of the entry at a rank. Returns `nil` if its line is damaged, which is
  /// recorded.
  func tally(_ rank: Int) -> DayTally? {
    defer { withExtendedLifetime(bytes) {} }
    if let line = line(rank), let date = date(in: line),
      let length = LineTexts.length(inIndexLine: line)
    {
      return DayTally(
        day: date.day, entries: 1, photos: LineTexts.photos(inIndexLine: line), length: length)
    }
    return state(rank).map { DayTally(of: $0.entry) }
  }

  /// Returns the ID and date of the entry at a rank, from the beginning of its line. Returns `nil`
  /// if the line is damaged, which is recorded.
  func heading(_ rank: Int) -> (id: ID<Entry>, date: EntryDate)? {
    defer { withExtendedLifetime(bytes) {} }
    if let start = lines.beginning(rank, atMost: Self.headingLength),
      let date = date(in: start), let id = Self.id(in: start)
    {
      return (id, date)
    }
    return state(rank).map { ($0.entry.id, $0.entry.date) }
  }

  /// Returns the number of entries that are older than a sort key. If the guess is close, only
  /// pages near it are read.
  func rank(of order: EntrySortKey, near guess: Int? = nil) -> Int {
    partitionPoint(count, near: guess ?? count) { precedes($0, order) }
  }

  private func precedes(_ rank: Int, _ order: EntrySortKey) -> Bool {
    // Only another entry with the same date requires more than the beginning of the line.
    if let heading = heading(rank) {
      if heading.date.instant != order.date { return heading.date.instant < order.date }
      if heading.id == order.id { return false }
    }
    return (state(rank)?.entry.sortKey).map { $0 < order } ?? false
  }

  /// Returns the entry's ID, with which its line begins: `{"id":"<32 digits>"`.
  static func id(in line: UnsafeRawBufferPointer) -> ID<Entry>? {
    guard line.starts(with: lineOpening), line.count > lineOpening.count + 32 else { return nil }
    return ID<Entry>(
      digits: UnsafeRawBufferPointer(rebasing: line[lineOpening.count...].prefix(32)))
  }

  /// Returns the entry's date, which follows its ID: `{"id":"<32 digits>","date":"<ISO 8601>"`.
  private func date(in line: UnsafeRawBufferPointer) -> EntryDate? {
    guard line.starts(with: Self.lineOpening),
      line.dropFirst(Self.datePlace - Self.dateOpening.count).starts(with: Self.dateOpening)
    else { return nil }
    let text = line.dropFirst(Self.datePlace).prefix(40).prefix { $0 != UInt8(ascii: "\"") }
    return EntryDate(String(decoding: text, as: UTF8.self))
  }

  /// Returns the rank of the entry with this ID.
  func rank(of id: ID<Entry>) -> Int? {
    defer { withExtendedLifetime(bytes) {} }
    if let filter, !filter.mayHold(id, of: bytes) { return nil }
    // Most IDs are random, so the ID's value suggests its position.
    let guess = Int(id.high.multipliedFullWidth(by: UInt64(count)).high)
    // The table has lower-case digits, which sort like the IDs.
    let digits = Array(id.description.utf8)
    let place = partitionPoint(count, near: guess) { place in
      let start = idsStart + place * Self.idLength + 1
      return bytes.bytes(start..<start + 32)?.precedes(digits) ?? false
    }
    guard place < count else { return nil }
    let found = self.id(at: place)
    return found.id == id && (0..<count).contains(found.rank) ? found.rank : nil
  }

  /// Returns up to `limit` IDs that begin with these digits, and as many of the trash.
  func ids(withPrefix prefix: String, limit: Int) -> [ID<Entry>] {
    let lowest = prefix + String(repeating: "0", count: max(0, 32 - prefix.utf8.count))
    guard let first = ID<Entry>(lowest) else { return [] }
    func some(of count: Int, _ id: (Int) -> ID<Entry>?) -> [ID<Entry>] {
      var ids: [ID<Entry>] = []
      var place = partitionPoint(count) { id($0).map { $0 < first } ?? false }
      while place < count, ids.count < limit, let next = id(place),
        next.description.hasPrefix(prefix)
      {
        ids.append(next)
        place += 1
      }
      return ids
    }
    return some(of: count) { self.id(at: $0).id } + some(of: trashTable.count) { trashed($0)?.id }
  }

  /// Returns the ID at a position of the sorted table, and its rank.
  func id(at place: Int) -> (id: ID<Entry>, rank: Int) {
    defer { withExtendedLifetime(bytes) {} }
    let start = idsStart + place * Self.idLength
    guard let line = bytes.bytes(start..<start + 44) else { return (ID(high: 0, low: 0), 0) }
    let id = ID<Entry>(digits: UnsafeRawBufferPointer(rebasing: line[1..<33]))
    return (id ?? ID(high: 0, low: 0), TableNumber.read(line[34..<44]) ?? 0)
  }

  // MARK: Searching

  /// A sample of the newest entries' bytes.
  var sample: UnsafeRawBufferPointer? {
    let end = max(Self.opening.count, idsStart)
    return bytes.bytes(max(Self.opening.count, end - Self.sampleSize)..<end)
  }

  /// Returns the ranks of the entries listed with a trait, ascending.
  func ranks(of trait: IndexTraits) -> [Int] {
    defer { withExtendedLifetime(bytes) {} }
    let table = trait == .pinned ? pinned : variants
    return table.ranks(in: 0..<count, of: bytes)
  }

  /// Returns the ranks, among these, of entries that may contain all needles, ascending. The search
  /// jumps from match to match of the first needle.
  func ranks(in ranks: Range<Int>, holding needles: [ByteNeedle]) -> [Int] {
    defer { withExtendedLifetime(bytes) {} }
    var found = variants.ranks(in: ranks, of: bytes)
    guard let first = needles.first, let (start, text) = lines.bytes(of: ranks) else {
      return found
    }
    var place = 0
    var next = ranks.lowerBound
    while next < ranks.upperBound, let hit = first.place(in: text, from: place) {
      // Finds the last line that begins at or before the match.
      let later = partitionPoint(ranks.upperBound - next) {
        (lines.position(next + $0) ?? 0) <= start + hit
      }
      let rank = next + max(1, later) - 1
      if mayHold(needles, rank) { found.append(rank) }
      next = rank + 1
      if next < ranks.upperBound {
        place = max(hit + 1, (lines.position(next) ?? 0) - start)
      }
    }
    return found.count > 1 ? Set(found).sorted() : found
  }

  /// Returns `true` if the line at a rank contains all needles in the right parts.
  private func mayHold(_ needles: [ByteNeedle], _ rank: Int) -> Bool {
    guard let line = line(rank), let texts = LineTexts(of: line) else { return true }
    return needles.allSatisfy { needle in
      var place = 0
      while let hit = needle.place(in: line, from: place) {
        if !needle.isOfTexts || texts.contains(hit) { return true }
        place = hit + 1
      }
      return false
    }
  }

  // MARK: The trash

  /// The entries in the trash, ordered by their IDs.
  var trash: [TrashedEntry] { (0..<trashTable.count).compactMap(trashed) }

  /// Returns the entry with this ID if it is in the trash.
  func trashed(_ id: ID<Entry>) -> TrashedEntry? {
    let place = partitionPoint(trashTable.count) { (trashed($0)?.id).map { $0 < id } ?? false }
    guard place < trashTable.count, let found = trashed(place), found.id == id else { return nil }
    return found
  }

  private func trashed(_ place: Int) -> TrashedEntry? {
    defer { withExtendedLifetime(bytes) {} }
    return trashTable.line(place, of: bytes).flatMap(TrashedEntry.init(indexLine:))
  }

  // MARK: Comments

  /// All comments, ordered by their entries.
  var comments: [CommentPlace] { (0..<commentTable.count).compactMap(comment) }

  /// Returns `true` if a comment matches. Stops at the first one.
  func containsComment(where isMatch: (CommentPlace) -> Bool) -> Bool {
    (0..<commentTable.count).contains { comment($0).map(isMatch) == true }
  }

  /// Returns the comments on an entry.
  func comments(on entry: ID<Entry>) -> [CommentPlace] {
    var place = partitionPoint(commentTable.count) {
      (comment($0)?.entry).map { $0 < entry } ?? false
    }
    var found: [CommentPlace] = []
    while place < commentTable.count, let next = comment(place), next.entry == entry {
      found.append(next)
      place += 1
    }
    return found
  }

  private func comment(_ place: Int) -> CommentPlace? {
    defer { withExtendedLifetime(bytes) {} }
    return commentTable.line(place, of: bytes).flatMap(CommentPlace.init(indexLine:))
  }
}
