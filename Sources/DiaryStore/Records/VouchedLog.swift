import Crypto
import DiaryCore
import System

/// The beginning of a log whose lines aren't signed: how many bytes it has, and which.
struct VouchedLog: Hashable, Sendable {
  /// `<device>/<yyyy-mm>.jsonl`
  let log: String
  /// In bytes.
  let size: Int
  /// The SHA-256 of so many bytes.
  let digest: AssetID

  /// A log as it is now, up to a byte.
  init(_ log: String, upTo size: Int, in layout: StoreLayout) throws(DiaryError) {
    let file = try layout.log(log).map()
    defer { withExtendedLifetime(file) {} }
    self.init(log: log, size: size, digest: Self.digest(of: file.bytes.prefix(size)))
  }

  private init(log: String, size: Int, digest: AssetID) {
    (self.log, self.size, self.digest) = (log, size, digest)
  }

  /// What it is once the log has been written anew without some of its lines. Blank ones go with
  /// them; where none goes, the log stays as it is.
  func without(
    _ isGoing: (LogLine) -> Bool, in layout: StoreLayout
  ) throws(DiaryError) -> VouchedLog {
    var hash = SHA256()
    var rest = 0
    var isRewritten = false
    try LogReader(layout: layout).forEachLine(of: log) { line in
      guard !isGoing(line) else {
        isRewritten = true
        return
      }
      guard line.place.offset < size else { return }
      hash.update(bufferPointer: line.bytes)
      rest += line.bytes.count
      guard !line.isTorn, line.place.offset + line.bytes.count < size else { return }
      hash.update(data: [0x0A])
      rest += 1
    }
    return isRewritten
      ? VouchedLog(log: log, size: rest, digest: AssetID(digest: hash.finalize())) : self
  }

  /// Whether a log's bytes begin with those that are vouched for.
  func matches(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.count >= size && Self.digest(of: bytes.prefix(size)) == digest
  }

  static func digest(of bytes: Slice<UnsafeRawBufferPointer>) -> AssetID {
    var hash = SHA256()
    hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: bytes))
    return AssetID(digest: hash.finalize())
  }

  // MARK: In a line

  var json: JSONValue {
    ["log": .string(log), "size": .integer(size), "sha256": .string(digest.description)]
  }

  private init?(_ json: JSONValue) {
    guard let log = json["log"]?.string, let size = json["size"]?.integer, size >= 0,
      let digest = json["sha256"]?.string.flatMap({ AssetID($0) })
    else { return nil }
    self.init(log: log, size: size, digest: digest)
  }

  /// Several of them; `nil` when one of them isn't.
  static func list(_ json: JSONValue?) -> [VouchedLog]? {
    guard let values = json?.array else { return nil }
    let logs = values.compactMap { VouchedLog($0) }
    return logs.count == values.count ? logs : nil
  }
}
