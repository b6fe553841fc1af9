import Crypto
import DiaryCore
import System

/// Appends lines to this device's log of the current month. The caller holds the store's lock and
/// has read the logs to their ends.
struct DeviceLog {
  let layout: StoreLayout
  let deviceFile: DeviceFile
  let deviceName: String
  let known: KnownLogs
  let now: @Sendable () -> Timestamp

  /// Returns the signer for this device.
  ///
  /// A new device ID replaces the current one if the diary knows that ID with a different key, two
  /// machines have written under it, one of its lines is lost, this is an old copy of the diary, or
  /// only version 0.1.0 wrote under the ID: it had no keys, and a copy of the machine's files may
  /// get other ones.
  ///
  /// - Throws: an error if the keys, the device file or the logs can't be read or
  ///   written.
  func signer() throws -> LineSigner {
    let keys = try deviceFile.keys()
    var device = try deviceFile.id()
    let knownKey = known.records.device(device)?.key ?? known.records.people?.device(device)?.key
    let isForeign = knownKey.map { $0 != keys.verifyingKey } ?? false
    let missing = try missingMark()
    let isOldCopy = missing?.device == device
    // The lines after a lost line can't be verified.
    let isBroken = known.runs.isForked(device) || known.runs.broken.contains(device)
    let isOld = known.hasOnlyOldLines(of: device)
    if let missing, missing.diary == known.records.diary { deviceFile.missingMark = missing }
    if isForeign || isOldCopy || isBroken || isOld {
      try AppendIntent.rollBack(
        beside: StoreLayout.logName(of: device, at: now()), in: layout)
      try deviceFile.renew(asOtherDevice: isForeign || isOld)
      device = try deviceFile.id()
    }
    try FileSystem.makeFolders(layout.logFolder(of: device))
    // If the founding line is lost, this machine's mark names the diary: a second founding line
    // would create another one.
    let diary = known.records.diary ?? deviceFile.mark()?.diary
    return LineSigner(device: device, diary: diary, keys: keys)
  }

  /// Returns the mark of the line that this machine saved last if the store doesn't contain it.
  private func missingMark() throws -> StoreMark? {
    guard let mark = deviceFile.mark() else { return nil }
    let isHere = try LogReader(layout: layout).contains(mark.tip, of: mark.device, known.runs)
    return isHere ? nil : mark
  }

  /// Returns the name of this machine under its newest ID that the diary knows, or `nil` if it
  /// knows none.
  private func formerName(_ keys: DeviceKeys) -> String? {
    let ids = (try? deviceFile.read()) ?? []
    let id = ids.first { known.records.device($0)?.key == keys.verifyingKey }
    return id.flatMap { known.records.name(of: $0) ?? known.records.device($0)?.name }
  }

  /// Returns the records that have to precede this device's first line: the diary's founding, or
  /// the device.
  ///
  /// - Throws: an error if the diary's beginning is still to arrive from a remote, or its
  ///   owner or logs can't be read.
  func openingRecords(_ signer: LineSigner) throws -> [DiaryRecord] {
    guard known.records.device(signer.device) == nil else { return [] }
    let name = formerName(signer.keys) ?? deviceName
    let device = DeviceRecord(name: name, keys: signer.keys)
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

  /// Returns a batch with the records that have to precede its other lines.
  ///
  /// - Throws: the errors of `signer` and `openingRecords`.
  func batch() throws -> LineBatch {
    let signer = try signer()
    var batch = LineBatch(signer, after: known.clock, now: now)
    batch.add(try openingRecords(signer))
    return batch
  }

  /// Starts an append to the log.
  func appending(_ signer: LineSigner) throws -> LogAppending {
    let name = StoreLayout.logName(of: signer.device, at: now())
    return try LogAppending(
      layout.log(name), after: known.runs.tips[signer.device]?.last,
      wholeUpTo: known.ends[name]?.offset, signer: signer)
  }

  /// Appends lines as one save and returns them with their places in the log.
  func append(_ batch: LineBatch) throws -> LogPart {
    var log = try appending(batch.signer)
    var part = batch.part(try log.add(batch.lines))
    part.log = log.name
    part.start = log.start
    part.end = LogPosition(offset: log.end, mark: log.mark)
    try commit(&log, added: part.revisions.count { $0.revision.parents.isEmpty })
    return part
  }

  /// Makes lines durable, and records the last one in the `StoreMark` outside the diary.
  ///
  /// - Parameter count: the number of new entries.
  func commit(_ log: inout LogAppending, added count: Int) throws {
    try log.commit()
    guard let diary = log.signer.diary, let tip = log.tip else { return }
    var mark = StoreMark(diary: diary, device: log.signer.device, tip: tip)
    mark.entries = known.entries + count
    deviceFile.keep(mark)
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
  /// The latest clock.
  let clock: HybridClock

  /// Returns `true` if a device has lines, all without a chain, as version 0.1.0 wrote them.
  func hasOnlyOldLines(of device: ID<Device>) -> Bool {
    runs.tips[device, default: []].isEmpty
      && ends.contains { $0.value.offset > 0 && StoreLayout.device(ofLog: $0.key) == device }
  }
}

/// An append in progress. It has no effect unless it is committed. The owner holds the store's
/// lock.
struct LogAppending: ~Copyable {
  private var output: LogOutput
  /// The ID that all lines of a multi-line append contain, except for the last one.
  private var append: ID<AppendIntent>?
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
  private(set) var signer: LineSigner
  /// The number of bytes since the last signed line.
  private var unsignedSize = 0

  /// Starts an append.
  ///
  /// - Parameters:
  ///   - tip: the device's last line.
  ///   - end: the offset at which the log ends in a complete line, if known.
  init(_ log: LogFile, after tip: RunTip?, wholeUpTo end: Int?, signer: LineSigner) throws {
    let output = try LogOutput(log, wholeUpTo: end)
    self.output = output
    self.tip = tip
    self.signer = signer
  }

  /// The number of unsigned bytes after which a line within an append is signed, so that another
  /// machine can verify a part of a large append before all of it has arrived.
  private static let maxUnsignedSize = 1 << 20

  /// A line's position in the chain of its device, and in the log.
  typealias AddedLine = (step: ChainStep, place: LineLocation)

  /// Links lines to the ones before and writes them. Returns their positions.
  ///
  /// An append of several lines is marked as unfinished until its last line, so that a crash leaves
  /// none of them. The last line is signed, and doesn't contain the append's ID; `isLast` means
  /// that the append ends with these lines. If there is no diary yet, the first line becomes its
  /// founding line.
  mutating func add(_ lines: [RevisionLine.Unlinked], isLast: Bool = true) throws -> [AddedLine] {
    if append == nil, end == start, !isLast || lines.count > 1 {
      let id = ID<AppendIntent>.random()
      try output.begin(.append(id))
      append = id
    }
    var bytes: [UInt8] = []
    var added: [AddedLine] = []
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
      added.append((step, LineLocation(log: name, offset: end + start)))
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
  let signer: LineSigner
  private(set) var lines: [RevisionLine.Unlinked] = []
  /// The clock of the last line.
  private(set) var clock: HybridClock
  private let now: @Sendable () -> Timestamp
  private var records: [(record: DiaryRecord, clock: HybridClock)] = []
  private var entries: [(entry: Entry, clock: HybridClock)] = []

  init(
    _ signer: LineSigner, after clock: HybridClock, now: @escaping @Sendable () -> Timestamp
  ) {
    (self.signer, self.clock, self.now) = (signer, clock, now)
  }

  /// Adds records, which precede entries. `time` replaces the next clock for decisions that were
  /// made earlier.
  mutating func add(_ added: [DiaryRecord], decidedAt time: HybridClock? = nil) {
    for record in added {
      if time == nil { clock = clock.next(at: now()) }
      records.append((record, time ?? clock))
      lines.append(RecordLine.encode(record, clock: time ?? clock, device: signer.device))
    }
  }

  mutating func add(_ added: [Entry]) {
    for entry in added {
      clock = clock.next(at: now())
      entries.append((entry, clock))
      lines.append(
        RevisionLine.encode(entry, parents: entry.heads, clock: clock, device: signer.device))
    }
  }

  /// Returns the lines as parts of a log, given their places there.
  func part(_ added: [LogAppending.AddedLine]) -> LogPart {
    var part = LogPart()
    part.steps = added.map(\.step)
    for (line, added) in zip(records, added) {
      let record = RecordLine(
        id: added.step.sum, clock: line.clock, device: signer.device,
        number: added.step.link.number, record: line.record)
      if let comment = line.record.comment {
        part.comments.append((comment, CommentPlace(comment, record, at: added.place)))
      } else {
        part.records.append(record)
      }
    }
    for (line, added) in zip(entries, added.dropFirst(records.count)) {
      var saved = line.entry
      saved.heads = [added.step.sum]
      saved.isUnshared = false
      let revision = Revision(
        id: added.step.sum, parents: line.entry.heads, clock: line.clock, device: signer.device,
        entry: saved)
      part.revisions.append((revision, added.place))
    }
    return part
  }
}
