import Crypto
import DiaryCore
import System

/// Decides which received lines are accepted.
///
/// A line is accepted if it is part of an unbroken run that starts at the device's first line and
/// ends in a line signed by a device that may write to the diary. Lines that arrive later can only
/// add to the accepted ones.
struct LineReception {
  /// The accepted lines of one device.
  struct Accepted {
    let arrived: ArrivedLines
    /// The accepted lines that aren't in the local logs yet, each after the one that it follows.
    let lines: [ArrivedLine]
    /// The segments whose lines will all be in the local logs.
    let completeSegments: Set<Int>
    /// The segments with lines that no machine waits for, with the number of the last line before
    /// them; 0 if there is none.
    let reach: [Int: Int]
  }

  private let trust: LineTrust
  private(set) var records: DiaryRecords
  private let horizon: ClockHorizon
  private let local: (ID<Device>) -> LocalLines
  /// The repairs that recorded lost lines.
  private lazy var evidence = readEvidence()
  private let readEvidence: () -> LogEvidence?
  private(set) var issues: [LineIssue] = []

  /// `true` if the diary that the lines belong to is known.
  var isOfOneDiary: Bool { trust.diary != nil }

  /// The number of bad signatures of one device after which the others aren't checked.
  private static let maxBadSignatures = 64

  init(
    _ trust: LineTrust, _ records: DiaryRecords, _ horizon: ClockHorizon,
    local: @escaping (ID<Device>) -> LocalLines, evidence: @escaping () -> LogEvidence?
  ) {
    (self.trust, self.records, self.horizon, self.local) = (trust, records, horizon, local)
    readEvidence = evidence
  }

  /// Accepts the lines of several devices. Lines of one device may be needed to accept another's,
  /// so this repeats until nothing changes.
  mutating func accept(_ all: [ArrivedLines]) throws -> [Accepted] {
    let diaries =
      trust.diary.map { [$0] } ?? records.diaries
      + all.flatMap { arrived in
        arrived.lines.compactMap { line in
          if case .founding = line.record?.record { ID(line.sum.description) } else { nil }
        }
      }
    var waiting = all
    var accepted: [Accepted] = []
    var hasProgress = true
    while hasProgress {
      hasProgress = false
      var rest: [ArrivedLines] = []
      for arrived in waiting {
        if let found = try accept(arrived, diaries) {
          accepted.append(found)
          hasProgress = true
        } else {
          rest.append(arrived)
        }
      }
      waiting = rest
    }
    // In a private diary, the number of missing lines is enough: all devices are the user's.
    if trust.diary == nil { issues = [] }
    for arrived in waiting {
      if !arrived.damaged.isEmpty { issues.append(LineIssue(arrived.device, .damaged)) }
      issues.append(LineIssue(arrived.device, .unknownDevice))
    }
    return accepted
  }

  /// Accepts the lines of one device, or returns `nil` if it isn't known yet to be allowed to
  /// write.
  private mutating func accept(
    _ arrived: ArrivedLines, _ diaries: [ID<FoundedDiary>]
  ) throws -> Accepted? {
    let device = arrived.device
    guard let key = trust.key(of: arrived, records) else { return nil }
    let lines = arrived.lines
    var local = local(device)
    local.find(arrived)
    var joining = joining(lines, &local, in: device)
    if try isSigned(joining.forbidden, of: arrived, diaries, by: key) {
      issues.append(LineIssue(device, .forbidden))
    } else if !arrived.damaged.isEmpty {
      issues.append(LineIssue(device, .damaged))
    } else if !joining.forbidden.isEmpty {
      issues.append(LineIssue(device, .badSignature))
    }
    var isAccepted = [Bool](repeating: false, count: lines.count)
    var ordered: [ArrivedLine] = []
    var badlySigned: [Int] = []
    // A signature proves all lines before it, so go backward from the end of each run to its last
    // signed line.
    for index in lines.indices.reversed()
    where joining.isJoined[index] && !isAccepted[index]
      && badlySigned.count < Self.maxBadSignatures
    {
      switch try arrived.isSigned(lines[index], diaries, by: key) {
      case nil: continue
      case false?:
        badlySigned.append(index)
        issues.append(LineIssue(device, .badSignature))
        continue
      case true?: break
      }
      var run: [ArrivedLine] = []
      var place: Int? = index
      while let at = place, joining.isJoined[at], !isAccepted[at] {
        isAccepted[at] = true
        if !local.isBroken || !local.has(lines[at].tip) { run.append(lines[at]) }
        place = joining.previous[at]
      }
      ordered += run.reversed()
    }
    for line in ordered {
      if let record = line.record { records.apply(record, horizon) }
    }
    if trust.diary != nil {
      joining.detach(badlySigned, of: lines, isAccepted)
      let unsigned = lines.indices.last { index in
        joining.isJoined[index] && !isAccepted[index]
          && !joining.detached.contains(lines[index].sum)
      }
      if let unsigned {
        issues.append(LineIssue(device, .missingLine(lines[unsigned].link.number + 1)))
      }
    }
    var here = Set(ordered.map(\.sum))
    for line in lines where local.has(line.tip) { here.insert(line.sum) }
    let complete = arrived.sums.indices.filter { segment in
      // A file may claim lines that it doesn't contain.
      !arrived.damaged.contains(segment) && arrived.partial[segment] == nil
        && arrived.sums[segment].allSatisfy(here.contains)
    }
    return Accepted(
      arrived: arrived, lines: ordered, completeSegments: Set(complete),
      reach: Self.reach(of: arrived, joining))
  }

  /// Returns `true` if the device signed one of these lines.
  private func isSigned(
    _ sums: Set<ID<Revision>>, of arrived: ArrivedLines, _ diaries: [ID<FoundedDiary>],
    by key: VerifyingKey
  ) throws -> Bool {
    guard !sums.isEmpty else { return false }
    return try arrived.lines.lazy.filter { sums.contains($0.sum) }.prefix(Self.maxBadSignatures)
      .contains { try arrived.isSigned($0, diaries, by: key) == true }
  }

  private static func reach(of arrived: ArrivedLines, _ joining: Joining) -> [Int: Int] {
    guard !joining.detached.isEmpty else { return [:] }
    let numbers = Dictionary(
      arrived.lines.lazy.filter { !$0.isForeign }.map { ($0.sum, $0.link.number) }
    ) { first, _ in first }
    var reach: [Int: Int] = [:]
    for (segment, sums) in arrived.sums.enumerated() {
      let joined = sums.filter { !joining.detached.contains($0) }
      if joined.count < sums.count { reach[segment] = joined.compactMap { numbers[$0] }.max() ?? 0 }
    }
    return reach
  }

  /// The connections between the received lines of one device.
  private struct Joining {
    /// `true` for each line that isn't in the local logs and that an unbroken run leads to. If the
    /// local logs miss a line in the middle, local lines count as well, because they prove the
    /// missing one.
    var isJoined: [Bool]
    /// The index of the preceding line, if it was received too.
    var previous: [Int?]
    /// The lines that no machine waits for: those behind one that is recorded as lost, and those
    /// that lead only to forbidden lines or invalid signatures.
    var detached: Set<ID<Revision>> = []
    /// The lines that no device of a shared diary may write, and all lines behind them. They never
    /// count, whatever else arrives.
    var forbidden: Set<ID<Revision>> = []

    /// Detaches lines with invalid signatures, unsigned ones that lead only to these or to
    /// forbidden lines, and those behind them.
    mutating func detach(_ badlySigned: [Int], of lines: [ArrivedLine], _ isAccepted: [Bool]) {
      let last = badlySigned + lines.indices.filter { forbidden.contains(lines[$0].sum) }
      for index in last {
        var place = isJoined[index] ? index : previous[index]
        while let at = place, isJoined[at], !isAccepted[at],
          detached.insert(lines[at].sum).inserted
        {
          place = previous[at]
        }
      }
      guard !last.isEmpty else { return }
      for index in lines.indices where isJoined[index] && !isAccepted[index] {
        guard let before = previous[index], detached.contains(lines[before].sum) else { continue }
        detached.insert(lines[index].sum)
      }
    }
  }

  private mutating func joining(
    _ lines: [ArrivedLine], _ local: inout LocalLines, in device: ID<Device>
  ) -> Joining {
    let places = Dictionary(lines.enumerated().map { ($1.sum, $0) }) { first, _ in first }
    var joining = Joining(
      isJoined: [Bool](repeating: false, count: lines.count),
      previous: [Int?](repeating: nil, count: lines.count))
    var missing: Int?
    for (index, line) in lines.enumerated() {
      guard local.isBroken || !local.has(line.tip) else { continue }
      if let diary = trust.diary {
        let place = line.link.previous.flatMap { places[$0] }
        let tip = local.tips.first { $0.sum == line.link.previous }
        let number = place.map { lines[$0].link.number } ?? tip?.number
        if line.isForbidden(in: diary, after: number)
          || line.link.previous.map(joining.forbidden.contains) == true
        {
          joining.forbidden.insert(line.sum)
          joining.detached.insert(line.sum)
          joining.previous[index] = place
          continue
        }
      }
      guard !line.isForeign else { continue }
      guard let sum = line.link.previous else {
        joining.isJoined[index] = line.link.number == 1
        continue
      }
      let before = places[sum].flatMap { place in
        joining.isJoined[place] && lines[place].link.number == line.link.number - 1 ? place : nil
      }
      joining.previous[index] = before
      if before != nil || local.has(RunTip(line.link.number - 1, sum)) {
        joining.isJoined[index] = true
      } else if joining.detached.contains(sum)
        || evidence?.lost(byMachineOf: device).contains(sum) == true
      {
        // No machine waits for them: the repair saved them again as another device.
        joining.detached.insert(line.sum)
      } else {
        missing = min(missing ?? .max, line.link.number - 1)
      }
    }
    if let missing { issues.append(LineIssue(device, .missingLine(missing))) }
    return joining
  }
}

extension ArrivedLine {
  /// Returns `true` if no device of a shared diary may write the line.
  ///
  /// - Parameter number: the number of the line that it follows, if known.
  fileprivate func isForbidden(in diary: ID<FoundedDiary>, after number: Int?) -> Bool {
    // Another founding line would make it a different diary.
    if case .founding = record?.record, sum.description != diary.description { return true }
    return isForeign || (link.previous == nil) != (link.number == 1)
      || number.map { $0 != link.number - 1 } ?? false
  }
}

/// The lines of a device in the local logs. The logs are read only if received lines may be among
/// them other than as predecessors of the last local line.
struct LocalLines {
  let tips: [RunTip]
  /// `true` if a line is missing in the middle, so that the last line isn't preceded by all others.
  let isBroken: Bool
  private let read: () -> [ID<Revision>: Int]
  private var found: Set<ID<Revision>> = []
  private var all: [ID<Revision>: Int]?

  /// Creates a lookup for a device's lines.
  ///
  /// - Parameter read: returns the numbers of all local lines by their checksums.
  init(_ tips: [RunTip], isBroken: Bool, read: @escaping () -> [ID<Revision>: Int]) {
    (self.tips, self.isBroken, self.read) = (tips, isBroken, read)
  }

  /// Finds the received lines that precede the last local ones.
  mutating func find(_ arrived: ArrivedLines) {
    guard !isBroken else { return }
    var places: [ID<Revision>: Int] = [:]
    for (place, line) in arrived.lines.enumerated() { places[line.sum] = place }
    for tip in tips {
      var sum: ID<Revision>? = tip.sum
      while let line = sum, found.insert(line).inserted {
        sum = places[line].flatMap { arrived.lines[$0].link.previous }
      }
    }
  }

  /// Returns `true` if a line is in the local logs.
  mutating func has(_ line: RunTip) -> Bool {
    if found.contains(line.sum) { return true }
    guard line.number <= tips.last?.number ?? 0 else { return false }
    if all == nil { all = read() }
    return all?[line.sum] == line.number
  }
}

/// A reason why received lines aren't accepted. They stay at their source.
package struct LineIssue: Hashable, Sendable {
  package enum Fault: Hashable, Sendable {
    /// The bytes differ from the saved ones, or are another device's.
    case damaged
    /// There is no proof that the device may write to the diary.
    case unknownDevice
    case badSignature
    /// The line of that number is missing, so those after it can't be connected to the local ones,
    /// or those before it have no signature.
    case missingLine(Int)
    /// The device signed a line that no device may write, such as another founding line. It and all
    /// lines behind it never count.
    case forbidden
    /// The logs of version 0.1.0 haven't arrived yet.
    case waiting
    /// One of several different logs of version 0.1.0 with the same name hasn't arrived yet.
    case missingOldLog
    /// The lines begin another diary, owned by the author of that name.
    case otherDiary(String)
  }

  package let device: ID<Device>
  package let fault: Fault

  init(_ device: ID<Device>, _ fault: Fault) {
    (self.device, self.fault) = (device, fault)
  }
}

/// The devices whose received lines are accepted.
package enum LineTrust: Sendable {
  /// All devices: the source belongs to the user.
  case everyone
  /// Devices that have had one of these keys. An unconfirmed key counts once an accepted line
  /// introduces it.
  case keyHolders([DiaryKey], confirmed: Set<AgeRecipient>)
  /// The devices of the people who share the diary with that ID. `DiaryPeople` decides which of
  /// their lines count.
  case members(ID<FoundedDiary>)

  /// The only diary whose lines are accepted, if it is known.
  var diary: ID<FoundedDiary>? { if case .members(let diary) = self { diary } else { nil } }
}

extension LineTrust {
  /// Returns the key that verifies a device's lines, or `nil` if the device may not write.
  ///
  /// A device may write if it is known already, if an authorized device has given it a key, or if
  /// it proves that it has one.
  func key(of arrived: ArrivedLines, _ known: DiaryRecords) -> VerifyingKey? {
    let device = arrived.device
    if case .members(let diary) = self { return key(of: arrived, known, in: diary) }
    if let record = known.device(device) { return record.key }
    let introduction = arrived.lines.lazy.filter { $0.link.number == 1 }
      .compactMap(\.record?.record.device).first
    guard let introduction else { return nil }
    guard case .keyHolders(let keys, let confirmed) = self else { return introduction.key }
    // A machine keeps its signing key when it gets a new device ID.
    if known.knows(introduction.key)
      || known.allEpochs.contains(where: { $0.devices.contains(device) })
    {
      return introduction.key
    }
    let introduced = Set(known.allEpochs.map(\.recipient)).union(confirmed)
    // Lines proved with an older key arrive too, and are judged with all others
    // (`DiaryRecords.unproved`).
    let current = keys.filter { introduced.contains($0.identity.recipient) }
    let isProved = arrived.lines.contains { line in
      guard case .device(let record) = line.record?.record else { return false }
      return record.key == introduction.key
        && record.proof?.isValid(for: device, record, by: current) == true
    }
    return isProved ? introduction.key : nil
  }

  private func key(
    of arrived: ArrivedLines, _ known: DiaryRecords, in diary: ID<FoundedDiary>
  ) -> VerifyingKey? {
    if let device = known.people?.device(arrived.device) { return device.key }
    // Only the founder introduces itself; all others have been approved.
    let first = arrived.lines.first { $0.sum.description == diary.description }
    guard case .founding(let founding) = first?.record?.record
    else { return nil }
    return founding.device.key
  }
}

/// The result of receiving lines.
package struct ReceivedLines: Sendable {
  /// The number of lines added to the local logs.
  package var lines = 0
  /// The indices of the received segments whose lines are all in the local logs now.
  package var complete: Set<Int> = []
  /// The number of the last usable line in received segments that don't have all lines of their
  /// numbers, or have some that no machine waits for, by their indices; 0 if there is none.
  package var reach: [Int: Int] = [:]
  package var issues: [LineIssue] = []
  /// The indices of the received old logs whose lines are in the local logs, and that a record
  /// there vouches for.
  package var oldLogs: Set<Int> = []
  /// The old logs that didn't arrive although a different log of their name did.
  package var missingOldLogs: [LineIssue] = []
  /// The checksums of received lines whose bodies are still missing here, since a part of their log
  /// couldn't be read.
  package var unrestored: Set<ID<Revision>> = []

  package init() {}
}

extension DiskRepository {
  /// Receives lines written by other machines and stores the acceptable ones. They survive a power
  /// cut when this returns.
  ///
  /// - Parameter oldLogs: the logs of version 0.1.0 found at the source.
  /// - Throws: an error if the lines can't be read, the store can't be created or locked, or
  ///   writing fails.
  package func receive(
    _ segments: [LineSegment], oldLogs: [[UInt8]], _ trust: LineTrust
  ) async throws -> ReceivedLines {
    if segments.isEmpty {
      guard !oldLogs.isEmpty else { return ReceivedLines() }
      try catchUp()
      // Only a record that is here already can vouch for them.
      guard tailer.records.hasOldLogs else { return ReceivedLines() }
    }
    try makeStore()
    let lock = try await storeLock()
    try catchUp()
    // The received data is released before the index is rebuilt, which may need as much memory.
    var received = try accept(segments, oldLogs: oldLogs, trust)
    if !oldLogs.isEmpty { received.oldLogs = try vouchedLogs(among: oldLogs) }
    try catchUp()
    try makeStore()
    if tailer.records.diary != nil, deviceFile.isCloning {
      deviceFile.isCloning = false
      // The keys of an encrypted diary that was missing.
      try? layout.cipher.pins?.forget()
    }
    if received.lines > 0 { deviceFile.noteEntries(tailer.table.count) }
    _ = consume lock
    // Many entries must not pile up in memory.
    if received.lines > 1, tailer.isRewriteDue(isBulk: true) { await writeIndex() }
    return received
  }

  /// Returns the indices of the old logs that a local record vouches for.
  private func vouchedLogs(among oldLogs: [[UInt8]]) throws -> Set<Int> {
    let vouched = Set(try LogEvidence(LogReader(layout: layout)).vouchedLogs.map(\.content))
    return Set(oldLogs.indices.filter { vouched.contains(VouchedLog.Content(of: oldLogs[$0])) })
  }

  /// Appends the acceptable lines to the logs. The caller holds the lock and has caught up.
  private func accept(
    _ segments: [LineSegment], oldLogs: [[UInt8]], _ trust: LineTrust
  ) throws -> ReceivedLines {
    var received = ReceivedLines()
    var arrived: [ArrivedLines] = []
    // The indices of each device's segments in `segments`.
    var places: [ID<Device>: [Int]] = [:]
    for (place, segment) in segments.enumerated() {
      places[segment.device, default: []].append(place)
    }
    for (device, places) in places.sorted(by: { $0.key < $1.key }) {
      let lines = try ArrivedLines(of: device, places.map { segments[$0] })
      for (segment, last) in lines.partial { received.reach[places[segment]] = last }
      arrived.append(lines)
    }
    let logs = try logsByDevice()
    let reader = LogReader(layout: layout)
    var reception = LineReception(
      try sharedTrust() ?? trust, tailer.records, ClockHorizon(at: now()),
      local: { [layout, runs = tailer.runs] device in
        LocalLines(runs.tips[device] ?? [], isBroken: runs.broken.contains(device)) {
          Self.numbers(of: logs[device] ?? [], in: device, layout)
        }
      }, evidence: { try? LogEvidence(reader) })
    let accepted = try reception.accept(arrived)
    received.issues = reception.issues
    for part in accepted {
      for (segment, last) in part.reach {
        received.reach[places[part.arrived.device]?[segment] ?? -1] = last
      }
    }
    if !reception.isOfOneDiary, let issue = try otherDiary(accepted) {
      received.issues = [issue]
      return received
    }
    // Anyone could vouch for a log that never arrives, or that another person never wrote.
    let vouched = accepted.flatMap(\.lines).compactMap(\.record)
      .filter { reception.records.people?.refusal(of: $0) == nil }.flatMap(\.record.oldLogs)
    var old = OldLogReception(reader)
    if !vouched.isEmpty || !oldLogs.isEmpty {
      try old.install(vouched + LogEvidence(reader).vouchedLogs, from: oldLogs)
    }
    // Old logs precede all numbered lines.
    guard !old.isWaiting(for: vouched) else {
      received.issues = accepted.map { LineIssue($0.arrived.device, .waiting) }
      return received
    }
    received.missingOldLogs = Set(vouched).subtracting(old.here)
      .compactMap { StoreLayout.device(ofLog: $0.log) }.map { LineIssue($0, .missingOldLog) }
    var restoration = try BodyRestoration(arrived, missing: tailer.runs.missingBodies, in: layout)
    // The index will be removed, and may be the only place with the text of a line damaged since.
    if !restoration.isEmpty { try tailer.rebuild(isRequired: true) }
    for part in accepted {
      let device = part.arrived.device
      received.lines += part.lines.count
      for place in part.completeSegments { received.complete.insert(places[device]?[place] ?? -1) }
      try ReceivedLog(layout: layout, device: device, now: now()).add(part.lines, of: part.arrived)
    }
    received.lines += try run(&restoration, reception.records)
    received.unrestored = restoration.unrestored
    guard received.lines > 0 || old.hasInstalled else { return received }
    let hasRemovals = accepted.contains { part in
      part.lines.contains { if case .removal = $0.record?.record { true } else { false } }
    }
    try purge(reception.records, hasNew: hasRemovals)
    // Another machine writes under this device's ID.
    let own = deviceFile.existingID
    if accepted.contains(where: { $0.arrived.device == own && !$0.lines.isEmpty }) {
      try deviceFile.renew()
    }
    return received
  }

  /// Returns the numbers of a device's lines by their checksums.
  private static func numbers(
    of logs: [(name: String, size: Int)], in device: ID<Device>, _ layout: StoreLayout
  ) -> [ID<Revision>: Int] {
    var numbers: [ID<Revision>: Int] = [:]
    for (name, _) in logs {
      _ = try? LogReader(layout: layout).forEachLine(of: name) { line in
        guard let step = ChainStep(of: line.bytes, in: device) else { return }
        numbers[step.sum] = step.link.number
      }
    }
    return numbers
  }

  /// Returns the issue of lines that begin the diary of another author, or `nil` if there are none.
  private func otherDiary(_ accepted: [LineReception.Accepted]) throws -> LineIssue? {
    guard let own = try existingAuthor() else { return nil }
    for part in accepted {
      for line in part.lines {
        if case .founding(let founding) = line.record?.record,
          founding.owner.author.id != own.id
        {
          return LineIssue(part.arrived.device, .otherDiary(founding.owner.author.name))
        }
      }
    }
    return nil
  }

  /// Puts back bodies that are missing here. Returns the number of restored lines.
  private func run(_ restoration: inout BodyRestoration, _ records: DiaryRecords) throws -> Int {
    guard !restoration.isEmpty else { return 0 }
    let count = try restoration.run(StoreRemovals(LogReader(layout: layout), records))
    if count > 0 { try tailer.rebuild() }
    return count
  }

  /// Removes permanently deleted content that is still here: emptying the trash or receiving lines
  /// may have been interrupted. Returns `false` if some stays, because a part of its log can't be
  /// read.
  ///
  /// - Throws: an error if the store can't be locked, read or written, or a draft can't be read.
  package func finishPurges() async throws -> Bool {
    let lock = try await storeLock()
    try catchUp()
    let isComplete = try purge(tailer.records, hasNew: false)
    _ = consume lock
    return isComplete
  }

  /// Removes the content that was deleted permanently. Returns `false` if some stays, because a
  /// part of its log can't be read.
  ///
  /// - Parameter hasNew: `true` if the index doesn't know all removals.
  @discardableResult
  private func purge(_ records: DiaryRecords, hasNew: Bool) throws -> Bool {
    let removals = try StoreRemovals(LogReader(layout: layout), records)
    var purge = try TrashPurge(removals, wanted: draftedAssets(), in: layout)
    // New removals may be the reason why bodies are missing here.
    let hasMissing = !tailer.runs.missingBodies.isEmpty
    let isIndexOutdated = hasNew && (!purge.isComplete || hasMissing)
    guard !purge.isEmpty || isIndexOutdated else { return purge.isComplete }
    if purge.hasDamagedLines { try tailer.rebuild(isRequired: true) }
    try purge.run()
    try tailer.rebuild()
    return purge.isComplete
  }
}
