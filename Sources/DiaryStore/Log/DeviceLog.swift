import DiaryCore
import DiaryKeys
import System

/// How lines come to the end of this device's log of this month. Whoever adds some holds the store's
/// lock, and knows what the logs say.
struct DeviceLog: Sendable {
  let layout: StoreLayout
  let deviceFile: DeviceFile
  let deviceName: String
  let now: @Sendable () -> Timestamp

  /// Returns who writes: this device under its id, unless the diary knows that id by another key, two
  /// machines have written under it, or this is an old copy of the diary. Then it goes on under a new id.
  func signer(_ known: KnownLogs) throws(DiaryError) -> LineSigner {
    let keys = try deviceFile.keys()
    var device = try deviceFile.id()
    let isOthers = known.records.device(device).map { $0.key != keys.verifyingKey } ?? false
    let isOldCopy = try isOldCopy(of: device, known.runs)
    // Nobody can prove what follows a line that is lost.
    let isBroken = known.runs.isForked(device) || known.runs.broken.contains(device)
    if isOthers || isOldCopy || isBroken {
      try AppendIntent.rollBack(
        beside: StoreLayout.logName(of: device, at: now()), in: layout)
      try deviceFile.renew()
      device = try deviceFile.id()
    }
    try FileSystem.makeFolders(layout.logFolder(of: device))
    return LineSigner(device: device, diary: diary(of: known.records), keys: keys)
  }

  /// Returns the diary that lines are signed for. Where the founding line is lost, it is the one that this
  /// machine remembers: a new founding line would make another diary of it.
  private func diary(of known: DiaryRecords) -> ID<FoundedDiary>? {
    known.diary ?? deviceFile.mark()?.diary
  }

  /// Whether the store lacks the line that this device saved last.
  func isOldCopy(of device: ID<Device>, _ runs: DeviceRuns) throws(DiaryError) -> Bool {
    guard let mark = deviceFile.mark(), mark.device == device else { return false }
    return try !LogReader(layout: layout).contains(mark.tip, of: device, runs)
  }

  /// Returns what has to be written before anything else of this device: that the diary begins, or that
  /// there is another device.
  func openingRecords(
    _ signer: LineSigner, _ known: DiaryRecords
  ) throws(DiaryError) -> [DiaryRecord] {
    guard known.device(signer.device) == nil else { return [] }
    let device = DeviceRecord(name: deviceName, keys: signer.keys)
    guard signer.diary == nil else { return [.device(device)] }
    if deviceFile.isCloning { throw .store(path: layout.root, .notArrived) }
    let file = OwnerFile(layout: layout)
    guard let owner = try file.read() else { throw .store(path: layout.owner, .missing) }
    let logs = try LogReader(layout: layout).logs().filter { $0.end.size > 0 }
    return [
      .founding(
        FoundingRecord(
          owner: OwnerRecord(owner, isNameChosen: file.isNameChosen), device: device,
          logs: try logs.map { log throws(DiaryError) in
            try VouchedLog(log.name, upTo: log.end.size, in: layout)
          }))
    ]
  }

  /// Lines that follow others in time.
  func batch(_ signer: LineSigner, after clock: HybridClock) -> LineBatch {
    LineBatch(after: clock, device: signer.device, now: now)
  }

  /// Begins to add lines.
  func appending(
    _ signer: LineSigner, _ known: KnownLogs, isMany: Bool
  ) throws(DiaryError) -> LogAppending {
    let name = StoreLayout.logName(of: signer.device, at: now())
    return try LogAppending(
      layout.log(name), ofMany: isMany, after: known.runs.tips[signer.device]?.last,
      wholeUpTo: known.ends[name]?.offset, signer: signer)
  }

  /// Adds lines as one save. Returns them as they are in the log.
  func append(
    _ batch: LineBatch, _ signer: LineSigner, _ known: KnownLogs
  ) throws(DiaryError) -> LogPart {
    var log = try appending(signer, known, isMany: batch.lines.count > 1)
    var part = batch.part(try log.add(batch.lines))
    part.log = log.name
    part.start = log.start
    part.end = LogPosition(offset: log.end, mark: log.mark)
    let new = part.revisions.count { $0.revision.parents.isEmpty }
    try commit(&log, of: signer, entries: known.entries + new)
    return part
  }

  /// Makes lines durable, and remembers outside of the diary which was the last one.
  ///
  /// - Parameter entries: how many the diary has then.
  func commit(
    _ log: inout LogAppending, of signer: LineSigner, entries: Int
  ) throws(DiaryError) {
    try log.commit()
    guard let diary = log.diary, let tip = log.tip else { return }
    var mark = StoreMark(diary: diary, device: signer.device, tip: tip)
    mark.entries = entries
    deviceFile.keep(mark)
  }

  /// Adds records, and what has to be written before them, as one save.
  func append(
    _ records: [DiaryRecord], _ known: KnownLogs, after clock: HybridClock
  ) throws(DiaryError) -> LogPart {
    let signer = try signer(known)
    var batch = batch(signer, after: clock)
    batch.add(try openingRecords(signer, known.records) + records)
    return try append(batch, signer, known)
  }
}

/// What the logs say, for a caller that adds to them.
struct KnownLogs {
  let records: DiaryRecords
  let runs: DeviceRuns
  /// Up to where each log was read.
  let ends: [String: LogPosition]
  /// How many entries there are.
  let entries: Int
}
