import Crypto
import DiaryCore
import Synchronization
import System

/// A log of an encrypted store, composed of the pieces in its folder.
struct EncryptedLog: Sendable {
  let log: LogFile
  let version: Int
  /// The pieces that count, in the order of their bytes.
  let pieces: [LogPiece]
  /// The size in bytes.
  let size: Int

  /// Selects the pieces that count.
  ///
  /// - Parameter pieces: all pieces of one log, of any version.
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

  /// Orders pieces by their start. Of those with the same start, the longest is first, since it
  /// replaces the ones it was packed from.
  private static func isBefore(_ one: LogPiece, _ other: LogPiece) -> Bool {
    (one.range.lowerBound, other.range.upperBound) < (other.range.lowerBound, one.range.upperBound)
  }

  /// Finds the pieces of a log, or returns `nil` if there are none.
  ///
  /// - Parameter names: the names in the device's folder; `nil` reads them.
  /// - Throws: an error if the folder exists but can't be read. Lines appended to a log that seems
  ///   empty would be lost.
  init?(_ log: LogFile, among names: [String]? = nil) throws {
    let pieces = try Self.pieces(of: log, among: names)
    guard !pieces.isEmpty else { return nil }
    self.init(log, pieces)
  }

  /// Returns all pieces of a log, including those that no longer count.
  static func pieces(of log: LogFile, among names: [String]? = nil) throws -> [LogPiece] {
    let names = try names ?? FileSystem.names(in: Path.parent(log.path))
    let name = Path.name(log.name)
    return names.compactMap { LogPiece($0) }.filter { $0.log == name }
  }

  /// Returns the logs of all devices by name.
  static func all(in layout: StoreLayout) throws -> [String: EncryptedLog] {
    var logs: [String: EncryptedLog] = [:]
    for (device, names) in try LogReader(layout: layout).folders() {
      for (name, pieces) in Dictionary(grouping: names.compactMap { LogPiece($0) }, by: \.log) {
        let log = layout.log("\(device)/\(name)")
        logs[log.name] = EncryptedLog(log, pieces)
      }
    }
    return logs
  }

  /// The byte that replaces unreadable ones. It occurs in no line.
  static let unreadable = UInt8(ascii: "?")

  /// Returns `true` if a piece can be decrypted completely.
  func isSound(_ piece: LogPiece) -> Bool {
    var count = 0
    let path = Self.path(of: piece, of: log)
    guard (try? log.layout.forEachPiece(of: path) { count += $0.count }) != nil else {
      return false
    }
    return count == piece.range.count
  }

  var end: LogEnd { LogEnd(size: size, inode: UInt64(version)) }

  /// Returns the path of a piece.
  static func path(of piece: LogPiece, of log: LogFile) -> String {
    Path.join(Path.parent(log.path), piece.name)
  }

  /// Returns the first bytes of the log. Damaged or missing parts are filled with question marks.
  func map(count: Int? = nil) throws -> MappedFile {
    let range = 0..<min(count ?? size, size)
    let pieces = try opened(range)
    guard let file = MappedFile(count: range.count, filling: { pieces.copy($0, to: $1) }) else {
      throw SystemError(.mapping, log.path, .noMemory)
    }
    return file
  }

  /// Returns a copy of a range of the log.
  func bytes(_ range: Range<Int>) throws -> [UInt8] { try copied(range).bytes }

  /// Returns a copy of a range of the log, and `true` if it could be decrypted completely.
  func copied(_ range: Range<Int>) throws -> (bytes: [UInt8], isWhole: Bool) {
    let pieces = try opened(range)
    var bytes = [UInt8](repeating: 0, count: range.count)
    let isWhole = bytes.withUnsafeMutableBytes { pieces.copy(range, to: $0) }
    return (bytes, isWhole)
  }

  /// `true` if the log ends in an incomplete line, left by a crash before the store was encrypted.
  var isTorn: Bool {
    get throws { size > 0 ? try bytes(size - 1..<size).first != 0x0A : false }
  }

  /// Opens the pieces that overlap a range. If one was packed after the names were read, reads the
  /// names again.
  private func opened(_ range: Range<Int>) throws -> OpenPieces {
    let key = try log.layout.keyring().decryptionKey
    var known = self
    for _ in 0..<Self.attempts {
      if let pieces = try OpenPieces(known, range, key, missing: false) { return pieces }
      known = try EncryptedLog(log) ?? self
    }
    guard let pieces = try OpenPieces(self, range, key, missing: true) else {
      throw DiaryError.store(path: log.path, .missing)
    }
    return pieces
  }

  private static let attempts = 3

  /// Returns the mark at an offset: see `LogFile.mark`.
  func mark(at offset: Int) -> String? {
    if let piece = pieces.first(where: { $0.range.upperBound == offset }) { return piece.mark }
    guard offset <= size else { return nil }
    return (try? bytes(max(0, offset - TailChecksum.span)..<offset)).map { TailChecksum.of($0) }
  }
}

/// Pieces of a log whose files stay readable even after they are renamed or removed.
private final class OpenPieces: Sendable {
  private struct Piece {
    let range: Range<Int>
    let file: MappedFile
    /// The decrypting reader, created on first use; `.some(nil)` if the piece can't be opened.
    var reader: AgeReader??
  }

  private let key: AgeDecryptionKey
  private let pieces: Mutex<[Piece]>

  /// Opens the pieces that overlap a range. Returns `nil` if a file was removed, unless `missing`
  /// allows it.
  ///
  /// - Throws: an error if a file exists but can't be opened. Its lines would seem to be lost.
  init?(_ log: EncryptedLog, _ range: Range<Int>, _ key: AgeDecryptionKey, missing: Bool) throws {
    var pieces: [Piece] = []
    for piece in log.pieces where piece.range.overlaps(range) {
      let file: MappedFile
      do { file = try MappedFile(EncryptedLog.path(of: piece, of: log.log)) } catch {
        guard (error as? SystemError)?.isOfMissingFile == true else { throw error }
        if missing { continue }
        return nil
      }
      pieces.append(Piece(range: piece.range, file: file))
    }
    self.key = key
    self.pieces = Mutex(pieces)
  }

  /// Copies bytes of the log into a buffer as long as their range.
  ///
  /// - Returns: `true` if all of them could be decrypted.
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
        let target = part.lowerBound - range.lowerBound..<part.upperBound - range.lowerBound
        // End a damaged piece with a line break, so that the next line can be read.
        if part.upperBound == pieces[index].range.upperBound {
          buffer[target.upperBound - 1] = 0x0A
        }
        // End a gap likewise.
        if part.lowerBound > end { buffer[target.lowerBound - 1] = 0x0A }
        end = max(end, part.upperBound)
        guard let reader = Self.reader(of: &pieces[index], key) else { continue }
        let isWhole = reader.copy(
          part.lowerBound - start..<part.upperBound - start,
          to: UnsafeMutableRawBufferPointer(rebasing: buffer[target]))
        if isWhole { copied += part.count }
      }
      return copied >= range.count
    }
  }

  private static func reader(of piece: inout Piece, _ key: AgeDecryptionKey) -> AgeReader? {
    if let known = piece.reader { return known }
    let reader = try? AgeReader(.mapped(piece.file), with: key)
    piece.reader = .some(reader?.count == piece.range.count ? reader : nil)
    return piece.reader ?? nil
  }
}

/// A file that contains a part of an encrypted log, named
/// `<yyyy-mm>.<version>.<first>-<end>-<mark>.jsonl.age`.
///
/// Pieces never change. New bytes become another piece, and packing writes a piece with the bytes
/// of several before it removes those.
struct LogPiece: Hashable, Sendable {
  /// The log's name, without its folder.
  let log: String
  /// The version of the log, incremented each time it is rewritten, as when the trash is emptied.
  /// Only pieces of the highest version count.
  let version: Int
  /// The bytes of the log that the piece contains.
  let range: Range<Int>
  /// The `TailChecksum` of the piece's last bytes.
  let mark: String

  static let logEnding = ".jsonl"
  static let ending = logEnding + ".age"

  init(log: String, version: Int, range: Range<Int>, mark: String) {
    (self.log, self.version, self.range, self.mark) = (log, version, range, mark)
  }

  /// Parses a file name, or returns `nil` if it isn't a piece's. It works on UTF-8 because every
  /// save parses all names of a folder.
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

  /// Parses a name `<yyyy-mm>.<version>.<place>`, or returns `nil` unless it starts with a log's
  /// name.
  static func parts(
    of name: Substring.UTF8View
  ) -> (log: String, version: Int, place: Substring.UTF8View)? {
    let parts = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count >= 3, let version = number(parts[parts.count - 2]) else { return nil }
    let log = String(Substring(name[..<parts[parts.count - 3].endIndex])) + logEnding
    return LogReader.isLog(log) ? (log, version, parts[parts.count - 1]) : nil
  }

  /// Parses a number, accepting only its canonical form.
  static func number(_ digits: Substring.UTF8View) -> Int? {
    guard let number = Int(Substring(digits)), number >= 0 else { return nil }
    return String(number).utf8.elementsEqual(digits) ? number : nil
  }

  var name: String {
    let log = log.dropLast(Self.logEnding.count)
    return "\(log).\(version).\(range.lowerBound)-\(range.upperBound)-\(mark)" + Self.ending
  }
}

/// Writes a piece of a log.
struct PieceOutput: ~Copyable {
  private let log: LogFile
  private let version: Int
  private let start: Int
  private var size = 0
  /// The last bytes written so far.
  private var tail: [UInt8] = []
  private var output: StoreOutput
  /// `true` if the piece is a `SparePiece`.
  private let isSpare: Bool

  /// Creates a piece that starts at a byte of a log.
  init(at start: Int, of log: LogFile, version: Int) throws {
    let output = try StoreOutput(in: Path.parent(log.path), of: log.layout)
    (self.log, self.start, self.version) = (log, start, version)
    self.output = output
    isSpare = false
  }

  /// Creates a spare piece. Its temporary name survives a power cut when this returns.
  init(waitingAt place: SparePiece.Place, of log: LogFile) throws {
    let folder = Path.parent(log.path)
    var output = try StoreOutput(in: folder, of: log.layout, named: place.name)
    try output.begin()
    // This allocates a disk block too, so that a save that fits in it needn't allocate one.
    try output.sync()
    try FileSystem.sync(folder: folder)
    (self.log, start, version) = (log, place.start, place.version)
    self.output = output
    isSpare = true
  }

  /// `true` if the file still has the name that it was created with.
  var isInPlace: Bool { output.isInPlace }

  mutating func write(_ bytes: [UInt8]) throws {
    try output.write(bytes)
    size += bytes.count
    tail = (tail + bytes.suffix(TailChecksum.span)).suffix(TailChecksum.span)
  }

  /// Names the piece, if it isn't empty. It survives a power cut when this returns, and doesn't
  /// exist if this throws.
  mutating func commit() throws {
    guard size > 0 else { return }
    let piece = LogPiece(
      log: Path.name(log.name), version: version, range: start..<start + size,
      mark: TailChecksum.of(tail))
    let path = EncryptedLog.path(of: piece, of: log)
    do {
      if isSpare { try output.commitBytes(as: path) } else { try output.commit(as: path) }
    } catch {
      FileSystem.unlink(path)
      // The save is reported as failed, so the lines must not reappear after a power cut.
      if isSpare { try? output.discard() }
      throw error
    }
  }

  /// Writes a log as a single piece.
  static func write(_ bytes: [UInt8], to log: LogFile) throws {
    var output = try PieceOutput(
      at: 0, of: log, version: EncryptedLog(log).map { $0.version + 1 } ?? 0)
    try output.write(bytes)
    try output.commit()
  }
}

/// An empty file next to an encrypted log, prepared for the lines of the next save.
///
/// Its name is already durable, so that the save waits for the disk only once, as an unencrypted
/// one does. After the lines are written it is renamed to a piece, and the new name becomes durable
/// with the next save. After a power cut the lines may still be under the spare name; the next
/// program that locks the store adopts them (`SparePieces`).
final class SparePiece: Sendable {
  /// The position of the next lines.
  struct Place: Hashable, Sendable {
    /// The log's name, without its folder.
    let log: String
    /// The log's version: see `LogPiece`.
    let version: Int
    /// The offset in the log at which the lines start.
    let start: Int
  }

  let place: Place
  /// The epoch of the key that it is sealed with.
  private let epoch: Int
  private let output: Mutex<PieceOutput?>

  /// Creates a spare piece at the end of a log. Its name survives a power cut when this returns.
  /// The file is removed on `deinit`, unless it was used.
  ///
  /// - Throws: `StoreError.encrypted` while the store is locked, or the error of creating the file.
  init(for log: LogFile) throws {
    let epoch = try log.layout.keyring().current.epoch
    let place = try Place(atEndOf: EncryptedLog(log), log)
    output = Mutex(try PieceOutput(waitingAt: place, of: log))
    (self.place, self.epoch) = (place, epoch)
  }

  /// Returns the output for a position if this piece is prepared for it, and `nil` otherwise. The
  /// caller holds the store's lock.
  func take(for place: Place, of layout: StoreLayout) -> PieceOutput? {
    guard place == self.place, layout.cipher.keyring?.current.epoch == epoch else { return nil }
    return output.withLock { output in
      // Another program may have removed the file, or another store may have replaced this one.
      guard output?.isInPlace == true else { return nil }
      return output.take()
    }
  }
}

extension SparePiece.Place {
  /// Returns the position after the end of a log.
  ///
  /// - Parameter known: the log, or `nil` if nothing has been written to it.
  init(atEndOf known: EncryptedLog?, _ log: LogFile) {
    self.init(log: Path.name(log.name), version: known?.version ?? 0, start: known?.size ?? 0)
  }

  private static let prefix = ".spare-"

  /// The file's name, `.spare-<yyyy-mm>.<version>.<start>.jsonl.age`.
  var name: String {
    "\(Self.prefix)\(log.dropLast(LogPiece.logEnding.count)).\(version).\(start)\(LogPiece.ending)"
  }

  /// Parses a file name, or returns `nil` if it isn't a spare piece's.
  init?(_ name: String) {
    guard name.hasPrefix(Self.prefix), name.hasSuffix(LogPiece.ending),
      let parts = LogPiece.parts(
        of: name.utf8.dropFirst(Self.prefix.utf8.count).dropLast(LogPiece.ending.utf8.count)),
      let start = LogPiece.number(parts.place)
    else { return nil }
    self.init(log: parts.log, version: parts.version, start: start)
  }
}

/// Finds the spare pieces of a store.
package struct SparePieces {
  let layout: StoreLayout

  /// Creates a finder for a store.
  package init(in layout: StoreLayout) { self.layout = layout }

  /// A spare piece that was found.
  private struct Found {
    let place: SparePiece.Place
    let log: LogFile
    /// The names in the spare piece's folder.
    let names: [String]
  }

  /// Turns spare pieces that contain lines into pieces and removes the unusable ones. The caller
  /// holds the store's lock.
  func adopt() throws {
    for found in try all() { try adopt(found) }
  }

  /// Adopts spare pieces before the store is read, if any contains lines and no other program holds
  /// the lock. Errors are ignored: at worst, the save that was interrupted by the power cut isn't
  /// shown.
  package func adoptIfUnlocked() {
    guard let all = try? all(),
      (try? all.contains { try hasLines($0.place, of: $0.log) }) == true,
      let lock = try? FileLock(ifFree: layout.lock)
    else { return }
    try? adopt()
    _ = consume lock
  }

  private func all() throws -> [Found] {
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

  /// Returns `true` if the file is longer than the header of an encrypted file.
  private func hasLines(_ place: SparePiece.Place, of log: LogFile) throws -> Bool {
    let size = try FileSystem.existingStatusNoFollow(of: path(of: place, log))?.size ?? 0
    return size > layout.storedSize(of: 0)
  }

  private func adopt(_ found: Found) throws {
    let (place, log) = (found.place, found.log)
    let path = path(of: place, log)
    if try !hasLines(place, of: log) {
      // A running program may be about to use it.
      let known = try EncryptedLog(log, among: found.names)
      if place == SparePiece.Place(atEndOf: known, log) { return }
      try FileSystem.remove(path)
    } else if try place == SparePiece.Place(atEndOf: EncryptedLog(log), log),
      let bytes = try completeLines(path)
    {
      let piece = LogPiece(
        log: place.log, version: place.version, range: place.start..<place.start + bytes.count,
        mark: TailChecksum.of(bytes))
      try FileSystem.rename(path, to: EncryptedLog.path(of: piece, of: log))
    } else {
      // The save was never confirmed, but that can't be proved.
      _ = try Quarantine(layout: layout).move(layout.relative(path))
    }
    try FileSystem.sync(folder: Path.parent(path))
  }

  /// Returns the contents of a file, or `nil` if it ends in an incomplete line or can't be
  /// decrypted.
  ///
  /// - Throws: an error if the file can't be read. It may contain a confirmed save.
  private func completeLines(_ path: String) throws -> [UInt8]? {
    var bytes: [UInt8] = []
    do { try layout.forEachPiece(of: path) { bytes += $0 } } catch DiaryError.store(_, .damaged) {
      return nil
    }
    return bytes.last == 0x0A ? bytes : nil
  }
}

/// Packs the pieces of a log, so that many saves don't leave as many files. The caller holds the
/// store's lock.
struct LogPacking {
  private let log: LogFile

  init(_ log: LogFile) { self.log = log }

  /// The number of small pieces at the end of a log that are packed into one. Each program that
  /// starts opens all pieces that aren't in the index yet.
  private static let count = 8
  /// The sizes in bytes below which pieces are packed with each other.
  private static let limits = [64 << 10, 1 << 20, 4 << 20]

  /// Returns the pieces to pack into one, or `nil` if there are too few.
  private static func due(_ pieces: [LogPiece]) -> ArraySlice<LogPiece>? {
    limits.lazy.compactMap { limit in
      let first = pieces.lastIndex { $0.range.count >= limit }.map { $0 + 1 } ?? 0
      return pieces.count - first >= count ? pieces[first...] : nil
    }.first
  }

  /// `true` if the log has enough pieces to pack.
  var isDue: Bool {
    get throws { try EncryptedLog(log).map { Self.due($0.pieces) != nil } ?? false }
  }

  /// Packs the pieces that are due. Interrupting it loses nothing: either the larger piece or the
  /// ones it replaces count.
  func run() throws {
    while let known = try EncryptedLog(log), let due = Self.due(known.pieces),
      let first = due.first, let last = due.last
    {
      let range = first.range.lowerBound..<last.range.upperBound
      let (bytes, isWhole) = try known.copied(range)
      // Unreadable bytes might still be repaired, so they are kept unchanged.
      guard isWhole else { return }
      var output = try PieceOutput(at: range.lowerBound, of: log, version: known.version)
      try output.write(bytes)
      try output.commit()
      try removeSuperseded()
    }
  }

  /// Removes the files that no longer count.
  func removeSuperseded() throws {
    guard let known = try EncryptedLog(log) else { return }
    let counting = Set(known.pieces)
    for piece in try EncryptedLog.pieces(of: log) where !counting.contains(piece) {
      try FileSystem.remove(EncryptedLog.path(of: piece, of: log))
    }
    try FileSystem.sync(folder: Path.parent(log.path))
  }
}
