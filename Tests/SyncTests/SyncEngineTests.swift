import Crypto
import DiaryCore
import DiaryStore
import MemoryRemote
import Sync
import System
import TestSupport
import Testing

@Suite(.cheapWords) struct SyncEngineTests {
  private let host = MemoryHost()
  private let clock = SyncClock()

  private func machine() throws -> SyncMachine { try SyncMachine(host, clock) }

  private func pair(isPlain: Bool = false) async throws -> (SyncMachine, SyncMachine) {
    let (pair, words) = try await SyncMachine.sharing(2, host, clock, isPlain: isPlain)
    expectEqual((words == nil), isPlain)
    return (pair[0], pair[1])
  }

  @Test(arguments: [false, true])
  func `entries written on one machine are read on another`(isPlain: Bool) async throws {
    let (one, other) = try await pair(isPlain: isPlain)
    try await expectSame(["first"], on: [one, other])
    let entry = try await other.write("둘째 🙂")
    try await other.sync()
    try await expectGreater(one.sync().receivedLines, 0)
    try await one.edit(entry, "changed")
    try await one.sync()
    try await other.sync()
    try await expectSame(["changed", "first"], on: [one, other])
    try await expectEqual(one.sync(), SyncResult(remote: "home"))
    let hasPlain = host.files.contains { name, bytes in
      String(decoding: bytes, as: UTF8.self).contains("둘째")
    }
    expectEqual(hasPlain, isPlain)
  }

  @Test func `returns the recovery words again until they were shown`() async throws {
    let machine = try machine()
    try await machine.write("first")
    let words = try require(try await machine.add())
    await expectEqual(machine.engine.state().unseenRecoveryWords, words)
    // A program stopped before showing them returns them when run again.
    try await expectEqual(machine.add(), words)
    machine.engine.recordRecoveryWordsSeen()
    await expectNil(machine.engine.state().unseenRecoveryWords)
    let error = try require(await expectThrows(MessageError.self) { try await machine.add() })
    expectContains(error.line, "A remote named home already exists.")
    try await self.machine().clone(words: words)
  }

  @Test func `doesn't return recovery words of a key that wasn't saved`() async throws {
    let machine = try machine()
    try await machine.write("first")
    _ = try await machine.add()
    let device = try await machine.repository.deviceKeys().identity.recipient
    try machine.folder.write(
      RecoveryWords().sealed(to: device),
      to: "state/sync/\(StoreLayout(root: machine.root).key)/words.age")
    await expectNil(machine.engine.state().unseenRecoveryWords)
    try await expectNil(machine.engine.knownKeys()?.unseenWords)
  }

  @Test func `adds a remote again by its address without the password`() async throws {
    let machine = try machine()
    try await machine.write("first")
    var remote = NewRemote(name: "home", address: "https://me:secret@host/diary.git")
    remote.recoveryWords = try require(try await machine.engine.add(remote) { _ in }.recoveryWords)
    machine.engine.recordRecoveryWordsSeen()
    remote.address = try await machine.engine.state().remotes.at(0).address
    expectEqual(remote.address, "https://host/diary.git")
    let added = try await machine.engine.add(remote) { _ in }
    expectNil(added.result.error)
    await expectEqual(machine.engine.state().remotes.count, 1)
  }

  @Test func `clones only into an unused store`() async throws {
    let (one, other) = (try machine(), try machine())
    try await one.write("first")
    let words = try await one.add()
    try await other.write("something else")
    await expectThrows(MessageError.self) { try await other.clone(words: words) }
    let third = try machine()
    try await third.clone(words: words)
    await expectThrows(MessageError.self) { try await third.clone(words: words) }
    try await expectEqual(third.titles(), ["first"])
  }

  @Test func `concurrent edits become two versions on every machine`() async throws {
    let (one, other) = try await pair()
    let entry = try await one.service.entries().at(0)
    try await one.edit(entry, "here")
    try await other.edit(entry, "there")
    for machine in [one, other, one] { try await machine.sync() }
    try await expectSame(["there (2)"], on: [one, other])
  }

  @Test func `doesn't count received lines as unsent if sending fails`() async throws {
    let (one, machine) = try await pair()
    for title in ["two", "three"] { try await one.write(title) }
    try await one.sync()
    try await machine.write("four")
    var other = machine
    other.faults.isReadOnly = true
    let unsent = try await other.engine.state().remotes.at(0).pendingUploads
    expectGreater(unsent, 0)
    await expect(other.engine.sync(nil, isDryRun: false) { _ in }.first?.error != nil)
    try await expectEqual(other.titles(), ["first", "four", "three", "two"])
    try await expectEqual(other.engine.state().remotes.at(0).pendingUploads, unsent)
  }

  @Test func `syncs photos`() async throws {
    let (one, other) = try await pair()
    try await one.write("photo", photo: (0..<200_000).map { UInt8(truncatingIfNeeded: $0) })
    try await expectEqual(one.sync().sentFiles, 1)
    try await expectEqual(other.sync().receivedFiles, 1)
    try await expectSame(["first", "photo"], on: [one, other])
    // A photo lost on the remote is sent again.
    host.files = host.files.filter { !$0.key.isAsset }
    try await expectEqual(other.sync().sentFiles, 1)
  }

  @Test(arguments: [false, true])
  func `syncs previews instead of photos if requested`(isPlain: Bool) async throws {
    var one = try machine()
    one.makePreview = { _ in [9, 9] }
    let photo = try await one.write("photo", photo: [1, 2, 3]).photos.at(0)
    let words = try await one.add(isPlain: isPlain)
    expect(!host.files.keys.contains { $0.path.hasPrefix("small/") })
    let small = try machine()
    try await small.clone(words: words, isPlain: isPlain, photos: .small)
    try await expectEqual(small.engine.state().remotes.at(0).remoteOnly, 1)
    // The other machine's request is known now.
    try await one.sync()
    expectEqual(host.files.keys.count { $0.path.hasPrefix("small/") }, 1)
    try await small.sync()
    let folder = PreviewFolder(of: StoreLayout(root: small.root), in: small.folder.path("cache"))
    let preview = folder.file(of: photo.file).dropFirst(small.folder.path.count + 1)
    try expectEqual(small.folder.read(String(preview)), [9, 9])
    expectEqual(small.engine.remoteOnly, [photo.file])
    let bytes = try require(host.files.first { $0.key.path.hasPrefix("small/") }).value
    expectEqual((bytes == [9, 9]), isPlain)
  }

  @Test func `wrong recovery words open nothing, and missing ones are requested`() async throws {
    let (one, _) = try await pair()
    let third = try machine()
    for words in [nil, "one two", "abacus abdomen abdominal abide abiding ability"] {
      let error = await expectThrows(MessageError.self) { try await third.clone(words: words) }
      expectEqual(error?.needsSecret, true)
    }
    try await expectEqual(one.titles(), ["first"])
  }

  @Test func `an unencrypted diary is cloned without recovery words`() async throws {
    try await pair(isPlain: true).0.sync()
    let third = try machine()
    let words = "abacus abdomen abdominal abide abiding ability"
    await expectThrows(
      MessageError("The diary there isn't encrypted. Run clone without --recovery-file.")
    ) { try await third.clone(words: words) }
    try await third.clone()
    try await expectEqual(third.titles(), ["first"])
  }

  @Test func `recovery words replace keys that new device keys don't open`() async throws {
    let (machines, words) = try await SyncMachine.sharing(2, host, clock)
    let one = machines[0]
    try removeDeviceKeys(of: one)
    for _ in 0..<2 {
      let result = await one.engine.sync(nil, isDryRun: false) { _ in }.first
      try expectContains(
        require(result?.error), "photodiary remote add home /memory --recovery-file FILE")
      try await expectEqual(one.engine.state().remotes.at(0).needsRecoveryWords, true)
    }
    // It makes no other key.
    var elsewhere = one
    elsewhere.host = MemoryHost()
    for words in [nil, words] {
      let remote = NewRemote(
        name: "other", address: "/other", isPlain: false, recoveryWords: words)
      await expectThrows(MessageError.self) { try await elsewhere.engine.add(remote) { _ in } }
    }
    expect(elsewhere.host.files.isEmpty)

    try await one.add(words: words)
    try await expectEqual(one.engine.state().remotes.at(0).needsRecoveryWords, false)
    try await one.write("again")
    try await expectEverywhere(["again", "first"], on: machines, words: words)
  }

  @Test func `a damaged file of keys stays an error`() async throws {
    let one = try SyncMachine(host, clock)
    try await one.write("first")
    let words = try await one.add()
    one.engine.recordRecoveryWordsSeen()
    let name = "state/sync/\(StoreLayout(root: one.root).key)/keyring.age"
    let damaged = try one.folder.read(name).dropLast()
    try one.folder.write(Array(damaged), to: name)
    let result = await one.engine.sync(nil, isDryRun: false) { _ in }.first
    try expectContains(require(result?.error), "keyring.age is damaged")
    await expectThrows(MessageError.self) { try await one.add(words: words) }
    try expectEqual(one.folder.read(name), Array(damaged))
  }

  private func removeDeviceKeys(of machine: SyncMachine) throws {
    for name in ["ed25519", "x25519"] {
      try FileSystem.remove(machine.state + "/keys/\(name).key")
    }
  }

  @Test func `rejects another diary`() async throws {
    let (one, _) = try await pair(isPlain: true)
    let stranger = try machine()
    try await stranger.write("mine")
    let error = await expectThrows(MessageError.self) { try await stranger.add(isPlain: true) }
    expectEqual(error?.line.contains("another diary"), true)
    try await one.sync()
    try await expectSame(["first"], on: [one])
    try await expectSame(["mine"], on: [stranger])
  }

  @Test func `empties the trash on every machine`() async throws {
    let (one, other) = try await pair()
    let entry = try await other.write("secret", photo: [1, 2, 3])
    try await other.sync()
    try await one.sync()
    try await one.edit(entry, "secret again")
    _ = try await one.service.delete(entry.id)
    try await expectEqual(one.service.emptyTrash(), 1)
    for machine in [one, other, one, other] { try await machine.sync() }
    try await expectSame(["first"], on: [one, other])
    try await expect(other.service.trash().isEmpty)
    expect(!host.files.keys.contains { $0.isAsset })
  }

  @Test func `concurrent edits survive an emptied trash`() async throws {
    let (one, other) = try await pair()
    let entry = try await one.service.entries().at(0)
    try await other.edit(entry, "kept")
    _ = try await one.service.delete(entry.id)
    _ = try await one.service.emptyTrash()
    for machine in [one, other, one, other] { try await machine.sync() }
    for machine in [one, other] {
      try await expectEqual(machine.titles(), ["kept"])
      try expect(machine.findings().allSatisfy { $0 == .missingParent })
    }
  }

  @Test func `a cloned disk becomes another device, and nothing is lost`() async throws {
    let (one, other) = try await pair()
    let copy = try one.cloned()
    try await one.write("by one")
    try await copy.write("by its copy")
    for machine in [one, copy, other, one, copy, other] { try await machine.sync() }
    try await expectSame(["by its copy", "by one", "first"], on: [one, copy, other])
    try await copy.write("later")
    for machine in [copy, other, one] { try await machine.sync() }
    try await expectSame(["by its copy", "by one", "first", "later"], on: [one, copy, other])
  }

  @Test func `syncs a diary of version 0_1_0`() async throws {
    let one = try machine()
    try OldStore.copy(to: one.root, device: one.state + "/device")
    let words = try await one.add()
    let other = try await SyncMachine(host, clock, cloning: words)
    try await expectSame(OldStore.titles.sorted(), on: [one, other])
    try await other.write("new")
    try await other.sync()
    try await one.sync()
    try await expectSame((OldStore.titles + ["new"]).sorted(), on: [one, other])
  }

  @Test(arguments: ["", "[{", "{}", "[{\"name\":\"home\"}]"])
  func `a damaged list of remotes is neither passed over nor replaced`(text: String) async throws {
    let (one, other) = try await pair()
    let list = "state/sync/\(StoreLayout(root: one.root).key)/remotes.json"
    try one.folder.write(text, to: list)
    let error = MessageError(
      "The list of remotes \(one.folder.path(list)) is damaged. Restore it from a backup, or remove "
        + "it and add the remotes again.")
    let result = await one.engine.sync(nil, isDryRun: false) { _ in }.first
    expectEqual(result?.error, error.line)
    let device = try require(other.device)
    await expectThrows(error) {
      try await one.offline.engine.remove(device: device, isOffline: true)
    }
    await expectThrows(error) { try await one.add() }
    try expectEqual(one.folder.text(list), text)
  }

  @Test func `merges two copies changed separately`() async throws {
    let one = try machine()
    try await one.write("first")
    let copy = try machine()
    _ = try ProgramResult.run("/bin/cp", ["-r", one.root, copy.root])
    try await one.write("by one")
    try await copy.write("by its copy")
    let words = try await one.add()
    try await copy.add(words: words)
    try await one.sync()
    try await expectSame(["by its copy", "by one", "first"], on: [one, copy])
  }

  @Test func `merges many small segments`() async throws {
    let (one, other) = try await pair()
    for number in 1...40 {
      try await one.write("\(number)")
      try await one.sync()
    }
    clock.advance(days: 2)
    try await one.sync()
    expectLess(host.files.keys.count { $0.path.hasPrefix("log/") }, 30)
    try await other.sync()
    try await expectSame(one.titles(), on: [other])
  }

  @Test func `reports a removed device, whose later lines don't count`() async throws {
    let (one, other) = try await pair()
    try await other.write("before")
    try await other.sync()
    try await one.sync()
    let device = try require(await one.engine.state().devices.first { !$0.isCurrentDevice })
    let words = try require(try await one.engine.remove(device: device.id, isOffline: false))
    try await one.sync()
    try await other.write("after")
    let refused = await other.engine.sync(nil, isDryRun: false) { _ in }
    expect(refused.first?.error != nil)
    try await expectEqual(one.sync().receivedLines, 0)
    try await expectSame(["before", "first"], on: [one])
    let third = try await SyncMachine(host, clock, cloning: words)
    try await expectSame(["before", "first"], on: [third])
  }
}
