import Age
import DiaryCore
import DiaryKeys
import System

/// Decides which lines that came from elsewhere count: those that an unbroken run of lines, all the way
/// from the first line of their device, joins to a line signed by a device that may write to the diary.
/// What comes later can only add to them.
struct LineReception {
  /// The lines of a device that count.
  struct Accepted {
    let arrived: ArrivedLines
    /// Those that aren't here yet, each after the one that it follows.
    let lines: [ArrivedLine]
    /// The segments of which every line is here then.
    let whole: Set<Int>
  }

  private let trust: LineTrust
  private(set) var records: DiaryRecords
  private let horizon: ClockHorizon
  private let local: (ID<Device>) -> LocalLines
  private(set) var issues: [LineIssue] = []

  /// Whether it is known which diary the lines are of.
  var isOfOneDiary: Bool { trust.diary != nil }

  /// More wrong signatures of one device than are looked at.
  private static let mostWrong = 64

  init(
    _ trust: LineTrust, _ records: DiaryRecords, _ horizon: ClockHorizon,
    local: @escaping (ID<Device>) -> LocalLines
  ) {
    (self.trust, self.records, self.horizon, self.local) = (trust, records, horizon, local)
  }

  /// Accepts the lines of several devices. What one device says may be what makes another's lines count.
  mutating func accept(_ all: [ArrivedLines]) throws(DiaryError) -> [Accepted] {
    let diaries =
      trust.diary.map { [$0] } ?? records.diaries
      + all.flatMap { arrived in
        arrived.lines.compactMap { line in
          if case .founding = line.record?.record { ID(line.sum.description) } else { nil }
        }
      }
    var waiting = all
    var accepted: [Accepted] = []
    var isMoving = true
    while isMoving {
      isMoving = false
      issues = []
      var rest: [ArrivedLines] = []
      for arrived in waiting {
        if let found = try accept(arrived, diaries) {
          accepted.append(found)
          isMoving = true
        } else {
          rest.append(arrived)
        }
      }
      waiting = rest
    }
    return accepted
  }

  /// `nil` when the device may not write, by what is known by now.
  private mutating func accept(
    _ arrived: ArrivedLines, _ diaries: [ID<FoundedDiary>]
  ) throws(DiaryError) -> Accepted? {
    let device = arrived.device
    if !arrived.damaged.isEmpty { issues.append(LineIssue(device, .damaged)) }
    guard let key = trust.key(of: arrived, records) else {
      issues.append(LineIssue(device, .unknownDevice))
      return nil
    }
    let lines = arrived.lines
    var local = local(device)
    local.find(arrived)
    let joining = joining(lines, &local, in: device)
    var isAccepted = [Bool](repeating: false, count: lines.count)
    var ordered: [ArrivedLine] = []
    var wrong = 0
    // From the last line of each run back to the last signed one: that proves all before it.
    for index in lines.indices.reversed()
    where joining.isJoined[index] && !isAccepted[index] && wrong < Self.mostWrong {
      switch try arrived.isSigned(lines[index], diaries, by: key) {
      case nil: continue
      case false?:
        wrong += 1
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
    var here = Set(ordered.map(\.sum))
    for line in lines where local.has(line.tip) { here.insert(line.sum) }
    let whole = arrived.sums.indices.filter { segment in
      !arrived.damaged.contains(segment) && arrived.sums[segment].allSatisfy(here.contains)
    }
    return Accepted(arrived: arrived, lines: ordered, whole: Set(whole))
  }

  private struct Joining {
    /// Whether a line isn't here, and an unbroken run leads to it. Of a device with a line missing in the
    /// middle, lines that are here count as well: they prove the missing one.
    var isJoined: [Bool]
    /// The line that it follows, among those that came.
    var previous: [Int?]
  }

  private mutating func joining(
    _ lines: [ArrivedLine], _ local: inout LocalLines, in device: ID<Device>
  ) -> Joining {
    var places: [ID<Revision>: Int] = [:]
    var joining = Joining(
      isJoined: [Bool](repeating: false, count: lines.count),
      previous: [Int?](repeating: nil, count: lines.count))
    var missing: Int?
    for (index, line) in lines.enumerated() {
      places[line.sum] = index
      guard local.isBroken || !local.has(line.tip) else { continue }
      // Another beginning would make another diary of it.
      if let diary = trust.diary, case .founding = line.record?.record,
        line.sum.description != diary.description
      {
        issues.append(LineIssue(device, .badSignature))
        continue
      }
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
      } else {
        missing = min(missing ?? .max, line.link.number - 1)
      }
    }
    if let missing { issues.append(LineIssue(device, .notFollowing(missing))) }
    return joining
  }
}

/// The lines of a device that are here. Its logs are read only if what came may be among them, and isn't
/// simply what leads to the last line.
struct LocalLines {
  let tips: [RunTip]
  /// Whether a line is missing that another one follows: then the last line has not all lines before it.
  let isBroken: Bool
  private let read: () -> [ID<Revision>: Int]
  private var found: Set<ID<Revision>> = []
  private var all: [ID<Revision>: Int]?

  /// - Parameter read: the numbers of all lines by their sums.
  init(_ tips: [RunTip], isBroken: Bool, read: @escaping () -> [ID<Revision>: Int]) {
    (self.tips, self.isBroken, self.read) = (tips, isBroken, read)
  }

  /// Finds those of the lines that came which lead to the last ones that are here.
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

  mutating func has(_ line: RunTip) -> Bool {
    if found.contains(line.sum) { return true }
    guard line.number <= tips.last?.number ?? 0 else { return false }
    if all == nil { all = read() }
    return all?[line.sum] == line.number
  }
}

/// A fault of lines that came from elsewhere. They don't count, and stay where they were.
package struct LineIssue: Hashable, Sendable {
  package enum Fault: Hashable, Sendable {
    /// They aren't what was saved, or are another device's.
    case damaged
    /// Nothing proves that the device may write to the diary.
    case unknownDevice
    case badSignature
    /// The line of that number, and what comes after it, doesn't join what is here.
    case notFollowing(Int)
    /// What version 0.1.0 has written isn't there yet.
    case waiting
    /// They begin another diary, of that author.
    case otherDiary(String)
  }

  package let device: ID<Device>
  package let fault: Fault

  init(_ device: ID<Device>, _ fault: Fault) {
    (self.device, self.fault) = (device, fault)
  }
}

/// Whose lines are taken that come from elsewhere.
package enum LineTrust: Sendable {
  /// Everybody's: the place where they lay is the person's own.
  case everyone
  /// Those of devices that have had one of these keys. Those of them that aren't confirmed count once
  /// a line tells of them that does itself.
  case holders([DiaryKey], confirmed: Set<AgeRecipient>)
  /// Those of people's devices, in the diary of that id that several share; which of their lines count
  /// is for `DiaryPeople` to say.
  case members(ID<FoundedDiary>)

  /// The diary whose lines alone are taken, where it is known.
  var diary: ID<FoundedDiary>? { if case .members(let diary) = self { diary } else { nil } }
}

extension LineTrust {
  /// What the lines of a device are checked with, if it may write to the diary: it is known already, a
  /// device that may has given it a key, or it proves that it has one. `nil` if it may not.
  func key(of arrived: ArrivedLines, _ known: DiaryRecords) -> VerifyingKey? {
    let device = arrived.device
    if case .members(let diary) = self { return key(of: arrived, known, in: diary) }
    if let record = known.device(device) { return record.key }
    let own = arrived.lines.first { $0.link.number == 1 }?.record?.record.device
    guard let own else { return nil }
    guard case .holders(let keys, let confirmed) = self else { return own.key }
    // A machine keeps its signing key under a new device id.
    if known.knows(own.key) || known.allEpochs.contains(where: { $0.devices.contains(device) }) {
      return own.key
    }
    let told = Set(known.allEpochs.map(\.recipient)).union(confirmed)
    // With an older key its lines come, and are judged with all others (`DiaryRecords.unproved`).
    let current = keys.filter { told.contains($0.identity.recipient) }
    let isProved = arrived.lines.contains { line in
      guard case .device(let record) = line.record?.record else { return false }
      return record.key == own.key
        && record.proof?.isValid(for: device, record, by: current) == true
    }
    return isProved ? own.key : nil
  }

  private func key(
    of arrived: ArrivedLines, _ known: DiaryRecords, in diary: ID<FoundedDiary>
  ) -> VerifyingKey? {
    if let device = known.people?.device(arrived.device) { return device.key }
    // All others are let in by whoever founded it.
    guard let first = arrived.lines.first, first.sum.description == diary.description,
      case .founding(let founding) = first.record?.record
    else { return nil }
    return founding.device.key
  }
}

/// The result of receiving lines from elsewhere.
package struct ReceivedLines: Sendable {
  /// How many are here now that weren't.
  package var lines = 0
  /// The segments, by their places among those that came, of which every line is here now.
  package var whole: Set<Int> = []
  package var issues: [LineIssue] = []

  package init() {}
}

extension DiskRepository {
  /// Receives the lines that other machines have written, as far as they count. All of them survive a
  /// power cut when this returns.
  ///
  /// - Parameter oldLogs: the logs of version 0.1.0 that were there.
  package func receive(
    _ segments: [LineSegment], oldLogs: [[UInt8]], _ trust: LineTrust
  ) async throws(DiaryError) -> ReceivedLines {
    guard !segments.isEmpty else { return ReceivedLines() }
    try makeStore()
    let lock = try await storeLock()
    try catchUp()
    // What came is let go of before the index is made again, which may take as much memory.
    let received = try accept(segments, oldLogs: oldLogs, trust)
    try catchUp()
    try makeStore()
    if follower.records.diary != nil, deviceFile.isCloning { deviceFile.isCloning = false }
    if received.lines > 0 { deviceFile.noteEntries(follower.table.count) }
    _ = consume lock
    // Many entries at once must not pile up.
    if received.lines > 1, follower.isRewriteDue(isBulk: true) { await writeIndex() }
    return received
  }

  /// Adds what counts to the logs. The caller holds the lock, and has caught up.
  private func accept(
    _ segments: [LineSegment], oldLogs: [[UInt8]], _ trust: LineTrust
  ) throws(DiaryError) -> ReceivedLines {
    var received = ReceivedLines()
    var arrived: [ArrivedLines] = []
    // The places of each device's segments among all.
    var places: [ID<Device>: [Int]] = [:]
    for (place, segment) in segments.enumerated() {
      places[segment.device, default: []].append(place)
    }
    for (device, places) in places.sorted(by: { $0.key < $1.key }) {
      arrived.append(try ArrivedLines(of: device, places.map { segments[$0] }))
    }
    let logs = try logsByDevice()
    var reception = LineReception(
      try sharedTrust() ?? trust, follower.records, ClockHorizon(at: now())
    ) { [layout, runs = follower.runs] device in
      LocalLines(runs.tips[device] ?? [], isBroken: runs.broken.contains(device)) {
        Self.numbers(of: logs[device] ?? [], in: device, layout)
      }
    }
    let accepted = try reception.accept(arrived)
    received.issues = reception.issues
    if !reception.isOfOneDiary, let issue = try otherDiary(accepted) {
      received.issues = [issue]
      return received
    }
    var old = OldLogReception(layout)
    for line in accepted.flatMap(\.lines) {
      if let record = line.record?.record { old.add(record) }
    }
    // They come before all that has numbers.
    guard try old.install(oldLogs) else {
      received.issues = accepted.map { LineIssue($0.arrived.device, .waiting) }
      return received
    }
    for part in accepted {
      let device = part.arrived.device
      received.lines += part.lines.count
      for place in part.whole { received.whole.insert(places[device]?[place] ?? -1) }
      try ReceivedLog(layout: layout, device: device, now: now()).add(part.lines, of: part.arrived)
    }
    guard received.lines > 0 else { return received }
    try purge(reception.records)
    // Another machine writes as this device did.
    let own = deviceFile.existingID
    if accepted.contains(where: { $0.arrived.device == own && !$0.lines.isEmpty }) {
      try deviceFile.renew()
    }
    return received
  }

  /// The numbers of a device's lines by their sums.
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

  /// The fault of lines that begin the diary of another author than the one that is here.
  private func otherDiary(
    _ accepted: [LineReception.Accepted]
  ) throws(DiaryError) -> LineIssue? {
    guard let own = try existingOwner() else { return nil }
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

  /// Cuts off what other devices have removed for good.
  private func purge(_ records: DiaryRecords) throws(DiaryError) {
    let removals = try StoreRemovals(LogReader(layout: layout), records)
    let purge = try TrashPurge(removals, wanted: draftedAssets(), in: layout)
    guard !purge.isEmpty else { return }
    try purge.run()
    try follower.rebuild()
  }
}
