import Age
import DiaryCore
import DiaryKeys
import System

/// Sending a diary on disk to other machines.
extension DiskRepository {
  /// The diary's folder.
  package nonisolated var root: String { layout.root }

  /// The number of each device's last line that is here.
  package func lineCounts() throws(DiaryError) -> [ID<Device>: Int] {
    try catchUp()
    return follower.runs.lengths
  }

  /// Whether two machines have written as a device.
  package func isForked(_ device: ID<Device>) throws(DiaryError) -> Bool {
    try catchUp()
    return follower.runs.isForked(device)
  }

  /// The devices of which a line in the middle is missing.
  package func brokenDevices() throws(DiaryError) -> Set<ID<Device>> {
    try catchUp()
    return follower.runs.broken
  }

  /// The last lines of each device, by which an old copy of the diary is noticed later on.
  package func tips() throws(DiaryError) -> [ID<Device>: [RunTip]] {
    try catchUp()
    return follower.runs.tips
  }

  /// Returns `true` if the diary has all these lines; otherwise it is another diary or an old copy.
  package func holds(_ tips: [ID<Device>: [RunTip]]) throws(DiaryError) -> Bool {
    try catchUp()
    let reader = LogReader(layout: layout)
    for (device, tips) in tips {
      for tip in tips where try !reader.contains(tip, of: device, follower.runs) { return false }
    }
    return true
  }

  /// The lines of a device, durable here, that are in none of the segments.
  package func outgoingSegments(
    of device: ID<Device>, besides known: [KnownSegment]
  ) throws(DiaryError) -> [OutgoingSegment] {
    let logs = try logsByDevice()[device] ?? []
    if let last = logs.last { try layout.log(last.name).sync() }
    return try lines(of: device, logs).segments(besides: known)
  }

  /// Lines of these numbers, of a device with one run.
  package func outgoingSegments(
    of device: ID<Device>, _ numbers: ClosedRange<Int>
  ) throws(DiaryError) -> [OutgoingSegment] {
    try lines(of: device, try logsByDevice()[device] ?? []).segments(numbers)
  }

  /// The lines of a segment that was sent from here, as they are now; empty if they aren't here.
  package func outgoingSegments(
    of device: ID<Device>, like known: KnownSegment
  ) throws(DiaryError) -> [OutgoingSegment] {
    try lines(of: device, try logsByDevice()[device] ?? []).segments(like: known)
  }

  /// Those of some segments that end in a line which is here, by its number and tag (see
  /// `OutgoingSegment.tag`).
  package func endingHere(
    _ segments: [KnownSegment], of device: ID<Device>
  ) throws(DiaryError) -> Set<KnownSegment> {
    try lines(of: device, try logsByDevice()[device] ?? []).endingHere(segments)
  }

  /// The removals so far: how many, and which photos and attachments went with the entries.
  package func removals() throws(DiaryError) -> (count: Int, files: Set<AssetFile>) {
    let records = try StoreRemovals(LogReader(layout: layout), follower.records).records
    return (records.count, Set(records.flatMap(\.files)))
  }

  private func lines(
    of device: ID<Device>, _ logs: [(name: String, size: Int)]
  ) -> OutgoingLines {
    OutgoingLines(
      of: device, follower.runs.tips[device] ?? [],
      isOrdered: !follower.runs.unordered.contains(device), logs: logs, in: layout)
  }

  func logsByDevice() throws(DiaryError) -> [ID<Device>: [(name: String, size: Int)]] {
    try LogReader(layout: layout).logsByDevice()
  }

  /// Vouches for lines of version 0.1.0 that no line vouches for yet, before they are mixed with others'.
  package func vouchForOldLogs() async throws(DiaryError) {
    try catchUp()
    // Where devices are told of, it has begun elsewhere, and its beginning has yet to come here.
    guard follower.records.diary == nil, !follower.records.knowsDevices,
      try LogReader(layout: layout).logs().contains(where: { $0.end.size > 0 })
    else { return }
    try await introduceDevice(nil)
  }

  /// Begins the diary, if it hasn't begun, and tells of this device, so that other machines can prove what
  /// it has written. With the diary's key, it proves that this device may write.
  package func introduceDevice(
    _ key: DiaryKey?, wantsPreviews: Bool = false
  ) async throws(DiaryError) {
    _ = try await owner()
    try makeStore()
    let lock = try await storeLock()
    try catchUp()
    try leaveRemovedDevice()
    let signer = try deviceLog.signer(follower.known)
    let opening = try deviceLog.openingRecords(signer, follower.records)
    var record =
      follower.records.device(signer.device) ?? opening.compactMap(\.device).first
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
    // The founding line has the diary's id only once it is written, so another one signs it.
    if added.isEmpty, !opening.isEmpty { added.append(.device(record)) }
    guard !added.isEmpty else { return }
    try append(added)
    _ = consume lock
  }

  /// Goes on as another device, where this one was removed from one's own diary: what it wrote would
  /// count no more. The caller holds the lock, and has caught up.
  func leaveRemovedDevice() throws(DiaryError) {
    guard follower.records.people == nil, let own = deviceFile.existingID,
      follower.records.removedDevices[own] != nil
    else { return }
    try deviceFile.renew()
  }

  /// Tells of a new key of the diary, which these devices are given; others are removed.
  package func beginEpoch(
    _ key: DiaryKey, for devices: [ID<Device>], removing removed: Set<ID<Device>> = []
  ) async throws(DiaryError) {
    try makeStore()
    let lock = try await storeLock()
    let counts = try lineCounts()
    let own = try deviceFile.id()
    var lengths: [ID<Device>: Int] = [:]
    for device in removed {
      // Who had removed this one before is not to have the last word.
      let counter = follower.records.firstRemoval(of: own, by: device) ?? .max
      lengths[device] = min(counts[device] ?? 0, counter - 1)
    }
    let record = EpochRecord(of: key, devices: devices, removed: lengths)
    try append([.epoch(record)])
    _ = consume lock
  }

  /// Calls a device by another name from now on.
  package func rename(device: ID<Device>, to name: String) async throws(DiaryError) {
    let lock = try await storeLock()
    try catchUp()
    try append([.name(NameRecord(of: device, name: name))])
    _ = consume lock
  }

  /// The devices that have told of themselves.
  package func knownDevices() throws(DiaryError) -> [KnownDevice] {
    try catchUp()
    let records = follower.records
    let removed = records.removedDevices
    let known = records.allDevices.map { id, record in
      KnownDevice(
        id: id, name: records.name(of: id) ?? record.name, recipient: record.recipient,
        wantsPreviews: record.wantsPreviews,
        isRemoved: removed[id] != nil || !isOfPerson(id, record.recipient),
        isUnproved: records.unproved.contains(id))
    }
    // Of a person's device that was let in and hasn't written yet, nobody else has told.
    return (known + letInDevices(besides: Set(known.map(\.id)))).sorted { $0.id < $1.id }
  }

  /// When each device wrote its last line that is here, by its own clock.
  package func lastTimes() throws(DiaryError) -> [ID<Device>: Timestamp] {
    var times: [ID<Device>: Timestamp] = [:]
    let month = now().description.prefix(7)
    for (device, logs) in try logsByDevice() {
      // A later one is from when a clock was far ahead.
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

  /// This device.
  package func ownDevice() throws(DiaryError) -> ID<Device> { try deviceFile.id() }

  /// The keys of this device, made on first use.
  package func deviceKeys() throws(DiaryError) -> DeviceKeys { try deviceFile.keys() }

  /// The public halves of the diary's keys, as its devices tell, ascending by their epochs.
  package func knownKeys() throws(DiaryError) -> [(epoch: Int, recipient: AgeRecipient)] {
    try catchUp()
    return follower.records.allEpochs.map { ($0.number, $0.recipient) }
  }
}

/// A device that has written to the diary.
package struct KnownDevice: Hashable, Sendable {
  package let id: ID<Device>
  package let name: String
  package let recipient: AgeRecipient
  /// Whether it keeps previews of photos that are on other machines.
  package let wantsPreviews: Bool
  package let isRemoved: Bool
  /// `true` if the device has proved only an older key of the diary.
  package let isUnproved: Bool

  /// `true` if new keys of the diary are sealed to the device.
  package var isGivenKeys: Bool { !isRemoved && !isUnproved }
}
