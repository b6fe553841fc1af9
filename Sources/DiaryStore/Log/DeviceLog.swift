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

  /// Who writes: this device, unless the diary knows it by another key. Then the folder of its state is
  /// another machine's, or was lost in part, and from now on this is another device.
  func signer(_ known: DiaryRecords) throws(DiaryError) -> LineSigner {
    let keys = try deviceFile.keys()
    var device = try deviceFile.id()
    if let found = known.device(device), found.key != keys.verifyingKey {
      try deviceFile.renew()
      device = try deviceFile.id()
    }
    try FileSystem.makeFolders(layout.logFolder(of: device))
    return LineSigner(device: device, diary: known.diary, keys: keys)
  }

  /// What has to be told before anything else that this device writes: that the diary begins, or that
  /// there is another device. Lines that are going are to be removed next.
  func openingRecords(
    _ signer: LineSigner, _ known: DiaryRecords, without isGoing: ((LogLine) -> Bool)? = nil
  ) throws(DiaryError) -> [DiaryRecord] {
    guard known.device(signer.device) == nil else { return [] }
    let device = DeviceRecord(name: deviceName, keys: signer.keys)
    guard signer.diary == nil else { return [.device(device)] }
    let file = OwnerFile(layout: layout)
    guard let owner = try file.read() else { throw .store(path: layout.owner, .missing) }
    let logs = try LogReader(layout: layout).logs().filter { $0.end.size > 0 }
    return [
      .founding(
        FoundingRecord(
          owner: OwnerRecord(owner, isNameChosen: file.isNameChosen), device: device,
          logs: try logs.map { log throws(DiaryError) in
            let whole = try VouchedLog(log.name, upTo: log.end.size, in: layout)
            guard let isGoing else { return whole }
            return try whole.without(isGoing, in: layout)
          }))
    ]
  }

  /// Lines that follow others in time.
  func batch(_ signer: LineSigner, after clock: HybridClock) -> LineBatch {
    LineBatch(after: clock, device: signer.device, now: now)
  }

  /// Begins to add so many lines.
  func appending(_ signer: LineSigner, isMany: Bool) throws(DiaryError) -> LogAppending {
    let name = StoreLayout.logName(of: signer.device, at: now())
    return try LogAppending(layout.log(name), ofMany: isMany, signer: signer)
  }

  /// Adds lines as one save. Returns them as they stand there.
  func append(_ batch: LineBatch, _ signer: LineSigner) throws(DiaryError) -> LogPart {
    var log = try appending(signer, isMany: batch.lines.count > 1)
    var part = batch.part(try log.add(batch.lines))
    part.log = log.name
    part.start = log.start
    part.end = LogPosition(offset: log.end, mark: log.mark)
    try log.commit()
    return part
  }

  /// Adds records, and what has to be told before, as one save.
  func append(
    _ records: [DiaryRecord], _ known: DiaryRecords, after clock: HybridClock,
    without isGoing: ((LogLine) -> Bool)? = nil
  ) throws(DiaryError) -> LogPart {
    let signer = try signer(known)
    var batch = batch(signer, after: clock)
    batch.add(try openingRecords(signer, known, without: isGoing) + records)
    return try append(batch, signer)
  }
}
