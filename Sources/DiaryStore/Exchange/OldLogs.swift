import DiaryCore
import System

/// What version 0.1.0 has written to a log. Its lines have no numbers, so it goes to other machines as
/// a whole; a line that is signed says which bytes it has.
package struct OldLog: Hashable, Sendable {
  /// `<device>/<yyyy-mm>.jsonl`
  let log: String
  package let device: ID<Device>
  /// The SHA-256 of its bytes.
  package let digest: AssetID
  /// In bytes.
  package let size: Int

  /// The SHA-256 of bytes, as digits.
  package static func digest(of bytes: [UInt8]) -> String {
    bytes.withUnsafeBytes { VouchedLog.digest(of: $0[...]) }.description
  }
}

/// Old logs on their way from another machine to this one.
struct OldLogReception {
  let layout: StoreLayout
  /// The versions of each log, the latest last: without the lines that were removed for good.
  private var versions: [String: [VouchedLog]] = [:]

  init(_ layout: StoreLayout) { self.layout = layout }

  mutating func add(_ record: DiaryRecord) {
    let logs: [VouchedLog] =
      switch record {
      case .founding(let founding): founding.logs
      case .removal(let removal): removal.logs
      default: []
      }
    for log in logs { versions[log.log, default: []].append(log) }
  }

  /// Puts logs in their places that are none of those here. Throws nothing away: one that is another
  /// than the log of its name gets a name of its own. Returns whether all are here then.
  func install(_ arrived: [[UInt8]]) throws(DiaryError) -> Bool {
    for (log, versions) in versions {
      guard StoreLayout.device(ofLog: log) != nil, LogReader.isLog(Path.name(log)) else {
        return false
      }
      let local = layout.log(log).exists ? try layout.log(log).map() : nil
      defer { withExtendedLifetime(local) {} }
      if let local, versions.contains(where: { $0.matches(local.bytes) }) { continue }
      var found = versions.reversed().lazy.compactMap { version in
        arrived.first { bytes in
          bytes.count == version.size && bytes.withUnsafeBytes { version.matches($0) }
        }
      }.first
      if found == nil { found = try otherwiseNamed(versions, of: log) }
      guard let found else { return false }
      var place = log
      if let local, !local.bytes.elementsEqual(found.prefix(local.count)) {
        let digest = found.withUnsafeBytes { RevisionLine.sum(of: $0) }
        place = log.dropLast(".jsonl".count) + "-\(digest.description.prefix(8)).jsonl"
      }
      try layout.log(place).create(found)
    }
    return true
  }

  /// The bytes of one of the versions of a log that stands under another name, as one that came another
  /// way.
  private func otherwiseNamed(
    _ versions: [VouchedLog], of log: String
  ) throws(DiaryError) -> [UInt8]? {
    let folder = Path.parent(log)
    guard FileSystem.isFolder(layout.log(folder).path) else { return nil }
    for name in try FileSystem.names(in: layout.log(folder).path) where LogReader.isLog(name) {
      let file = try layout.log(Path.join(folder, name)).map()
      defer { withExtendedLifetime(file) {} }
      if let version = versions.last(where: { $0.matches(file.bytes) }) {
        return Array(file.bytes.prefix(version.size))
      }
    }
    return nil
  }
}

extension OldLog {
  /// Those of a diary that are there, as they are by now.
  static func all(_ reader: LogReader) throws(DiaryError) -> [OldLog] {
    try SignatureCheck(reader).latestVouched.compactMap { vouched in
      guard vouched.size > 0, let device = StoreLayout.device(ofLog: vouched.log),
        reader.layout.log(vouched.log).exists
      else { return nil }
      return OldLog(log: vouched.log, device: device, digest: vouched.digest, size: vouched.size)
    }
  }

  /// Its bytes; `nil` when it is another one by now.
  func bytes(in layout: StoreLayout) throws(DiaryError) -> [UInt8]? {
    let bytes = try layout.log(log).bytes(from: 0, atMost: size)
    return bytes.withUnsafeBytes { VouchedLog.digest(of: $0[...]) } == digest ? bytes : nil
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
