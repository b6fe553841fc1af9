import DiaryCore
import DiaryStore
import MemoryRemote
import Sync
import TestSupport
import Testing

/// Incomplete files of this machine that no machine knows of.
@Suite(.cheapWords) struct HalfSegmentTests {
  private let host = MemoryHost()
  private let clock = SyncClock()

  @Test func `doesn't count the bytes of damaged segments as received`() async throws {
    let (pair, _) = try await SyncMachine.sharing(2, host, clock)
    let before = host.files
    try await pair[0].write("damaged")
    try await pair[0].sync()
    let name = try require(host.files.keys.first { before[$0] == nil && $0.path.hasPrefix("log/") })
    host.files[name]?[0] ^= 1
    for _ in 1...2 {
      let result = try require(await pair[1].engine.sync(nil, isDryRun: false) { _ in }.first)
      expectEqual(result.receivedLines, 0)
      expectEqual(result.receivedBytes, 0)
    }
  }

  @Test func `a dry run doesn't count lines that another machine sent again`() async throws {
    let (pair, _) = try await SyncMachine.sharing(2, host, clock)
    let before = host.files
    try await pair[0].write("newest")
    for machine in pair { try await machine.sync() }
    host.files = host.files.filter { before[$0.key] != nil }
    try await expectEqual(pair[1].sync().sentLines, 1)
    let dryRun = await pair[0].engine.sync(nil, isDryRun: true) { _ in }.first
    expectEqual(dryRun?.sentLines, 0)
    try await expectEqual(pair[0].sync().sentLines, 0)
  }

  /// Happens if the remote is rolled back, and unreadable for a while.
  @Test func `checks an unreadable segment again at the next sync`() async throws {
    var one = try SyncMachine(host, clock)
    try await one.write("first")
    try await one.add(isPlain: true)
    try await one.write("second")
    var faults = MemoryFaults()
    faults.halfFile = 1
    try await expect(one.syncStopped(by: faults)?.error != nil)
    one.faults.vanished = 1
    try await one.sync()
    one.faults.vanished = 0
    try await one.sync()
    let other = try await SyncMachine(host, clock, cloning: nil)
    try await expectEqual(other.titles(), ["first", "second"])
  }

  @Test func `sends lines again of which only a conflict copy is left`() async throws {
    let one = try SyncMachine(host, clock)
    try await one.write("first")
    try await one.add(isPlain: true)
    let (name, bytes) = try require(host.files.first { $0.key.path.hasPrefix("log/") })
    host.files[name] = nil
    let copy = try require(RemoteName(name.path.replacing(".jsonl", with: " (1).jsonl")))
    host.files[copy] = bytes
    try await one.sync()
    expectEqual(host.files[name], bytes)
  }

  /// Happens if a put is interrupted, and the next listing is older.
  @Test(arguments: [true, false])
  func `puts another device's incomplete segment again`(isNoted: Bool) async throws {
    var one = try SyncMachine(host, clock)
    let other = try SyncMachine(host, clock)
    try await one.add(isPlain: true)
    try await other.clone(isPlain: true)
    try await other.write("by the other")
    for machine in [other, one] { try await machine.sync() }
    let device = try require(other.device)
    let names = host.files.keys.filter { $0.path.hasPrefix("log/\(device)/") }
    for name in names { host.files[name] = nil }
    var faults = MemoryFaults()
    faults.halfFile = 1
    if isNoted {
      one.faults = faults
      await expect(one.engine.sync(nil, isDryRun: false) { _ in }.first?.error != nil)
    } else {
      try await expect(one.syncStopped(by: faults)?.error != nil)
    }
    let left = host.files.filter { $0.key.path.hasPrefix("log/\(device)/") }
    expect(!left.isEmpty)
    for name in left.keys { host.files[name] = nil }
    one.faults = MemoryFaults()
    one.faults.isReadOnly = true
    await expect(one.engine.sync(nil, isDryRun: false) { _ in }.first?.error != nil)
    for (name, bytes) in left { host.files[name] = bytes }
    one.faults = MemoryFaults()
    try await one.sync()
    let fresh = try await SyncMachine(host, clock, cloning: nil)
    try await expectEqual(fresh.titles(), ["by the other"])
  }

  /// Happens if another machine, since stopped, sent the lines missing after a rollback.
  @Test func `checks a complete segment again if its size changed`() async throws {
    let one = try SyncMachine(host, clock)
    try await one.write("first")
    try await one.add(isPlain: true)
    try await one.write("second")
    try await one.sync()
    for (name, bytes) in host.files where name.path.hasPrefix("log/") {
      host.files[name] = Array(bytes.prefix(bytes.count / 2))
    }
    try await one.sync()
    let other = try await SyncMachine(host, clock, cloning: nil)
    try await expectEqual(other.titles(), ["first", "second"])
  }
}

/// Segments that a machine has packed into one.
@Suite(.cheapWords) struct PackedSegmentTests {
  private let host = MemoryHost()
  private let clock = SyncClock()

  @Test func `keeps packed segments while the pack is damaged`() async throws {
    let (pair, _) = try await SyncMachine.sharing(2, host, clock, isPlain: true)
    let second = MemoryHost()
    var alone = pair[0]
    alone.host = second
    let remote = NewRemote(name: "alone", address: "/alone", isPlain: true)
    _ = try await alone.engine.add(remote) { _ in }
    for number in 0..<16 {
      try await pair[1].write("number \(number)")
      try await pair[1].sync()
      _ = await pair[0].engine.sync(["home"], isDryRun: false) { _ in }
      _ = await alone.engine.sync(["alone"], isDryRun: false) { _ in }
    }
    let device = try require(pair[1].device)
    let sent = second.files.filter { $0.key.path.hasPrefix("log/\(device)/") }
    let pack = try require(sent.max { $0.value.count < $1.value.count })
    expectGreater(sent.count, 16)
    second.files[pack.key] = Array(pack.value.prefix(pack.value.count / 2))
    clock.advance(days: 2)
    _ = await alone.engine.sync(["alone"], isDryRun: false) { _ in }
    expectEqual(sent.keys.filter { second.files[$0] == nil }, [])
  }

  /// Tidying reads all logs.
  @Test func `tidies a remote again only when packed segments may be removed`() async throws {
    let (machines, _) = try await SyncMachine.sharing(1, host, clock, isPlain: true)
    let machine = machines[0]
    for number in 0..<20 {
      try await machine.write("number \(number)")
      try await machine.sync()
    }
    let key = StoreLayout(root: machine.root).key
    func expectTidy() throws {
      try expectContains(
        machine.folder.text("state/sync/\(key)/home.memory.json"), "\"tidy\":true")
    }
    func count() -> Int { host.files.keys.count { $0.path.hasPrefix("log/") } }
    let packed = count()
    expectGreater(packed, 20)
    try expectTidy()
    clock.advance(days: 2)
    try await machine.sync()
    expectLess(count(), packed - 10)
    try expectTidy()
  }
}

/// Foreign files in the place of a device's lines.
@Suite(.cheapWords) struct HollowSegmentTests {
  private let host = MemoryHost()
  private let clock = SyncClock()

  /// The name of a file with these line numbers.
  private func name(_ device: ID<Device>, _ numbers: String, like file: RemoteName) -> RemoteName? {
    RemoteName("log/\(device)/\(numbers)-\(file.path.split(separator: "-").last ?? "")")
  }

  @Test(arguments: [true, false])
  func `sends lines despite a file that claims to contain them`(isPlain: Bool) async throws {
    let writer = try SyncMachine(host, clock)
    try await writer.write("first")
    let words = try await writer.add(isPlain: isPlain)
    let reader = try await SyncMachine(host, clock, cloning: words)
    try await reader.write("theirs")
    try await reader.sync()
    let (device, readers) = (try require(writer.device), try require(reader.device))
    let other = try require(host.files.first { $0.key.path.hasPrefix("log/\(readers)/") })
    // Another device's lines, a text, and lines still to be written.
    for (numbers, bytes) in [
      ("00000003-00000004", other.value), ("00000003-00000009", Array("nothing".utf8)),
      ("00000005-00000040", other.value),
    ] {
      host.files[try require(name(device, numbers, like: other.key))] = bytes
    }
    let known = host.files.count
    for number in 0..<6 {
      try await writer.write("next \(number)")
      _ = await writer.engine.sync(nil, isDryRun: false) { _ in }
    }
    expectGreater(host.files.count, known)
    _ = await reader.engine.sync(nil, isDryRun: false) { _ in }
    try await expectEqual(reader.titles(), writer.titles())
    try await expectEqual(reader.titles().count, 8)
    for machine in [writer, reader] { try expectEqual(machine.findings(), []) }
    // It is reported once, and nothing is sent repeatedly.
    let files = host.files.count
    for _ in 0..<2 { _ = await writer.engine.sync(nil, isDryRun: false) { _ in } }
    expectEqual(host.files.count, files)
  }

  /// A hostile member may do so before any of that device's lines are there.
  @Test func `a file that claims to contain another's lines doesn't hide them`() async throws {
    let one = try SyncMachine(host, clock)
    try await one.write("first")
    try await one.add(isPlain: true)
    let reader = try await SyncMachine(host, clock, cloning: nil)
    let writer = try await SyncMachine(host, clock, cloning: nil)
    try await writer.write("second")
    try await writer.sync()
    let device = try require(writer.device)
    let other = try require(
      host.files.first { $0.key.path.hasPrefix("log/") && !$0.key.path.contains("\(device)") })
    host.files[try require(name(device, "00000001-00000040", like: other.key))] = other.value
    _ = await reader.engine.sync(nil, isDryRun: false) { _ in }
    try await expectSame(["first", "second"], on: [reader])
    try await writer.write("third")
    _ = await writer.engine.sync(nil, isDryRun: false) { _ in }
    _ = await reader.engine.sync(nil, isDryRun: false) { _ in }
    try await expectEqual(reader.titles(), ["first", "second", "third"])
  }
}

/// Partial, unreferenced and foreign files on the remote.
@Suite(.cheapWords) struct PurgedFilesTests {
  private let host = MemoryHost()
  private let clock = SyncClock()

  private var photos: [RemoteName: [UInt8]] { host.files.filter { $0.key.isAsset } }

  @Test(arguments: [false, true])
  func `removes a photo listed after its entry was permanently deleted`(
    isPlain: Bool
  ) async throws {
    let machine = try SyncMachine(host, clock)
    let entry = try await machine.write("photo", photo: [1, 2, 3])
    try await machine.add(isPlain: isPlain)
    let late = photos
    expectEqual(late.count, 1)
    host.files = host.files.filter { !$0.key.isAsset }
    _ = try await machine.service.delete(entry.id)
    _ = try await machine.service.emptyTrash()
    try await machine.sync()
    host.files.merge(late) { one, _ in one }
    expectEqual(photos.count, 1)
    try await machine.sync()
    expect(photos.isEmpty)
    try await expectEqual(machine.sync(), SyncResult(remote: "home"))
  }

  @Test(arguments: [false, true]) func `sends a partial photo again`(isPlain: Bool) async throws {
    let (one, other) = (try SyncMachine(host, clock), try SyncMachine(host, clock))
    try await one.write("photo", photo: Array(0..<200))
    let words = try await one.add(isPlain: isPlain)
    let whole = photos
    host.files.merge(whole.mapValues { Array($0.prefix($0.count / 2)) }) { _, half in half }
    // A killed program has recorded nothing.
    _ = try ProgramResult.run(
      "/usr/bin/find", [one.state + "/sync", "-name", "home.memory.json", "-delete"])
    try await one.sync()
    expectEqual(photos.mapValues(\.count), whole.mapValues(\.count))
    try await other.clone(words: words, isPlain: isPlain)
    try expectEqual(other.findings(), [])
  }

  @Test(arguments: [false, true])
  func `sends a photo missing after a rollback again, despite a new one`(
    isPlain: Bool
  ) async throws {
    let (machines, _) = try await SyncMachine.sharing(2, host, clock, isPlain: isPlain)
    let (one, other) = (machines[0], machines[1])
    try await one.write("photo", photo: [1, 2, 3])
    try await one.sync()
    let lost = photos
    host.files = host.files.filter { !$0.key.isAsset }
    try await other.write("another photo", photo: [4, 5, 6])
    try await other.sync()
    expectEqual(photos.count, 1)
    try await one.sync()
    expectEqual(photos.count, 2)
    expect(Set(photos.keys).isSuperset(of: lost.keys))
  }

  @Test func `reports an oversized key file, and syncs`() async throws {
    let (machines, _) = try await SyncMachine.sharing(2, host, clock)
    let (one, other) = (machines[0], machines[1])
    let name = try require(RemoteName("keys/7.age"))
    host.files[name] = [UInt8](repeating: 0, count: 2 << 20)
    try await one.write("second")
    for machine in [one, other] {
      let issues = try await machine.sync().issues
      expectEqual(issues.count, 1, "\(issues)")
      expect(issues.allSatisfy { $0.contains("keys/7.age") }, "\(issues)")
      try await expectEqual(machine.titles(), ["first", "second"])
    }
    let third = try SyncMachine(host, clock)
    await expectThrows(MessageError.self) { try await third.clone() }
  }
}
