import DiaryCore
import DiaryStore
import MemoryRemote
import Sync
import System
import TestSupport
import Testing

/// Histories that could lose entries: by trash, removed devices, copied disks or damage.
@Suite(.cheapWords) struct LostEntriesTests {
  private let host = MemoryHost()
  private let clock = SyncClock()

  @Test(arguments: [false, true])
  func `clones a diary whose machines purged each other's first entry`(isPlain: Bool) async throws {
    let (pair, words) = try await SyncMachine.sharing(2, host, clock, isPlain: isPlain)
    try await pair[1].write("second")
    try await syncAll(pair)
    try await pair[1].purge("first")
    try await syncAll(pair)
    try await pair[0].purge("second")
    try await syncAll(pair)
    try await pair[0].write("dear diary")
    try await pair[1].write("from the other")
    try await expectEverywhere(["dear diary", "from the other"], on: pair, words: words)

    let clone = try await SyncMachine(host, clock, cloning: words)
    try await clone.write("on the clone")
    try await clone.sync()
    try await expectEverywhere(
      ["dear diary", "from the other", "on the clone"], on: [clone] + pair, words: words)
  }

  /// A machine that knows only a plain remote can't prove that it may write.
  @Test func `an encrypted remote has the entries of a machine that uses a plain one`() async throws
  {
    let first = try SyncMachine(host, clock)
    try await first.write("first")
    try await first.add(isPlain: true)
    let words = try await first.addEncryptedRemote(on: MemoryHost())
    let second = try await SyncMachine(host, clock, cloning: nil)
    try await second.write("second")
    try await syncAll([first, second])
    try await expectNil(first.differenceOfClone(isPlain: false, words: words))
    // It has been introduced, so the key is announced no further time.
    let lines = try await first.repository.lineCounts()
    try await expectNil(first.differenceOfClone(isPlain: false, words: words))
    try await expectEqual(first.repository.lineCounts(), lines)
  }

  @Test func `encrypted remotes with different keys have all entries of a plain one`() async throws
  {
    let first = try SyncMachine(host, clock)
    try await first.write("first")
    try await first.add(isPlain: true)
    let second = try await SyncMachine(host, clock, cloning: nil)
    try await second.write("second")
    let firstWords = try await first.addEncryptedRemote(on: MemoryHost())
    let secondWords = try await second.addEncryptedRemote(on: MemoryHost())
    try await syncAll([first, second])
    try await expectNil(first.differenceOfClone(isPlain: false, words: firstWords))
    try await expectNil(second.differenceOfClone(isPlain: false, words: secondWords))
  }

  @Test func `a clone has the entries and removals of removed machines`() async throws {
    let (all, _) = try await SyncMachine.sharing(4, host, clock)
    try await all[1].write("purged")
    try await all[1].write("stays")
    try await syncAll([all[1], all[2]])
    try await all[2].purge("purged")
    try await all[2].write("by a removed machine")
    try await syncAll([all[2], all[1], all[0]])
    try await all[1].write("stays, too")
    try await all[1].sync()
    _ = try await all[1].engine.remove(device: require(all[2].device), isOffline: false)
    try await syncAll([all[1], all[0], all[3]])
    let words = try await all[0].engine.remove(device: require(all[3].device), isOffline: false)
    try await all[0].write("after")
    try await expectEverywhere(
      ["after", "by a removed machine", "first", "stays", "stays, too"], on: [all[0], all[1]],
      words: require(words))
  }

  @Test(arguments: [false, true])
  func `removes conflict copies of a deleted photo from the remote`(isPlain: Bool) async throws {
    let (pair, _) = try await SyncMachine.sharing(2, host, clock, isPlain: isPlain)
    try await pair[0].write("with a photo", photo: [1, 2, 3])
    try await syncAll(pair)
    let photos = host.files.filter { $0.key.isAsset }
    expect(!photos.isEmpty)
    for (name, bytes) in photos {
      let end = try require(name.path.firstIndex(of: "."))
      let copy = name.path[..<end] + ".sync-conflict-20260102-030405-ABCDEFG" + name.path[end...]
      host.files[try require(RemoteName(String(copy)))] = bytes
    }
    try await pair[1].purge("with a photo")
    try await syncAll(pair)
    expectEqual(host.files.keys.filter(\.isAsset), [])
  }

  /// A full disk or a kill leaves the line that removes the entry, and the entry's text.
  @Test(arguments: [false, true])
  func `the next sync finishes an interrupted permanent removal`(isReceived: Bool) async throws {
    let (pair, _) = try await SyncMachine.sharing(2, host, clock, isPlain: true)
    let entry = try await pair[0].write("gone")
    try await syncAll(pair)
    _ = try await pair[0].service.delete(entry.id)
    try await syncAll(pair)
    let machine = pair[isReceived ? 1 : 0]
    let log = try pair[0].logOfDevice().replacing(pair[0].root, with: machine.root)
    let before = try machine.folder.read(log)
    try await expectEqual(pair[0].service.emptyTrash(), 1)
    if isReceived {
      try await pair[0].sync()
      try await machine.syncStopped(by: MemoryFaults())
    }
    let count = before.count { $0 == 0x0A }
    let added = try machine.folder.read(log).split(separator: 0x0A).dropFirst(count)
    expect(!added.isEmpty)
    try machine.folder.write(
      before + added.flatMap { $0 + [0x0A] },
      to: String(log.dropFirst(machine.folder.path.count + 1)))
    try FileSystem.remove(machine.root + "/index.json")

    try await machine.sync()
    try expectLacks(String(decoding: machine.folder.read(log), as: UTF8.self), "\"gone\"")
    try await expect(machine.service.trash().isEmpty)
    expectLacks(
      host.files.values.map { String(decoding: $0, as: UTF8.self) }.joined(), "\"gone\"")
    try await expectSame(["first"], on: pair)
  }

  @Test func `a machine that lost the founder's log continues the same diary`() async throws {
    let (pair, words) = try await SyncMachine.sharing(2, host, clock)
    try await pair[1].write("by the other")
    try await syncAll(pair)
    let founder = try require(pair[0].device?.description)
    FileSystem.removeTree(pair[1].root + "/log/" + founder)
    try await pair[1].write("without the beginning")
    try await expectEverywhere(
      ["by the other", "first", "without the beginning"], on: pair, words: words)
  }

  @Test(arguments: [false, true]) func `restores a line lost in the middle of this machine's log`(
    isWrittenFirst: Bool
  ) async throws {
    let (pair, words) = try await SyncMachine.sharing(2, host, clock)
    for title in ["a", "b", "c"] { try await pair[0].write(title) }
    try await syncAll(pair)
    let log = try pair[0].logOfDevice()
    let lines = try pair[0].folder.read(log).split(separator: 0x0A)
    let place = try require(
      lines.firstIndex { String(decoding: $0, as: UTF8.self).contains("\"b\"") })
    let kept = lines[..<place] + lines[(place + 1)...]
    try pair[0].folder.write(
      kept.flatMap { $0 + [0x0A] }, to: String(log.dropFirst(pair[0].folder.path.count + 1)))
    if isWrittenFirst { try await pair[0].write("d") }
    try await pair[0].sync()
    if !isWrittenFirst { try await pair[0].write("d") }
    try await expectEverywhere(["a", "b", "c", "d", "first"], on: pair, words: words)
  }

  @Test(arguments: [false, true])
  func `entries two machines wrote with one device id count on both`(isPlain: Bool) async throws {
    let (pair, words) = try await SyncMachine.sharing(2, host, clock, isPlain: isPlain)
    let entry = try await pair[0].write("before")
    let twin = try pair[0].cloned()
    // Lines with the same numbers, an edit and a deletion.
    try await pair[0].edit(entry, "changed")
    _ = try await twin.service.delete(entry.id)
    for title in ["a", "b"] { try await pair[0].write(title) }
    for title in ["c", "d", "e"] { try await twin.write(title) }
    let all = [pair[0], twin, pair[1]]
    try await expectEverywhere(
      ["a", "b", "c", "changed (2)", "d", "e", "first"], on: all, words: words)
    expectEqual(Set(all.map(\.device)).count, 3)
  }

  @Test func `both runs of a device stay on a remote filled by one machine`() async throws {
    let (pair, _) = try await SyncMachine.sharing(2, host, clock, isPlain: true)
    let twin = try pair[0].cloned()
    for title in ["a", "b"] { try await pair[0].write(title) }
    try await twin.write("by the twin")
    try await syncAll([pair[0], twin])
    var one = pair[0]
    one.host = MemoryHost()
    let remote = NewRemote(name: "alone", address: "/alone", isPlain: true)
    _ = try await one.engine.add(remote) { _ in }
    for days: Int64 in [0, 2, 2] {
      clock.advance(days: days)
      _ = await one.engine.sync(["alone"], isDryRun: false) { _ in }
      let clone = try SyncMachine(one.host, clock)
      try await clone.clone(isPlain: true)
      try await expectEqual(clone.titles(), ["a", "b", "by the twin", "first"])
    }
  }

  @Test func `sends the first lines of both runs of a device again`() async throws {
    let (pair, _) = try await SyncMachine.sharing(2, host, clock, isPlain: true)
    let twin = try pair[0].cloned()
    try await pair[0].write("by one")
    try await twin.write("by the twin")
    try await syncAll([pair[0], twin, pair[1]])
    let lost = host.files.keys.filter { $0.path.contains("/00000001-") }
    for name in lost { host.files[name] = nil }
    expect(!lost.isEmpty)
    try await pair[1].sync()
    let clone = try await SyncMachine(host, clock, cloning: nil)
    try await expectEqual(clone.titles(), ["by one", "by the twin", "first"])
  }

  /// Writes an entry and syncs. Returns the name of the segment with it.
  private func send(_ title: String, from machine: SyncMachine) async throws -> RemoteName {
    let known = host.files.keys
    try await machine.write(title)
    try await machine.sync()
    return try require(
      host.files.keys.first { $0.path.hasPrefix("log/") && !known.contains($0) })
  }

  enum Damage: CaseIterable { case emptied, cut, flipped }

  @Test(arguments: Damage.allCases, [false, true])
  func `the machine's next sync replaces a damaged newest segment`(
    damage: Damage, isPlain: Bool
  ) async throws {
    let (pair, words) = try await SyncMachine.sharing(2, host, clock, isPlain: isPlain)
    try await pair[0].write("a")
    try await syncAll(pair)
    let segment = try await send("the last one", from: pair[0])
    var bytes = try require(host.files[segment])
    switch damage {
    case .emptied: bytes = []
    case .cut: bytes.removeLast(bytes.count / 2)
    case .flipped: bytes[bytes.count - 40] ^= 1
    }
    host.files[segment] = bytes
    let result = try require(await pair[1].engine.sync(nil, isDryRun: false) { _ in }.first)
    expect(result.error != nil)
    try await expectEqual(pair[1].titles(), ["a", "first"])
    try await pair[0].sync()
    try await pair[1].sync()
    try await expectEqual(pair[1].titles(), ["a", "first", "the last one"])
    try await pair[0].write("one more")
    try await expectEverywhere(
      ["a", "first", "one more", "the last one"], on: pair, words: words)
  }

  @Test(arguments: [false, true])
  func `a machine that has the lines replaces any damaged segment`(isPlain: Bool) async throws {
    let (machines, words) = try await SyncMachine.sharing(3, host, clock, isPlain: isPlain)
    try await syncAll(machines)
    let segment = try await send("a", from: machines[0])
    try await machines[0].write("b")
    try await machines[0].sync()
    // The author never syncs again.
    try await machines[1].sync()
    var bytes = try require(host.files[segment])
    bytes[bytes.count - 40] ^= 1
    host.files[segment] = bytes
    func sync(_ machine: SyncMachine) async throws -> SyncResult {
      try require(await machine.engine.sync(nil, isDryRun: false) { _ in }.first)
    }
    let notes = { host.files.keys.filter { $0.path.hasPrefix("damaged/log/") } }
    for count in [0, 1, 1] {
      try await expect(sync(machines[2]).error != nil)
      expectEqual(notes().count, count)
    }
    try await expectEqual(
      sync(machines[1]).issues, ["1 file was damaged there and has been sent again."])
    expectEqual(notes(), [])
    try await machines[2].sync()
    try await expectEverywhere(["a", "b", "first"], on: Array(machines.dropFirst()), words: words)
    // A note about a sound segment, or one that isn't there, is removed.
    for name in host.files.keys where name.path.hasPrefix("log/") {
      host.files[try require(RemoteName("damaged/" + name.path))] = [1]
    }
    host.files[try require(RemoteName("damaged/" + segment.path))] = [1]
    try await machines[1].sync()
    expectEqual(notes(), [])
  }
}
