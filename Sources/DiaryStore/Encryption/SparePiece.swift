import DiaryCore
import Synchronization
import System

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
