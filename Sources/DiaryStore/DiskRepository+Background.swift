import DiaryCore
import System

/// What saves leave to be done behind them.
extension DiskRepository {
  /// Has a new index written while the diary goes on. Until it has its name, the old one counts.
  func beginRewriting() {
    guard rewriting == nil else { return }
    rewriting = Task {
      await writeIndex()
      rewriting = nil
    }
  }

  /// Has the pieces of an encrypted log put together while the diary goes on. That they can't be is no
  /// fault of the save that led here.
  func beginPacking(_ log: LogFile) {
    guard packing == nil, layout.isEncrypted, LogPacking(log).isDue else { return }
    packing = Task {
      if let lock = try? await storeLock() {
        try? LogPacking(log).run()
        _ = consume lock
      }
      packing = nil
    }
  }

  /// Makes ready for the next save while nobody waits, unless that comes at once. That it can't be done is
  /// no fault of the save that led here.
  func beginSparing(_ log: LogFile) {
    guard layout.isEncrypted else { return }
    sparing?.cancel()
    sparing = Task {
      try? await Task.sleep(for: Self.timeBeforeSparing)
      if !Task.isCancelled { await Self.spare(log) }
    }
  }

  /// What is saved one after the other, as by a script, isn't held up by files that it wouldn't wait for.
  private static let timeBeforeSparing = Duration.milliseconds(20)

  /// Beside the actor, for it waits for the disk.
  @concurrent private nonisolated static func spare(_ log: LogFile) async {
    if let spare = try? SparePiece(for: log) { log.layout.cipher.keep(spare) }
  }

  /// An index that can't be written is no fault of the save that led here: the logs have
  /// everything.
  func writeIndex() async {
    do throws(DiaryError) {
      let rewrite = follower.rewrite
      try follower.adopt(try await rewrite.write(), of: rewrite)
    } catch {
      follower.rewriteFailed()
    }
  }
}
