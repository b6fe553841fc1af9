import Age
import DiaryCore
import DiaryKeys

/// A diary, as its founding line names it.
package enum FoundedDiary {}

/// The machine that judges lines. It keeps its public signing key under a new device id.
struct JudgingMachine: Hashable, Sendable {
  let key: VerifyingKey
  /// The ids that it has written under, the newest first.
  let devices: [ID<Device>]

  /// Returns `true` if this machine removed a device by a line of `remover`. A copy of its disk remembers the
  /// ids that both had before, and goes by another one since.
  func removed(_ device: ID<Device>, by remover: ID<Device>) -> Bool {
    guard let place = devices.firstIndex(of: remover) else { return false }
    return !devices[..<place].contains(device)
  }

  // MARK: In the index

  private static let (keyName, devicesName) = ("key", "devices")

  init(key: VerifyingKey, devices: [ID<Device>]) { (self.key, self.devices) = (key, devices) }

  init?(_ json: JSONValue) {
    guard let key = json[Self.keyName]?.string.flatMap({ VerifyingKey(hexadecimal: $0) }) else {
      return nil
    }
    let devices = json[Self.devicesName]?.array ?? []
    self.init(key: key, devices: devices.compactMap { $0.string.flatMap { ID<Device>($0) } })
  }

  var json: JSONValue {
    [
      Self.keyName: .string(key.text),
      Self.devicesName: .array(devices.map { .string($0.description) }),
    ]
  }
}

/// What holds for the diary, by all the records that its logs have: whichever log is read first, it is
/// the same.
struct DiaryRecords: Hashable, Sendable {
  /// The oldest first: several, where copies that went on apart were brought together.
  private var foundings: [RecordLine] = []
  private var owners: RecordLine?
  private var devices: [ID<Device>: RecordLine] = [:]
  /// By their names in small letters.
  private var journals: [String: RecordLine] = [:]
  private var names: [ID<Device>: RecordLine] = [:]
  /// The keys that were told of, whether they count or not; the oldest first.
  private var epochs: [RecordLine] = []
  /// Those of them that count.
  private var countingEpochs: [RecordLine] = []
  /// What was decided about people, whether it counts or not.
  private var decisions: Set<RecordLine> = []
  /// By their recipients.
  private var invitationLines: [AgeRecipient: RecordLine] = [:]
  /// Who may what, where several people share the diary.
  private(set) var people: DiaryPeople?
  /// The keys that there were, and who was removed with them; ascending by their numbers.
  private(set) var allEpochs: [EpochRecord] = []
  /// The devices that write no longer, with how many lines of each count.
  private(set) var removedDevices: [ID<Device>: Int] = [:]
  /// The public signing key of each device. A machine keeps its key under a new device id.
  private var keys: [ID<Device>: VerifyingKey] = [:]
  /// The lines in which devices prove that they have a key of the diary, of each the one with the newest.
  private var proofs: [ID<Device>: RecordLine] = [:]
  /// The ids of the lines in `proofs` whose signature was verified.
  private var validProofs: Set<ID<Revision>> = []
  /// The devices whose machine has proved only an older key of the diary and wasn't given the newest. Their
  /// lines count once it proves the newest.
  private(set) var unproved: Set<ID<Device>> = []
  /// This machine, which shows its own lines even if others don't; `nil` if no line is judged or it has no
  /// key or id yet.
  var own: JudgingMachine?
  /// How many lines are kept and not shown, for nobody may write them.
  var refusals: [LineRefusal: Int] = [:]

  init() {}

  /// The same, with only what other lines are judged by: foundings, decisions about people, keys, and
  /// proofs.
  var judging: DiaryRecords {
    var records = DiaryRecords()
    (records.foundings, records.decisions, records.epochs) = (foundings, decisions, epochs)
    (records.people, records.removedDevices) = (people, removedDevices)
    (records.countingEpochs, records.allEpochs) = (countingEpochs, allEpochs)
    (records.keys, records.proofs) = (keys, proofs)
    (records.validProofs, records.unproved) = (validProofs, unproved)
    return records
  }

  /// Whether lines are judged that may have been read before what they are judged by.
  var isJudging: Bool { people != nil || !removedDevices.isEmpty || !unproved.isEmpty }

  /// Judging ends after so many rounds, whatever hostile lines say of each other.
  private static let mostRounds = 8

  /// Finds out who may do what, in an order that no line can turn around: the founding line, decisions
  /// about people, then devices. A decision by a device that had been removed doesn't count, so both are
  /// judged again until nothing changes. The result depends on the lines alone, not on their order.
  private mutating func judge(_ horizon: ClockHorizon) {
    (people, removedDevices, unproved) = (nil, [:], [])
    guard let founding = foundings.first, !decisions.isEmpty else {
      judgeEpochs(horizon)
      return judgeProofs()
    }
    var counting = decisions
    for _ in 0..<Self.mostRounds {
      people = DiaryPeople(founding, Array(counting))
      judgeEpochs(horizon)
      let rest = decisions.filter { !isAfterRemoval($0.device, $0.number) }
      if rest == counting { return }
      counting = rest
    }
  }

  /// Finds which epochs count. Of devices that remove each other the one that did it last prevails:
  /// whoever has a machine in hands can remove another one again.
  private mutating func judgeEpochs(_ horizon: ClockHorizon) {
    removedDevices = [:]
    countingEpochs = []
    let latestFirst = epochs.sorted {
      horizon.isOlder(($1.clock, $1.id), than: ($0.clock, $0.id))
    }
    for line in latestFirst
    where !isAfterRemoval(line.device, line.number) && people?.refusal(of: line) == nil {
      guard let epoch = line.record.epoch else { continue }
      removedDevices.merge(epoch.removed, uniquingKeysWith: min)
      countingEpochs.append(line)
    }
    countingEpochs.sort { ($0.clock, $0.id) < ($1.clock, $1.id) }
    allEpochs = countingEpochs.compactMap(\.record.epoch).sorted { $0.number < $1.number }
  }

  /// Finds the devices without the newest key, in a diary of one person: a removed machine still has an older
  /// one.
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
    // What a removed device wrote before counts.
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

  /// Returns `true` if applying a line changes which other lines count.
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

  /// Whether a device had been removed when it wrote its line of that number. Those of version 0.1.0 have
  /// none, and stand before all others.
  func isAfterRemoval(_ device: ID<Device>, _ number: Int?) -> Bool {
    removedDevices[device].map { number ?? 0 > $0 } ?? false
  }

  /// The devices that people let in after they had been removed: nothing that those write counts.
  var voidDevices: Set<ID<Device>> {
    let devices = decisions.flatMap { line -> [PersonDevice] in
      guard case .person(let person) = line.record,
        refusal(of: line, in: nil)?.reason == .removed
      else { return [] }
      return person.devices
    }
    return Set(devices.map(\.id)).filter { people?.device($0) == nil }
  }

  /// The number of the first line by which a device removed another one, whether that counts or not.
  func firstRemoval(of removed: ID<Device>, by device: ID<Device>) -> Int? {
    epochs.filter { $0.device == device && $0.record.epoch?.removed[removed] != nil }
      .compactMap(\.number).min()
  }

  /// The diary's id; `nil` until it has a founding line.
  var diary: ID<FoundedDiary>? { diaries.first }

  /// The ids that lines of the diary may be signed for.
  var diaries: [ID<FoundedDiary>] { foundings.compactMap { ID($0.id.description) } }

  /// Whether version 0.1.0 has written a part of it.
  var hasOldLogs: Bool {
    foundings.contains { line in
      if case .founding(let founding) = line.record { !founding.logs.isEmpty } else { false }
    }
  }

  /// The invitations that were given, the first ones first.
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

  /// Returns `true` if this machine writes under a device id, or has done so. A copy of its disk that it
  /// removed has its key, too, and is another machine.
  func isOwn(_ device: ID<Device>) -> Bool {
    guard let own, keys[device] == own.key else { return false }
    return !countingEpochs.contains {
      $0.record.epoch?.removed[device] != nil && own.removed(device, by: $0.device)
    }
  }

  /// Whether a device signs with that key.
  func knows(_ key: VerifyingKey) -> Bool { keys.values.contains(key) }

  /// Whether any device is told of.
  var knowsDevices: Bool { !devices.isEmpty }

  func device(_ id: ID<Device>) -> DeviceRecord? { devices[id]?.record.device }

  /// Every device that has told of itself.
  var allDevices: [ID<Device>: DeviceRecord] { devices.compactMapValues(\.record.device) }

  /// The name that a device was given, other than its own.
  func name(of device: ID<Device>) -> String? {
    if case .name(let name) = names[device]?.record { name.name } else { nil }
  }

  /// Whether a key is of the newest epoch, which two machines began at once, and one of them gave its key
  /// to a device that the other one removed: each key leads to the other.
  func isKeyOutdated(_ recipient: AgeRecipient) -> Bool {
    let newest = allEpochs.filter { $0.number == allEpochs.last?.number }
    return newest.contains { $0.recipient == recipient }
      && newest.flatMap(\.devices).contains { removedDevices[$0] != nil }
  }

  /// The newest key, if the machine that signs with that key has told of it.
  func newestKey(by machine: VerifyingKey?) -> AgeRecipient? {
    let line = countingEpochs.last { $0.record.epoch?.number == allEpochs.last?.number }
    guard let line, let machine, keys[line.device] == machine else { return nil }
    return line.record.epoch?.recipient
  }

  /// Whether somebody was removed after a key was made, or had been given it by who didn't know of that.
  func isKeyOutdated(_ recipient: AgeRecipient, _ people: DiaryPeople) -> Bool {
    let line = countingEpochs.first { $0.record.epoch?.recipient == recipient }
    guard let line, let epoch = line.record.epoch else { return false }
    let removed = people.members.filter(\.isRemoved)
    let devices = Set(removed.flatMap(\.devices).map(\.id))
    let persons = Set(removed.map(\.id))
    return epoch.devices.contains(where: devices.contains)
      || decisions.contains { decision in
        guard case .person(let person) = decision.record else { return false }
        return person.isRemoved && persons.contains(person.person) && decision.clock > line.clock
      }
  }

  /// What was decided last about each journal, with when that was, the oldest first.
  var journalLines: [JournalLine] {
    journals.values.compactMap { line in
      guard case .journal(let decision) = line.record else { return nil }
      return JournalLine(decision: decision, clock: line.clock)
    }.sorted { ($0.clock, $0.decision.record.name) < ($1.clock, $1.decision.record.name) }
  }

  /// The journals that are locked.
  var lockedJournals: HiddenJournals {
    HiddenJournals(
      lockedBy: journals.values.compactMap { line in
        if case .journal(let decision) = line.record { decision.record } else { nil }
      })
  }

  /// Applies another line, if its device may write it. `folder` is the device in whose folder it is.
  mutating func apply(_ line: RecordLine, in folder: ID<Device>? = nil, _ horizon: ClockHorizon) {
    // What others are judged by is kept in any case: whether it counts depends on all of it.
    if folder == nil || folder == line.device, remember(line) { judge(horizon) }
    if let refusal = refusal(of: line, in: folder) { return refusals.count(refusal) }
    take(line, horizon)
  }

  /// Keeps a line by which others are judged. Returns whether it is one, and new.
  private mutating func remember(_ line: RecordLine) -> Bool {
    switch line.record {
    case .founding(let founding):
      guard !foundings.contains(line) else { return false }
      foundings.append(line)
      keys[line.device] = founding.device.key
      // Whatever this machine's clock shows: the oldest one names the diary.
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

  /// Of several about one thing the newest counts, as far as its clock is believed.
  private mutating func take(_ line: RecordLine, _ horizon: ClockHorizon) {
    func isNewer(_ known: RecordLine?) -> Bool {
      guard let known else { return true }
      return horizon.isOlder((known.clock, known.id), than: (line.clock, line.id))
    }
    switch line.record {
    case .founding:
      if isNewer(owners) { owners = line }
      if isNewer(devices[line.device]) { devices[line.device] = line }
    case .device(let device):
      // No line gives a device another key.
      let known = self.device(line.device)
      if isNewer(devices[line.device]), known?.key ?? device.key == device.key {
        devices[line.device] = line
      }
    case .owner: if isNewer(owners) { owners = line }
    case .journal(let decision):
      let name = decision.record.name.lowercased()
      if isNewer(journals[name]) { journals[name] = line }
    case .name(let name): if isNewer(names[name.device]) { names[name.device] = line }
    case .invitation(let invitation): invitationLines[invitation.identity.recipient] = line
    case .person, .epoch, .removal, .oldLogs, .comment, .unknown: break
    }
  }

  // MARK: In the index

  /// - Parameter clock: the latest that was believed when the index was made.
  init?(_ json: JSONValue, upTo clock: HybridClock) {
    guard let lines = Self.lines(json[Self.linesName]),
      let proofs = Self.lines(json[Self.proofsName]),
      let refusals = json[Self.refusalsName].flatMap({ [LineRefusal: Int](refusals: $0) })
    else { return nil }
    self.refusals = refusals
    let valid = json[Self.validName]?.array ?? []
    validProofs = Set(valid.compactMap { $0.string.flatMap { ID<Revision>($0) } })
    own = json[Self.ownName].flatMap { JudgingMachine($0) }
    for member in json[Self.keysName]?.members ?? [] {
      guard let device = ID<Device>(member.name) else { continue }
      keys[device] = member.value.string.flatMap { VerifyingKey(hexadecimal: $0) }
    }
    let horizon = ClockHorizon(upTo: clock)
    for line in proofs { _ = remember(line) }
    for line in lines {
      _ = remember(line)
      take(line, horizon)
    }
    judge(horizon)
  }

  private static let (linesName, refusalsName) = ("lines", "refusals")
  private static let (proofsName, validName, ownName) = ("proofs", "valid", "own")
  private static let keysName = "keys"

  /// `nil` if one of them can't be read.
  private static func lines(_ json: JSONValue?) -> [RecordLine]? {
    let values = json?.array
    let lines = values?.compactMap { RecordLine($0) }
    return lines?.count == values?.count ? lines : nil
  }

  private static func json(_ lines: some Sequence<RecordLine>) -> JSONValue {
    .array(Set(lines).sorted { ($0.clock, $0.id) < ($1.clock, $1.id) }.map(\.json))
  }

  /// The lines that count, in one order always, with what was found out about them.
  var json: JSONValue {
    let all =
      foundings + [owners].compactMap(\.self) + devices.values + journals.values
      + names.values + epochs + decisions
      + invitationLines.values
    return [
      Self.linesName: Self.json(all), Self.refusalsName: refusals.refusalsJSON,
      Self.proofsName: Self.json(proofs.values),
      Self.validName: .array(validProofs.sorted().map { .string($0.description) }),
      Self.ownName: own?.json ?? .null,
      Self.keysName: .object(
        keys.sorted { $0.key < $1.key }.map { device, key in
          JSONMember(device.description, .string(key.text))
        }),
    ]
  }
}

extension DiaryRecords {
  /// Why a line's revision isn't shown, or is on this machine alone; `nil` where all show it. `folder` is
  /// the device in whose folder it lies.
  func refusal(
    of revision: Revision, _ line: UnsafeRawBufferPointer, in folder: ID<Device>?
  ) -> LineRefusal? {
    guard isJudging else { return nil }
    return here(
      people?.refusal(of: revision, line, in: folder)
        ?? refusal(ofLine: ChainLink(of: line)?.number, of: revision.device))
  }

  private func here(_ refusal: LineRefusal?) -> LineRefusal? {
    refusal.map { isOwn($0.device) ? $0.onItsMachine : $0 }
  }

  /// The same of a record.
  func refusal(of line: RecordLine, in folder: ID<Device>?) -> LineRefusal? {
    guard isJudging else { return nil }
    let refusal =
      people?.refusal(of: line, in: folder) ?? refusal(ofLine: line.number, of: line.device)
    if line.record.comment != nil { return here(refusal) }
    // What a device is called is known whether its lines count or not.
    return refusal?.reason == .unproved && line.record.device != nil ? nil : refusal
  }

  private func refusal(ofLine number: Int?, of device: ID<Device>) -> LineRefusal? {
    if isAfterRemoval(device, number) { return LineRefusal(device, .removed) }
    return unproved.contains(device) ? LineRefusal(device, .unproved) : nil
  }

  /// What a line removes for good, as far as its device may; `nil` for any other record.
  func removal(by line: RecordLine) -> RemovalRecord? {
    guard case .removal(let removal) = line.record,
      refusal(ofLine: line.number, of: line.device) == nil
    else { return nil }
    guard let people else { return removal }
    return people.allowed(removal, by: line)
  }
}
