import DiaryCore
import System

/// Bytes in the process of being appended to a log. They have no effect unless they are committed.
/// The owner holds the store's lock.
struct LogOutput: ~Copyable {
  let log: LogFile
  private let sink: any LogSink
  /// The size of the log before the append.
  var oldSize: Int { sink.oldSize }
  /// The offset of the first byte: on a new line if the log ends in an incomplete one, which a
  /// machine that died while writing leaves behind.
  let start: Int
  /// The offset after the last byte so far.
  private(set) var end: Int

  /// Opens a log for appending.
  ///
  /// - Parameter end: the offset at which the log ends in a complete line, if known. It saves
  ///   reading the log's end.
  init(_ log: LogFile, wholeUpTo end: Int? = nil) throws {
    self.log = log
    sink =
      try log.layout.isEncrypted ? EncryptedLogSink(log, wholeUpTo: end) : PlainLogSink(log)
    start = sink.isTorn ? sink.oldSize + 1 : sink.oldSize
    self.end = start
  }

  /// Marks the bytes as unfinished until `commit()`, so that a program that is killed in between
  /// has appended nothing. A single write may be incomplete as well.
  func begin(_ mark: AppendIntent.Mark) throws { try sink.begin(mark) }

  mutating func write(_ lines: [UInt8]) throws {
    try sink.write(end == start && sink.isTorn ? [0x0A] + lines : lines)
    end += lines.count
  }

  /// Makes the bytes durable.
  func commit() throws { try sink.commit() }
}

/// A destination for bytes at the end of a log. Uncommitted bytes are truncated on `deinit`.
private protocol LogSink: AnyObject {
  var oldSize: Int { get }
  /// `true` if the log ends in an incomplete line.
  var isTorn: Bool { get }
  func begin(_ mark: AppendIntent.Mark) throws
  func write(_ bytes: [UInt8]) throws
  func commit() throws
}

/// Appends to a file.
private final class PlainLogSink: LogSink {
  let oldSize: Int
  let isTorn: Bool
  private let log: LogFile
  private let file: OpenFile
  /// The note of the log's original size, if there is one.
  private var intent: AppendIntent?
  private var isCommitted = false
  /// Set while a sync has failed. The file isn't synced again then.
  private var isSyncFailed = false

  init(_ log: LogFile) throws {
    try AppendIntent.rollBack(beside: log.name, in: log.layout)
    let file = try OpenFile(log.path, [.readWrite, .append, .create])
    let size = try file.status().size
    // Makes the log's name durable before its first byte. The program that created the file may
    // have been killed before that.
    if size == 0 { try log.syncNames() }
    oldSize = size
    isTorn = size > 0 && (try? file.bytes(1, at: size - 1).first) != 0x0A
    self.file = file
    self.log = log
  }

  deinit {
    guard !isCommitted, (try? file.truncate(to: oldSize)) != nil else { return }
    // Truncated bytes that can't be synced are truncated once more by the next program.
    guard let intent, !isSyncFailed, (try? file.sync()) != nil else { return }
    try? intent.remove(from: log.layout)
  }

  func begin(_ mark: AppendIntent.Mark) throws {
    let intent = AppendIntent(log: log.name, mark: mark, size: oldSize)
    try intent.write(to: log.layout)
    self.intent = intent
  }

  func write(_ bytes: [UInt8]) throws { try file.write(bytes) }

  func commit() throws {
    isSyncFailed = true
    try file.sync()
    isSyncFailed = false
    try intent?.remove(from: log.layout)
    isCommitted = true
  }
}

/// Writes a separate file of an encrypted log, which appears complete or not at all.
private final class EncryptedLogSink: LogSink {
  let oldSize: Int
  let isTorn: Bool
  private let log: LogFile
  private var output: PieceOutput

  init(_ log: LogFile, wholeUpTo end: Int?) throws {
    let known = EncryptedLog(log)
    let size = known?.size ?? 0
    if known == nil { try log.syncNames() }
    oldSize = size
    isTorn = try end == size ? false : known?.isTorn ?? false
    self.log = log
    let place = SparePiece.Place(atEndOf: known, log)
    if let spare = log.layout.cipher.takeSparePiece(for: place, of: log.layout) {
      output = spare
    } else {
      output = try PieceOutput(at: size, of: log, version: place.version)
    }
  }

  func begin(_ mark: AppendIntent.Mark) {}

  func write(_ bytes: [UInt8]) throws { try output.write(bytes) }

  func commit() throws { try output.commit() }
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
    let version = EncryptedLog(log)?.version ?? 0
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
