import Crypto
import DiaryCore
import System

/// Another copy of a diary in a folder, made by hand, which may have diverged. Nothing in it is
/// changed.
package struct DiaryCopy: Sendable {
  let layout: StoreLayout
  private let reader: LogReader
  private let records: DiaryRecords

  /// Opens the copy and reads its records.
  ///
  /// - Throws: an error if the folder contains no diary, can't be read, or is encrypted.
  package init(at path: String, now: Timestamp) throws {
    layout = StoreLayout(root: path)
    guard !layout.isEncrypted else { throw DiaryError.store(path: layout.root, .encryptedCopy) }
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

  /// Returns `true` if a folder contains a diary, judged by its files.
  package static func isDiary(_ path: String) -> Bool {
    let layout = StoreLayout(root: path)
    guard FileSystem.isFolder(layout.logs), FileSystem.exists(layout.format) else { return false }
    return (try? LogReader(layout: layout).logs())?.isEmpty == false
  }

  /// The diary's owner, if known.
  package var owner: Author? {
    if let owner = try? OwnerFile(layout: layout).read() { return owner }
    return records.owner?.author
  }

  /// `true` if the diary has a founding line, so that its lines can be verified. Diaries of version
  /// 0.1.0 have none.
  package var isFounded: Bool { records.diary != nil }

  /// Returns all numbered lines of each device as consecutive segments.
  ///
  /// - Throws: an error if the logs can't be read.
  package func segments() throws -> [ID<Device>: [OutgoingSegment]] {
    var segments: [ID<Device>: [OutgoingSegment]] = [:]
    for (device, logs) in try reader.logsByDevice() {
      var scan = RunScan()
      for (name, _) in logs {
        try reader.forEachLine(of: name) { line in
          if let step = ChainStep(of: line.bytes, in: device) { scan.add(step.sum, step.link) }
        }
      }
      let runs = DeviceRuns([device: scan], missingBodies: [:])
      segments[device] = try OutgoingLines(of: device, runs, logs: logs, in: layout)
        .segments(excluding: [])
    }
    return segments
  }

  /// Returns the logs of version 0.1.0 that a record vouches for.
  ///
  /// - Throws: an error if the logs can't be read.
  package func oldLogs() throws -> [[UInt8]] {
    var logs: [[UInt8]] = []
    for old in try OldLog.all(reader) {
      if let bytes = try old.bytes(in: layout) { logs.append(bytes) }
    }
    return logs
  }

  /// Returns the path of a file, or `nil` if the copy doesn't have it.
  package func path(of file: AssetFile) -> String? {
    let path = layout.path(of: file)
    return FileSystem.statusNoFollow(of: path)?.isRegularFile == true ? path : nil
  }
}

extension DiskRepository {
  /// Imports the logs of version 0.1.0 from another copy of the diary and vouches for their bytes.
  /// Returns the number of logs added.
  ///
  /// - Throws: an error if the copy can't be read, or the store can't be created, locked or
  ///   written.
  package func adoptOldLogs(of copy: DiaryCopy) async throws -> Int {
    try makeStore()
    let lock = try await storeLock()
    try catchUp()
    var vouched: [VouchedLog] = []
    for (name, end) in try LogReader(layout: copy.layout).logs() where end.size > 0 {
      let bytes = try copy.layout.log(name).bytes(from: 0, atMost: end.size)
      if try starts(name, with: bytes) { continue }
      // The local log of that name has diverged.
      let place = OldLog.otherName(of: name, with: bytes)
      if try layout.log(place).exists { continue }
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

  /// Returns `true` if a local log starts with these bytes.
  private func starts(_ log: String, with bytes: [UInt8]) throws -> Bool {
    guard try layout.log(log).exists else { return false }
    let file = try layout.log(log).map()
    let isSame = file.count >= bytes.count && file.bytes.prefix(bytes.count).elementsEqual(bytes)
    try file.requireBytes()
    return isSame
  }
}

/// The part of a log that version 0.1.0 has written. Its lines have no numbers, so it is sent as
/// one piece, and a signed record vouches for its bytes.
package struct OldLog: Hashable, Sendable {
  /// The log's name, `<device>/<yyyy-mm>.jsonl`.
  let log: String
  package let device: ID<Device>
  /// The SHA-256 digest of the current bytes.
  package let digest: AssetID
  /// The size in bytes.
  package let size: Int

  /// Returns the SHA-256 digest of bytes in hexadecimal.
  package static func digest(of bytes: [UInt8]) -> String {
    hexadecimal(SHA256.hash(data: bytes))
  }
}

/// Installs old logs received from another machine.
struct OldLogReception {
  private let reader: LogReader
  /// The names of all local logs.
  private var names: [String] = []
  /// The vouched logs whose lines are in the local logs.
  private(set) var here: Set<VouchedLog> = []
  /// `true` if a log was installed.
  private(set) var hasInstalled = false

  init(_ reader: LogReader) { self.reader = reader }

  /// Installs the missing logs among those that records vouch for. A log that differs from the
  /// local one of its name gets a name with a digest, so that nothing is lost.
  mutating func install(_ vouched: [VouchedLog], from arrived: [[UInt8]]) throws {
    names = try reader.logs().map(\.name)
    let contents = Dictionary(grouping: arrived) { VouchedLog.Content(of: $0) }
    // A longer log may contain a shorter one.
    for log in Set(vouched).sorted(by: { ($1.lines, $0.digest) < ($0.lines, $1.digest) }) {
      if try log.lines == 0 || reader.place(of: log, among: names) != nil {
        here.insert(log)
        continue
      }
      guard StoreLayout.device(ofLog: log.log) != nil, LogReader.isLog(Path.name(log.log)),
        // The sums that a record vouches for stay the same if a line is damaged or removed.
        let found = contents[log.content]?.max(by: { Self.soundLines($0) < Self.soundLines($1) })
      else { continue }
      var name = log.log
      if try reader.layout.log(name).exists { name = OldLog.otherName(of: name, with: found) }
      if try reader.layout.log(name).exists { continue }
      try reader.layout.log(name).create(found)
      names.append(name)
      here.insert(log)
      hasInstalled = true
    }
  }

  /// Returns `true` if lines that vouch for these logs have to wait for them. They don't if a
  /// different log of that name is here: an earlier program didn't send both.
  func isWaiting(for vouched: [VouchedLog]) -> Bool {
    let names = Set(here.map(\.log))
    return !vouched.allSatisfy { names.contains($0.log) }
  }

  /// Returns the number of lines whose sums are correct.
  private static func soundLines(_ bytes: [UInt8]) -> Int {
    bytes.withUnsafeBytes { bytes in
      var (count, offset) = (0, 0)
      while let (line, next) = bytes.line(at: offset) {
        if RevisionLine.id(of: line) != nil { count += 1 }
        offset = next
      }
      return count
    }
  }
}

extension LogReader {
  /// Finds the log that begins with the lines of a vouched one. It may have another name here than
  /// on the machine that vouched for it.
  ///
  /// - Parameter names: the names of all local logs.
  fileprivate func place(
    of vouched: VouchedLog, among names: [String]
  ) throws -> (name: String, file: MappedFile, end: Int)? {
    let folder = Path.parent(vouched.log)
    let others = names.filter { $0 != vouched.log && Path.parent($0) == folder }
    for name in (names.contains(vouched.log) ? [vouched.log] : []) + others {
      let file = try layout.log(name).map()
      if let end = vouched.end(in: file.bytes) { return (name, file, end) }
      try file.requireBytes()
    }
    return nil
  }
}

extension OldLog {
  private static let ending = ".jsonl"
  private static let digits = 8

  /// Returns the name of a log that differs from the local one of its name.
  static func otherName(of log: String, with bytes: [UInt8]) -> String {
    let digest = bytes.withUnsafeBytes { RevisionLine.sum(of: $0) }
    return "\(log.dropLast(ending.count))-\(digest.description.prefix(digits))\(ending)"
  }

  /// Returns the name of the log that was given such a name.
  static func originalName(of log: String) -> String? {
    let name = log.dropLast(ending.count)
    guard let hyphen = name.lastIndex(of: "-"), name[hyphen...].utf8.count == digits + 1 else {
      return nil
    }
    return name[..<hyphen] + ending
  }
}

extension DiaryRecord {
  /// The logs of version 0.1.0 that the record vouches for.
  var oldLogs: [VouchedLog] {
    switch self {
    case .founding(let founding): founding.logs
    case .oldLogs(let logs): logs
    default: []
    }
  }
}

extension OldLog {
  /// Returns the old logs of a diary that exist locally.
  static func all(_ reader: LogReader) throws -> [OldLog] {
    let names = try reader.logs().map(\.name)
    var old: [OldLog] = []
    for vouched in try LogEvidence(reader).vouchedLogs where vouched.lines > 0 {
      guard let device = StoreLayout.device(ofLog: vouched.log),
        let (name, file, end) = try reader.place(of: vouched, among: names)
      else { continue }
      var hash = SHA256()
      hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: file.bytes.prefix(end)))
      try file.requireBytes()
      old.append(
        OldLog(log: name, device: device, digest: AssetID(digest: hash.finalize()), size: end))
    }
    return old
  }

  /// Returns the log's bytes, or `nil` if they have changed.
  func bytes(in layout: StoreLayout) throws -> [UInt8]? {
    let bytes = try layout.log(log).bytes(from: 0, atMost: size)
    return OldLog.digest(of: bytes) == digest.description ? bytes : nil
  }
}

extension DiskRepository {
  /// Returns the old logs of the diary that exist locally.
  ///
  /// - Throws: an error if the logs can't be read.
  package func oldLogs() throws -> [OldLog] {
    try catchUp()
    return tailer.records.hasOldLogs ? try OldLog.all(LogReader(layout: layout)) : []
  }

  /// Returns the bytes of an old log, or `nil` if they have changed.
  ///
  /// - Throws: an error if the log can't be read.
  package func bytes(of old: OldLog) throws -> [UInt8]? {
    try old.bytes(in: layout)
  }

  /// Returns `true` if each sound line of an old log is in the local logs or was removed
  /// permanently.
  ///
  /// - Throws: an error if the logs can't be read.
  package func hasLines(ofOldLog bytes: [UInt8], of device: ID<Device>) throws -> Bool {
    try catchUp()
    let reader = LogReader(layout: layout)
    var here: Set<ID<Revision>> = []
    for (name, _) in try reader.logsByDevice()[device] ?? [] {
      try reader.forEachLine(of: name) { line in
        if let sum = RevisionLine.id(of: line.bytes) { here.insert(sum) }
      }
    }
    let removals = try StoreRemovals(reader, tailer.records)
    let place = LineLocation(log: "\(device)/old.jsonl", offset: 0)
    return try bytes.withUnsafeBytes { bytes in
      var offset = 0
      while let (line, next) = bytes.line(at: offset) {
        offset = next
        guard let sum = RevisionLine.id(of: line), !here.contains(sum) else { continue }
        let line = LogLine(place: place, bytes: line, isTorn: false)
        guard try removals.isGone(line) else { return false }
      }
      return true
    }
  }
}
