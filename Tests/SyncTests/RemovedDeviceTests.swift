import DiaryCore
import DiaryStore
import MemoryRemote
import Sync
import System
import TestSupport
import Testing

/// Lines that a removed device wrote, learned of in any order.
@Suite(.cheapWords) struct RemovedDeviceTests {
  private let host = MemoryHost()
  private let clock = SyncClock()

  /// Machines sharing a diary, and its recovery words.
  private func machines(_ count: Int) async throws -> ([SyncMachine], words: String) {
    let (machines, words) = try await SyncMachine.sharing(count, host, clock)
    return (machines, try require(words))
  }

  private func pair() async throws -> (SyncMachine, SyncMachine) {
    let machines = try await machines(2).0
    return (machines[0], machines[1])
  }

  private func trio() async throws -> (SyncMachine, SyncMachine, SyncMachine) {
    let machines = try await machines(3).0
    return (machines[0], machines[1], machines[2])
  }

  /// Removes another machine's device while offline.
  private func remove(_ other: SyncMachine, on machine: SyncMachine) async throws -> String {
    let device = try require(await other.engine.state().devices.first(where: \.isCurrentDevice)?.id)
    return try require(try await machine.offline.engine.remove(device: device, isOffline: true))
  }

  private func refused(_ machine: SyncMachine) async throws -> [RefusedLines.Reason] {
    await machine.service.status().refused.map(\.reason)
  }

  @Test func `a copy of a machine's disk is removed by a device with other keys`() async throws {
    let (one, other) = try await pair()
    let twin = try one.cloned()
    try await one.write("by one")
    try await twin.write("by the twin")
    for machine in [one, twin, one, other] { try await machine.sync() }
    expectNotEqual(one.device, twin.device)
    let device = try require(twin.device)
    let keys = Set(host.files.keys.filter { $0.path.hasPrefix("keys/") })
    do {
      _ = try await one.offline.engine.remove(device: device, isOffline: false)
      Issue.record("the copy is removed")
    } catch { expectContains(error.line, "can't be removed here: it has this machine's keys") }
    await expectEqual(one.engine.state().devices.filter(\.isRemoved).count, 0)
    expectEqual(Set(host.files.keys.filter { $0.path.hasPrefix("keys/") }), keys)
    _ = try await other.engine.remove(device: device, isOffline: false)
    try await other.write("later")
    try await other.sync()
    for machine in [one, twin] {
      let result = await machine.engine.sync(nil, isDryRun: false) { _ in }.first
      try expectContains(require(result?.error), "has a key that this machine doesn't have")
      try await expectEqual(machine.titles(), ["by one", "by the twin", "first"])
    }
  }

  @Test func `a decision waits for lines that can't be received`() async throws {
    let (one, other, third) = try await trio()
    let bytes = Array("age-encryption.org/v1\n".utf8)
    let name = try require(segment(of: require(other.device), bytes))
    host.files[name] = bytes
    let device = try require(third.device)
    let keys = host.files.keys.filter { $0.path.hasPrefix("keys/") }
    do {
      _ = try await one.engine.remove(device: device, isOffline: false)
      Issue.record("the device is removed")
    } catch {
      expectContains(error.line, "1 change on home couldn't be received")
      expectContains(error.line, "add --offline")
      try expectContains(require(error.offlineReason), "1 change on home")
    }
    await expectEqual(one.engine.state().devices.filter(\.isRemoved).count, 0)
    expectEqual(Set(host.files.keys.filter { $0.path.hasPrefix("keys/") }), Set(keys))
    await expect((try? one.engine.remove(device: device, isOffline: true)) != nil)
  }

  @Test func `new words open later lines after a machine's state was rolled back`() async throws {
    let (machines, _) = try await machines(2)
    let one = machines[0]
    let copy = try one.backup()
    let words = try await remove(machines[1], on: one)
    try await one.sync()
    try one.putBack(.state, of: copy)
    try await one.sync()
    try await expectNil(one.differenceOfClone(isPlain: false, words: words))
  }

  @Test(arguments: [false, true])
  func `keeps the recovery file that arrives after the keys`(isHalfThereBefore: Bool) async throws {
    let (one, other, third) = try await trio()
    let words = try await remove(third, on: one)
    try await one.sync()
    let all = host.files
    let file = try require(
      all.first { $0.key.path.hasPrefix("keys/2-") && $0.key.path.contains("recovery") })
    host.files[file.key] = isHalfThereBefore ? Array(file.value.prefix(200)) : nil
    try await other.sync()
    host.files[file.key] = file.value
    try await other.sync()
    expectEqual(host.files[file.key], file.value)
    try await expectNil(other.differenceOfClone(isPlain: false, words: words))
  }

  /// A machine removed at the same time makes the key, and a copy of its disk uses it.
  @Test func `seals data of an invalid key to a valid one as well`() async throws {
    let (one, other, third) = try await trio()
    _ = try await remove(third, on: other)
    let twin = try other.cloned()
    try await other.write("by the other")
    try await other.sync()
    try await twin.write("by the twin")
    try await twin.sync()
    try await twin.write("later")
    try await twin.sync()
    expectNotEqual(twin.device, other.device)
    let words = try await remove(other, on: one)
    for _ in 0..<2 { try await one.sync() }
    let clone = try await SyncMachine(host, clock, cloning: words)
    try await expectEqual(clone.titles(), one.titles())
    // With the new words the copy's lines count, also on new machines.
    try await twin.engine.remove(remote: "home")
    try await twin.add(words: words)
    for machine in [twin, one, clone] { try await machine.sync() }
    let fresh = try await SyncMachine(host, clock, cloning: words)
    for machine in [one, clone, fresh] {
      try await expectContains(machine.titles(), "later")
      try await expectEqual(machine.titles(), one.titles())
    }
  }

  @Test(arguments: [false, true])
  func `sends lines under an invalid key again after an interrupted sync`(
    isKilled: Bool
  ) async throws {
    let (machines, _) = try await machines(4)
    let (one, other, fourth) = (machines[0], machines[1], machines[3])
    _ = try await remove(machines[2], on: other)
    for machine in [other, fourth] { try await machine.sync() }
    let before = host.files
    try await fourth.write("by the fourth")
    try await fourth.sync()
    let folder = try "log/\(require(fourth.device))/"
    let (name, bytes) = try require(
      host.files.first { before[$0.key] == nil && $0.key.path.hasPrefix(folder) })
    let words = try await remove(other, on: one)
    if isKilled {
      var faults = MemoryFaults()
      faults.isReadOnly = true
      try await expect(one.syncStopped(by: faults)?.error != nil)
    } else {
      // The first call follows the lines. The copy isn't fetched any more.
      let copy = name.path.replacing(".age", with: ".sync-conflict-20260102-030405-ABCDEFG.age")
      host.files[try require(RemoteName(copy))] = bytes
      let engine = one.engine
      await Task {
        _ = await engine.sync(nil, isDryRun: false) { _ in
          withUnsafeCurrentTask { $0?.cancel() }
        }
      }.value
    }
    try await expectEqual(one.titles(), ["by the fourth", "first"])
    for _ in 0..<2 { try await one.sync() }
    let clone = try await SyncMachine(host, clock, cloning: words)
    try await expectEqual(clone.titles(), ["by the fourth", "first"])
  }

  /// The recovery file is uploaded before the keys of devices.
  @Test func `machines sync while a new epoch is arriving`() async throws {
    let (one, other, third) = try await trio()
    let words = try await remove(third, on: one)
    let before = host.files
    try await one.sync()
    let after = host.files
    host.files = before
    for (name, bytes) in after where name.path.hasPrefix("keys/2-") {
      if name.path.hasSuffix(".recovery.age") { host.files[name] = Array(bytes.prefix(9)) }
    }
    try await other.write("meanwhile")
    try await other.sync()
    for machine in [one, other] { try await machine.sync() }
    let fresh = try await SyncMachine(host, clock, cloning: words)
    try await expectSame(["first", "meanwhile"], on: [one, other, fresh])
  }

  @Test func `lines under a new key arrive once earlier lines are listed`() async throws {
    let (machines, _) = try await machines(3)
    let (one, other) = (machines[0], machines[1])
    let before = host.files
    try await one.write("before")
    try await one.sync()
    let unlisted = host.files.filter { $0.key.path.hasPrefix("log/") && before[$0.key] == nil }
    _ = try await remove(machines[2], on: one)
    try await one.write("after")
    try await one.sync()
    for name in unlisted.keys { host.files[name] = nil }
    await expect(other.engine.sync(nil, isDryRun: false) { _ in }.first?.error != nil)
    host.files.merge(unlisted) { $1 }
    let result = try await other.sync()
    expectEqual(result.issues, [])
    try await expectEqual(other.titles(), ["after", "before", "first"])
  }

  @Test func `hides later lines on all machines, whichever learns of them first`() async throws {
    let (one, other, third) = try await trio()
    let entry = try await other.write("before")
    for machine in [other, one, third] { try await machine.sync() }
    try await other.write("after")
    try await other.edit(entry, "changed")
    try await other.sync()
    // Machines learn of the lines before or after the removal.
    try await third.sync()
    try await expectEqual(third.titles(), ["after", "changed", "first"])
    _ = try await remove(other, on: one)
    for machine in [one, third, one] { try await machine.sync() }
    for machine in [one, third] {
      try await expectEqual(machine.titles(), ["before", "first"])
      try await expectEqual(machine.service.history(of: entry.id).map(\.entry.title), ["before"])
      try await expectEqual(refused(machine), [.removed])
      try expectEqual(machine.findings(), [])
    }
    // A new index doesn't show them either.
    try FileSystem.remove(third.root + "/index.json")
    try await expectEqual(third.titles(), ["before", "first"])
  }

  @Test func `hides a new device with an old key until it has the newest`() async throws {
    let (machines, words) = try await machines(3)
    let (one, other, third) = (machines[0], machines[1], machines[2])
    // The clone is known to one machine, but not to another.
    let fourth = try await SyncMachine(host, clock, cloning: words)
    try await fourth.write("by the fourth")
    let newest = try require(
      await one.offline.engine.remove(device: require(other.device), isOffline: true))
    for machine in [fourth, third] { try await machine.sync() }
    try await expectEqual(third.titles(), ["by the fourth", "first"])
    for machine in [one, third, one] { try await machine.sync() }
    for machine in [one, third] {
      try await expectEqual(machine.titles(), ["first"])
      try await expectEqual(refused(machine), [.unproved])
      try expectEqual(machine.findings(), [])
    }
    try await fourth.engine.remove(remote: "home")
    let remote = NewRemote(
      name: "home", address: "/memory", isPlain: false, recoveryWords: newest)
    let added = try await fourth.engine.add(remote) { _ in }.result
    // The sync that receives the newer key shares its entry.
    expectLacks(added.issues.joined(), "came too late")
    for machine in [fourth, one, third] { try await machine.sync() }
    for machine in [one, third, fourth] {
      try await expectEqual(machine.titles(), ["by the fourth", "first"])
      try await expectEqual(refused(machine), [])
    }
  }

  @Test func `removes a machine with all its ids`() async throws {
    let (one, other) = try await pair()
    let copy = try other.backup()
    try await other.write("lost by the copy")
    try await other.sync()
    try other.putBack(of: copy)
    try await other.write("after the copy")
    for machine in [other, one] { try await machine.sync() }
    _ = try await one.engine.remove(device: require(other.device), isOffline: false)
    try await one.sync()
    let states = await one.engine.state().devices
    expectEqual(states.filter { !$0.isRemoved }.map(\.isCurrentDevice), [true])
    expectEqual(states.count, 3)
    // Removing it again makes no other key. Unseen words would be shown again.
    one.engine.recordRecoveryWordsSeen()
    let keys = Set(host.files.keys.filter { $0.path.hasPrefix("keys/") })
    let device = try require(other.device)
    await expectThrows(MessageError("This device was already removed.")) {
      try await one.engine.remove(device: device, isOffline: false)
    }
    expectEqual(Set(host.files.keys.filter { $0.path.hasPrefix("keys/") }), keys)
    let result = await other.engine.sync(nil, isDryRun: false) { _ in }
    try expectContains(require(result.first?.error), "has a key that this machine doesn't have")
    try await expectEqual(other.engine.state().remotes.at(0).needsRecoveryWords, true)
    try await expectEqual(one.titles(), ["after the copy", "first", "lost by the copy"])
  }

  @Test func `continues as another device with the new words`() async throws {
    let (one, other) = try await pair()
    let words = try await remove(other, on: one)
    try await one.sync()
    _ = await other.engine.sync(nil, isDryRun: false) { _ in }
    try await expectEqual(other.engine.state().remotes.at(0).needsRecoveryWords, true)
    try await other.add(words: words)
    try await expectEqual(other.engine.state().remotes.at(0).needsRecoveryWords, false)
    try await other.write("again")
    try await other.sync()
    try await one.sync()
    for machine in [one, other] { try await expectEqual(machine.titles(), ["again", "first"]) }
  }

  @Test func `entries written before the removal was known stay on their machine`() async throws {
    let (one, other) = try await pair()
    let late = try await other.write("late")
    let words = try await remove(other, on: one)
    try await one.sync()
    try await other.engine.remove(remote: "home")
    try await other.add(words: words)
    try await one.sync()
    try await expectEqual(one.titles(), ["first"])
    try await expectEqual(other.titles(), ["first", "late"])
    try await expectEqual(refused(other), [.unshared])
    try expectEqual(other.findings(), [])
    // Saving one again shares it.
    try await other.edit(late, "shared")
    for machine in [other, one] { try await machine.sync() }
    for machine in [one, other] {
      try await expectEqual(machine.titles(), ["first", "shared"])
      try await expectEqual(machine.service.entries().map(\.badge), ["", ""])
    }
  }

  @Test func `an open program learns which entries aren't shared`() async throws {
    let (one, removed) = try await pair()
    try await removed.write("late")
    let words = try await remove(removed, on: one)
    try await one.sync()
    var other = removed
    other.stayOpen()
    try await expectEqual(other.service.refresh(), [])
    try await other.add(words: words)
    let changes = try await other.service.refresh()
    expectEqual(
      changes.map { "\($0.kind) \($0.entry.title): \($0.entry.badge)" },
      ["updated late: not shared"])
    try await expectEqual(other.service.refresh(), [])
  }

  @Test func `if two machines remove each other, the last one prevails`() async throws {
    let (one, other, third) = try await trio()
    _ = try await remove(other, on: one)
    _ = try await remove(one, on: other)
    try await one.write("by one")
    try await other.write("by the other")
    for machine in [one, other, third, other, third] {
      _ = await machine.engine.sync(nil, isDryRun: false) { _ in }
    }
    try await expectSame(["by the other", "first"], on: [third, other])
  }

  /// Both keys of the second epoch open everything.
  @Test func `two concurrent epochs lose nothing`() async throws {
    let (machines, _) = try await machines(4)
    let (one, other, third, lost) = (machines[0], machines[1], machines[2], machines[3])
    let words = [try await remove(lost, on: one), try await remove(lost, on: other)]
    try await one.write("by one")
    try await other.write("by the other")
    for machine in [one, other, third, one, other, third] { try await machine.sync() }
    let titles = ["by one", "by the other", "first"]
    try await expectSame(titles, on: [one, other, third])
    try await third.write("later")
    try await third.sync()
    for words in words {
      let fresh = try await SyncMachine(host, clock, cloning: words)
      try await expectEqual(fresh.titles(), titles + ["later"])
    }
  }

  /// A machine uploads its key first, and may be killed before announcing it.
  @Test func `an unannounced key blocks nothing`() async throws {
    let (one, other, lost) = try await trio()
    _ = try await remove(lost, on: one)
    let before = host.files
    try await one.write("by one")
    try await one.sync()
    let after = host.files
    let key = try require(
      after.keys.map(\.path).first { $0.hasPrefix("keys/2") && !$0.hasSuffix(".recovery.age") })
    host.files = after.filter { !$0.key.path.hasPrefix("log/") || before[$0.key] != nil }

    try await other.write("by the other")
    try await expectEqual(
      other.sync().issues,
      [
        """
        \(key) contains a key that no device has announced yet. The key is used once a device \
        announces it.
        """
      ])
    try await expectEqual(other.titles(), ["by the other", "first"])

    host.files.merge(after) { own, _ in own }
    await expectEqual(other.engine.sync(nil, isDryRun: true) { _ in }.first?.issues, [])
    try await expectEqual(other.sync().issues, [])
    try await one.sync()
    try await expectSame(["by one", "by the other", "first"], on: [one, other])
  }

  @Test func `replaces a key given to devices that were removed concurrently`() async throws {
    let (machines, _) = try await machines(4)
    let (one, other, first, second) = (machines[0], machines[1], machines[2], machines[3])
    _ = try await remove(first, on: one)
    _ = try await remove(second, on: other)
    for machine in [one, other, one, other] { try await machine.sync() }
    try await one.write("secret")
    for machine in [one, other] { try await machine.sync() }
    for machine in [first, second] {
      let result = await machine.engine.sync(nil, isDryRun: false) { _ in }
      expect(result.first?.error != nil)
      try await expectEqual(machine.titles(), ["first"])
    }
    for machine in [one, other] { try await expectEqual(machine.titles(), ["first", "secret"]) }
  }

  /// Lines that a removal doesn't know of no longer count, so all remotes are read first.
  @Test func `removes no device while the list of remotes can't be read`() async throws {
    let (machines, _) = try await machines(2)
    let name = try require(
      FileSystem.files(below: machines[0].state + "/sync").first { $0.hasSuffix("/remotes.json") })
    let path = machines[0].state + "/sync/" + name
    try FileSystem.remove(path)
    try FileSystem.symbolicLink(to: path, at: path)
    let device = try require(machines[1].device)
    await expectThrows(MessageError.self) {
      try await machines[0].engine.remove(device: device, isOffline: true)
    }
    try await expectEqual(machines[0].repository.knownDevices().filter(\.isRemoved).map(\.id), [])
  }

  /// Writes an entry, which a removed device purges. Returns the machine that removed the device,
  /// and one that knows only of the purge.
  private func purgedByRemovedDevice() async throws -> (
    one: SyncMachine, third: SyncMachine, entry: Entry
  ) {
    let (one, other, third) = try await trio()
    let entry = try await one.write("kept")
    for machine in [one, other, third] { try await machine.sync() }
    _ = try await remove(other, on: one)
    _ = try await other.service.delete(entry.id)
    _ = try await other.service.emptyTrash()
    for machine in [other, third] { try await machine.sync() }
    return (one, third, entry)
  }

  @Test func `restores entries that a removed device purged later`() async throws {
    let (one, third, entry) = try await purgedByRemovedDevice()
    try await expectEqual(third.titles(), ["first"])
    for machine in [one, third, one, third] { try await machine.sync() }
    for machine in [one, third] {
      try await expectEqual(machine.titles(), ["first", "kept"])
      try await expect(machine.service.trash().isEmpty)
    }
    // The restored line is sent once.
    let lines = try await one.service.history(of: entry.id).count
    for machine in [third, one] { try await expectEqual(machine.sync().sentLines, 0) }
    try await expectEqual(one.service.history(of: entry.id).count, lines)
  }

  @Test func `restores purged entries after a sync that was killed`() async throws {
    let (one, third, _) = try await purgedByRemovedDevice()
    let (parts, kept) = ([one.root, one.state], one.folder.path("kept"))
    var killed = one
    killed.faults.isReadOnly = true
    _ = await killed.engine.sync(nil, isDryRun: false) { _ in
      // The first call follows the lines.
      guard !FileSystem.exists(kept) else { return }
      _ = try? FileSystem.makeFolder(kept)
      _ = try? ProgramResult.run("/bin/cp", ["-r"] + parts + [kept])
    }
    _ = try ProgramResult.run("/bin/rm", ["-r"] + parts)
    _ = try ProgramResult.run("/bin/mv", [kept + "/store", kept + "/state", one.folder.path])
    for machine in [one, third] { try await machine.sync() }
    try await expectEqual(third.titles(), ["first", "kept"])
  }

  @Test func `silently skips segments sealed with the removed device's key`() async throws {
    let (one, other, third) = try await trio()
    _ = try await remove(third, on: other)
    _ = try await remove(other, on: one)
    try await one.sync()
    try await other.write("sealed otherwise")
    _ = await other.engine.sync(nil, isDryRun: false) { _ in }
    let foreign = try require(other.device)
    // A following segment that no machine can open.
    let bytes = Array("age-encryption.org/v1\n".utf8)
    let name = try require(segment(of: foreign, bytes))
    host.files[name] = bytes
    try await expectEqual(one.sync().issues, [])
    let own = try require(one.device)
    let unknown = try require(segment(of: own, bytes))
    host.files[name] = nil
    host.files[unknown] = bytes
    func sync() async throws -> SyncResult {
      try require(await one.engine.sync(nil, isDryRun: false) { _ in }.first)
    }
    let result = try await sync()
    expectContains(result.error ?? "", "1 change on home couldn't be received")
    expectEqual(result.receivedBytes, bytes.count)
    let issue = result.issues.first { $0.contains("a key that this machine doesn't have") }
    expect(issue != nil, "\(result.issues)")
    // It is reported each time, and fetched once.
    let next = try await sync()
    expectEqual(next.receivedBytes, 0)
    expectEqual(next.issues, issue.map { [$0] })
  }

  /// The name of a segment with the device's next line.
  private func segment(of device: ID<Device>, _ bytes: [UInt8]) -> RemoteName? {
    let known =
      host.files.keys.compactMap { name -> Int? in
        let parts = name.path.split(separator: "/")
        guard parts.count == 3, parts[1] == device.description else { return nil }
        return parts[2].split(separator: "-").dropFirst().first.flatMap { Int($0) }
      }.max() ?? 0
    let number = String(known + 1)
    let padded = String(repeating: "0", count: 8 - number.count) + number
    let digits = OldLog.digest(of: bytes).prefix(4)
    return RemoteName("log/\(device)/\(padded)-\(padded)-0000\(digits).jsonl.age")
  }
}

@Suite(.cheapWords) struct LeavingTests {
  private let host = MemoryHost()
  private let clock = SyncClock()

  @Test func `others learn of it and receive everything written before`() async throws {
    let (owner, leaving) = (try SyncMachine(host, clock), try SyncMachine(host, clock))
    _ = try await owner.engine.share(at: "/memory") { _ in }
    try await owner.write("by the owner")
    let person = try await owner.admit(leaving, as: "Ben")
    for machine in [owner, leaving] { try await machine.sync() }

    try await leaving.write("the last one", photo: [1, 2, 3])
    try await leaving.engine.remove(person, isOffline: false)
    let result = await leaving.engine.sync(nil, isDryRun: false) { _ in }.first
    expectEqual(result?.error, DiaryError.account(.removed).line)
    try await owner.sync()
    let people = try require(await owner.engine.people())
    expectEqual(people.first { $0.id == person }?.state, .removed)
    let titles = try await owner.titles()
    expectEqual(titles, ["by the owner", "the last one"])
    let photo = try require(
      await owner.service.entries().first { !$0.photos.isEmpty }?.photos.first)
    expect(FileSystem.exists(owner.service.file(of: photo)))

    // Nothing later counts or is sent.
    let files = host.files.keys
    let again = await leaving.engine.sync(nil, isDryRun: false) { _ in }.first
    expectEqual(again?.sentLines, 0)
    expectEqual(again?.sentFiles, 0)
    await expectEqual(leaving.engine.state().remotes.map(\.pendingUploads), [0])
    await expectThrows(DiaryError.self) { try await leaving.write("later") }
    expectEqual(host.files.keys, files)
  }

  @Test func `can't empty the trash, even if the remote has lost what was sent`() async throws {
    let (owner, leaving) = (try SyncMachine(host, clock), try SyncMachine(host, clock))
    _ = try await owner.engine.share(at: "/memory") { _ in }
    let person = try await owner.admit(leaving, as: "Ben")
    for machine in [owner, leaving] { try await machine.sync() }
    let old = host.files

    let entry = try await leaving.write("deleted, and kept")
    _ = try await leaving.service.delete(entry.id)
    try await leaving.sync()
    host.files = old
    try await leaving.engine.remove(person, isOffline: true)
    await expectThrows(DiaryError.account(.removed)) { try await leaving.service.emptyTrash() }
    _ = await leaving.engine.sync(nil, isDryRun: false) { _ in }
    try await owner.sync()
    try await expectEqual(owner.service.trash().map(\.title), ["deleted, and kept"])
  }
}
