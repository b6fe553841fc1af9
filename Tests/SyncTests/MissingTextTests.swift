import DiaryCore
import MemoryRemote
import Sync
import System
import TestSupport
import Testing

@testable import DiaryStore

/// Texts that a disk damaged, and that a remote may still have.
@Suite(.cheapWords) struct MissingTextTests {
  private let host = MemoryHost()
  private let clock = SyncClock()

  @Test(arguments: [false, true], [false, true])
  func `a sync brings back a damaged text that a remote has`(
    isRepaired: Bool, isPlain: Bool
  ) async throws {
    let (pair, words) = try await SyncMachine.sharing(2, host, clock, isPlain: isPlain)
    try await pair[0].write("two")
    try await pair[0].sync()
    // Only the remote has it now.
    try pair[0].damage("two", of: pair[0])
    if isRepaired {
      try expectContains(pair[0].repair(), .bodiesMissing(log: pair[0].nameOfLog(of: pair[0])))
      try expectEqual(pair[0].findings().filter { $0 != .lostText }, [])
    } else {
      try FileSystem.remove(pair[0].root + "/index.json")
    }
    try await expectEqual(pair[0].titles(), ["first"])
    try await expectEqual(pair[0].sync().receivedLines, 1)
    try await expectSame(["first", "two"], on: [pair[0]])
    try await expectEqual(pair[0].sync().receivedLines, 0)
    try await pair[0].write("three")
    try await expectEverywhere(["first", "three", "two"], on: pair, words: words)
  }

  @Test(arguments: [false, true])
  func `a sync brings back a damaged text of another device`(isPlain: Bool) async throws {
    let (pair, words) = try await SyncMachine.sharing(2, host, clock, isPlain: isPlain)
    try await pair[0].write("two")
    try await syncAll(pair)
    try pair[1].damage("two", of: pair[0])
    let log = try pair[1].nameOfLog(of: pair[0])
    let actions = try pair[1].repair()
    expectContains(actions, .bodiesMissing(log: log))
    expect(!actions.contains(.otherDevice(log: log)))
    try await expectEverywhere(["first", "two"], on: pair, words: words)
  }

  @Test(arguments: [false, true])
  func `permanently deleted text stays deleted where it was damaged`(isPlain: Bool) async throws {
    let (pair, words) = try await SyncMachine.sharing(2, host, clock, isPlain: isPlain)
    try await pair[0].write("two")
    try await syncAll(pair)
    try pair[0].damage("two", of: pair[0])
    try pair[0].repair()
    try await pair[1].purge("two")
    try await pair[1].sync()
    try await syncAll(pair)
    try await expectEverywhere(["first"], on: pair, words: words)
    expectLacks(
      host.files.values.map { String(decoding: $0, as: UTF8.self) }.joined(), "\"title\":\"two\"")
  }

  @Test(arguments: [false, true])
  func `sends a text again to a remote that was filled without it`(isPlain: Bool) async throws {
    let (pair, words) = try await SyncMachine.sharing(2, host, clock, isPlain: isPlain)
    try await pair[0].write("two")
    try await pair[0].sync()
    try pair[0].damage("two", of: pair[0])
    try pair[0].repair()
    var other = pair[0]
    other.host = MemoryHost()
    let remote = NewRemote(name: "second", address: "/second", isPlain: isPlain)
    _ = try await other.engine.add(remote) { _ in }
    let early = try await SyncMachine(other.host, clock, cloning: words)
    try await expectEqual(early.titles(), ["first"])
    _ = await pair[0].engine.sync(["home"], isDryRun: false) { _ in }
    try await expectEqual(pair[0].titles(), ["first", "two"])
    _ = await other.engine.sync(["second"], isDryRun: false) { _ in }
    try await early.sync()
    let late = try await SyncMachine(other.host, clock, cloning: words)
    try await expectSame(["first", "two"], on: [early, late])
  }

  @Test(arguments: [false, true], [false, true])
  func `a repair asks other machines for a text that a remote was filled without`(
    isOwn: Bool, isPlain: Bool
  ) async throws {
    let (machines, words) = try await SyncMachine.sharing(2, host, clock, isPlain: isPlain)
    var pair = machines
    let writer = isOwn ? 0 : 1
    try await pair[writer].write("two")
    try await syncAll(pair)
    try pair[0].damage("two", of: pair[writer])
    try FileSystem.remove(pair[0].root + "/index.json")
    let second = MemoryHost()
    for index in pair.indices { pair[index].host = second }
    let remote = NewRemote(name: "second", address: "/second", isPlain: isPlain)
    func result(of machine: SyncMachine) async throws -> SyncResult {
      try await require(machine.engine.sync(["second"], isDryRun: false) { _ in }.first)
    }

    let bare = try await pair[0].engine.add(remote) { _ in }.result
    expectEqual(bare.missingTexts, 1)
    expectEqual(bare.issues, try await result(of: pair[0]).issues)
    expectEqual(bare.issues.count, 1)
    // The line that permanently removes the text might still have to arrive.
    _ = try await pair[1].engine.add(remote) { _ in }
    try await expectEqual(result(of: pair[0]).missingTexts, 1)
    let dryRun = await pair[0].engine.sync(["second"], isDryRun: true) { _ in }.first
    expectEqual(dryRun?.missingTexts, 1)
    expectEqual(dryRun?.issues, bare.issues)

    try pair[0].repair()
    try await expectEqual(result(of: pair[0]).missingTexts, 0)
    _ = try await result(of: pair[1])
    _ = try await result(of: pair[0])
    let clone = try await SyncMachine(second, clock, cloning: words)
    try await expectSame(["first", "two"], on: pair + [clone])
    for machine in pair + pair { try await expectEqual(result(of: machine).issues, []) }
    for machine in pair { try await expectEqual(result(of: machine).sentLines, 0) }

    try await pair[writer].purge("two")
    for machine in pair + pair { _ = try await result(of: machine) }
    try await expectSame(["first"], on: pair)
    expectLacks(
      second.files.values.map { String(decoding: $0, as: UTF8.self) }.joined(),
      "\"title\":\"two\"")
  }

  /// The line is a segment by itself, with the same numbers and last line whether it has its text.
  @Test(arguments: [false, true])
  func `sends a text again although a remote has its line without it`(isPlain: Bool) async throws {
    let (pair, words) = try await SyncMachine.sharing(2, host, clock, isPlain: isPlain)
    let second = MemoryHost()
    let remote = NewRemote(name: "second", address: "/second", isPlain: isPlain)
    let others = pair.map { machine in
      var other = machine
      other.host = second
      return other
    }
    func sync(_ machine: SyncMachine) async {
      _ = await machine.engine.sync(["second"], isDryRun: false) { _ in }
    }
    for machine in others { _ = try await machine.engine.add(remote) { _ in } }
    for machine in others { await sync(machine) }
    try await pair[1].write("two")
    for machine in pair.reversed() {
      _ = await machine.engine.sync(["home"], isDryRun: false) { _ in }
    }
    try pair[0].damage("two", of: pair[1])
    try pair[0].repair()
    for machine in [others[0], others[1], others[0]] { await sync(machine) }
    let clone = try await SyncMachine(second, clock, cloning: words)
    try await expectSame(["first", "two"], on: pair + [clone])

    for machine in others { await sync(machine) }
    let files = second.files.count
    for machine in others { await sync(machine) }
    expectEqual(second.files.count, files)
  }

  @Test func `sends a lost text to a remote once another remote has returned it`() async throws {
    let (machines, words) = try await SyncMachine.sharing(3, host, clock, isPlain: true)
    let second = MemoryHost()
    let remote = NewRemote(name: "second", address: "/second", isPlain: true)
    let others = machines.prefix(2).map { machine in
      var other = machine
      other.host = second
      return other
    }
    func sync(_ machine: SyncMachine, _ name: String) async {
      _ = await machine.engine.sync([name], isDryRun: false) { _ in }
    }
    for machine in others { _ = try await machine.engine.add(remote) { _ in } }
    try await machines[2].write("two")
    for machine in machines.reversed() { await sync(machine, "home") }
    for machine in machines.prefix(2) {
      try machine.damage("two", of: machines[2])
      try machine.repair()
    }
    for machine in others + others { await sync(machine, "second") }
    await sync(machines[1], "home")
    for machine in others.reversed() { await sync(machine, "second") }
    let clone = try await SyncMachine(second, clock, cloning: words)
    try await expectSame(["first", "two"], on: machines + [clone])
  }

  @Test func `a removed device's record of a loss doesn't replace a repair's`() async throws {
    let (pair, _) = try await SyncMachine.sharing(2, host, clock)
    let entry = try await pair[0].write("two")
    try await syncAll(pair)
    try await pair[1].repository.forge(
      [], [.removal(RemovalRecord(entries: [], seen: [:], lost: entry.heads))])
    try await pair[1].sync()
    _ = try await pair[0].offline.engine.remove(device: require(pair[1].device), isOffline: true)
    for _ in 1...2 { try await pair[0].sync() }
    try await expectEqual(pair[0].repository.removals().lost, [])
    try pair[0].damage("two", of: pair[0])
    try pair[0].repair()
    try await expectEqual(pair[0].repository.removals().lost, Set(entry.heads))
  }

  @Test(arguments: [false, true], [false, true])
  func `a repair removes a lost line once a sync has restored it`(
    isOwn: Bool, isPlain: Bool
  ) async throws {
    let (pair, words) = try await SyncMachine.sharing(2, host, clock, isPlain: isPlain)
    let writer = isOwn ? 0 : 1
    for title in ["two", "three"] { try await pair[writer].write(title) }
    try await syncAll(pair)
    try pair[0].damage("two", of: pair[writer], isEnvelope: true)
    try FileSystem.remove(pair[0].root + "/index.json")

    var alone = pair[0]
    alone.host = MemoryHost()
    let remote = NewRemote(name: "second", address: "/second", isPlain: isPlain)
    try await expectEqual(alone.engine.add(remote) { _ in }.result.missingTexts, 1)
    let healed = await pair[0].engine.sync(["home"], isDryRun: false) { _ in }[0]
    expectEqual(healed.missingTexts, 0)
    try pair[0].repair()
    try await expectEverywhere(["first", "three", "two"], on: pair, words: words)
    let result = await alone.engine.sync(["second"], isDryRun: false) { _ in }[0]
    expectEqual(result.missingTexts, 0)
    let clone = try await SyncMachine(alone.host, clock, cloning: words)
    try await expectSame(["first", "three", "two"], on: [clone])
  }

  @Test(arguments: [false, true])
  func `nothing is missing after a repair of a line that no other machine had`(
    isPlain: Bool
  ) async throws {
    let (pair, words) = try await SyncMachine.sharing(2, host, clock, isPlain: isPlain)
    let device = try require(pair[0].device)
    for title in ["lost", "kept"] { try await pair[0].write(title) }
    try pair[0].damage("lost", of: pair[0], isEnvelope: true)
    try FileSystem.remove(pair[0].root + "/index.json")
    try pair[0].repair()
    for machine in pair + pair { try await expectEqual(machine.sync().issues, []) }
    let clone = try await SyncMachine(host, clock, cloning: words)
    for machine in pair + [clone] { try await expectEqual(machine.titles(), ["first", "kept"]) }
    // The device's segments aren't fetched again, so a damaged one isn't noticed.
    let name = try require(
      host.files.keys.first { $0.path.hasPrefix("log/\(device)/00000001-") })
    let size = try require(host.files[name]?.count)
    host.files[name]?[size - 20] ^= 1
    try await expectEqual(pair[0].sync().issues, [])
  }

  /// The machine with the damaged text sends the line without it in the meantime.
  @Test(arguments: [false, true], [false, true])
  func `restores a damaged text from another machine if the remote's file is damaged, too`(
    isRepaired: Bool, isPlain: Bool
  ) async throws {
    let (pair, words) = try await SyncMachine.sharing(2, host, clock, isPlain: isPlain)
    let known = Set(host.files.keys)
    try await pair[0].write("two")
    try await pair[0].sync()
    let name = try require(
      host.files.keys.first { $0.path.hasPrefix("log/") && !known.contains($0) })
    // Each machine compares the segment that it sent last.
    try await pair[0].write("three")
    try await syncAll(pair)
    try pair[1].damage("two", of: pair[0])
    if isRepaired {
      try pair[1].repair()
    } else {
      try FileSystem.remove(pair[1].root + "/index.json")
    }
    let size = try require(host.files[name]?.count)
    host.files[name]?[size - 20] ^= 1
    for index in [1, 0, 1, 0, 1] {
      _ = await pair[index].engine.sync(nil, isDryRun: false) { _ in }
    }
    try await expectEverywhere(["first", "three", "two"], on: pair, words: words)
    expectEqual(host.files.keys.filter { $0.path.hasPrefix("damaged/") }, [])
  }

  @Test func `a damaged segment stays on a remote that alone has one of its texts`() async throws {
    let (pair, _) = try await SyncMachine.sharing(1, host, clock, isPlain: true)
    try await pair[0].write("two")
    try await pair[0].write("three")
    try await pair[0].sync()
    let name = try require(
      host.files.first { String(decoding: $0.value, as: UTF8.self).contains("\"three\"") }?.key)
    host.files[name] = Array(
      String(decoding: try require(host.files[name]), as: UTF8.self)
        .replacing("\"three\"", with: "\"threX\"").utf8)
    try pair[0].damage("two", of: pair[0])
    try pair[0].repair()
    for _ in 1...2 { _ = await pair[0].engine.sync(nil, isDryRun: false) { _ in } }
    expectContains(String(decoding: try require(host.files[name]), as: UTF8.self), "\"two\"")
  }

  @Test(arguments: [false, true])
  func `a log of version 0_1_0 stays on a remote that alone has one of its lines`(
    isDamaged: Bool
  ) async throws {
    let machine = try SyncMachine(host, clock)
    try OldStore.copy(to: machine.root, device: machine.state + "/device")
    try await machine.write("here")
    try await machine.add(isPlain: true)
    try await machine.sync()
    if isDamaged {
      let logs = try FileSystem.files(below: machine.root + "/log")
      let log = "store/log/" + (try require(logs.first { $0.hasSuffix("2025-06.jsonl") }))
      let text = String(decoding: try machine.folder.read(machine.folder.path(log)), as: UTF8.self)
      try machine.folder.write(text.replacing("첫눈 🙂", with: "첫눈 🙃"), to: log)
    }
    try await expectEqual(machine.service.emptyTrash(), 1)
    for _ in 1...2 { try await machine.sync() }
    let texts = host.files.values.map { String(decoding: $0, as: UTF8.self) }.joined()
    expectContains(texts, "첫눈 🙂")
    expectEqual(texts.contains("\"title\":\"Gone\""), isDamaged)
    let clone = try await SyncMachine(host, clock, cloning: nil)
    try await expectEqual(clone.titles(), (OldStore.titles + ["here"]).sorted())
    try await expect(clone.service.trash().isEmpty)
  }

  @Test func `packing doesn't lose a text that is damaged on this machine`() async throws {
    let (pair, words) = try await SyncMachine.sharing(2, host, clock, isPlain: true)
    var titles = ["first"]
    for number in 10..<40 {
      titles.append("number \(number)")
      try await pair[0].write("number \(number)")
      try await pair[0].sync()
      guard number == 15 else { continue }
      // A new index contains the text, so that the damage isn't noticed.
      try FileSystem.remove(pair[0].root + "/index.json")
      try await expectEqual(pair[0].titles(), titles)
      try pair[0].damage("number 12", of: pair[0])
    }
    for _ in 1...2 {
      clock.advance(days: 2)
      try await pair[0].sync()
    }
    try await expectEverywhere(titles, on: pair, words: words)
    expect(host.files.keys.filter { $0.path.hasPrefix("log/") }.count < titles.count)
  }
}

extension SyncMachine {
  /// The name within the store of the log that another machine's device started first.
  fileprivate func nameOfLog(of machine: SyncMachine) throws -> String {
    let device = try require(machine.device)
    let names = try FileSystem.names(in: "\(root)/log/\(device)").sorted()
    return try "log/\(device)/" + require(names.first { $0.hasSuffix(".jsonl") })
  }

  /// Changes a title in a machine's log here, without changing its length.
  ///
  /// - Parameter isEnvelope: damages the line's first member, too, so that the line is lost.
  fileprivate func damage(
    _ title: String, of machine: SyncMachine, isEnvelope: Bool = false
  ) throws {
    let name = try nameOfLog(of: machine)
    var bytes = try folder.read(root + "/" + name)
    let found = try require(bytes.firstRange(of: Array("\"title\":\"\(title)\"".utf8)))
    bytes[found.upperBound - 2] ^= 1
    let start = try require(bytes[..<found.lowerBound].lastIndex(of: 0x0A)) + 1
    if isEnvelope { bytes[start + "{\"entry\":\"".utf8.count] ^= 1 }
    try folder.write(bytes, to: "store/" + name)
  }
}
