import DiaryCore
import System

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
