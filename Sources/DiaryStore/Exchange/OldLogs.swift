import Crypto
import DiaryCore
import System

/// What version 0.1.0 has written to a log. Its lines have no numbers, so it goes to other machines as
/// a whole; a line that is signed says which bytes it has.
package struct OldLog: Hashable, Sendable {
  /// `<device>/<yyyy-mm>.jsonl`
  let log: String
  package let device: ID<Device>
  /// The SHA-256 of its bytes, as they are now.
  package let digest: AssetID
  /// In bytes.
  package let size: Int

  /// The SHA-256 of bytes, as digits.
  package static func digest(of bytes: [UInt8]) -> String {
    hexadecimal(SHA256.hash(data: bytes))
  }
}

/// Old logs on their way from another machine to this one.
struct OldLogReception {
  let layout: StoreLayout
  /// What each log is vouched to have.
  private var vouched: [String: [VouchedLog]] = [:]

  init(_ layout: StoreLayout) { self.layout = layout }

  mutating func add(_ record: DiaryRecord) {
    for log in record.oldLogs { vouched[log.log, default: []].append(log) }
  }

  /// Puts logs in their places that aren't here. Throws nothing away: one that differs from the log of its
  /// name gets a name with a digest. Returns whether all are here then.
  func install(_ arrived: [[UInt8]]) throws(DiaryError) -> Bool {
    for (log, vouched) in vouched {
      guard StoreLayout.device(ofLog: log) != nil, LogReader.isLog(Path.name(log)) else {
        return false
      }
      let local = layout.log(log).exists ? try layout.log(log).map() : nil
      if let local, vouched.contains(where: { $0.end(in: local.bytes) != nil }) { continue }
      try local?.requireBytes()
      if try isHereUnderAnotherName(vouched, of: log) { continue }
      let found = arrived.first { bytes in
        bytes.withUnsafeBytes { bytes in vouched.contains { $0.end(in: bytes) == bytes.count } }
      }
      guard let found else { return false }
      var place = log
      if local != nil {
        let digest = found.withUnsafeBytes { RevisionLine.sum(of: $0) }
        place = log.dropLast(".jsonl".count) + "-\(digest.description.prefix(8)).jsonl"
      }
      try layout.log(place).create(found)
    }
    return true
  }

  /// Whether a log that is vouched for came here another way, and has another name.
  private func isHereUnderAnotherName(
    _ vouched: [VouchedLog], of log: String
  ) throws(DiaryError) -> Bool {
    let folder = Path.parent(log)
    for (name, _) in try LogReader(layout: layout).logs() where Path.parent(name) == folder {
      let file = try layout.log(name).map()
      if vouched.contains(where: { $0.end(in: file.bytes) != nil }) { return true }
      try file.requireBytes()
    }
    return false
  }
}

extension DiaryRecord {
  /// The logs of version 0.1.0 that it vouches for.
  var oldLogs: [VouchedLog] {
    switch self {
    case .founding(let founding): founding.logs
    case .oldLogs(let logs): logs
    default: []
    }
  }
}

extension OldLog {
  /// Those of a diary that are there, as they are by now.
  static func all(_ reader: LogReader) throws(DiaryError) -> [OldLog] {
    var old: [OldLog] = []
    for vouched in try LogEvidence(reader).vouchedLogs where vouched.lines > 0 {
      let log = reader.layout.log(vouched.log)
      guard let device = StoreLayout.device(ofLog: vouched.log), log.exists else { continue }
      let file = try log.map()
      let end = vouched.end(in: file.bytes)
      try file.requireBytes()
      guard let end else { continue }
      var hash = SHA256()
      hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: file.bytes.prefix(end)))
      try file.requireBytes()
      old.append(
        OldLog(
          log: vouched.log, device: device, digest: AssetID(digest: hash.finalize()), size: end))
    }
    return old
  }

  /// Its bytes; `nil` when it is another one by now.
  func bytes(in layout: StoreLayout) throws(DiaryError) -> [UInt8]? {
    let bytes = try layout.log(log).bytes(from: 0, atMost: size)
    return OldLog.digest(of: bytes) == digest.description ? bytes : nil
  }
}

extension DiskRepository {
  /// The old logs of the diary, as they are here.
  package func oldLogs() throws(DiaryError) -> [OldLog] {
    try catchUp()
    return follower.records.hasOldLogs ? try OldLog.all(LogReader(layout: layout)) : []
  }

  /// The bytes of an old log; `nil` when it is another one by now.
  package func bytes(of old: OldLog) throws(DiaryError) -> [UInt8]? {
    try old.bytes(in: layout)
  }
}
