import DiaryCore
import DiaryKeys
import System

/// What the lines of a store are checked against: who signs for which device, which logs of version 0.1.0
/// are vouched for, and which bodies may be missing.
struct LogEvidence {
  /// The ids of the diary: several, where copies that went on apart were brought together.
  private(set) var diaries: [ID<FoundedDiary>] = []
  private(set) var keys: [ID<Device>: VerifyingKey] = [:]
  private var vouched: [String: [VouchedLog]] = [:]
  /// The entries that were removed for good, by anyone.
  private(set) var removed: Set<ID<Entry>> = []
  /// The lines of which a repair found that they, or their bodies, are lost.
  private(set) var lost: Set<ID<Revision>> = []
  /// What holds for the diary, by its logs.
  private(set) var records = DiaryRecords()

  /// Reads the records of all logs. One that can't be read adds nothing.
  init(_ reader: LogReader) throws(DiaryError) {
    let horizon = ClockHorizon()
    var lines: [(record: RecordLine, folder: ID<Device>?)] = []
    for (name, _) in try reader.logs() {
      let folder = StoreLayout.device(ofLog: name)
      _ = try? reader.forEachLine(of: name) { line in
        guard let record = RecordLine(line.bytes), record.record.comment == nil else { return }
        add(record)
        lines.append((record, folder))
        records.apply(record, in: folder, horizon)
      }
    }
    guard records.isJudging else { return }
    // Which lines count is known once all are.
    records = records.judging
    for (record, folder) in lines { records.apply(record, in: folder, horizon) }
  }

  private mutating func add(_ line: RecordLine) {
    for log in line.record.oldLogs { vouched[log.log, default: []].append(log) }
    // The first key counts: no later line gives a device another one.
    if let device = line.record.device, keys[line.device] == nil { keys[line.device] = device.key }
    switch line.record {
    case .founding:
      if let diary = ID<FoundedDiary>(line.id.description) { diaries.append(diary) }
    case .removal(let removal):
      removed.formUnion(removal.entries)
      lost.formUnion(removal.lost)
    default: break
    }
  }

  var vouchedLogs: [VouchedLog] {
    vouched.values.joined().sorted { ($0.log, $0.digest) < ($1.log, $1.digest) }
  }

  /// The byte up to which a log is vouched for; `nil` if it isn't what it was. Only of a log that version
  /// 0.1.0 began are the bytes asked for.
  func vouchedEnd(of log: String, _ bytes: @autoclosure () -> UnsafeRawBufferPointer) -> Int? {
    guard let known = vouched[log] else { return 0 }
    let bytes = bytes()
    return known.compactMap { $0.end(in: bytes) }.max()
  }
}
