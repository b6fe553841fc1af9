import Crypto
import DiaryCore
import System

/// A log that version 0.1.0 wrote: how many lines it has, and the SHA-256 of their sums, a line each.
/// These lines aren't signed; a signed record vouches for them. A line that was removed leaves its sum
/// (see `RemovedLine`), so the log still matches.
struct VouchedLog: Hashable, Sendable {
  /// `<device>/<yyyy-mm>.jsonl`
  let log: String
  let lines: Int
  let digest: AssetID

  static let listName = "logs"

  /// A log as it is now, up to a byte.
  init(_ log: String, upTo size: Int, in layout: StoreLayout) throws(DiaryError) {
    let file = try layout.log(log).map()
    let bytes = UnsafeRawBufferPointer(rebasing: file.bytes.prefix(size))
    var items = Items()
    while items.readLine(of: bytes) {}
    try file.requireBytes()
    self.init(log: log, lines: items.count, digest: items.digest)
  }

  private init(log: String, lines: Int, digest: AssetID) {
    (self.log, self.lines, self.digest) = (log, lines, digest)
  }

  /// The byte after the lines that are vouched for, if a log begins with them.
  func end(in bytes: UnsafeRawBufferPointer) -> Int? {
    var items = Items()
    while items.count < lines {
      guard items.readLine(of: bytes) else { return nil }
    }
    return items.digest == digest ? items.end : nil
  }

  /// The sums of a log's lines.
  private struct Items {
    private(set) var count = 0
    /// The byte after the last line.
    private(set) var end = 0
    private var hash = SHA256()

    var digest: AssetID { AssetID(digest: hash.finalize()) }

    /// Reads the next line that isn't blank. Returns whether there is one.
    mutating func readLine(of bytes: UnsafeRawBufferPointer) -> Bool {
      while let (line, next) = bytes.line(at: end) {
        end = next
        guard !line.isEmpty else { continue }
        hash.update(data: Array("\(VouchedLog.sum(of: line))\n".utf8))
        count += 1
        return true
      }
      return false
    }
  }

  /// The sum that a line of version 0.1.0 claims to have; of one without, that of its bytes.
  static func sum(of line: UnsafeRawBufferPointer) -> ID<Revision> {
    RemovedLine.sum(in: line) ?? RevisionLine.claimedID(of: line) ?? RevisionLine.sum(of: line)
  }

  // MARK: In a line

  var json: JSONValue {
    ["log": .string(log), "lines": .integer(lines), "sha256": .string(digest.description)]
  }

  private init?(_ json: JSONValue) {
    guard let log = json["log"]?.string, let lines = json["lines"]?.integer, lines >= 0,
      let digest = json["sha256"]?.string.flatMap({ AssetID($0) })
    else { return nil }
    self.init(log: log, lines: lines, digest: digest)
  }

  /// Reads several; `nil` if one of them can't be read.
  static func list(_ json: JSONValue?) -> [VouchedLog]? {
    guard let values = json?.array else { return nil }
    let logs = values.compactMap { VouchedLog($0) }
    return logs.count == values.count ? logs : nil
  }
}
