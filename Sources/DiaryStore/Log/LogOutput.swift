import DiaryCore
import System

/// Bytes on their way to the end of a log. Unless they are committed, the log is as it was. Whoever
/// has one holds the store's lock.
struct LogOutput: ~Copyable {
  let log: LogFile
  private let sink: any LogSink
  /// How large the log was.
  var oldSize: Int { sink.oldSize }
  /// Where the first byte goes: behind half a line, which a machine that died in mid-write leaves, on
  /// a line of its own.
  let start: Int
  /// The byte after the last one so far.
  private(set) var end: Int

  /// - Parameter end: where the log ends in a whole line, as far as that is known: nothing is read to
  ///   find out then.
  init(_ log: LogFile, wholeUpTo end: Int? = nil) throws(DiaryError) {
    self.log = log
    sink =
      try log.layout.isEncrypted ? EncryptedLogSink(log, wholeUpTo: end) : PlainLogSink(log)
    start = sink.isTorn ? sink.oldSize + 1 : sink.oldSize
    self.end = start
  }

  /// Notes that what comes is whole only with its last line, so that whoever is killed on the way has
  /// added nothing: no single write is sure to take it all.
  func begin(_ mark: AppendIntent.Mark) throws(DiaryError) { try sink.begin(mark) }

  mutating func write(_ lines: [UInt8]) throws(DiaryError) {
    try sink.write(end == start && sink.isTorn ? [0x0A] + lines : lines)
    end += lines.count
  }

  /// Makes the bytes durable.
  func commit() throws(DiaryError) { try sink.commit() }
}

/// Where the bytes for the end of a log go. What isn't committed is taken back when it goes.
private protocol LogSink: AnyObject {
  var oldSize: Int { get }
  /// Whether the log ends in half a line.
  var isTorn: Bool { get }
  func begin(_ mark: AppendIntent.Mark) throws(DiaryError)
  func write(_ bytes: [UInt8]) throws(DiaryError)
  func commit() throws(DiaryError)
}

/// To the end of a file.
private final class PlainLogSink: LogSink {
  let oldSize: Int
  let isTorn: Bool
  private let log: LogFile
  private let file: OpenFile
  /// Where the log ended, if that has been noted.
  private var intent: AppendIntent?
  private var isCommitted = false
  /// A file of which a sync has failed isn't synced again.
  private var isSyncFailed = false

  init(_ log: LogFile) throws(DiaryError) {
    try AppendIntent.rollBack(beside: log.name, in: log.layout)
    let file = try OpenFile(log.path, [.readWrite, .append, .create])
    let size = try file.status().size
    // Before its first byte, so that a log with bytes is known to have a durable name: whoever
    // made it may have been killed since.
    if size == 0 { try log.syncNames() }
    oldSize = size
    isTorn = size > 0 && (try? file.bytes(1, at: size - 1).first) != 0x0A
    self.file = file
    self.log = log
  }

  deinit {
    guard !isCommitted, (try? file.truncate(to: oldSize)) != nil else { return }
    // What can't be synced is taken back once more by the next program.
    guard let intent, !isSyncFailed, (try? file.sync()) != nil else { return }
    try? intent.remove(from: log.layout)
  }

  func begin(_ mark: AppendIntent.Mark) throws(DiaryError) {
    let intent = AppendIntent(log: log.name, mark: mark, size: oldSize)
    try intent.write(to: log.layout)
    self.intent = intent
  }

  func write(_ bytes: [UInt8]) throws(DiaryError) { try file.write(bytes) }

  func commit() throws(DiaryError) {
    isSyncFailed = true
    try file.sync()
    isSyncFailed = false
    try intent?.remove(from: log.layout)
    isCommitted = true
  }
}

/// To a piece of its own, which appears whole or not at all.
private final class EncryptedLogSink: LogSink {
  let oldSize: Int
  let isTorn: Bool
  private let log: LogFile
  private var output: PieceOutput

  init(_ log: LogFile, wholeUpTo end: Int?) throws(DiaryError) {
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

  func write(_ bytes: [UInt8]) throws(DiaryError) { try output.write(bytes) }

  func commit() throws(DiaryError) { try output.commit() }
}

/// A log on its way to the place of an older one.
struct LogReplacement: ~Copyable {
  private let log: LogFile
  private var file: DurableFile?
  private var piece: PieceOutput?
  private(set) var size = 0

  init(of log: LogFile) throws(DiaryError) {
    try AppendIntent.rollBack(beside: log.name, in: log.layout)
    let isEncrypted = log.layout.isEncrypted
    let version = EncryptedLog(log)?.version ?? 0
    let file = try isEncrypted ? nil : DurableFile(in: Path.parent(log.path))
    let piece = try isEncrypted ? PieceOutput(at: 0, of: log, version: version + 1) : nil
    self.log = log
    self.file = file
    self.piece = piece
  }

  /// Adds a line of the older one.
  mutating func add(_ line: LogLine) throws(DiaryError) {
    try write(line.isTorn ? Array(line.bytes) : Array(line.bytes) + [0x0A])
  }

  mutating func write(_ bytes: [UInt8]) throws(DiaryError) {
    try file?.write(bytes)
    try piece?.write(bytes)
    size += bytes.count
  }

  /// Puts it there. When this returns, it survives a power cut.
  mutating func commit() throws(DiaryError) {
    try file?.commit(as: log.path)
    try piece?.commit()
    if log.layout.isEncrypted { try LogPacking(log).removeSuperseded() }
  }
}
