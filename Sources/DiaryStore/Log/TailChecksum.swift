import Crypto
import DiaryCore
import System

/// Tells that a log still has the bytes it had when the index was made: the beginning of the
/// SHA-256 of the last bytes before that place. A log only grows, unless the trash is emptied,
/// which moves what comes after the first line that goes. Copying a store changes nothing of it.
enum TailChecksum {
  /// In digits.
  static let length = 16
  /// In bytes.
  static let span = 64

  /// The mark of a place in a log whose bytes up to there end in these.
  static func of(_ bytes: some BidirectionalCollection<UInt8>) -> String {
    let digest = SHA256.hash(data: Array(bytes.suffix(span)))
    return String(digest.withUnsafeBytes(ID<Revision>.init(digest:)).description.prefix(length))
  }
}
