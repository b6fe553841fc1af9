import Crypto
import DiaryCore
import System

/// Another copy of a diary in a folder, made by hand, that may have gone on by itself. Nothing in it is
/// changed.
package struct DiaryCopy: Sendable {
  let layout: StoreLayout
  private let reader: LogReader
  private let records: DiaryRecords

  /// - Throws: When there is no diary in the folder, it can't be read, or it is encrypted.
  package init(at path: String, now: Timestamp) throws(DiaryError) {
    layout = StoreLayout(root: path)
    guard !layout.isEncrypted else { throw .store(path: layout.root, .encryptedCopy) }
    try StoreCondition(layout: layout).requireReadable()
    reader = LogReader(layout: layout)
    var records = DiaryRecords()
    let horizon = ClockHorizon(at: now)
    for (name, _) in try reader.logs() {
      try reader.forEachLine(of: name) { line in
        if let record = RecordLine(line.bytes) { records.apply(record, horizon) }
      }
    }
    self.records = records
  }

  /// Whether a folder holds a diary, by what is in it.
  package static func isOne(_ path: String) -> Bool {
    let layout = StoreLayout(root: path)
    guard FileSystem.isFolder(layout.logs), FileSystem.exists(layout.format) else { return false }
    return (try? LogReader(layout: layout).logs())?.isEmpty == false
  }

  /// Whose diary it is, as far as it tells.
  package var owner: Author? {
    if let owner = try? OwnerFile(layout: layout).read() { return owner }
    return records.owner?.author
  }

  /// Whether its lines prove themselves; those of version 0.1.0 alone don't.
  package var isFounded: Bool { records.diary != nil }

  /// All numbered lines of each device, as segments that follow one another.
  package func segments() throws(DiaryError) -> [ID<Device>: [OutgoingSegment]] {
    var segments: [ID<Device>: [OutgoingSegment]] = [:]
    for (device, logs) in try reader.logsByDevice() {
      var scan = RunScan()
      for (name, _) in logs {
        try reader.forEachLine(of: name) { line in
          if let step = ChainStep(of: line.bytes, in: device) { scan.add(step.sum, step.link) }
        }
      }
      segments[device] = try OutgoingLines(
        of: device, scan.tips, isOrdered: !scan.isUnordered, logs: logs, in: layout
      )
      .segments(besides: [])
    }
    return segments
  }

  /// What version 0.1.0 has written of it, as far as a line vouches for that.
  package func oldLogs() throws(DiaryError) -> [[UInt8]] {
    var logs: [[UInt8]] = []
    for old in try OldLog.all(reader) {
      if let bytes = try old.bytes(in: layout) { logs.append(bytes) }
    }
    return logs
  }

  /// Where it keeps a file; `nil` where it doesn't.
  package func path(of file: AssetFile) -> String? {
    let path = layout.path(of: file)
    return FileSystem.ownStatus(of: path)?.isRegularFile == true ? path : nil
  }
}

extension DiskRepository {
  /// Takes in what version 0.1.0 has written of another copy of the diary, and says which bytes that are.
  /// Returns how many logs weren't here.
  package func adoptOldLogs(of copy: DiaryCopy) async throws(DiaryError) -> Int {
    try makeStore()
    let lock = try await storeLock()
    try catchUp()
    var vouched: [VouchedLog] = []
    for (name, end) in try LogReader(layout: copy.layout).logs() where end.size > 0 {
      let bytes = try copy.layout.log(name).bytes(from: 0, atMost: end.size)
      if try begins(name, with: bytes) { continue }
      // A log of that name goes on here by itself.
      let digest = bytes.withUnsafeBytes { RevisionLine.sum(of: $0) }
      let place = "\(name.dropLast(".jsonl".count))-\(digest.description.prefix(8)).jsonl"
      if layout.log(place).exists { continue }
      try layout.log(place).create(bytes)
      vouched.append(try VouchedLog(place, upTo: bytes.count, in: layout))
    }
    if !vouched.isEmpty {
      try append([.oldLogs(vouched)])
      try catchUp()
    }
    _ = consume lock
    return vouched.count
  }

  private func begins(_ log: String, with bytes: [UInt8]) throws(DiaryError) -> Bool {
    guard layout.log(log).exists else { return false }
    let file = try layout.log(log).map()
    let isSame = file.count >= bytes.count && file.bytes.prefix(bytes.count).elementsEqual(bytes)
    try file.requireBytes()
    return isSame
  }
}

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
