import DiaryCore
import DiaryKeys
import System

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
