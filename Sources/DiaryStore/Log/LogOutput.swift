import DiaryCore
import System

/// Bytes in the process of being appended to a log, or in an encrypted store to a separate file of
/// it, which appears complete or not at all. Uncommitted bytes are truncated on `deinit`. The owner
/// holds the store's lock.
struct LogOutput: ~Copyable {
  let log: LogFile
  /// The offset of the first byte: on a new line if the log ends in an incomplete one, which a
  /// machine that died while writing leaves behind.
  let start: Int
  /// The offset after the last byte so far.
  private(set) var end: Int
  /// The size of the log before the append.
  private let oldSize: Int
  /// `true` if the log ends in an incomplete line.
  private var isTorn: Bool
  private let file: OpenFile?
  private var piece: PieceOutput?
  /// The note of the log's original size, if there is one.
  private var intent: AppendIntent?
  private var isCommitted = false
  /// Set while a sync has failed. The file isn't synced again then.
  private var isSyncFailed = false

  /// Opens a log for appending.
  ///
  /// - Parameter end: the offset at which the log ends in a complete line, if known. It saves
  ///   reading the end of an encrypted log.
  init(_ log: LogFile, wholeUpTo end: Int? = nil) throws {
    guard !log.layout.isEncrypted else {
      let known = try EncryptedLog(log)
      let size = known?.size ?? 0
      if known == nil { try log.syncNames() }
      let isTorn = try end == size ? false : known?.isTorn ?? false
      let place = SparePiece.Place(atEndOf: known, log)
      var piece = log.layout.cipher.takeSparePiece(for: place, of: log.layout)
      if piece == nil { piece = try PieceOutput(at: size, of: log, version: place.version) }
      self.init(log, size, isTorn: isTorn, file: nil, piece: piece)
      return
    }
    try AppendIntent.rollBack(beside: log.name, in: log.layout)
    let file = try OpenFile(log.path, [.readWrite, .append, .create])
    let size = try file.status().size
    // Makes the log's name durable before its first byte. The program that created the file may
    // have been killed before that.
    if size == 0 { try log.syncNames() }
    let isTorn = size > 0 && (try? file.bytes(1, at: size - 1).first) != 0x0A
    self.init(log, size, isTorn: isTorn, file: file, piece: nil)
  }

  private init(
    _ log: LogFile, _ size: Int, isTorn: Bool, file: consuming OpenFile?,
    piece: consuming PieceOutput?
  ) {
    (self.log, self.isTorn, oldSize) = (log, isTorn, size)
    start = isTorn ? size + 1 : size
    end = start
    self.file = file
    self.piece = piece
  }

  deinit {
    guard !isCommitted, (try? file?.truncate(to: oldSize)) != nil else { return }
    // Truncated bytes that can't be synced are truncated once more by the next program.
    guard let intent, !isSyncFailed, (try? file?.sync()) != nil else { return }
    try? intent.remove(from: log.layout)
  }

  /// Marks the bytes as unfinished until `commit()`, so that a program that is killed in between
  /// has appended nothing. A single write may be incomplete as well.
  mutating func begin(_ mark: AppendIntent.Mark) throws {
    guard !log.layout.isEncrypted else { return }
    let intent = AppendIntent(log: log.name, mark: mark, size: oldSize)
    try intent.write(to: log.layout)
    self.intent = intent
  }

  mutating func write(_ lines: [UInt8]) throws {
    let bytes = isTorn ? [0x0A] + lines : lines
    isTorn = false
    try file?.write(bytes)
    try piece?.write(bytes)
    end += lines.count
  }

  /// Makes the bytes durable.
  mutating func commit() throws {
    isSyncFailed = true
    try file?.sync()
    isSyncFailed = false
    try piece?.commit()
    try intent?.remove(from: log.layout)
    isCommitted = true
  }
}

/// A log that replaces an existing one.
struct LogReplacement: ~Copyable {
  private let log: LogFile
  private var file: DurableFile?
  private var piece: PieceOutput?
  private(set) var size = 0

  init(of log: LogFile) throws {
    try AppendIntent.rollBack(beside: log.name, in: log.layout)
    let isEncrypted = log.layout.isEncrypted
    let version = try EncryptedLog(log)?.version ?? 0
    let file = try isEncrypted ? nil : DurableFile(in: Path.parent(log.path))
    let piece = try isEncrypted ? PieceOutput(at: 0, of: log, version: version + 1) : nil
    self.log = log
    self.file = file
    self.piece = piece
  }

  /// Copies a line of the existing log.
  mutating func add(_ line: LogLine) throws {
    try write(line.isTorn ? Array(line.bytes) : Array(line.bytes) + [0x0A])
  }

  mutating func write(_ bytes: [UInt8]) throws {
    try file?.write(bytes)
    try piece?.write(bytes)
    size += bytes.count
  }

  /// Replaces the log. When this returns, the new one survives a power cut.
  mutating func commit() throws {
    try file?.commit(as: log.path)
    try piece?.commit()
    if log.layout.isEncrypted { try LogPacking(log).removeSuperseded() }
  }
}
