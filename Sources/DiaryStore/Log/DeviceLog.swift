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

/// A line that was added to a log.
struct AppendedLine {
  let step: ChainStep
  let place: LineLocation
  var id: ID<Revision> { step.sum }
}

/// Lines on their way to the end of a log. Unless they are committed, the log is as it was. Whoever
/// has one holds the store's lock.
struct LogAppending: ~Copyable {
  private var output: LogOutput
  /// What all lines but the last name, where there are several.
  private let append: ID<AppendIntent>?
  /// The log's.
  var name: String { output.log.name }
  /// Where the first line begins.
  var start: Int { output.start }
  /// The byte after the last line so far.
  var end: Int { output.end }
  /// Of what was added last.
  private(set) var mark = ""
  /// The device's last line so far; `nil` if it has none.
  private(set) var tip: RunTip?
  private var signer: LineSigner
  /// The diary that the lines are of.
  var diary: ID<FoundedDiary>? { signer.diary }
  /// In bytes, of the lines since the last signed one.
  private var unsignedSize = 0

  /// - Parameters:
  ///   - tip: the device's last line.
  ///   - end: where the log ends in a whole line, as far as that is known.
  init(
    _ log: LogFile, ofMany isMany: Bool, after tip: RunTip?, wholeUpTo end: Int?,
    signer: LineSigner
  ) throws(DiaryError) {
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

  /// As much of a large append has a signature of its own, so that another machine needn't have all of
  /// it at once to believe it. In bytes.
  private static let mostUnsigned = 1 << 20

  /// Joins lines to those before and writes them. Returns them as they stand there. The last line of an
  /// append is signed, and is the one of many without their mark: `isLast` says that these end with
  /// it. Where there is no diary yet, the first one is its founding.
  mutating func add(
    _ lines: [RevisionLine.Unlinked], isLast: Bool = true
  ) throws(DiaryError) -> [AppendedLine] {
    var bytes: [UInt8] = []
    var added: [AppendedLine] = []
    for (index, line) in lines.enumerated() {
      let isOpen = !isLast || index < lines.count - 1
      let link = ChainLink(
        previous: tip?.sum, append: isOpen ? append : nil, number: (tip?.number ?? 0) + 1)
      let isSigned = !isOpen || signer.diary == nil || unsignedSize > Self.mostUnsigned
      let (line, id) = line.linked(link) { isSigned ? signer.signature(of: $0) : nil }
      unsignedSize = isSigned ? 0 : unsignedSize + line.count
      if signer.diary == nil { signer.diary = ID(id.description) }
      let step = ChainStep(device: signer.device, sum: id, link: link)
      added.append(
        AppendedLine(step: step, place: LineLocation(log: name, offset: end + bytes.count)))
      bytes += line
      tip = step.tip
    }
    try output.write(bytes)
    mark = TailChecksum.of(bytes)
    return added
  }

  /// Makes the lines durable.
  mutating func commit() throws(DiaryError) { try output.commit() }
}

/// Lines that are going to be added to a log together, each with the clock that it gets.
struct LineBatch {
  private(set) var lines: [RevisionLine.Unlinked] = []
  /// Of the last line.
  private(set) var clock: HybridClock
  private let device: ID<Device>
  private let now: @Sendable () -> Timestamp
  private var records: [(record: DiaryRecord, clock: HybridClock)] = []
  private var entries: [(entry: Entry, clock: HybridClock)] = []

  init(after clock: HybridClock, device: ID<Device>, now: @escaping @Sendable () -> Timestamp) {
    (self.clock, self.device, self.now) = (clock, device, now)
  }

  /// Adds records, which come before entries. Those that were decided at another time keep its clock.
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

  /// The lines as a log has them, by what became of them there.
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
