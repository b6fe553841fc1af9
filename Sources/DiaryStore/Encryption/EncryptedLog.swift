import Age
import DiaryCore
import Synchronization
import System

/// A log of an encrypted store, as its pieces hold it.
struct EncryptedLog: Sendable {
  let log: LogFile
  let version: Int
  /// Those that count, in the order of their bytes.
  let pieces: [LogPiece]
  /// In bytes.
  let size: Int

  /// - Parameter pieces: Those of one log, of any version.
  private init(_ log: LogFile, _ pieces: [LogPiece]) {
    self.log = log
    version = pieces.map(\.version).max() ?? 0
    var end = 0
    var counting: [LogPiece] = []
    for piece in pieces.filter({ [version] in $0.version == version }).sorted(by: Self.isBefore)
    where piece.range.upperBound > end {
      end = piece.range.upperBound
      counting.append(piece)
    }
    self.pieces = counting
    size = end
  }

  /// One that holds more of the same place goes before what it was put together of.
  private static func isBefore(_ one: LogPiece, _ other: LogPiece) -> Bool {
    (one.range.lowerBound, other.range.upperBound) < (other.range.lowerBound, one.range.upperBound)
  }

  /// `nil` where there is none.
  ///
  /// - Parameter names: Those in the folder of its device; `nil` reads them.
  init?(_ log: LogFile, among names: [String]? = nil) {
    let pieces = Self.pieces(of: log, among: names)
    guard !pieces.isEmpty else { return nil }
    self.init(log, pieces)
  }

  /// All files of a log, those that don't count among them.
  static func pieces(of log: LogFile, among names: [String]? = nil) -> [LogPiece] {
    let names = names ?? (try? FileSystem.names(in: Path.parent(log.path))) ?? []
    let name = Path.name(log.name)
    return names.compactMap { LogPiece($0) }.filter { $0.log == name }
  }

  /// Those of all devices, by their names.
  static func all(in layout: StoreLayout) throws(DiaryError) -> [String: EncryptedLog] {
    var logs: [String: EncryptedLog] = [:]
    for (device, names) in try LogReader(layout: layout).folders() {
      for (name, pieces) in Dictionary(grouping: names.compactMap { LogPiece($0) }, by: \.log) {
        let log = layout.log("\(device)/\(name)")
        logs[log.name] = EncryptedLog(log, pieces)
      }
    }
    return logs
  }

  /// Stands where nothing could be read, and in no line.
  static let unreadable = UInt8(ascii: "?")

  /// Whether all of a piece can be opened.
  func isSound(_ piece: LogPiece) -> Bool {
    var count = 0
    let path = Self.path(of: piece, of: log)
    guard (try? log.layout.forEachPiece(of: path) { count += $0.count }) != nil else {
      return false
    }
    return count == piece.range.count
  }

  var end: LogEnd { LogEnd(size: size, inode: UInt64(version)) }

  /// Where a piece lies on the disk.
  static func path(of piece: LogPiece, of log: LogFile) -> String {
    Path.join(Path.parent(log.path), piece.name)
  }

  /// The first bytes of the log. In the place of what is damaged or missing stand question marks.
  func map(count: Int? = nil) throws(DiaryError) -> MappedFile {
    let range = 0..<min(count ?? size, size)
    let pieces = try opened(range)
    guard let file = MappedFile(count: range.count, filling: { pieces.copy($0, to: $1) }) else {
      throw StoreErrors.failure(.mapping, log.path, .noMemory)
    }
    return file
  }

  /// A copy of some bytes of the log.
  func bytes(_ range: Range<Int>) throws(DiaryError) -> [UInt8] { try copied(range).bytes }

  /// A copy of some bytes of the log, and whether all of them could be opened.
  func copied(_ range: Range<Int>) throws(DiaryError) -> (bytes: [UInt8], isWhole: Bool) {
    let pieces = try opened(range)
    var bytes = [UInt8](repeating: 0, count: range.count)
    let isWhole = bytes.withUnsafeMutableBytes { pieces.copy(range, to: $0) }
    return (bytes, isWhole)
  }

  /// Whether the log ends in half a line, as a machine that died in mid-write left it before the store
  /// was encrypted.
  var isTorn: Bool {
    get throws(DiaryError) { size > 0 ? try bytes(size - 1..<size).first != 0x0A : false }
  }

  /// The pieces that a range lies in. One that was put together with others since the names were read
  /// is found by the names that are there now.
  private func opened(_ range: Range<Int>) throws(DiaryError) -> OpenPieces {
    let key = try log.layout.keyring().key
    var known = self
    for _ in 0..<Self.attempts {
      if let pieces = OpenPieces(known, range, key, missing: false) { return pieces }
      known = EncryptedLog(log) ?? self
    }
    guard let pieces = OpenPieces(self, range, key, missing: true) else {
      throw .store(path: log.path, .missing)
    }
    return pieces
  }

  private static let attempts = 3

  /// See `LogFile.mark`.
  func mark(at offset: Int) -> String? {
    if let piece = pieces.first(where: { $0.range.upperBound == offset }) { return piece.mark }
    guard offset <= size else { return nil }
    return (try? bytes(max(0, offset - TailChecksum.span)..<offset)).map { TailChecksum.of($0) }
  }
}

/// Pieces of a log, whose files stay readable whatever becomes of their names.
private final class OpenPieces: Sendable {
  private struct Piece {
    let range: Range<Int>
    let file: MappedFile
    /// Once it was needed; `.some(nil)` of one that can't be opened.
    var reader: AgeReader??
  }

  private let key: AgeKey
  private let pieces: Mutex<[Piece]>

  /// `nil` when a file is gone, unless it may be `missing`.
  init?(_ log: EncryptedLog, _ range: Range<Int>, _ key: AgeKey, missing: Bool) {
    var pieces: [Piece] = []
    for piece in log.pieces where piece.range.overlaps(range) {
      guard let file = try? MappedFile(EncryptedLog.path(of: piece, of: log.log)) else {
        if missing { continue }
        return nil
      }
      pieces.append(Piece(range: piece.range, file: file))
    }
    self.key = key
    self.pieces = Mutex(pieces)
  }

  /// Puts bytes of the log into a buffer as long as their range.
  ///
  /// - Returns: Whether all of them could be opened.
  @discardableResult
  func copy(_ range: Range<Int>, to buffer: UnsafeMutableRawBufferPointer) -> Bool {
    pieces.withLock { pieces in
      var copied = 0
      var end = range.lowerBound
      buffer.initializeMemory(as: UInt8.self, repeating: EncryptedLog.unreadable)
      for index in pieces.indices {
        let part = pieces[index].range.clamped(to: range)
        guard !part.isEmpty else { continue }
        let start = pieces[index].range.lowerBound
        let room = part.lowerBound - range.lowerBound..<part.upperBound - range.lowerBound
        // What is damaged ends there, so that the next line can be read.
        if part.upperBound == pieces[index].range.upperBound { buffer[room.upperBound - 1] = 0x0A }
        // What is missing ends there, too.
        if part.lowerBound > end { buffer[room.lowerBound - 1] = 0x0A }
        end = max(end, part.upperBound)
        guard let reader = Self.reader(of: &pieces[index], key) else { continue }
        let isWhole = reader.copy(
          part.lowerBound - start..<part.upperBound - start,
          to: UnsafeMutableRawBufferPointer(rebasing: buffer[room]))
        if isWhole { copied += part.count }
      }
      return copied >= range.count
    }
  }

  private static func reader(of piece: inout Piece, _ key: AgeKey) -> AgeReader? {
    if let known = piece.reader { return known }
    let reader = try? AgeReader(.mapped(piece.file), with: key)
    piece.reader = .some(reader?.count == piece.range.count ? reader : nil)
    return piece.reader ?? nil
  }
}

/// A file that holds a part of a log of an encrypted store, named
/// `<yyyy-mm>.<version>.<first>-<end>-<mark>.jsonl.age`. It is never changed: another one is added
/// behind it, or one with the bytes of several is put beside them before they go.
struct LogPiece: Hashable, Sendable {
  /// The log's, without its folder.
  let log: String
  /// Raised each time that a log is written anew, as when the trash is emptied. Only the pieces of the
  /// highest one count.
  let version: Int
  /// The bytes of the log that are in it.
  let range: Range<Int>
  /// The `TailChecksum` of the last of them.
  let mark: String

  static let logEnding = ".jsonl"
  static let ending = logEnding + ".age"

  init(log: String, version: Int, range: Range<Int>, mark: String) {
    (self.log, self.version, self.range, self.mark) = (log, version, range, mark)
  }

  /// `nil` unless a file is named like one. The names are looked at by their bytes, for every save looks at
  /// those of a folder.
  init?(_ name: String) {
    guard name.hasSuffix(Self.ending), !name.hasPrefix("."),
      let parts = Self.parts(of: name.utf8.dropLast(Self.ending.utf8.count)),
      case let places = parts.place.split(separator: UInt8(ascii: "-")), places.count == 3,
      let start = Self.number(places[0]), let end = Self.number(places[1]), start < end,
      places[2].count == TailChecksum.length,
      places[2].allSatisfy({ hexadecimalValue(of: $0) != nil })
    else { return nil }
    self.init(
      log: parts.log, version: parts.version, range: start..<end,
      mark: String(Substring(places[2])))
  }

  /// What a name `<yyyy-mm>.<version>.<place>` tells; `nil` unless it begins with that of a log.
  static func parts(
    of name: Substring.UTF8View
  ) -> (log: String, version: Int, place: Substring.UTF8View)? {
    let parts = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count >= 3, let version = number(parts[parts.count - 2]) else { return nil }
    let log = String(Substring(name[..<parts[parts.count - 3].endIndex])) + logEnding
    return LogReader.isLog(log) ? (log, version, parts[parts.count - 1]) : nil
  }

  /// Numbers are written in one way only.
  static func number(_ digits: Substring.UTF8View) -> Int? {
    guard let number = Int(Substring(digits)), number >= 0 else { return nil }
    return String(number).utf8.elementsEqual(digits) ? number : nil
  }

  var name: String {
    let log = log.dropLast(Self.logEnding.count)
    return "\(log).\(version).\(range.lowerBound)-\(range.upperBound)-\(mark)" + Self.ending
  }
}

/// A piece of a log on its way to the disk.
struct PieceOutput: ~Copyable {
  private let log: LogFile
  private let version: Int
  private let start: Int
  private var size = 0
  /// The last bytes so far.
  private var tail: [UInt8] = []
  private var output: StoreOutput
  /// See `SparePiece`.
  private let isSpare: Bool

  /// Begins a piece at a byte of a log.
  init(at start: Int, of log: LogFile, version: Int) throws(DiaryError) {
    let output = try StoreOutput(in: Path.parent(log.path), of: log.layout)
    (self.log, self.start, self.version) = (log, start, version)
    self.output = output
    isSpare = false
  }

  /// Begins a piece that waits for its lines. When this returns, the name that it waits under survives a
  /// power cut.
  init(waitingAt place: SparePiece.Place, of log: LogFile) throws(DiaryError) {
    let folder = Path.parent(log.path)
    var output = try StoreOutput(in: folder, of: log.layout, named: place.name)
    try output.begin()
    // With a place on the disk of its own, so that a save that fits in there needs to find none.
    try output.sync()
    try FileSystem.sync(folder: folder)
    (self.log, start, version) = (log, place.start, place.version)
    self.output = output
    isSpare = true
  }

  /// Whether it still stands where it began.
  var isInPlace: Bool { output.isInPlace }

  mutating func write(_ bytes: [UInt8]) throws(DiaryError) {
    try output.write(bytes)
    size += bytes.count
    tail = (tail + bytes.suffix(TailChecksum.span)).suffix(TailChecksum.span)
  }

  /// Gives the piece its name, if there is anything in it. When this returns, it survives a power cut.
  /// When it throws, the piece isn't there.
  mutating func commit() throws(DiaryError) {
    guard size > 0 else { return }
    let piece = LogPiece(
      log: Path.name(log.name), version: version, range: start..<start + size,
      mark: TailChecksum.of(tail))
    let path = EncryptedLog.path(of: piece, of: log)
    do throws(DiaryError) {
      if isSpare { try output.commitBytes(as: path) } else { try output.commit(as: path) }
    } catch {
      FileSystem.unlink(path)
      // Nobody is to find it after a power cut, as whoever has just been told that it isn't saved.
      if isSpare { try? output.discard() }
      throw error
    }
  }

  /// Makes a log of one piece.
  static func write(_ bytes: [UInt8], to log: LogFile) throws(DiaryError) {
    var output = try PieceOutput(
      at: 0, of: log, version: EncryptedLog(log).map { $0.version + 1 } ?? 0)
    try output.write(bytes)
    try output.commit()
  }
}

/// A file that waits beside an encrypted log for the lines of the next save. Its name is durable before
/// they come, so that the save waits for the disk once, as one in clear does; the name of a piece is given
/// to it then, and becomes durable with the next one. A power cut may leave the lines under the name that
/// they waited under: whoever takes the store's lock next adopts them (`SparePieces`).
final class SparePiece: Sendable {
  /// Where the lines go.
  struct Place: Hashable, Sendable {
    /// The log's name, without its folder.
    let log: String
    /// See `LogPiece`.
    let version: Int
    /// The byte of the log that they begin at.
    let start: Int
  }

  let place: Place
  /// Of the key that it is sealed with.
  private let epoch: Int
  private let output: Mutex<PieceOutput?>

  /// Makes one at the end of a log. When this returns, its name survives a power cut. It goes with the
  /// value, unless it was taken.
  ///
  /// - Throws: `StoreError.encrypted` while the store is locked.
  init(for log: LogFile) throws(DiaryError) {
    let epoch = try log.layout.keyring().current.epoch
    let place = Place(atEndOf: EncryptedLog(log), log)
    output = Mutex(try PieceOutput(waitingAt: place, of: log))
    (self.place, self.epoch) = (place, epoch)
  }

  /// What comes at a place of a log, if this waits for it. Whoever takes it holds the store's lock, and nobody
  /// else can take it then.
  func take(for place: Place, of layout: StoreLayout) -> PieceOutput? {
    guard place == self.place, layout.cipher.keyring?.current.epoch == epoch else { return nil }
    return output.withLock { output in
      // Another program may have removed it, or another store stands there.
      guard output?.isInPlace == true else { return nil }
      return output.take()
    }
  }
}

extension SparePiece.Place {
  /// - Parameter known: `nil` of a log that nothing has been written to.
  init(atEndOf known: EncryptedLog?, _ log: LogFile) {
    self.init(log: Path.name(log.name), version: known?.version ?? 0, start: known?.size ?? 0)
  }

  private static let prefix = ".spare-"

  /// `.spare-<yyyy-mm>.<version>.<start>.jsonl.age`
  var name: String {
    "\(Self.prefix)\(log.dropLast(LogPiece.logEnding.count)).\(version).\(start)\(LogPiece.ending)"
  }

  /// `nil` unless a file is named like one that waits.
  init?(_ name: String) {
    guard name.hasPrefix(Self.prefix), name.hasSuffix(LogPiece.ending),
      let parts = LogPiece.parts(
        of: name.utf8.dropFirst(Self.prefix.utf8.count).dropLast(LogPiece.ending.utf8.count)),
      let start = LogPiece.number(parts.place)
    else { return nil }
    self.init(log: parts.log, version: parts.version, start: start)
  }
}

/// The files that wait beside the logs of a store for lines.
package struct SparePieces {
  let layout: StoreLayout

  package init(in layout: StoreLayout) { self.layout = layout }

  /// One of them.
  private struct Found {
    let place: SparePiece.Place
    let log: LogFile
    /// Those in its folder.
    let names: [String]
  }

  /// Makes pieces of those that have the lines of a save, and removes what nobody can use any more. Whoever
  /// does holds the store's lock.
  func adopt() throws(DiaryError) {
    for found in try all() { try adopt(found) }
  }

  /// Does so before anything is read, if that is needed. While another program has the lock, what waits is
  /// that one's; and what can't be written shows all but the save that was under way when the power went.
  package func adoptIfFree() {
    guard let all = try? all(), all.contains(where: { hasLines($0.place, of: $0.log) }),
      let lock = try? FileLock(ifFree: layout.lock)
    else { return }
    try? adopt()
    _ = consume lock
  }

  private func all() throws(DiaryError) -> [Found] {
    guard layout.isEncrypted, layout.cipher.keyring != nil else { return [] }
    return try LogReader(layout: layout).folders().flatMap { device, names in
      names.compactMap { SparePiece.Place($0) }.map {
        Found(place: $0, log: layout.log("\(device)/\($0.log)"), names: names)
      }
    }
  }

  private func path(of place: SparePiece.Place, _ log: LogFile) -> String {
    Path.join(Path.parent(log.path), place.name)
  }

  /// Whether there is more than what every file begins with.
  private func hasLines(_ place: SparePiece.Place, of log: LogFile) -> Bool {
    let size = FileSystem.ownStatus(of: path(of: place, log))?.size ?? 0
    return size > layout.storedSize(of: 0)
  }

  private func adopt(_ found: Found) throws(DiaryError) {
    let (place, log) = (found.place, found.log)
    let path = path(of: place, log)
    if !hasLines(place, of: log) {
      // A program that is open may be about to use it.
      if place == SparePiece.Place(atEndOf: EncryptedLog(log, among: found.names), log) { return }
      try FileSystem.remove(path)
    } else if place == SparePiece.Place(atEndOf: EncryptedLog(log), log),
      let bytes = wholeLines(path)
    {
      let piece = LogPiece(
        log: place.log, version: place.version, range: place.start..<place.start + bytes.count,
        mark: TailChecksum.of(bytes))
      try FileSystem.rename(path, to: EncryptedLog.path(of: piece, of: log))
    } else {
      // Of a save that wasn't told to be done; but that can't be proved.
      _ = try Quarantine(layout: layout).move(layout.relative(path))
    }
    try FileSystem.sync(folder: Path.parent(path))
  }

  /// What a file holds; `nil` if it was cut off while it was written.
  private func wholeLines(_ path: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    guard (try? layout.forEachPiece(of: path) { bytes += $0 }) != nil, bytes.last == 0x0A else {
      return nil
    }
    return bytes
  }
}

/// Puts the pieces of a log together, so that many saves don't leave as many files. Whoever does holds
/// the store's lock.
struct LogPacking {
  private let log: LogFile

  init(_ log: LogFile) { self.log = log }

  /// So many at the end of a log that are smaller than a limit become one. Each that isn't in the index yet
  /// is opened by every program that starts.
  private static let count = 8
  /// In bytes.
  private static let limits = [64 << 10, 1 << 20, 4 << 20]

  /// The pieces that should become one; `nil` when there are too few.
  private static func due(_ pieces: [LogPiece]) -> ArraySlice<LogPiece>? {
    limits.lazy.compactMap { limit in
      let first = pieces.lastIndex { $0.range.count >= limit }.map { $0 + 1 } ?? 0
      return pieces.count - first >= count ? pieces[first...] : nil
    }.first
  }

  /// Whether a log has so many pieces that some should become one.
  var isDue: Bool { EncryptedLog(log).map { Self.due($0.pieces) != nil } ?? false }

  /// Puts those together that are due. A program that is killed on the way has lost nothing: the larger
  /// piece counts, or those that it was put together of.
  func run() throws(DiaryError) {
    while let known = EncryptedLog(log), let due = Self.due(known.pieces),
      let first = due.first, let last = due.last
    {
      let range = first.range.lowerBound..<last.range.upperBound
      let (bytes, isWhole) = try known.copied(range)
      // What can't be read now may be mended, and stays as it is.
      guard isWhole else { return }
      var output = try PieceOutput(at: range.lowerBound, of: log, version: known.version)
      try output.write(bytes)
      try output.commit()
      try removeSuperseded()
    }
  }

  /// Removes the files that no longer count.
  func removeSuperseded() throws(DiaryError) {
    guard let known = EncryptedLog(log) else { return }
    let counting = Set(known.pieces)
    for piece in EncryptedLog.pieces(of: log) where !counting.contains(piece) {
      try FileSystem.remove(EncryptedLog.path(of: piece, of: log))
    }
    try FileSystem.sync(folder: Path.parent(log.path))
  }
}
