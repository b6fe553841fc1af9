import Crypto
import DiaryCore
import System

/// Writes `index.json`: the entries in order, then the tables and the footer.
struct IndexWriter: ~Copyable {
  private var file: StoreOutput
  private var buffer = IndexFile.opening
  private var written = IndexFile.opening.count
  /// The sums of the written blocks; `nil` after the last block.
  private var sums: [UInt64]? = []
  private var positions: [Int] = []
  private var ids: [(id: ID<Entry>, rank: Int)] = []
  private var variants: [Int] = []
  private var pinned: [Int] = []
  private var locked: [Int] = []
  private let lockedJournals: HiddenJournals

  private static let bufferSize = 1 << 20

  /// Starts an index in a folder, which lists the entries of `lockedJournals`.
  init(in folder: String, of layout: StoreLayout, listing lockedJournals: HiddenJournals) throws {
    self.lockedJournals = lockedJournals
    file = try StoreOutput(in: folder, of: layout)
  }

  /// Appends the next entry's line. Entries must be added oldest first.
  mutating func add(_ id: ID<Entry>, line: some Collection<UInt8>, _ traits: IndexTraits) throws {
    if !positions.isEmpty { try put(",\n".utf8) }
    if traits.contains(.variants) { variants.append(positions.count) }
    if traits.contains(.pinned) { pinned.append(positions.count) }
    if isLocked(line) { locked.append(positions.count) }
    ids.append((id, positions.count))
    positions.append(written)
    try put(line)
  }

  private func isLocked(_ line: some Collection<UInt8>) -> Bool {
    // Most diaries have no locked journals, and need no search of the lines.
    guard !lockedJournals.isEmpty else { return false }
    let journal = Array(line).withUnsafeBytes(IndexFile.journal(in:))
    return journal.map(lockedJournals.contains) ?? false
  }

  /// Writes the tables. Returns the new index, which has no name yet.
  consuming func finish(
    clocks: SeenClocks, logs: [String: LogPosition], trash: [TrashedEntry],
    comments: [CommentPlace], records: DiaryRecords, runs: DeviceRuns
  ) throws -> FinishedIndex {
    try put("\(positions.isEmpty ? "" : "\n")],\"ids\":[\n".utf8)
    let idsAt = written
    ids.sort { $0.id < $1.id }
    for (index, (id, rank)) in ids.enumerated() {
      try put("\"\(id) \(Self.right(rank, 10, "0"))\"\(index + 1 < ids.count ? "," : " ")\n".utf8)
    }
    try put("],\"positions\":[\n".utf8)
    let positionsAt = written
    for (rank, position) in positions.enumerated() {
      try put("\(Self.right(position, 14, " "))\(rank + 1 < positions.count ? "," : " ")\n".utf8)
    }
    try put("],\"variants\":[\n".utf8)
    let variantsAt = try put(ranks: variants)
    try put("],\"pinned\":[\n".utf8)
    let pinnedAt = try put(ranks: pinned)
    try put("],\"locked\":[\n".utf8)
    let lockedAt = try put(ranks: locked)
    try put("],\"trash\":[\n".utf8)
    let trashAt = written
    let trashLength = try put(table: trash.sorted { $0.id < $1.id }.map(\.indexLine))
    try put("],\"filter\":[\n".utf8)
    let filterAt = written
    let filter = IDFilter.lines(for: ids.lazy.map(\.id))
    for line in filter { try put(line) }
    try put("],\"comments\":[\n".utf8)
    let commentsAt = written
    let commentsLength = try put(
      table: comments.sorted { $0.subject < $1.subject }.map(\.indexLine))
    try put("],\"sums\":[\n".utf8)
    let sumsAt = written
    try putSums()
    let footer = JSONWriter.bytes(
      [
        "count": .integer(positions.count),
        "clock": .string(clocks.latest.description),
        "ahead": .optional(clocks.ahead?.description),
        "idsAt": .integer(idsAt),
        "positionsAt": .integer(positionsAt),
        "searchedTexts": .integer(IndexFile.searchedTexts),
        "variantsAt": .integer(variantsAt),
        "variantsCount": .integer(variants.count),
        "pinnedAt": .integer(pinnedAt),
        "pinnedCount": .integer(pinned.count),
        "lockedAt": .integer(lockedAt),
        "lockedCount": .integer(locked.count),
        "lockedJournals": .array(lockedJournals.names.sorted().map { .string($0) }),
        "trashAt": .integer(trashAt),
        "trashCount": .integer(trash.count),
        "trashLength": .integer(trashLength),
        "filterAt": .integer(filterAt),
        "filterCount": .integer(filter.count),
        "commentsAt": .integer(commentsAt),
        "commentsCount": .integer(comments.count),
        "commentsLength": .integer(commentsLength),
        "sumsAt": .integer(sumsAt),
        "sumCount": .integer(IndexSums.blockCount(of: sumsAt)),
        "records": records.json,
        "runs": runs.json,
        "logs": .object(logs.sorted { $0.key < $1.key }.map(Self.member)),
      ])
    try put(IndexSums.sealed(footer: Array("],".utf8) + footer.dropFirst()))
    try put("\n".utf8)
    try flush()
    try file.finish()
    return FinishedIndex(file: file)
  }

  private static func member(_ name: String, _ position: LogPosition) -> JSONMember {
    JSONMember(
      name,
      ["to": .integer(position.offset), "mark": .string(position.mark)])
  }

  /// Writes a `FixedTable` of sorted lines and returns the length of each.
  private mutating func put(table lines: [[UInt8]]) throws -> Int {
    let longest = lines.map(\.count).max() ?? 0
    for (number, line) in lines.enumerated() {
      try put(line + [UInt8](repeating: UInt8(ascii: " "), count: longest - line.count))
      try put("\(number + 1 < lines.count ? "," : " ")\n".utf8)
    }
    return longest + 2
  }

  /// Writes a table of ranks and returns its offset.
  private mutating func put(ranks: [Int]) throws -> Int {
    let start = written
    for (number, rank) in ranks.enumerated() {
      let columns = Self.right(rank, RankTable.columns, " ")
      try put("\(columns)\(number + 1 < ranks.count ? "," : " ")\n".utf8)
    }
    return start
  }

  private static func right(_ number: Int, _ width: Int, _ filler: String) -> String {
    let text = String(number)
    return String(repeating: filler, count: max(0, width - text.utf8.count)) + text
  }

  private mutating func put(_ bytes: some Collection<UInt8>) throws {
    buffer.append(contentsOf: bytes)
    written += bytes.count
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Writes the table of sums, after which nothing is summed.
  private mutating func putSums() throws {
    try flush(isLast: true)
    let all = sums ?? []
    sums = nil
    for (number, sum) in all.enumerated() {
      try put(IndexSums.line(ofBlock: number, sum: sum, of: all.count))
    }
  }

  /// Writes the buffer. Only complete blocks of the summed part are written, except for the last
  /// one.
  private mutating func flush(isLast: Bool = false) throws {
    let size = IndexSums.blockSize
    let count = sums == nil || isLast ? buffer.count : buffer.count / size * size
    if let number = sums?.count {
      for (block, start) in stride(from: 0, to: count, by: size).enumerated() {
        let sum = buffer.withUnsafeBytes { bytes in
          IndexSums.sum(
            ofBlock: number + block,
            UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + size, count)]))
        }
        sums?.append(sum)
      }
    }
    try file.write(count == buffer.count ? buffer : Array(buffer[..<count]))
    buffer.removeFirst(count)
  }
}

/// An index that is written but not yet named.
struct FinishedIndex: ~Copyable {
  private var file: StoreOutput
  /// `true` if the logs that it was built from have damaged lines.
  fileprivate(set) var hasDamagedLines = false

  init(file: consuming StoreOutput) { self.file = file }

  /// Makes the bytes durable, so that `commit` has little left to do.
  func sync() throws { try file.sync() }

  func map(mending: IndexFile.Mending? = nil) throws -> IndexFile? {
    IndexFile(try file.map(), mending: mending)
  }

  mutating func commit(as path: String) throws { try file.commit(as: path) }
}

/// The sums that protect the index: one for each block before the table of sums, and one for the
/// last line, which is read whenever the diary is opened.
enum IndexSums {
  /// The size of a block in bytes: a page, the minimum that the system reads.
  static let blockSize = 4096
  /// The length of `"<16 digits>"`, a comma or a space, and the line end.
  static let lineLength = 20
  private static let digits = 16
  private static let footerOpening = Array(#","sum":""#.utf8)

  static func blockCount(of size: Int) -> Int { (size + blockSize - 1) / blockSize }

  /// Returns a block's sum. It covers the block's number, so that no block can replace another one.
  static func sum(ofBlock number: Int, _ bytes: UnsafeRawBufferPointer) -> UInt64 {
    XXH64.sum(of: bytes, seed: UInt64(number))
  }

  /// Returns a block's line in the table.
  static func line(ofBlock number: Int, sum: UInt64, of count: Int) -> [UInt8] {
    Array("\"".utf8) + text(sum) + Array((number + 1 < count ? "\",\n" : "\" \n").utf8)
  }

  /// Returns the sum at the beginning of a line of the table.
  static func sum(inLine line: UnsafeRawBufferPointer) -> UInt64? {
    var sum: UInt64 = 0
    for byte in line.dropFirst().prefix(digits) {
      guard let digit = hexadecimalValue(of: byte) else { return nil }
      sum = sum << 4 | UInt64(digit)
    }
    return sum
  }

  /// Returns the last line, which must end with `}`, with its sum added.
  static func sealed(footer: [UInt8]) -> [UInt8] {
    let body = Array(footer.dropLast())
    let sum = body.withUnsafeBytes { XXH64.sum(of: $0, seed: 0) }
    return body + ending(sum)
  }

  /// Returns `true` if the last line, without its line end, is undamaged.
  static func isSealed(footer: UnsafeRawBufferPointer) -> Bool {
    let tail = footerOpening.count + digits + 2
    guard footer.count > tail else { return false }
    let body = UnsafeRawBufferPointer(rebasing: footer.dropLast(tail))
    return footer.suffix(tail).elementsEqual(ending(XXH64.sum(of: body, seed: 0)))
  }

  /// Returns the last line's sum and closing brace.
  private static func ending(_ sum: UInt64) -> [UInt8] {
    footerOpening + text(sum) + Array("\"}".utf8)
  }

  private static func text(_ sum: UInt64) -> [UInt8] {
    let text = String(sum, radix: 16)
    return Array((String(repeating: "0", count: digits - text.utf8.count) + text).utf8)
  }
}

/// Builds the index from the logs alone. The logs are read twice, so that memory is needed for the
/// entries' IDs only, not for their texts.
struct IndexRebuild {
  let layout: StoreLayout
  let horizon: ClockHorizon
  /// Returns this machine's key: see `DiaryRecords.own`.
  var own: @Sendable () -> VerifyingKey? = { nil }

  /// Writes the index into a folder under a temporary name. `limits` are the bytes of each log to
  /// use, if not all.
  func build(in folder: String, upTo limits: [String: Int]? = nil) throws -> FinishedIndex {
    let scan = try LogScan(layout: layout, horizon: horizon, upTo: limits, own: own())
    var writer = try IndexWriter(
      in: folder, of: layout, listing: scan.records.lockedJournals)
    var lines = LineSource(layout: layout)
    for current in scan.current {
      guard let state = try lines.state(of: current) else { continue }
      try writer.add(state.entry.id, line: state.indexLine, state.entry.indexTraits)
    }
    var finished = try writer.finish(
      clocks: scan.clocks, logs: scan.logs, trash: scan.trash, comments: scan.comments,
      records: scan.records, runs: scan.runs)
    finished.hasDamagedLines = scan.hasDamagedLines
    return finished
  }

  /// Rebuilds the index that was made when the logs had these lengths, in an unnamed file. Returns
  /// `nil` if the logs have changed since, or no file can be written.
  func again(upTo logs: [String: LogPosition]) -> IndexFile? {
    guard LogReader(layout: layout).areUnchanged(logs) else { return nil }
    for folder in [layout.root, FileSystem.temporaryFolder] {
      do {
        return try build(in: folder, upTo: logs.mapValues(\.offset)).map()
      } catch { continue }
    }
    return nil
  }
}

/// A new index of the state at one moment. The lines of the old one are copied without being
/// parsed.
struct IndexRewrite: Sendable {
  let layout: StoreLayout
  let table: EntryTable
  let comments: CommentTable
  let clocks: SeenClocks
  let logs: [String: LogPosition]
  let records: DiaryRecords
  let runs: DeviceRuns

  /// Writes the index under a temporary name and makes it durable. This takes as long as copying
  /// the index, and the caller can do other things in the meantime.
  func write() async throws -> FinishedIndex {
    var writer = try IndexWriter(
      in: layout.root, of: layout, listing: records.lockedJournals)
    try table.write(to: &writer)
    let finished = try writer.finish(
      clocks: clocks, logs: logs, trash: table.trashed, comments: comments.all,
      records: records, runs: runs)
    try finished.sync()
    return finished
  }
}
