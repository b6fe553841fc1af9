import Crypto
import DiaryCore
import MemoryRemote
import System
import TestSupport
import Testing

@testable import DiaryStore
@testable import Sync

/// Entries of members of a shared diary: after a removal, on copies of their machines, and against
/// hostile members.
@Suite(.cheapWords) struct SharedDiaryTests {
  private let host = MemoryHost()
  private let clock = SyncClock()

  /// The machines of the owner and two editors.
  private func people() async throws -> [SyncMachine] {
    let owner = try SyncMachine(host, clock)
    _ = try await owner.engine.share(at: "/memory") { _ in }
    var machines = [owner]
    for name in ["Ben", "Cho"] {
      let machine = try SyncMachine(host, clock)
      try await owner.admit(machine, as: name)
      machines.append(machine)
      try await syncAll(machines)
    }
    return machines
  }

  @Test(arguments: [false, true])
  func `keeps entries written before the removal was known on their machine`(
    isDemoted: Bool
  ) async throws {
    let machines = try await people()
    let (owner, writer) = (machines[0], machines[1])
    let shared = try await writer.write("shared")
    try await syncAll(machines)
    let person = try require(await writer.engine.people()?.first(where: \.isCurrentUser))
    try await writer.write("late")
    try await writer.edit(shared, "edited late")
    if isDemoted {
      try await owner.engine.change(person.id, to: .viewer, isOffline: false)
    } else {
      try await owner.engine.remove(person.id, isOffline: false)
    }
    try await owner.sync()
    let notice =
      "2 changes of this machine came too late to be shared. They're kept here and included in exports."
    for isFirst in [true, false] {
      let result = try require(await writer.engine.sync(nil, isDryRun: false) { _ in }.first)
      expectEqual(result.error == nil, isDemoted)
      // It is reported once.
      expectEqual(result.issues.contains(notice), isFirst)
      let entries = try await writer.service.entries()
      expectEqual(entries.map(\.title).sorted(), ["edited late", "late"])
      expect(entries.allSatisfy { $0.badge == "not shared" })
      await expectEqual(writer.service.status().refused.map(\.reason), [.unshared])
      try expectEqual(writer.findings(), [])
    }
    try await owner.sync()
    try await expectEqual(owner.titles(), ["shared"])
    try FileSystem.remove(writer.root + "/index.json")
    try await expectEqual(writer.service.entries().map(\.badge), ["not shared", "not shared"])
  }

  @Test func `joins again on a machine that lost the diary and its device keys`() async throws {
    let machines = try await people()
    let (owner, other) = (machines[0], machines[1])
    try await owner.write("shared")
    try await syncAll(machines)
    let lost = try FileSystem.names(in: other.state).filter { $0 != "sync" }
    _ = try ProgramResult.run(
      "/bin/rm", ["-r", other.root] + lost.map { other.state + "/" + $0 })
    // The keys left on the machine are for the lost device keys.
    try await owner.admit(other, as: "Ben again")
    try await syncAll([owner, other])
    try await expectSame(["shared"], on: machines)
  }

  @Test func `a device added by a removed person doesn't block a sync`() async throws {
    let machines = try await people()
    let (owner, writer) = (machines[0], machines[1])
    let person = try require(await writer.engine.people()?.first(where: \.isCurrentUser))
    let files = host.files
    try await owner.engine.remove(person.id, isOffline: false)
    try await owner.sync()
    let later = host.files
    // They don't know of the removal yet.
    host.files = files
    let further = try SyncMachine(host, clock)
    try await writer.admit(further, as: "Ben", forOwnDevice: true)
    for machine in [writer, further] { try await machine.sync() }
    try await further.write("on the further device")
    try await further.sync()
    host.files.merge(later) { $1 }
    for machine in [owner, machines[2], owner] {
      try await machine.sync()
      try await expectEqual(machine.titles(), [])
    }
    _ = await further.engine.sync(nil, isDryRun: false) { _ in }
    let entries = try await further.service.entries()
    expectEqual(entries.map(\.title), ["on the further device"])
    expectEqual(entries.first?.badge, "not shared")
  }

  /// There is only one owner, so no one could approve another device of theirs.
  @Test(arguments: [0, 1], [false, true])
  func `an old copy of a shared diary is still the member's`(
    index: Int, isWrittenFirst: Bool
  ) async throws {
    let machines = try await people()
    let machine = machines[index]
    let device = try require(machine.device)
    let person = try require(await machine.engine.people()?.first(where: \.isCurrentUser))
    let copy = try machine.backup()
    try await machine.write("after the copy")
    try await machine.sync()
    // The second copy has the first new id.
    for title in ["on the old copy", "on it again"] {
      let earlier = machine.device
      try machine.putBack(of: copy)
      if !isWrittenFirst { try await machine.sync() }
      try await machine.write(title)
      expectNotEqual(machine.device, earlier)
      await expectEqual(machine.service.status().refused, [])
      try await machine.sync()
    }
    try await syncAll(machines)
    try await expectSame(["after the copy", "on it again", "on the old copy"], on: machines)
    for other in machines {
      let entries = try await other.service.entries()
      expectEqual(Set(entries.map(\.author)), [person.id])
      expectEqual(entries.map(\.badge), ["", "", ""])
      let devices = await other.engine.state().devices.filter { $0.person == person.name }
      expectEqual(devices.count, 3)
      expect(devices.contains { $0.id == device })
    }
    let people = try require(await machine.engine.people())
    expectEqual(people.count, machines.count)
    expectEqual(people.first(where: \.isCurrentUser)?.id, person.id)
  }

  @Test func `a restored backup of a shared diary is still the member's`() async throws {
    let machines = try await people()
    let machine = machines[1]
    try await machine.write("before")
    let time = try require(EntryDate("2026-11-22T11:19:34+09:00"))
    let backup = try StoreBackup(root: machine.root).run(
      to: machine.folder.path("backups"), at: time)
    try await machine.write("after the backup")
    try await machine.sync()
    FileSystem.removeTree(machine.root)
    _ = try BackupRestore(backup: backup.path, to: machine.root).run(at: time) { _ in }
    try await machine.write("on the backup")
    await expectEqual(machine.service.status().refused, [])
    try await syncAll(machines)
    try await expectSame(["after the backup", "before", "on the backup"], on: machines)
  }

  @Test func `copies of a member's disk are all the member's devices`() async throws {
    let machines = try await people()
    let twin = try machines[1].cloned()
    try await machines[1].write("by one")
    try await twin.write("by the twin")
    let all = machines + [twin]
    for _ in 0..<2 { try await syncAll(all) }
    for machine in [machines[1], twin] { try await machine.write("later") }
    try await syncAll(all)
    try await expectSame(["by one", "by the twin", "later", "later"], on: all)
    expectEqual(Set(all.map(\.device)).count, all.count)
  }

  @Test(arguments: [false, true])
  func `a removed machine doesn't return to a shared diary under a new id`(
    isKnownUnderTwoIDs: Bool
  ) async throws {
    let machines = try await people()
    let (owner, writer, other) = (machines[0], machines[1], machines[2])
    let copy = try writer.backup()
    try await writer.write("before")
    try await syncAll(machines)
    if isKnownUnderTwoIDs {
      try writer.putBack(of: copy)
      try await writer.write("before, too")
      try await syncAll(machines)
    }
    let titles = isKnownUnderTwoIDs ? ["before", "before, too"] : ["before"]
    _ = try await owner.offline.engine.remove(device: require(writer.device), isOffline: true)
    // It doesn't know of the removal yet.
    try writer.putBack(of: copy)
    try await writer.write("late")
    try await writer.sync()
    try await other.sync()
    try await expectEqual(other.titles(), (titles + ["late"]).sorted())
    for machine in [owner, other, owner] { try await machine.sync() }
    for isNewIndex in [false, true] {
      for machine in [owner, other] {
        if isNewIndex { try FileSystem.remove(machine.root + "/index.json") }
        try await expectEqual(machine.titles(), titles)
        await expectEqual(machine.service.status().refused.map(\.reason), [.removed])
        try expectEqual(machine.findings(), [])
      }
    }
    // It can't open the line with its removal, and keeps what it wrote.
    await expect(writer.engine.sync(nil, isDryRun: false) { _ in }.first?.error != nil)
    try await expectEqual(writer.titles(), (titles + ["late"]).sorted())
  }

  /// Both machines then have the member's keys, so a new key would reach both.
  @Test func `a member with two copies of a disk removes both after joining again`() async throws {
    let machines = try await people()
    let writer = machines[1]
    let copy = try writer.cloned()
    let earlier = try require(writer.device)
    try await writer.write("by the writer")
    try await copy.write("by the copy")
    try await syncAll([copy] + machines)
    let later = try require(copy.device)
    expectNotEqual(writer.device, later)
    for device in [earlier, later] where device != writer.device {
      do {
        _ = try await writer.engine.remove(device: device, isOffline: false)
        Issue.record("the device is removed")
      } catch { expectContains(error.line, "can't be removed here: it has this machine's keys") }
    }
    await expectEqual(writer.engine.state().devices.filter(\.isRemoved).count, 0)

    let joined = try SyncMachine(host, clock)
    try await writer.admit(joined, as: "Ben", forOwnDevice: true)
    try await syncAll([writer, joined])
    let devices = await joined.engine.state().devices
    expectContains(devices.first { $0.id == later }?.twins ?? [], earlier)
    expectEqual(devices.first { $0.id == joined.device }?.twins, [])
    _ = try await joined.engine.remove(device: later, isOffline: false)
    try await joined.write("secret")
    try await syncAll([joined, machines[0]])
    for machine in [writer, copy] {
      await expect(machine.engine.sync(nil, isDryRun: false) { _ in }.first?.error != nil)
      try await expectEqual(machine.titles(), ["by the copy", "by the writer"])
    }
    for machine in [joined, machines[0]] {
      try await expectEqual(machine.titles(), ["by the copy", "by the writer", "secret"])
    }
  }

  /// The key counts only `count` lines of the owner. Lines arrive in each order.
  @Test(arguments: [0, 1, 3])
  func `an editor's key that removes the owner's machine changes nothing`(count: Int) async throws {
    let machines = try await people()
    let (owner, writer, other) = (machines[0], machines[1], machines[2])
    // A former viewer can refer to the owner's decision.
    let person = try require(await writer.engine.people()?.first(where: \.isCurrentUser))
    for role in [PersonRole.viewer, .editor] {
      try await owner.engine.change(person.id, to: role, isOffline: false)
      try await owner.write("as they are \(role)")
      try await syncAll(machines)
    }
    try await writer.write("by the writer")
    try await syncAll(machines)
    let before = try require(await PeopleView(of: owner))
    let keys = try await owner.repository.knownKeys().map(\.recipient)
    let files = host.files

    let record = EpochRecord(
      of: DiaryKey(epoch: 2), devices: [try require(writer.device)],
      removed: [try require(owner.device): count])
    try await writer.repository.forge([], [.epoch(record)])
    _ = await writer.engine.sync(nil, isDryRun: false) { _ in }
    let forged = host.files.filter { files[$0.key] == nil }
    expect(forged.keys.contains { $0.path.hasPrefix("log/") })
    host.files = files
    try await owner.write("later")
    try await owner.sync()
    let later = host.files.filter { files[$0.key] == nil }

    for parts in [[forged, later], [later, forged], [forged.merging(later) { $1 }]] {
      let copies = [try other.cloned(), try owner.cloned()]
      host.files = files
      for part in parts {
        host.files.merge(part) { $1 }
        for machine in copies { _ = await machine.engine.sync(nil, isDryRun: false) { _ in } }
      }
      for machine in copies {
        try await machine.sync()
        let view = try require(await PeopleView(of: machine))
        expectEqual(view.people, before.people)
        expectEqual(view.titles, (before.titles + ["later"]).sorted())
        try await expectEqual(machine.repository.knownKeys().map(\.recipient), keys)
        try expectEqual(machine.findings(), [])
        // A new index doesn't count it either.
        try FileSystem.remove(machine.root + "/index.json")
        try await expectEqual(machine.titles(), view.titles)
      }
    }
    // All machines continue to sync.
    host.files = files.merging(later) { $1 }.merging(forged) { $1 }
    try await other.write("by another")
    for machine in [other, owner, other] { try await machine.sync() }
    try await expectSame((before.titles + ["by another", "later"]).sorted(), on: [owner, other])
  }

  /// The line is another founding line, or contains the owner's device as its writer.
  @Test(arguments: [false, true])
  func `a signed line that no member may write blocks no sync, and is named`(
    isFounding: Bool
  ) async throws {
    let machines = try await people()
    let (owner, writer, other) = (machines[0], machines[1], machines[2])
    try await writer.write("before")
    try await syncAll(machines)
    let person = try require(await writer.engine.people()?.first(where: \.isCurrentUser))
    if isFounding {
      try await writer.repository.forgeFounding(by: person)
      try await writer.write("after")
      _ = await writer.engine.sync(nil, isDryRun: false) { _ in }
    } else {
      let line = try await writer.repository.line(as: require(owner.device))
      try await put(line.bytes, line.number, of: require(writer.device), by: writer)
    }
    let id = person.id.description.prefix(8)
    let advice = "An owner can remove Ben: photodiary people remove \(id)"
    for machine in [owner, other, owner, other] {
      let issues = try await machine.sync().issues
      expectEqual(issues.count, 1)
      try expectContains(issues.at(0), "of Ben after one that breaks the diary's rules. \(advice)")
      await expectEqual(machine.engine.state().remotes.map(\.issues), [issues])
      try await expectEqual(machine.titles(), ["before"])
    }
    try await other.write("by another")
    for machine in [other, owner] { try await machine.sync() }
    // The owner can still invite and remove people.
    _ = try await owner.engine.invite(to: "Family", forOwnDevice: false) { _ in }
    try await owner.engine.remove(person.id, isOffline: false)
    for machine in [owner, other, owner] { try await expectEqual(machine.sync().issues, []) }
    try await expectSame(["before", "by another"], on: [owner, other])
  }

  @Test func `a line with an invalid signature in a member's folder blocks no sync`() async throws {
    let machines = try await people()
    let (owner, writer, other) = (machines[0], machines[1], machines[2])
    try await syncAll(machines)
    let line = try await writer.repository.line(as: require(other.device), after: other.device)
    try await put(line.bytes, line.number, of: require(other.device), by: writer)
    for machine in [owner, writer, other] {
      try await expectContains(machine.sync().issues.joined(), "A signature of device")
    }
    try await other.write("by another")
    for machine in [other, owner, writer] { try await machine.sync() }
    try await expectSame(["by another"], on: machines)
  }

  @Test func `names the member whose line is missing`() async throws {
    let machines = try await people()
    let (owner, writer) = (machines[0], machines[1])
    var sent: [RemoteName] = []
    for title in ["one", "two"] {
      let known = Set(host.files.keys)
      try await writer.write(title)
      try await writer.sync()
      sent += Set(host.files.keys).subtracting(known)
    }
    expectEqual(sent.count, 2)
    let first = host.files[sent[0]]
    host.files[sent[0]] = nil
    let result = try require(await owner.engine.sync(nil, isDryRun: false) { _ in }.first)
    expectContains(result.error ?? "", "couldn't be received")
    expectContains(result.issues.joined(), "of Ben isn't there yet. Sync that device again.")
    host.files[sent[0]] = first
    try await expectEqual(owner.sync().issues, [])
  }

  @Test func `an editor's record about a log of version 0_1_0 blocks no sync`() async throws {
    let machines = try await people()
    let (owner, writer, other) = (machines[0], machines[1], machines[2])
    let log: JSONValue = try [
      "log": .string("\(require(owner.device))/2025-06.jsonl"), "lines": .integer(1),
      "sha256": .string(OldLog.digest(of: [])),
    ]
    try await writer.repository.forge([], [.oldLogs(require(VouchedLog.list(.array([log]))))])
    try await writer.write("by the writer")
    for machine in [writer, owner, other] { try await machine.sync() }
    for machine in [owner, other] {
      await expectEqual(machine.service.status().refused.map(\.reason), [.notAnOwner])
    }
    try await expectSame(["by the writer"], on: machines)
  }

  @Test func `a device that no one approved blocks no sync`() async throws {
    let machines = try await people()
    let stranger = ID<Device>.random()
    let line = try await machines[1].repository.line(as: stranger, after: stranger)
    try await put(line.bytes, line.number, of: stranger, by: machines[1])
    for machine in machines {
      try await expectContains(
        machine.sync().issues.joined(), "hasn't proved that it may write. Its lines were skipped.")
    }
  }

  /// Puts a segment with a line of a device on the remote.
  private func put(
    _ line: [UInt8], _ number: Int, of device: ID<Device>, by machine: SyncMachine
  ) async throws {
    let keyring = try require(await machine.engine.knownKeys()).keyring
    let bytes = try Sealing.sealed(keyring).sealed(line)
    let name = SegmentName.path(device, number...number, tag: "0000", bytes, isPlain: false)
    host.files[try require(name)] = bytes
  }
}

extension DiskRepository {
  /// Appends a second founding line, signed by this device.
  fileprivate func forgeFounding(by person: Person) async throws {
    let lock = try await storeLock()
    try catchUp()
    let log = deviceLog
    var signer = try log.signer()
    signer.diary = nil
    var batch = LineBatch(signer, after: tailer.clock, now: now)
    let owner = OwnerRecord(Author(id: person.id, name: person.name), isNameChosen: true)
    let device = DeviceRecord(name: "forged", keys: signer.keys)
    batch.add([.founding(FoundingRecord(owner: owner, device: device, logs: []))])
    _ = try log.append(batch)
    _ = consume lock
  }

  /// Returns a line signed by this device that contains another one as its writer.
  ///
  /// - Parameter predecessor: the device whose next line it is, this one if `nil`.
  fileprivate func line(
    as other: ID<Device>, after predecessor: ID<Device>? = nil
  ) throws -> (number: Int, bytes: [UInt8]) {
    try catchUp()
    let signer = try deviceLog.signer()
    let tip = tailer.runs.tips[predecessor ?? signer.device]?.last
    let link = ChainLink(previous: tip?.sum, append: nil, number: (tip?.number ?? 0) + 1)
    let record = DiaryRecord.device(DeviceRecord(name: "forged", keys: signer.keys))
    var bytes: [UInt8] = []
    _ = RecordLine.encode(record, clock: tailer.clock, device: other)
      .append(to: &bytes, link) { signer.signature(of: $0) }
    return (link.number, bytes)
  }
}
