import Crypto
import DiaryCore

/// The type that marks the IDs of diaries. The ID is the sum of the founding line.
package enum FoundedDiary {}

/// The state of the diary according to all records in its logs. It doesn't depend on the order in
/// which they are read.
struct DiaryRecords: Hashable, Sendable {
  /// The founding lines, the oldest first. There are several if independent copies of a diary were
  /// merged.
  private var foundings: [RecordLine] = []
  private var owners: RecordLine?
  private var devices: [ID<Device>: RecordLine] = [:]
  /// The newest decision about each journal, by its lower-case name.
  private var journals: [String: RecordLine] = [:]
  /// The newest decision about each saved search, by its lower-case name.
  private var searches: [String: RecordLine] = [:]
  private var names: [ID<Device>: RecordLine] = [:]
  /// All keys, accepted or not, the oldest first.
  private var epochs: [RecordLine] = []
  /// The accepted ones of `epochs`, the oldest first.
  private var countingEpochs: [RecordLine] = []
  /// The decisions about people, accepted or not.
  private var decisions: Set<RecordLine> = []
  /// The invitations by their recipients.
  private var invitationLines: [AgeRecipient: RecordLine] = [:]
  /// The members of a shared diary and their permissions; `nil` if it isn't shared.
  private(set) var people: DiaryPeople?
  /// The accepted keys, with the devices removed by each, in ascending order of their numbers.
  private(set) var allEpochs: [EpochRecord] = []
  /// The devices that may no longer write, with the number of accepted lines of each.
  private(set) var removedDevices: [ID<Device>: Int] = [:]
  /// The approved devices of a shared diary that were removed by another machine under any of their
  /// IDs. It also removes IDs that weren't known then.
  private var removedMachines: Set<ID<Device>> = []
  /// The public signing key of each device. A machine keeps its key under a new device ID.
  private var keys: [ID<Device>: VerifyingKey] = [:]
  /// The line in which each device proves that it has a key of the diary; the one with the newest
  /// key.
  private var proofs: [ID<Device>: RecordLine] = [:]
  /// The IDs of the lines in `proofs` whose signature was verified.
  private var validProofs: Set<ID<Revision>> = []
  /// The devices whose machine has proved only an older key of the diary and wasn't given the
  /// newest. Their lines are accepted once it proves the newest.
  private(set) var unproved: Set<ID<Device>> = []
  /// The public signing key of this machine, which shows its own lines even if others don't; `nil`
  /// if no line is judged or it has no key yet.
  var own: VerifyingKey?
  /// The number of lines that are kept but not shown, because their authors weren't permitted to
  /// write them.
  var refusals: [LineRefusal: Int] = [:]

  init() {}

  /// Returns only the records that others are judged by: foundings, decisions about people, keys,
  /// and proofs.
  var judging: DiaryRecords {
    var records = DiaryRecords()
    (records.foundings, records.decisions, records.epochs) = (foundings, decisions, epochs)
    (records.people, records.removedDevices) = (people, removedDevices)
    records.removedMachines = removedMachines
    (records.countingEpochs, records.allEpochs) = (countingEpochs, allEpochs)
    (records.keys, records.proofs) = (keys, proofs)
    (records.validProofs, records.unproved) = (validProofs, unproved)
    return records
  }

  /// `true` if lines are judged that may have been read before the records they are judged by.
  var isJudging: Bool { people != nil || !removedDevices.isEmpty || !unproved.isEmpty }

  /// The maximum number of rounds, which limits the time that hostile lines can cost.
  private static let maxRounds = 8

  /// Determines permissions in an order that no line can change: the founding line, decisions about
  /// people, then devices. A decision by a device that had been removed doesn't count, so both are
  /// judged again until nothing changes. The result depends on the lines alone, not on their order.
  private mutating func judge(_ horizon: ClockHorizon) {
    (people, removedDevices, unproved) = (nil, [:], [])
    guard let founding = foundings.first, !decisions.isEmpty else {
      judgeEpochs(horizon)
      return judgeProofs()
    }
    var counting = decisions
    for _ in 0..<Self.maxRounds {
      people = DiaryPeople(founding, Array(counting))
      judgeEpochs(horizon)
      let rest = decisions.filter { !isAfterRemoval($0.device, $0.number) }
      if rest == counting { return }
      counting = rest
    }
  }

  /// Determines the accepted epochs. Of devices that remove each other the last one prevails,
  /// because its owner can always remove the other one again.
  private mutating func judgeEpochs(_ horizon: ClockHorizon) {
    (removedDevices, removedMachines) = ([:], [])
    countingEpochs = []
    let latestFirst = epochs.sorted {
      horizon.isOlder(($1.clock, $1.id), than: ($0.clock, $0.id))
    }
    for line in latestFirst
    where !isAfterRemoval(line.device, line.number) && people?.refusal(of: line) == nil {
      guard let epoch = line.record.epoch else { continue }
      removedDevices.merge(epoch.removed, uniquingKeysWith: min)
      if let people {
        // A machine that removes one of its earlier IDs doesn't remove itself.
        let remover = people.original(of: line.device)
        let machines = epoch.removed.keys.compactMap { people.original(of: $0) }
        removedMachines.formUnion(machines.filter { $0 != remover })
      }
      countingEpochs.append(line)
    }
    countingEpochs.sort { ($0.clock, $0.id) < ($1.clock, $1.id) }
    allEpochs = countingEpochs.compactMap(\.record.epoch).sorted { $0.number < $1.number }
  }

  /// Finds the devices without the newest key in a diary of one person. A removed machine still has
  /// an older one.
  private mutating func judgeProofs() {
    guard let newest = allEpochs.last?.number else { return }
    let given = Set(allEpochs.flatMap(\.devices)).subtracting(removedDevices.keys)
    var machines = Set(given.compactMap { keys[$0] })
    let removed = Set(removedDevices.keys.compactMap { keys[$0] })
    var valid: Set<ID<Revision>> = []
    for line in proofs.values {
      guard let record = line.record.device, let proof = record.proof, proof.epoch == newest,
        !machines.contains(record.key), isValid(proof, of: record, in: line)
      else { continue }
      valid.insert(line.id)
    }
    let sound = proofs.values.filter { valid.contains($0.id) }
    machines.formUnion(sound.compactMap(\.record.device?.key))
    // Lines that a removed device wrote before its removal are accepted.
    for (device, key) in keys
    where !machines.contains(key) && removedDevices[device] == nil
      && (proofs[device] != nil || removed.contains(key))
    {
      unproved.insert(device)
    }
    validProofs = valid
  }

  private func isValid(
    _ proof: DeviceProof, of record: DeviceRecord, in line: RecordLine
  ) -> Bool {
    validProofs.contains(line.id)
      || allEpochs.contains { epoch in
        epoch.number == proof.epoch && proof.isValid(for: line.device, record, by: epoch.authority)
      }
  }

  /// Returns `true` if applying a line changes which other lines are accepted.
  func isJudged(by line: RecordLine, _ horizon: ClockHorizon) -> Bool {
    switch line.record {
    case .person: return true
    case .founding: return people != nil
    case .epoch(let epoch) where !epoch.removed.isEmpty: return true
    case .epoch, .device:
      var later = self
      if later.remember(line) { later.judge(horizon) }
      return later.unproved != unproved
    default: return false
    }
  }

  /// Returns `true` if a device had been removed when it wrote the line with this number. Lines of
  /// version 0.1.0 have no number and precede all others.
  func isAfterRemoval(_ device: ID<Device>, _ number: Int?) -> Bool {
    let number = number ?? 0
    if let known = removedDevices[device] { return number > known }
    guard !removedMachines.isEmpty, let original = people?.original(of: device) else {
      return false
    }
    return removedMachines.contains(original) && number > 0
  }

  /// The devices that were approved by devices after their removal. None of their lines are
  /// accepted.
  var invalidDevices: Set<ID<Device>> {
    let devices = decisions.flatMap { line -> [PersonDevice] in
      guard case .person(let person) = line.record,
        refusal(of: line, in: nil)?.reason == .removed
      else { return [] }
      return person.devices
    }
    return Set(devices.map(\.id)).filter { people?.device($0) == nil }
  }

  /// Returns the number of the first line by which a device removed another one, accepted or not.
  func firstRemoval(of removed: ID<Device>, by device: ID<Device>) -> Int? {
    epochs.filter { $0.device == device && $0.record.epoch?.removed[removed] != nil }
      .compactMap(\.number).min()
  }

  /// The diary's ID; `nil` until it has a founding line.
  var diary: ID<FoundedDiary>? { diaries.first }

  /// The IDs that lines of the diary may be signed for.
  var diaries: [ID<FoundedDiary>] { foundings.compactMap { ID($0.id.description) } }

  /// `true` if version 0.1.0 has written a part of the diary.
  var hasOldLogs: Bool {
    foundings.contains { line in
      if case .founding(let founding) = line.record { !founding.logs.isEmpty } else { false }
    }
  }

  /// The invitations, the oldest first.
  var invitations: [InvitationRecord] {
    invitationLines.values.sorted { ($0.clock, $0.id) < ($1.clock, $1.id) }.compactMap { line in
      if case .invitation(let invitation) = line.record { invitation } else { nil }
    }
  }

  var owner: OwnerRecord? {
    switch owners?.record {
    case .owner(let owner): owner
    case .founding(let founding): founding.owner
    default: nil
    }
  }

  /// Returns `true` if this machine or a copy of its disk writes, or has written, under a device
  /// ID.
  func isOwn(_ device: ID<Device>) -> Bool { own != nil && keys[device] == own }

  /// Returns `true` if a device signs with this key.
  func knows(_ key: VerifyingKey) -> Bool { keys.values.contains(key) }

  /// Returns `true` if a device was given one of these keys, or proved that it has one.
  func isIntroduced(_ device: ID<Device>, by keys: [DiaryKey]) -> Bool {
    let recipients = Set(keys.map(\.identity.recipient))
    let isGiven = allEpochs.contains {
      recipients.contains($0.recipient) && $0.devices.contains(device)
    }
    guard !isGiven, let record = proofs[device]?.record.device else { return isGiven }
    return record.proof?.isValid(for: device, record, by: keys) == true
  }

  /// `true` if there is a record of any device.
  var knowsDevices: Bool { !devices.isEmpty }

  func device(_ id: ID<Device>) -> DeviceRecord? { devices[id]?.record.device }

  /// The devices that have a record.
  var allDevices: [ID<Device>: DeviceRecord] { devices.compactMapValues(\.record.device) }

  /// Returns the name that a device was given, other than the one in its record.
  func name(of device: ID<Device>) -> String? {
    if case .name(let name) = names[device]?.record { name.name } else { nil }
  }

  /// Returns `true` if a key is of the newest epoch, which two machines began at the same time, and
  /// one of them gave its key to a device that the other one removed. Each key leads to the other
  /// then.
  func isKeyOutdated(_ recipient: AgeRecipient) -> Bool {
    let newest = allEpochs.filter { $0.number == allEpochs.last?.number }
    return newest.contains { $0.recipient == recipient }
      && newest.flatMap(\.devices).contains { removedDevices[$0] != nil }
  }

  /// Returns the newest key if the machine with this signing key created it.
  func newestKey(by machine: VerifyingKey?) -> AgeRecipient? {
    let last = countingEpochs.last { $0.record.epoch?.number == allEpochs.last?.number }
    // Other machines may have announced it again.
    let recipient = last?.record.epoch?.recipient
    let line = countingEpochs.first { $0.record.epoch?.recipient == recipient }
    guard let line, let machine, keys[line.device] == machine else { return nil }
    return recipient
  }

  /// Returns `true` if a person was removed after a key was created, or was given the key by a
  /// device that didn't know of the removal.
  func isKeyOutdated(_ recipient: AgeRecipient, _ people: DiaryPeople) -> Bool {
    let line = countingEpochs.first { $0.record.epoch?.recipient == recipient }
    guard let line, let epoch = line.record.epoch else { return false }
    let persons = Set(people.members.filter(\.isRemoved).map(\.id))
    return epoch.devices.contains { people.member(with: $0)?.isRemoved == true }
      || decisions.contains { decision in
        guard case .person(let person) = decision.record else { return false }
        return person.isRemoved && persons.contains(person.person) && decision.clock > line.clock
      }
  }

  /// The newest decision about each journal with its clock, the oldest first.
  var journalLines: [JournalLine] {
    journals.values.compactMap { line in
      guard case .journal(let decision) = line.record else { return nil }
      return JournalLine(decision: decision, clock: line.clock)
    }.sorted { ($0.clock, $0.decision.record.name) < ($1.clock, $1.decision.record.name) }
  }

  /// The saved searches, including deleted ones.
  var savedSearches: [SavedSearch] {
    searches.values.compactMap { line in
      if case .search(let record) = line.record { record.search } else { nil }
    }
  }

  /// The locked journals.
  var lockedJournals: HiddenJournals {
    HiddenJournals(
      lockedBy: journals.values.compactMap { line in
        if case .journal(let decision) = line.record { decision.record } else { nil }
      })
  }

  /// Applies another line, if its device may write it. `folder` is the device in whose folder it
  /// is.
  mutating func apply(_ line: RecordLine, in folder: ID<Device>? = nil, _ horizon: ClockHorizon) {
    // Records that others are judged by are always kept, because their acceptance depends on all of
    // them.
    if folder == nil || folder == line.device, remember(line) { judge(horizon) }
    if let refusal = refusal(of: line, in: folder) { return refusals.count(refusal) }
    applyAccepted(line, horizon)
  }

  /// Keeps a line that others are judged by. Returns `true` if it is such a line and new.
  private mutating func remember(_ line: RecordLine) -> Bool {
    switch line.record {
    case .founding(let founding):
      guard !foundings.contains(line) else { return false }
      foundings.append(line)
      keys[line.device] = founding.device.key
      // The oldest founding names the diary, regardless of this machine's clock.
      foundings.sort { ($0.clock, $0.id) < ($1.clock, $1.id) }
    case .person: return decisions.insert(line).inserted
    case .epoch:
      guard !epochs.contains(line) else { return false }
      epochs.append(line)
      epochs.sort { ($0.clock, $0.id) < ($1.clock, $1.id) }
    case .device(let device):
      let isNew = keys[line.device] == nil
      if isNew { keys[line.device] = device.key }
      guard let proof = device.proof else { return isNew && !epochs.isEmpty }
      if let known = proofs[line.device], let other = known.record.device?.proof,
        (other.epoch, known.clock, known.id) >= (proof.epoch, line.clock, line.id)
      {
        return false
      }
      proofs[line.device] = line
    default: return false
    }
    return true
  }

  /// Applies an accepted line. The newest one about each subject counts, if its clock is plausible.
  private mutating func applyAccepted(_ line: RecordLine, _ horizon: ClockHorizon) {
    func isNewer(_ known: RecordLine?) -> Bool {
      guard let known else { return true }
      return horizon.isOlder((known.clock, known.id), than: (line.clock, line.id))
    }
    switch line.record {
    case .founding:
      if isNewer(owners) { owners = line }
      if isNewer(devices[line.device]) { devices[line.device] = line }
    case .device(let device):
      // No line may change a device's key.
      let known = self.device(line.device)
      if isNewer(devices[line.device]), known?.key ?? device.key == device.key {
        devices[line.device] = line
      }
    case .owner: if isNewer(owners) { owners = line }
    case .journal(let decision):
      let name = decision.record.name.lowercased()
      if isNewer(journals[name]) { journals[name] = line }
    case .search(let record):
      let name = record.search.name.lowercased()
      if isNewer(searches[name]) { searches[name] = line }
    case .name(let name): if isNewer(names[name.device]) { names[name.device] = line }
    case .invitation(let invitation): invitationLines[invitation.identity.recipient] = line
    case .person, .epoch, .removal, .oldLogs, .comment, .unknown: break
    }
  }

  // MARK: In the index

  /// Reads the records in the index.
  ///
  /// - Parameter clock: the latest plausible clock when the index was made.
  init?(_ json: JSONValue, upTo clock: HybridClock) {
    guard let lines = Self.lines(json[Self.linesName]),
      let proofs = Self.lines(json[Self.proofsName]),
      let refusals = json[Self.refusalsName].flatMap({ [LineRefusal: Int](refusals: $0) })
    else { return nil }
    self.refusals = refusals
    let valid = json[Self.validName]?.array ?? []
    validProofs = Set(valid.compactMap { $0.string.flatMap { ID<Revision>($0) } })
    own = json[Self.ownName]?.string.flatMap { VerifyingKey(hexadecimal: $0) }
    for member in json[Self.keysName]?.members ?? [] {
      guard let device = ID<Device>(member.name) else { continue }
      keys[device] = member.value.string.flatMap { VerifyingKey(hexadecimal: $0) }
    }
    let horizon = ClockHorizon(upTo: clock)
    for line in proofs { _ = remember(line) }
    for line in lines {
      _ = remember(line)
      applyAccepted(line, horizon)
    }
    judge(horizon)
  }

  private static let (linesName, refusalsName) = ("lines", "refusals")
  private static let (proofsName, validName, ownName) = ("proofs", "valid", "own")
  private static let keysName = "keys"

  /// Returns `nil` if one of the lines is invalid.
  private static func lines(_ json: JSONValue?) -> [RecordLine]? {
    let values = json?.array
    let lines = values?.compactMap { RecordLine($0) }
    return lines?.count == values?.count ? lines : nil
  }

  private static func json(_ lines: some Sequence<RecordLine>) -> JSONValue {
    .array(Set(lines).sorted { ($0.clock, $0.id) < ($1.clock, $1.id) }.map(\.json))
  }

  /// The accepted lines in a fixed order, with the results of judging them.
  var json: JSONValue {
    let all =
      foundings + [owners].compactMap(\.self) + devices.values + journals.values
      + searches.values + names.values + epochs + decisions
      + invitationLines.values
    return [
      Self.linesName: Self.json(all), Self.refusalsName: refusals.refusalsJSON,
      Self.proofsName: Self.json(proofs.values),
      Self.validName: .array(validProofs.sorted().map { .string($0.description) }),
      Self.ownName: own.map { .string($0.text) } ?? .null,
      Self.keysName: .object(
        keys.sorted { $0.key < $1.key }.map { device, key in
          JSONMember(device.description, .string(key.text))
        }),
    ]
  }
}

extension DiaryRecords {
  /// Returns the reason why a line's revision isn't shown, or is shown on this machine only; `nil`
  /// if all machines show it. `folder` is the device in whose folder the line is.
  func refusal(
    of revision: Revision, _ line: UnsafeRawBufferPointer, in folder: ID<Device>?
  ) -> LineRefusal? {
    guard isJudging else { return nil }
    return forThisMachine(
      people?.refusal(of: revision, line, in: folder)
        ?? refusal(ofLine: ChainLink(of: line)?.number, of: revision.device))
  }

  private func forThisMachine(_ refusal: LineRefusal?) -> LineRefusal? {
    refusal.map { isOwn($0.device) ? $0.onItsMachine : $0 }
  }

  /// Returns the reason why a record isn't accepted, or `nil` if it is.
  func refusal(of line: RecordLine, in folder: ID<Device>?) -> LineRefusal? {
    guard isJudging else { return nil }
    let refusal =
      people?.refusal(of: line, in: folder) ?? refusal(ofLine: line.number, of: line.device)
    if line.record.comment != nil { return forThisMachine(refusal) }
    // A device's name is shown even if its lines aren't accepted.
    return refusal?.reason == .unproved && line.record.device != nil ? nil : refusal
  }

  private func refusal(ofLine number: Int?, of device: ID<Device>) -> LineRefusal? {
    if isAfterRemoval(device, number) { return LineRefusal(device, .removed) }
    return unproved.contains(device) ? LineRefusal(device, .unproved) : nil
  }

  /// Returns the part of a removal that its device may make; `nil` for any other record.
  func removal(by line: RecordLine) -> RemovalRecord? {
    guard case .removal(let removal) = line.record,
      refusal(ofLine: line.number, of: line.device) == nil
    else { return nil }
    guard let people else { return removal }
    return people.allowed(removal, by: line)
  }
}
