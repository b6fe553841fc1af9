import Crypto
import DiaryCore
import System

/// Appends lines to this device's log of the current month. The caller holds the store's lock and
/// has read the logs to their ends.
struct DeviceLog: Sendable {
  let layout: StoreLayout
  let deviceFile: DeviceFile
  let deviceName: String
  let now: @Sendable () -> Timestamp

  /// Returns the signer for this device.
  ///
  /// A new device ID replaces the current one if the diary knows that ID with a different key, two
  /// machines have written under it, one of its lines is lost, or this is an old copy of the diary.
  ///
  /// - Throws: `DiaryError.store` if the keys, the device file or the logs can't be read or
  ///   written.
  func signer(_ known: KnownLogs) throws -> LineSigner {
    let keys = try deviceFile.keys()
    var device = try deviceFile.id()
    let isForeign = known.records.device(device).map { $0.key != keys.verifyingKey } ?? false
    let isOldCopy = try isOldCopy(of: device, known.runs)
    // The lines after a lost line can't be verified.
    let isBroken = known.runs.isForked(device) || known.runs.broken.contains(device)
    if isForeign || isOldCopy || isBroken {
      try AppendIntent.rollBack(
        beside: StoreLayout.logName(of: device, at: now()), in: layout)
      try deviceFile.renew()
      device = try deviceFile.id()
    }
    try FileSystem.makeFolders(layout.logFolder(of: device))
    return LineSigner(device: device, diary: diary(of: known.records), keys: keys)
  }

  /// Returns the diary that lines are signed for. If the founding line is lost, it is the diary in
  /// this machine's mark: a second founding line would create another diary.
  private func diary(of known: DiaryRecords) -> ID<FoundedDiary>? {
    known.diary ?? deviceFile.mark()?.diary
  }

  /// Returns `true` if the store doesn't contain the line that this device saved last.
  func isOldCopy(of device: ID<Device>, _ runs: DeviceRuns) throws -> Bool {
    guard let mark = deviceFile.mark(), mark.device == device else { return false }
    return try !LogReader(layout: layout).contains(mark.tip, of: device, runs)
  }

  /// Returns the records that have to precede this device's first line: the diary's founding, or
  /// the device.
  ///
  /// - Throws: `DiaryError.store` if the diary's beginning is still to arrive from a remote, or its
  ///   owner or logs can't be read.
  func openingRecords(_ signer: LineSigner, _ known: DiaryRecords) throws -> [DiaryRecord] {
    guard known.device(signer.device) == nil else { return [] }
    let device = DeviceRecord(name: deviceName, keys: signer.keys)
    guard signer.diary == nil else { return [.device(device)] }
    if deviceFile.isCloning { throw DiaryError.store(path: layout.root, .cloneIncomplete) }
    let file = OwnerFile(layout: layout)
    guard let owner = try file.read() else { throw DiaryError.store(path: layout.owner, .missing) }
    let logs = try LogReader(layout: layout).logs().filter { $0.end.size > 0 }
    return [
      .founding(
        FoundingRecord(
          owner: OwnerRecord(owner, isNameChosen: file.isNameChosen), device: device,
          logs: try logs.map { log in
            try VouchedLog(log.name, upTo: log.end.size, in: layout)
          }))
    ]
  }

  /// Returns an empty batch whose lines get later clocks than `clock`.
  func batch(_ signer: LineSigner, after clock: HybridClock) -> LineBatch {
    LineBatch(after: clock, device: signer.device, now: now)
  }

  /// Starts an append to the log.
  func appending(_ signer: LineSigner, _ known: KnownLogs, isMany: Bool) throws -> LogAppending {
    let name = StoreLayout.logName(of: signer.device, at: now())
    return try LogAppending(
      layout.log(name), ofMany: isMany, after: known.runs.tips[signer.device]?.last,
      wholeUpTo: known.ends[name]?.offset, signer: signer)
  }

  /// Appends lines as one save and returns them with their places in the log.
  func append(_ batch: LineBatch, _ signer: LineSigner, _ known: KnownLogs) throws -> LogPart {
    var log = try appending(signer, known, isMany: batch.lines.count > 1)
    var part = batch.part(try log.add(batch.lines))
    part.log = log.name
    part.start = log.start
    part.end = LogPosition(offset: log.end, mark: log.mark)
    let new = part.revisions.count { $0.revision.parents.isEmpty }
    try commit(&log, of: signer, entries: known.entries + new)
    return part
  }

  /// Makes lines durable, and records the last one in the `StoreMark` outside the diary.
  ///
  /// - Parameter entries: the number of entries in the diary after the append.
  func commit(_ log: inout LogAppending, of signer: LineSigner, entries: Int) throws {
    try log.commit()
    guard let diary = log.diary, let tip = log.tip else { return }
    var mark = StoreMark(diary: diary, device: signer.device, tip: tip)
    mark.entries = entries
    deviceFile.keep(mark)
  }

  /// Appends records, preceded by the opening records if necessary, as one save.
  func append(
    _ records: [DiaryRecord], _ known: KnownLogs, after clock: HybridClock
  ) throws -> LogPart {
    let signer = try signer(known)
    var batch = batch(signer, after: clock)
    batch.add(try openingRecords(signer, known.records) + records)
    return try append(batch, signer, known)
  }
}

/// The contents of the logs, for callers that append to them.
struct KnownLogs {
  let records: DiaryRecords
  let runs: DeviceRuns
  /// The position up to which each log was read.
  let ends: [String: LogPosition]
  /// The number of entries.
  let entries: Int
}

/// A line that was appended to a log.
struct AppendedLine {
  let step: ChainStep
  let place: LineLocation
  var id: ID<Revision> { step.sum }
}

/// An append in progress. It has no effect unless it is committed. The owner holds the store's
/// lock.
struct LogAppending: ~Copyable {
  private var output: LogOutput
  /// The ID that all lines of a multi-line append contain, except for the last one.
  private let append: ID<AppendIntent>?
  /// The name of the log.
  var name: String { output.log.name }
  /// The offset of the first line.
  var start: Int { output.start }
  /// The offset after the last line so far.
  var end: Int { output.end }
  /// The checksum at `end`: see `TailChecksum`.
  private(set) var mark = ""
  /// The device's last line so far; `nil` if it has none.
  private(set) var tip: RunTip?
  private var signer: LineSigner
  /// The diary that the lines belong to.
  var diary: ID<FoundedDiary>? { signer.diary }
  /// The number of bytes since the last signed line.
  private var unsignedSize = 0

  /// Starts an append.
  ///
  /// - Parameters:
  ///   - isMany: marks the append as unfinished until its last line, so that a crash leaves none of
  ///     its lines.
  ///   - tip: the device's last line.
  ///   - end: the offset at which the log ends in a complete line, if known.
  init(
    _ log: LogFile, ofMany isMany: Bool, after tip: RunTip?, wholeUpTo end: Int?,
    signer: LineSigner
  ) throws {
    let output = try LogOutput(log, wholeUpTo: end)
    if isMany {
      let append = ID<AppendIntent>.random()
      try output.begin(.append(append))
      self.append = append
    } else {
      append = nil
    }
    self.output = output
    self.tip = tip
    self.signer = signer
  }

  /// The number of unsigned bytes after which a line within an append is signed, so that another
  /// machine can verify a part of a large append before all of it has arrived.
  private static let maxUnsignedSize = 1 << 20

  /// Links lines to the ones before and writes them. Returns them with their places in the log.
  ///
  /// The last line of an append is signed, and doesn't contain its ID; `isLast` means that the
  /// append ends with these lines. If there is no diary yet, the first line becomes its founding
  /// line.
  mutating func add(
    _ lines: [RevisionLine.Unlinked], isLast: Bool = true
  ) throws -> [AppendedLine] {
    var bytes: [UInt8] = []
    var added: [AppendedLine] = []
    for (index, line) in lines.enumerated() {
      let isOpen = !isLast || index < lines.count - 1
      let link = ChainLink(
        previous: tip?.sum, append: isOpen ? append : nil, number: (tip?.number ?? 0) + 1)
      let isSigned = !isOpen || signer.diary == nil || unsignedSize > Self.maxUnsignedSize
      let start = bytes.count
      let id = line.append(to: &bytes, link) { isSigned ? signer.signature(of: $0) : nil }
      unsignedSize = isSigned ? 0 : unsignedSize + bytes.count - start
      if signer.diary == nil { signer.diary = ID(id.description) }
      let step = ChainStep(device: signer.device, sum: id, link: link)
      added.append(
        AppendedLine(step: step, place: LineLocation(log: name, offset: end + start)))
      tip = step.tip
    }
    try output.write(bytes)
    mark = TailChecksum.of(bytes)
    return added
  }

  /// Makes the lines durable.
  mutating func commit() throws { try output.commit() }
}

/// Lines to append to a log together, each with its clock.
struct LineBatch {
  private(set) var lines: [RevisionLine.Unlinked] = []
  /// The clock of the last line.
  private(set) var clock: HybridClock
  private let device: ID<Device>
  private let now: @Sendable () -> Timestamp
  private var records: [(record: DiaryRecord, clock: HybridClock)] = []
  private var entries: [(entry: Entry, clock: HybridClock)] = []

  init(after clock: HybridClock, device: ID<Device>, now: @escaping @Sendable () -> Timestamp) {
    (self.clock, self.device, self.now) = (clock, device, now)
  }

  /// Adds records, which precede entries. `time` replaces the next clock for decisions that were
  /// made earlier.
  mutating func add(_ added: [DiaryRecord], decidedAt time: HybridClock? = nil) {
    for record in added {
      if time == nil { clock = clock.next(at: now()) }
      records.append((record, time ?? clock))
      lines.append(RecordLine.encode(record, clock: time ?? clock, device: device))
    }
  }

  mutating func add(_ added: [Entry]) {
    for entry in added {
      clock = clock.next(at: now())
      entries.append((entry, clock))
      lines.append(
        RevisionLine.encode(entry, parents: entry.heads, clock: clock, device: device))
    }
  }

  /// Returns the lines as parts of a log, given their places there.
  func part(_ added: [AppendedLine]) -> LogPart {
    var part = LogPart()
    part.steps = added.map(\.step)
    for (line, added) in zip(records, added) {
      let record = RecordLine(
        id: added.id, clock: line.clock, device: device, number: added.step.link.number,
        record: line.record)
      if let comment = line.record.comment {
        part.comments.append((comment, CommentPlace(comment, record, at: added.place)))
      } else {
        part.records.append(record)
      }
    }
    for (line, added) in zip(entries, added.dropFirst(records.count)) {
      var saved = line.entry
      saved.heads = [added.id]
      saved.isUnshared = false
      let revision = Revision(
        id: added.id, parents: line.entry.heads, clock: line.clock, device: device, entry: saved)
      part.revisions.append((revision, added.place))
    }
    return part
  }
}
