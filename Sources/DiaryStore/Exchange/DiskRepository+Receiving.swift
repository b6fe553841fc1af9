import DiaryCore
import DiaryKeys
import System

/// What came of lines from elsewhere.
package struct ReceivedLines: Sendable {
  /// How many are here now that weren't.
  package var lines = 0
  /// The devices of which all lines that came are new here.
  package var whole: Set<ID<Device>> = []
  package var issues: [LineIssue] = []
  /// The lines here that the remote lacks, for there are others of their numbers.
  package var unsent: [OutgoingSegment] = []

  package init() {}
}

extension DiskRepository {
  /// Takes in what other machines have written, as far as it counts. All of it survives a power cut when
  /// this returns.
  ///
  /// - Parameter oldLogs: the logs of version 0.1.0 that lay there.
  package func receive(
    _ segments: [LineSegment], oldLogs: [[UInt8]], _ trust: LineTrust
  ) async throws(DiaryError) -> ReceivedLines {
    guard !segments.isEmpty else { return ReceivedLines() }
    try makeStore()
    let lock = try await storeLock()
    try catchUp()
    // What came is let go of before the index is made anew, which may take as much memory.
    let received = try take(segments, oldLogs: oldLogs, trust)
    try catchUp()
    try makeStore()
    _ = consume lock
    // Many entries at once must not pile up.
    if received.lines > 1, follower.isRewriteDue(isBulk: true) { await writeIndex() }
    return received
  }

  /// Adds what counts to the logs. The caller holds the lock, and has caught up.
  private func take(
    _ segments: [LineSegment], oldLogs: [[UInt8]], _ trust: LineTrust
  ) throws(DiaryError) -> ReceivedLines {
    var received = ReceivedLines()
    var arrived: [ArrivedLines] = []
    let segmentsOf = Dictionary(grouping: segments, by: \.device).sorted { $0.key < $1.key }
    for (device, segments) in segmentsOf { arrived.append(try ArrivedLines(of: device, segments)) }
    let known = try StoreRemovals(LogReader(layout: layout), follower.records, with: arrived)
    let trust = try sharedTrust() ?? trust
    let logs = try logsByDevice()
    var reception = LineReception(trust, follower.records, known, ClockHorizon(at: now())) {
      [layout] device, sum in
      try? Self.lines(behind: sum, in: logs[device] ?? [], of: layout)
    }
    let accepted = try reception.take(arrived, after: try chainHeads())
    received.issues = reception.issues
    if trust.diary == nil, let issue = try otherDiary(accepted) {
      received.issues = [issue]
      return received
    }
    var old = OldLogReception(layout)
    for removal in known.records { old.add(.removal(removal)) }
    let own = deviceFile.existingID
    var fresh: [RemovalRecord] = []
    for part in accepted {
      for line in part.arrived.lines[part.indices] {
        if let record = line.record?.record { old.add(record) }
        if let removal = line.removal(reception.records), !removal.entries.isEmpty {
          fresh.append(removal)
        }
      }
    }
    let removals = reception.removals
    // They stand before all that has numbers.
    guard try old.install(oldLogs) else {
      received.issues = accepted.map { LineIssue($0.arrived.device, .waiting) }
      return received
    }
    // Before the lines that tell of it: a program that is stopped in between is told once more.
    try purge(fresh, removals)
    for part in accepted {
      let device = part.arrived.device
      received.lines += part.indices.count
      if part.isWhole { received.whole.insert(device) }
      try ReceivedLog(layout: layout, device: device, now: now()).add(
        part.arrived.lines[part.indices], of: part.arrived, head: part.head
      ) { removals.isGone($0.entry, device, number: $0.link.number, sum: $0.sum) }
    }
    try passOverGone(arrived, removals, reception.records)
    // Another machine writes as this device did.
    if accepted.contains(where: { $0.arrived.device == own }) { try deviceFile.renew() }
    return received
  }

  /// The numbered lines of a device behind one; `nil` when that one isn't in its logs.
  private static func lines(
    behind sum: ID<Revision>, in logs: [(name: String, size: Int)], of layout: StoreLayout
  ) throws(DiaryError) -> [LineReception.FollowingLine]? {
    var lines: [LineReception.FollowingLine] = []
    var known: Int?
    for (name, _) in logs {
      try LogReader(layout: layout).forEachLine(of: name) { line in
        guard let number = ChainLink(of: line.bytes)?.number else { return }
        let told = RevisionLine.toldID(of: line.bytes)
        if known == nil, told == sum, RevisionLine.id(of: line.bytes) == sum { known = number }
        lines.append((number, LineCheck.entry(of: line.bytes), told))
      }
    }
    return known.map { known in lines.filter { $0.number > known } }
  }

  /// Takes in what another machine has written as a device that has other lines of the same numbers
  /// here. The segments are all that the remote has of it.
  package func receiveBranch(
    of device: ID<Device>, _ segments: [LineSegment]
  ) async throws(DiaryError) -> ReceivedLines {
    let lock = try await storeLock()
    try catchUp()
    var received = ReceivedLines()
    guard let key = try sharedKey(of: device) ?? follower.records.device(device)?.key else {
      return received
    }
    let arrived = try ArrivedLines(of: device, segments)
    let records = follower.records
    var removals = try StoreRemovals(LogReader(layout: layout), records, with: [arrived])
    let there = Set(arrived.lines.map(\.sum))
    var (known, followed): (Set<ID<Revision>>, Set<ID<Revision>>) = ([], [])
    for (name, _) in try logsByDevice()[device] ?? [] {
      let log = try layout.log(name).map()
      try LogReader(layout: layout).forEachLine(of: name) { line in
        guard let sum = RevisionLine.id(of: line.bytes) else { return }
        known.insert(sum)
        guard let link = ChainLink(of: line.bytes) else { return }
        if let before = link.previous { followed.insert(before) }
        guard !there.contains(sum), link.number > 0 else { return }
        let start = line.place.offset
        if received.unsent.last?.numbers.upperBound != link.number - 1 {
          received.unsent.append(OutgoingSegment(device: device, from: link.number))
        }
        received.unsent[received.unsent.count - 1].add(
          line.bytes, link.number, at: start..<min(start + line.bytes.count + 1, log.count), of: log
        )
      }
    }
    let told = removals.records + arrived.lines.compactMap { $0.removal(records) }
    let gone = told.flatMap { $0.gaps.flatMap(\.steps) }
    known.formUnion(gone.map(\.line))
    followed.formUnion(gone.compactMap(\.before))
    let branch = try BranchReception(
      arrived, known: known, followed: followed, vouched: removals.vouched,
      lastGone: told.compactMap { $0.seen[device] }.max() ?? 0, follower.records.diaries, by: key)
    for removal in branch.lines.compactMap({ $0.removal(records) }) { removals.add(removal) }
    // What was known to whoever removed it may only be seen by these lines.
    try purge(removals.records.filter { !$0.entries.isEmpty }, removals)
    let lines = branch.lines.filter { line in
      !removals.isGone(line.entry, device, number: line.link.number, sum: line.sum)
    }
    // Of several branches the last one isn't always the longest.
    guard let last = lines.max(by: { $0.link.number < $1.link.number }) else { return received }
    var head = ChainHead(number: last.link.number, sum: last.sum)
    if let known = try chainHeads()[device], known.number >= head.number { head = known }
    if device == deviceFile.existingID { try deviceFile.renew() }
    // Before the lines: nobody may take them for ones that follow one another.
    try append(branch.forks.map { .fork(ForkRecord(of: device, after: $0)) })
    try ReceivedLog(layout: layout, device: device, now: now()).add(
      lines[...], of: arrived, head: head
    ) { _ in false }
    received.lines = lines.count
    _ = consume lock
    return received
  }

  /// Notes how far devices have come whose last lines are gone for good: nothing is to come of them.
  private func passOverGone(
    _ all: [ArrivedLines], _ removals: StoreRemovals, _ records: DiaryRecords
  ) throws(DiaryError) {
    let allLogs = try logsByDevice()
    for arrived in all {
      let device = arrived.device
      let seen = removals.records.compactMap { $0.seen[device] }.max() ?? 0
      let last = min(seen, arrived.lastNumber)
      guard last > 0, let logs = allLogs[device], let log = logs.last else { continue }
      let head = try ChainHead(of: device, logs, isForked: records.isForked(device), in: layout)
      guard head.number < last, let sum = head.sum,
        arrived.lines.allSatisfy({ line in
          !(head.number + 1...last).contains(line.link.number)
            || removals.isGone(line.entry, device, number: line.link.number, sum: line.sum)
        })
      else { continue }
      LastLine(log: log.name, end: log.size, sum: sum, number: last, previous: nil)
        .write(to: layout)
    }
  }

  /// Whether lines begin a diary of somebody else than the one that is here.
  private func otherDiary(
    _ accepted: [LineReception.Accepted]
  ) throws(DiaryError) -> LineIssue? {
    guard let own = try existingOwner() else { return nil }
    for part in accepted {
      for line in part.arrived.lines[part.indices] {
        if case .founding(let founding) = line.record?.record,
          founding.owner.author.id != own.id
        {
          return LineIssue(part.arrived.device, .otherDiary(founding.owner.author.name))
        }
      }
    }
    return nil
  }

  /// Drops what another device has removed for good.
  private func purge(_ removals: [RemovalRecord], _ known: StoreRemovals) throws(DiaryError) {
    guard !removals.isEmpty else { return }
    let drafted = try draftedAssets()
    let purge = try TrashPurge(following: removals, known, wanted: drafted, in: layout)
    guard !purge.isEmpty else { return }
    try purge.run()
    try follower.rebuild()
  }
}
