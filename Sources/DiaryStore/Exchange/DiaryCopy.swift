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
