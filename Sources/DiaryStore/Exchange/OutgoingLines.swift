import Crypto
import DiaryCore
import System

/// A segment on a remote whose lines are all known to be in the local logs.
package struct KnownSegment: Hashable, Sendable {
  package let numbers: ClosedRange<Int>
  /// The digits that identify the last line: see `OutgoingSegment.tag`.
  package let tag: String

  package init(_ numbers: ClosedRange<Int>, tag: String) {
    (self.numbers, self.tag) = (numbers, tag)
  }
}

/// Finds the lines of a device that a remote is missing. If the device has one run of lines, the
/// lines that the remote already has aren't read.
struct OutgoingLines {
  private let reader: LogReader
  /// The names and sizes of the device's logs, the oldest first.
  private let logs: [(name: String, size: Int)]
  private let device: ID<Device>
  private let tips: [RunTip]
  private let missingBodies: Set<ID<Revision>>
  /// `true` if the numbers of the lines ascend in each log.
  private let isOrdered: Bool

  /// The size in bytes after which a new segment is started.
  private static let maxSize = 4 << 20

  /// Creates a reader of one device's logs.
  init(
    of device: ID<Device>, _ runs: DeviceRuns, logs: [(name: String, size: Int)],
    in layout: StoreLayout
  ) {
    (self.device, self.logs, tips) = (device, logs, runs.tips[device] ?? [])
    missingBodies = Set((runs.missingBodies[device] ?? []).map(\.sum))
    isOrdered = !runs.unordered.contains(device) && tips.count <= 1
    reader = LogReader(layout: layout)
  }

  /// Returns the lines that are in none of the known segments.
  func segments(excluding known: [KnownSegment]) throws -> [OutgoingSegment] {
    guard tips.count > 1 else {
      var segments: [OutgoingSegment] = []
      for numbers in gaps(between: known) { segments += try self.segments(numbers) }
      return segments
    }
    let lines = Dictionary(try lines(from: 1).map { ($0.sum, $0) }) { first, _ in first }
    var covered: Set<ID<Revision>> = []
    for segment in known {
      let ends = lines.values.filter {
        $0.number == segment.numbers.upperBound && $0.tag == segment.tag
      }
      // Two lines with the same digits can't be distinguished, so both are sent.
      guard ends.count == 1 else { continue }
      Self.walk(from: ends[0].sum, in: lines) { line in
        guard line.number >= segment.numbers.lowerBound else { return false }
        covered.insert(line.sum)
        return true
      }
    }
    var segments: [OutgoingSegment] = []
    var seen: Set<ID<Revision>> = []
    for tip in tips.reversed() {
      var run: [OutgoingLine] = []
      // A missing line may precede one that a segment contains.
      Self.walk(from: tip.sum, in: lines) { line in
        guard seen.insert(line.sum).inserted else { return false }
        if !covered.contains(line.sum) { run.append(line) }
        return true
      }
      segments += self.segments(of: run.reversed())
    }
    return segments
  }

  /// Calls `body` with a line and those before it until it returns `false`.
  private static func walk(
    from sum: ID<Revision>, in lines: [ID<Revision>: OutgoingLine], _ body: (OutgoingLine) -> Bool
  ) {
    var place: ID<Revision>? = sum
    while let line = place.flatMap({ lines[$0] }), body(line) { place = line.previous }
  }

  /// Returns the numbers that no known segment contains.
  private func gaps(between known: [KnownSegment]) -> [ClosedRange<Int>] {
    let last = tips.last?.number ?? 0
    var gaps: [ClosedRange<Int>] = []
    var next = 1
    for numbers in known.map(\.numbers).sorted(by: { $0.lowerBound < $1.lowerBound })
    where next <= last {
      if numbers.lowerBound > next { gaps.append(next...min(numbers.lowerBound - 1, last)) }
      next = max(next, numbers.upperBound + 1)
    }
    if next <= last { gaps.append(next...last) }
    return gaps
  }

  /// Returns the current lines of a segment that was sent before, or nothing if they aren't in the
  /// logs.
  func segments(like known: KnownSegment) throws -> [OutgoingSegment] {
    let lines = try lines(from: known.numbers.lowerBound)
    let bySum = Dictionary(lines.map { ($0.sum, $0) }) { first, _ in first }
    let end = lines.first { $0.number == known.numbers.upperBound && $0.tag == known.tag }
    var run: [OutgoingLine] = []
    if let end {
      Self.walk(from: end.sum, in: bySum) { line in
        guard line.number >= known.numbers.lowerBound else { return false }
        run.append(line)
        return true
      }
    }
    return run.count == known.numbers.count ? segments(of: run.reversed()) : []
  }

  /// Returns the segments whose last line, by number and tag, is in the logs.
  func storedSegments(_ segments: [KnownSegment]) throws -> Set<KnownSegment> {
    guard let first = segments.map(\.numbers.upperBound).min() else { return [] }
    var found: Set<KnownSegment> = []
    let byEnd = Dictionary(grouping: segments) { $0.numbers.upperBound }
    for line in try lines(from: first) {
      for segment in byEnd[line.number] ?? [] where segment.tag == line.tag {
        found.insert(segment)
      }
    }
    return found
  }

  /// Returns the lines with these numbers, for a device with one run.
  func segments(_ numbers: ClosedRange<Int>) throws -> [OutgoingSegment] {
    segments(of: try lines(from: numbers.lowerBound).filter { numbers.contains($0.number) })
  }

  /// Returns the lines with these checksums, without those that have lost their bodies.
  func segments(of sums: Set<ID<Revision>>) throws -> [OutgoingSegment] {
    segments(
      of: try lines(from: 1).filter { line in
        sums.contains(line.sum)
          && !RevisionLine.lacksBody(
            UnsafeRawBufferPointer(rebasing: line.log.bytes[line.range].dropLast()))
      })
  }

  /// Groups lines into segments. Damaged lines are missing, and the line after a gap starts another
  /// segment, as does a line of another run.
  private func segments(of lines: some Sequence<OutgoingLine>) -> [OutgoingSegment] {
    var segments: [OutgoingSegment] = []
    var previous: ID<Revision>?
    for line in lines {
      if let last = segments.last, last.numbers.upperBound + 1 == line.number,
        line.previous == previous, last.size <= Self.maxSize
      {
        segments[segments.count - 1].add(line)
      } else {
        segments.append(OutgoingSegment(device: device, line))
      }
      previous = line.sum
    }
    return segments
  }

  /// Returns the lines from a number on, in ascending order. Each log is read backward.
  private func lines(from first: Int) throws -> [OutgoingLine] {
    var lines: [OutgoingLine] = []
    for (name, size) in logs where size > 0 {
      let log = try reader.layout.log(name).map()
      defer { withExtendedLifetime(log) {} }
      var start = min(size, log.count)
      while start > 0 {
        let end = start
        start = log.lineStart(before: end - 1)
        let line = UnsafeRawBufferPointer(rebasing: log.bytes[start..<end - 1])
        if let step = ChainStep(of: line, in: device) {
          guard step.link.number >= first || !isOrdered else { break }
          guard step.link.number >= first else { continue }
          lines.append(
            OutgoingLine(
              log: log, range: start..<end, sum: step.sum, previous: step.link.previous,
              number: step.link.number, isBodyMissing: missingBodies.contains(step.sum)))
        } else if ChainLink(of: line) == nil, RevisionLine.id(of: line) != nil {
          // Version 0.1.0 wrote this line, before all numbered ones.
          break
        }
      }
      try log.requireBytes()
    }
    return lines.sorted { ($0.number, $0.sum) < ($1.number, $1.sum) }
  }
}

/// Sends a diary on disk to other machines.
extension DiskRepository {
  /// The path of the diary's folder.
  package nonisolated var root: String { layout.root }

  /// Returns the number of each device's last local line.
  ///
  /// - Throws: an error if the logs can't be read.
  package func lineCounts() throws -> [ID<Device>: Int] {
    try catchUp()
    return tailer.runs.lengths
  }

  /// Returns `true` if two machines have written as the same device.
  ///
  /// - Throws: an error if the logs can't be read.
  package func isForked(_ device: ID<Device>) throws -> Bool {
    try catchUp()
    return tailer.runs.isForked(device)
  }

  /// Returns the devices that miss a line in the middle.
  ///
  /// - Throws: an error if the logs can't be read.
  package func brokenDevices() throws -> Set<ID<Device>> {
    try catchUp()
    return tailer.runs.broken
  }

  /// Returns the checksums of the lines of each device that others follow and that are missing
  /// here.
  ///
  /// - Throws: an error if the logs can't be read.
  package func missingLines() throws -> [ID<Device>: Set<ID<Revision>>] {
    let broken = try brokenDevices()
    guard !broken.isEmpty else { return [:] }
    let reader = LogReader(layout: layout)
    var missing: [ID<Device>: Set<ID<Revision>>] = [:]
    for (device, logs) in try logsByDevice() where broken.contains(device) {
      var (here, named): (Set<ID<Revision>>, Set<ID<Revision>>) = ([], [])
      for (name, _) in logs {
        try reader.forEachLine(of: name) { line in
          guard let step = ChainStep(of: line.bytes, in: device) else { return }
          here.insert(step.sum)
          if let previous = step.link.previous { named.insert(previous) }
        }
      }
      missing[device] = named.subtracting(here)
    }
    return missing
  }

  /// Returns the lines of each device whose bodies are missing or damaged: see
  /// `DeviceRuns.missingBodies`.
  ///
  /// - Throws: an error if the logs can't be read.
  package func missingBodies() throws -> [ID<Device>: [RunTip]] {
    try catchUp()
    return tailer.runs.missingBodies
  }

  /// Returns the number of lines that are missing here, or whose text is, although no one removed
  /// the entry or recorded the loss.
  ///
  /// - Throws: an error if the logs can't be read.
  package func missingTexts() throws -> Int {
    let missing = try missingBodies()
    let lines = Set(try missingLines().values.joined())
    guard !missing.isEmpty || !lines.isEmpty else { return 0 }
    let reader = LogReader(layout: layout)
    let evidence = try LogEvidence(reader)
    var found = lines.subtracting(evidence.lost)
    for (device, logs) in try logsByDevice() {
      let wanted = Set((missing[device] ?? []).map(\.sum)).subtracting(evidence.lost)
      guard !wanted.isEmpty else { continue }
      for (name, _) in logs {
        try reader.forEachLine(of: name) { line in
          guard let sum = RevisionLine.claimedID(of: line.bytes), wanted.contains(sum),
            LineCheck.entry(of: line.bytes).map(evidence.removed.contains) != true,
            !evidence.records.isAfterRemoval(device, ChainLink(of: line.bytes)?.number)
          else { return }
          found.insert(sum)
        }
      }
    }
    return found.count
  }

  /// Returns the lines with these checksums whose texts are here.
  ///
  /// - Throws: an error if the logs can't be read.
  package func outgoingSegments(of sums: Set<ID<Revision>>) throws -> [OutgoingSegment] {
    guard !sums.isEmpty else { return [] }
    try catchUp()
    return try logsByDevice().sorted { $0.key < $1.key }.flatMap { device, logs in
      try lines(of: device, logs).segments(of: sums)
    }
  }

  /// Reads all lines again to find missing bodies, after a damaged one was found.
  ///
  /// - Throws: an error if the store can't be locked, or the logs can't be read.
  package func findMissingBodies() async throws {
    let lock = try await storeLock()
    try tailer.rebuild()
    _ = consume lock
  }

  /// Returns the last lines of each device, which later serve to detect an old copy of the diary.
  ///
  /// - Throws: an error if the logs can't be read.
  package func tips() throws -> [ID<Device>: [RunTip]] {
    try catchUp()
    return tailer.runs.tips
  }

  /// Returns `true` if the diary has all these lines; otherwise it is another diary or an old copy.
  ///
  /// - Throws: an error if the logs can't be read.
  package func contains(_ tips: [ID<Device>: [RunTip]]) throws -> Bool {
    try catchUp()
    let reader = LogReader(layout: layout)
    for (device, tips) in tips {
      for tip in tips where try !reader.contains(tip, of: device, tailer.runs) { return false }
    }
    return true
  }

  /// Counts the lines that this machine saved and that aren't in the diary, because an old copy was
  /// put in its place. Each loss is counted only once.
  ///
  /// - Throws: an error if the logs can't be read.
  package func newlyMissingLines() throws -> Int {
    guard let mark = deviceFile.missingMark else { return 0 }
    try catchUp()
    let isHere = try LogReader(layout: layout).contains(mark.tip, of: mark.device, tailer.runs)
    deviceFile.missingMark = nil
    let last = tailer.runs.tips[mark.device]?.map(\.number).max() ?? 0
    return isHere ? 0 : max(1, mark.tip.number - last)
  }

  /// Returns the lines of a device that are in none of the segments, after making them durable.
  ///
  /// - Throws: an error if the logs can't be read or synced.
  package func outgoingSegments(
    of device: ID<Device>, excluding known: [KnownSegment]
  ) throws -> [OutgoingSegment] {
    let logs = try logsByDevice()[device] ?? []
    if let last = logs.last { try layout.log(last.name).sync() }
    return try lines(of: device, logs).segments(excluding: known)
  }

  /// Returns the lines with these numbers, for a device with one run.
  ///
  /// - Throws: an error if the logs can't be read.
  package func outgoingSegments(
    of device: ID<Device>, _ numbers: ClosedRange<Int>
  ) throws -> [OutgoingSegment] {
    try lines(of: device, try logsByDevice()[device] ?? []).segments(numbers)
  }

  /// Returns the current lines of a segment that was sent before, or nothing if they aren't in the
  /// logs.
  ///
  /// - Throws: an error if the logs can't be read.
  package func outgoingSegments(
    of device: ID<Device>, like known: KnownSegment
  ) throws -> [OutgoingSegment] {
    try lines(of: device, try logsByDevice()[device] ?? []).segments(like: known)
  }

  /// Returns the segments whose last line, by number and tag (see `OutgoingSegment.tag`), is in the
  /// logs.
  ///
  /// - Throws: an error if the logs can't be read.
  package func storedSegments(
    _ segments: [KnownSegment], of device: ID<Device>
  ) throws -> Set<KnownSegment> {
    try lines(of: device, try logsByDevice()[device] ?? []).storedSegments(segments)
  }

  /// Returns the permanent removals and recorded losses.
  ///
  /// - Throws: an error if the logs can't be read.
  package func removals() throws -> Removals {
    try catchUp()
    let records = try StoreRemovals(LogReader(layout: layout), tailer.records).records
    let lengths = tailer.runs.lengths
    let arrived = records.flatMap(\.seen).map { device, tips in
      tips.count { $0.number <= lengths[device] ?? 0 }
    }
    return Removals(
      progress: arrived.reduce(records.count, +), files: Set(records.flatMap(\.files)),
      lost: Set(records.flatMap(\.lost)))
  }

  private func lines(
    of device: ID<Device>, _ logs: [(name: String, size: Int)]
  ) -> OutgoingLines {
    OutgoingLines(of: device, tailer.runs, logs: logs, in: layout)
  }

  /// Returns the names and sizes of each device's logs.
  func logsByDevice() throws -> [ID<Device>: [(name: String, size: Int)]] {
    try LogReader(layout: layout).logsByDevice()
  }

  /// Vouches for lines of version 0.1.0 that no record vouches for yet, before other devices' lines
  /// arrive.
  ///
  /// - Throws: an error if the logs can't be read, or the record can't be written.
  package func vouchForOldLogs() async throws {
    try catchUp()
    // If devices are known, or in a clone, the diary was founded elsewhere and its founding line
    // hasn't arrived yet.
    guard tailer.records.diary == nil, !tailer.records.knowsDevices, !deviceFile.isCloning,
      try LogReader(layout: layout).logs().contains(where: { $0.end.size > 0 })
    else { return }
    try await registerDevice(nil)
  }

  /// Founds the diary, if needed, and registers this device, so that other machines can verify its
  /// lines. With the diary's key, it also proves that this device may write.
  ///
  /// - Throws: an error if the store can't be created, locked, read or written.
  package func registerDevice(_ key: DiaryKey?, wantsPreviews: Bool = false) async throws {
    _ = try await author()
    try makeStore()
    let lock = try await storeLock()
    try catchUp()
    try leaveRemovedDevice()
    let log = deviceLog
    let signer = try log.signer()
    let opening = try log.openingRecords(signer)
    var record =
      tailer.records.device(signer.device) ?? opening.compactMap(\.device).first
      ?? DeviceRecord(name: deviceName, keys: signer.keys)
    var added: [DiaryRecord] = []
    let isProved = key.map { key in
      record.proof?.isValid(for: signer.device, record, by: [key]) == true
    }
    if isProved == false || wantsPreviews && !record.wantsPreviews {
      if let key { record.proof = DeviceProof(of: signer.device, record, by: key) }
      record.wantsPreviews = record.wantsPreviews || wantsPreviews
      added.append(.device(record))
    }
    // The founding line has the diary's ID only once it is written, so another line signs it.
    if added.isEmpty, !opening.isEmpty { added.append(.device(record)) }
    guard !added.isEmpty else { return }
    try append(added)
    _ = consume lock
  }

  /// Continues under a new device ID if this device was removed from the user's own diary, as its
  /// lines would no longer count. The caller holds the lock and has caught up.
  func leaveRemovedDevice() throws {
    guard tailer.records.people == nil, let own = deviceFile.existingID,
      tailer.records.removedDevices[own] != nil
    else { return }
    try deviceFile.renew(asOtherDevice: true)
  }

  /// Records a new key of the diary, given to these devices, and removes others.
  ///
  /// - Throws: an error if the store can't be created, locked, read or written.
  package func beginEpoch(
    _ key: DiaryKey, for devices: [ID<Device>], removing removed: Set<ID<Device>> = []
  ) async throws {
    try makeStore()
    let lock = try await storeLock()
    let counts = try lineCounts()
    let own = try deviceFile.id()
    var lengths: [ID<Device>: Int] = [:]
    for device in removed {
      // A device that had removed this one before must not have the last word.
      let counter = tailer.records.firstRemoval(of: own, by: device) ?? .max
      lengths[device] = min(counts[device] ?? 0, counter - 1)
    }
    let record = EpochRecord(of: key, devices: devices, removed: lengths)
    try append([.epoch(record)])
    _ = consume lock
  }

  /// Renames a device.
  ///
  /// - Throws: an error if the store can't be locked, read or written.
  package func rename(device: ID<Device>, to name: String) async throws {
    let lock = try await storeLock()
    try catchUp()
    try append([.name(NameRecord(of: device, name: name))])
    _ = consume lock
  }

  /// Returns the devices that have registered themselves or were approved.
  ///
  /// - Throws: an error if the logs can't be read.
  package func knownDevices() throws -> [KnownDevice] {
    try catchUp()
    let records = tailer.records
    let known = records.allDevices.map { id, record in
      KnownDevice(
        id: id, name: records.name(of: id) ?? record.name, recipient: record.recipient,
        wantsPreviews: record.wantsPreviews,
        isRemoved: records.isAfterRemoval(id, .max) || !isOfPerson(id, record.recipient),
        isUnverified: records.unproved.contains(id))
    }
    // A person's device that was approved and hasn't written yet has no record of its own.
    return (known + approvedDevices(excluding: Set(known.map(\.id)))).sorted { $0.id < $1.id }
  }

  /// Returns the devices that a clone with these keys wouldn't accept: they were given none of them
  /// and haven't proved that they have one. They know a plain remote, or one with other keys.
  ///
  /// - Throws: an error if the logs can't be read.
  package func unintroducedDevices(by keys: [DiaryKey]) throws -> [ID<Device>] {
    let devices = try knownDevices()
    let records = tailer.records
    guard records.people == nil else { return [] }
    return devices.filter { $0.receivesKeys && !records.isIntroduced($0.id, by: keys) }.map(\.id)
  }

  /// Returns the time of each device's last local line, by the device's clock.
  ///
  /// - Throws: an error if the logs can't be read.
  package func lastWriteTimes() throws -> [ID<Device>: Timestamp] {
    var times: [ID<Device>: Timestamp] = [:]
    let month = now().description.prefix(7)
    for (device, logs) in try logsByDevice() {
      // A later month stems from a clock that was far ahead.
      let current = logs.last { Path.name($0.name).prefix(7) <= month }
      guard let last = current ?? logs.last else { continue }
      let log = try layout.log(last.name).map()
      defer { withExtendedLifetime(log) {} }
      let end = min(last.size, log.count)
      guard end > 0, let (line, _) = log.line(at: log.lineStart(before: end - 1)) else { continue }
      times[device] = (RecordLine(line)?.clock ?? RevisionLine.decode(line)?.clock)?.time
    }
    return times
  }

  /// Returns the ID of this device, created on first use.
  ///
  /// - Throws: an error if the device file can't be read or written.
  package func deviceID() throws -> ID<Device> { try deviceFile.id() }

  /// Returns the keys of this device, created on first use.
  ///
  /// - Throws: an error if the device file can't be read or written.
  package func deviceKeys() throws -> DeviceKeys { try deviceFile.keys() }

  /// Returns the public halves of the diary's keys known from its records, ascending by epoch.
  ///
  /// - Throws: an error if the logs can't be read.
  package func knownKeys() throws -> [(epoch: Int, recipient: AgeRecipient)] {
    try catchUp()
    return tailer.records.allEpochs.map { ($0.number, $0.recipient) }
  }
}

/// The permanent removals and recorded losses in the logs.
package struct Removals: Sendable {
  /// A count that grows with each removal, and when a line arrives that one waited for.
  package let progress: Int
  /// The photos and attachments removed with entries.
  package let files: Set<AssetFile>
  /// The checksums of lines that a repair, on any machine, found damaged or missing.
  package let lost: Set<ID<Revision>>
}

/// A device that has written to the diary.
package struct KnownDevice: Hashable, Sendable {
  package let id: ID<Device>
  package let name: String
  package let recipient: AgeRecipient
  /// `true` if the device keeps previews of photos stored on other machines.
  package let wantsPreviews: Bool
  package let isRemoved: Bool
  /// `true` if the device has proved only an older key of the diary.
  package let isUnverified: Bool

  /// `true` if new keys of the diary are sealed to the device.
  package var receivesKeys: Bool { !isRemoved && !isUnverified }
}
