import DiaryCore
import System

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
