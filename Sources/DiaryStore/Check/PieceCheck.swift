import DiaryCore
import System

/// Checks that every piece of the logs of an encrypted store is there, and can be opened.
struct PieceCheck {
  let layout: StoreLayout

  func run(_ report: (StoreIssue) -> Void) throws(DiaryError) {
    for (name, log) in try EncryptedLog.all(in: layout).sorted(by: { $0.key < $1.key }) {
      var end = 0
      for piece in log.pieces {
        if piece.range.lowerBound > end { report(StoreIssue(.missingPiece, "log/\(name)")) }
        end = piece.range.upperBound
        let path = EncryptedLog.path(of: piece, of: log.log)
        // One that was put together with others meanwhile is gone.
        if !log.isSound(piece), FileSystem.exists(path) {
          report(StoreIssue(.damagedPiece, layout.relative(path)))
        }
      }
    }
  }
}

/// Checks that something opens an encrypted store once it is locked.
struct KeysCheck {
  let layout: StoreLayout

  func run(_ report: (StoreIssue) -> Void) {
    guard layout.isEncrypted else { return }
    let keys = StoreKeys(of: layout)
    guard keys.passphraseEpoch == nil, keys.recoveryEpoch == nil else { return }
    report(StoreIssue(.missingKeys, layout.relative(layout.keys)))
  }
}
