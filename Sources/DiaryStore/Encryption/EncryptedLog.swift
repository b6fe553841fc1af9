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
