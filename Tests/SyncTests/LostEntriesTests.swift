import Crypto
import DiaryCore
import MemoryRemote
import Sync
import System
import TestSupport
import Testing

@testable import DiaryStore

/// Histories that could lose entries: by trash, removed devices, backups, damage or hostile
/// members.
@Suite(.cheapWords) struct LostEntriesTests {
  private let host = MemoryHost()
  private let clock = SyncClock()

  /// Machines sharing a diary, and the recovery words for another one.
  private func machines(
    _ count: Int, isPlain: Bool = false
  ) async throws -> (machines: [SyncMachine], words: String?) {
    try await SyncMachine.sharing(count, host, clock, isPlain: isPlain)
  }

  /// Syncs until each machine has the others' changes.
  private func sync(_ machines: [SyncMachine]) async throws {
    for machine in machines + machines { try await machine.sync() }
  }

  /// Expects these entries on all machines after a sync, on a clone of the remote, and on a clone
  /// of a new remote filled by one machine.
  private func expectEverywhere(
    _ titles: [String], on machines: [SyncMachine], words: String?
  ) async throws {
    try await sync(machines)
    let clone = try await SyncMachine(host, clock, cloning: words)
    try await expectSame(titles, on: machines + [clone])
    try await expectNil(machines[0].differenceOfClone(isPlain: words == nil, words: words))
  }

  private func purge(_ title: String, on machine: SyncMachine) async throws {
    let entry = try require(await machine.service.entries().first { $0.title == title })
    _ = try await machine.service.delete(entry.id)
    try await expectEqual(machine.service.emptyTrash(), 1)
  }

  @Test(arguments: [false, true])
  func `clones a diary whose machines purged each other's first entry`(isPlain: Bool) async throws {
    let (pair, words) = try await machines(2, isPlain: isPlain)
    try await pair[1].write("second")
    try await sync(pair)
    try await purge("first", on: pair[1])
    try await sync(pair)
    try await purge("second", on: pair[0])
    try await sync(pair)
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
    try await sync([first, second])
    try await expectNil(first.differenceOfClone(isPlain: false, words: words))
    // It has been introduced, so the key is announced no further time.
    let lines = try await first.repository.lineCounts()
    try await expectNil(first.differenceOfClone(isPlain: false, words: words))
    try await expectEqual(first.repository.lineCounts(), lines)
  }

  @Test func `a clone has the entries and removals of removed machines`() async throws {
    let (all, _) = try await machines(4)
    try await all[1].write("purged")
    try await all[1].write("stays")
    try await sync([all[1], all[2]])
    try await purge("purged", on: all[2])
    try await all[2].write("by a removed machine")
    try await sync([all[2], all[1], all[0]])
    try await all[1].write("stays, too")
    try await all[1].sync()
    _ = try await all[1].engine.remove(device: require(all[2].device), isOffline: false)
    try await sync([all[1], all[0], all[3]])
    let words = try await all[0].engine.remove(device: require(all[3].device), isOffline: false)
    try await all[0].write("after")
    try await expectEverywhere(
      ["after", "by a removed machine", "first", "stays", "stays, too"], on: [all[0], all[1]],
      words: require(words))
  }

  @Test(arguments: [false, true])
  func `an old log doesn't restore permanently deleted text`(isPlain: Bool) async throws {
    let (pair, words) = try await machines(2, isPlain: isPlain)
    try await pair[1].write("stays")
    let copy = try pair[0].backup()
    try await sync(pair)
    try await purge("first", on: pair[1])
    try await sync(pair)
    try pair[0].putBackLogOfDevice(of: copy)
    try await expectEqual(pair[0].titles(), ["stays"])
    try FileSystem.remove(pair[0].root + "/index.json")
    try await expectEqual(pair[0].titles(), ["stays"])
    try await expectEverywhere(["stays"], on: pair, words: words)
  }

  @Test(arguments: [false, true])
  func `removes a deleted photo from a machine with a restored log`(isPlain: Bool) async throws {
    let (pair, _) = try await machines(2, isPlain: isPlain)
    try await sync(pair)
    let copy = try pair[1].backup()
    try await pair[0].write("with a photo", photo: [1, 2, 3])
    try await sync(pair)
    try pair[1].putBack(.log, of: copy)
    try await purge("with a photo", on: pair[0])
    try await sync(pair)
    try expectEqual(pair[1].findings(), [])
  }

  @Test(arguments: [false, true])
  func `removes conflict copies of a deleted photo from the remote`(isPlain: Bool) async throws {
    let (pair, _) = try await machines(2, isPlain: isPlain)
    try await pair[0].write("with a photo", photo: [1, 2, 3])
    try await sync(pair)
    let photos = host.files.filter { $0.key.isAsset }
    expect(!photos.isEmpty)
    for (name, bytes) in photos {
      let end = try require(name.path.firstIndex(of: "."))
      let copy = name.path[..<end] + ".sync-conflict-20260102-030405-ABCDEFG" + name.path[end...]
      host.files[try require(RemoteName(String(copy)))] = bytes
    }
    try await purge("with a photo", on: pair[1])
    try await sync(pair)
    expectEqual(host.files.keys.filter(\.isAsset), [])
  }

  @Test func `a machine that lost the founder's log continues the same diary`() async throws {
    let (pair, words) = try await machines(2)
    try await pair[1].write("by the other")
    try await sync(pair)
    let founder = try require(pair[0].device?.description)
    FileSystem.removeTree(pair[1].root + "/log/" + founder)
    try await pair[1].write("without the beginning")
    try await expectEverywhere(
      ["by the other", "first", "without the beginning"], on: pair, words: words)
  }

  /// Restores a store's copy without one synced entry. Returns both machines and the first one's
  /// previous id.
  private func machinesWithOldCopy(
    ofOneFile isOneFile: Bool, isPlain: Bool
  ) async throws -> ([SyncMachine], words: String?, ID<Device>) {
    let (pair, words) = try await machines(2, isPlain: isPlain)
    try await pair[1].write("by the other")
    try await sync(pair)
    let device = try require(pair[0].device)
    let copy = try pair[0].backup()
    try await pair[0].write("after the copy")
    try await pair[0].sync()
    if isOneFile {
      try pair[0].putBackLogOfDevice(of: copy)
    } else {
      try pair[0].putBack(of: copy)
    }
    return (pair, words, device)
  }

  @Test(arguments: [false, true], [false, true])
  func `a machine continues as a new device after its store was rolled back`(
    isOneFile: Bool, isPlain: Bool
  ) async throws {
    let (pair, words, device) = try await machinesWithOldCopy(
      ofOneFile: isOneFile, isPlain: isPlain)
    try await pair[0].write("on the old copy")
    expectNotEqual(pair[0].device, device)
    try await expectEverywhere(
      ["after the copy", "by the other", "first", "on the old copy"], on: pair, words: words)
    // Its earlier uploads are purged too.
    try await purge("first", on: pair[0])
    try await expectEverywhere(
      ["after the copy", "by the other", "on the old copy"], on: pair, words: words)
    expectLacks(
      host.files.values.map { String(decoding: $0, as: UTF8.self) }.joined(), "\"title\":\"first\"")
  }

  @Test(arguments: [false, true], [false, true])
  func `a sync restores the entries missing in an old copy`(
    isOneFile: Bool, isPlain: Bool
  ) async throws {
    let (pair, words, _) = try await machinesWithOldCopy(ofOneFile: isOneFile, isPlain: isPlain)
    try await pair[0].sync()
    try await expectEqual(pair[0].titles(), ["after the copy", "by the other", "first"])
    try await pair[0].write("later")
    try await expectEverywhere(
      ["after the copy", "by the other", "first", "later"], on: pair, words: words)
  }

  @Test(arguments: [false, true], [false, true])
  func `a sync counts once what was saved and is missing in an old copy`(
    isSavedFirst: Bool, isOneFile: Bool
  ) async throws {
    let (pair, _) = try await machines(2)
    let copy = try pair[0].backup()
    try await pair[0].write("sent")
    try await pair[0].sync()
    for title in ["not sent", "not sent, either"] { try await pair[0].write(title) }
    if isOneFile { try pair[0].putBackLogOfDevice(of: copy) } else { try pair[0].putBack(of: copy) }
    if isSavedFirst { try await pair[0].write("on the old copy") }
    let line = """
      This copy of the diary is older than what this machine saved: 2 saved changes aren't in it. \
      Look for them in a newer copy or backup.
      """
    try await expectEqual(pair[0].sync().issues, [line])
    try await expectEqual(pair[0].sync().issues, [])
  }

  @Test func `an old copy without others' lines receives them again`() async throws {
    let (pair, words) = try await machines(2)
    let copy = try pair[0].backup()
    // Two runs of one device: the shorter one's lines don't follow the copy's last line.
    let twin = try pair[1].cloned()
    try await pair[1].write("by the other")
    for title in ["by the twin", "by the twin, too"] { try await twin.write(title) }
    let titles = ["by the other", "by the twin", "by the twin, too", "first"]
    try await expectEverywhere(titles, on: pair + [twin], words: words)
    try pair[0].putBack(of: copy)
    try await expectEverywhere(titles, on: pair + [twin], words: words)
  }

  @Test(arguments: [false, true]) func `restores a line lost in the middle of this machine's log`(
    isWrittenFirst: Bool
  ) async throws {
    let (pair, words) = try await machines(2)
    for title in ["a", "b", "c"] { try await pair[0].write(title) }
    try await sync(pair)
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
    let (pair, words) = try await machines(2, isPlain: isPlain)
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
    let (pair, _) = try await machines(2, isPlain: true)
    let twin = try pair[0].cloned()
    for title in ["a", "b"] { try await pair[0].write(title) }
    try await twin.write("by the twin")
    try await sync([pair[0], twin])
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
    let (pair, _) = try await machines(2, isPlain: true)
    let twin = try pair[0].cloned()
    try await pair[0].write("by one")
    try await twin.write("by the twin")
    try await sync([pair[0], twin, pair[1]])
    let lost = host.files.keys.filter { $0.path.contains("/00000001-") }
    for name in lost { host.files[name] = nil }
    expect(!lost.isEmpty)
    try await pair[1].sync()
    let clone = try await SyncMachine(host, clock, cloning: nil)
    try await expectEqual(clone.titles(), ["by one", "by the twin", "first"])
  }

  enum Damage: CaseIterable { case emptied, cut, flipped }

  @Test(arguments: Damage.allCases, [false, true])
  func `the machine's next sync replaces a damaged newest segment`(
    damage: Damage, isPlain: Bool
  ) async throws {
    let (pair, words) = try await machines(2, isPlain: isPlain)
    try await pair[0].write("a")
    try await sync(pair)
    let known = host.files.keys
    try await pair[0].write("the last one")
    try await pair[0].sync()
    let segment = try require(
      host.files.keys.first { $0.path.hasPrefix("log/") && !known.contains($0) })
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

  // MARK: Missing texts

  @Test(arguments: [false, true], [false, true])
  func `a sync brings back a damaged text that a remote has`(
    isRepaired: Bool, isPlain: Bool
  ) async throws {
    let (pair, words) = try await machines(2, isPlain: isPlain)
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
    let (pair, words) = try await machines(2, isPlain: isPlain)
    try await pair[0].write("two")
    try await sync(pair)
    try pair[1].damage("two", of: pair[0])
    let log = try pair[1].nameOfLog(of: pair[0])
    let actions = try pair[1].repair()
    expectContains(actions, .bodiesMissing(log: log))
    expect(!actions.contains(.otherDevice(log: log)))
    try await expectEverywhere(["first", "two"], on: pair, words: words)
  }

  @Test(arguments: [false, true])
  func `permanently deleted text stays deleted where it was damaged`(isPlain: Bool) async throws {
    let (pair, words) = try await machines(2, isPlain: isPlain)
    try await pair[0].write("two")
    try await sync(pair)
    try pair[0].damage("two", of: pair[0])
    try pair[0].repair()
    try await purge("two", on: pair[1])
    try await pair[1].sync()
    try await sync(pair)
    try await expectEverywhere(["first"], on: pair, words: words)
    expectLacks(
      host.files.values.map { String(decoding: $0, as: UTF8.self) }.joined(), "\"title\":\"two\"")
  }

  @Test(arguments: [false, true])
  func `sends a text again to a remote that was filled without it`(isPlain: Bool) async throws {
    let (pair, words) = try await machines(2, isPlain: isPlain)
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
  func `a machine adds its text to a remote that another one filled without it`(
    isRepaired: Bool, isPlain: Bool
  ) async throws {
    let (machines, words) = try await machines(2, isPlain: isPlain)
    var pair = machines
    try await pair[0].write("two")
    try await sync(pair)
    try pair[0].damage("two", of: pair[0])
    if isRepaired {
      try pair[0].repair()
    } else {
      try FileSystem.remove(pair[0].root + "/index.json")
    }
    let host = MemoryHost()
    for index in pair.indices { pair[index].host = host }
    let remote = NewRemote(name: "second", address: "/second", isPlain: isPlain)
    func result(of machine: SyncMachine) async throws -> SyncResult {
      try await require(machine.engine.sync(["second"], isDryRun: false) { _ in }.first)
    }

    // A repair has recorded the loss.
    let missing = isRepaired ? 0 : 1
    let bare = try await pair[0].engine.add(remote) { _ in }.result
    expectEqual(bare.missingTexts, missing)
    expectEqual(bare.issues.count, missing)
    try await expectEqual(result(of: pair[0]).missingTexts, missing)
    _ = try await pair[1].engine.add(remote) { _ in }
    try await expectEqual(result(of: pair[0]).missingTexts, 0)
    let clone = try await SyncMachine(host, clock, cloning: words)
    try await expectSame(["first", "two"], on: pair + [clone])
    for machine in pair + pair { try await expectEqual(result(of: machine).issues, []) }
    for machine in pair { try await expectEqual(result(of: machine).sentLines, 0) }
  }

  @Test func `a damaged segment stays on a remote that alone has one of its texts`() async throws {
    let (pair, _) = try await machines(1, isPlain: true)
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

  @Test func `packing doesn't lose a text that is damaged on this machine`() async throws {
    let (pair, words) = try await machines(2, isPlain: true)
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

  // MARK: Missing stores

  /// Returns a machine without its store, and another one.
  private func machinesWithStoreGone() async throws -> ([SyncMachine], words: String?) {
    let (pair, words) = try await machines(2)
    try await pair[1].write("by the other")
    try await sync(pair)
    FileSystem.removeTree(pair[0].root)
    return (pair, words)
  }

  private func expectGone(_ machine: SyncMachine, entries: Int) async throws {
    let error = DiaryError.store(path: machine.root, .disappeared(entries: entries))
    await expectThrows(error) { try await machine.write("fresh start") }
    let result = await machine.engine.sync(nil, isDryRun: false) { _ in }.first
    expectEqual(result?.error, error.line)
    expect(!FileSystem.exists(machine.root))
  }

  @Test func `a missing store isn't founded again automatically`() async throws {
    let (pair, words) = try await machinesWithStoreGone()
    let files = host.files
    try await expectGone(pair[0], entries: 2)
    expectEqual(host.files, files)
    try await pair[0].clone(words: words)
    try await pair[0].write("after")
    try await expectEverywhere(["after", "by the other", "first"], on: pair, words: words)
  }

  @Test func `a failed clone doesn't replace a missing store`() async throws {
    let (pair, words) = try await machinesWithStoreGone()
    await expectThrows(MessageError.self) {
      try await pair[0].clone(words: "abacus abdomen abdominal abide abiding ability")
    }
    try await expectGone(pair[0], entries: 2)
    try await pair[0].clone(words: words)
    try await expectEverywhere(["by the other", "first"], on: pair, words: words)
  }

  @Test func `an incomplete clone can't be written to`() async throws {
    let (pair, words) = try await machines(2)
    try await pair[1].write("by the other")
    try await sync(pair)
    // The diary's first lines haven't arrived yet.
    let files = host.files
    let founder = try require(pair[0].device?.description)
    host.files = files.filter { !$0.key.path.hasPrefix("log/\(founder)") }
    let clone = try SyncMachine(host, clock)
    let remote = NewRemote(name: "home", address: "/memory", recoveryWords: words)
    let result = try? await clone.engine.clone(remote) { _ in }
    expectNotEqual(result, SyncResult(remote: "home"))
    await expectThrows(DiaryError.store(path: clone.root, .cloneIncomplete)) {
      try await clone.write("on the clone")
    }
    host.files = files
    try await clone.sync()
    try await clone.write("on the clone")
    try await expectEverywhere(
      ["by the other", "first", "on the clone"], on: [clone] + pair, words: words)
  }

  /// The machines of the owner and two editors.
  private func people() async throws -> [SyncMachine] {
    let owner = try SyncMachine(host, clock)
    _ = try await owner.engine.share(at: "/memory") { _ in }
    var machines = [owner]
    for name in ["Ben", "Cho"] {
      let machine = try SyncMachine(host, clock)
      try await owner.admit(machine, as: name)
      machines.append(machine)
      try await sync(machines)
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
    try await sync(machines)
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
    try await sync(machines)
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
    try await sync(machines)
    try await expectSame(["after the backup", "before", "on the backup"], on: machines)
  }

  @Test func `copies of a member's disk are all the member's devices`() async throws {
    let machines = try await people()
    let twin = try machines[1].cloned()
    try await machines[1].write("by one")
    try await twin.write("by the twin")
    let all = machines + [twin]
    for _ in 0..<2 { try await sync(all) }
    for machine in [machines[1], twin] { try await machine.write("later") }
    try await sync(all)
    try await expectSame(["by one", "by the twin", "later", "later"], on: all)
    expectEqual(Set(all.map(\.device)).count, all.count)
  }

  @Test(arguments: [false, true])
  func `a removed machine doesn't return to a shared diary under a new id`(
    isKnownUnderTwo: Bool
  ) async throws {
    let machines = try await people()
    let (owner, writer, other) = (machines[0], machines[1], machines[2])
    let copy = try writer.backup()
    try await writer.write("before")
    try await sync(machines)
    if isKnownUnderTwo {
      try writer.putBack(of: copy)
      try await writer.write("before, too")
      try await sync(machines)
    }
    let titles = isKnownUnderTwo ? ["before", "before, too"] : ["before"]
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
    try await sync([copy] + machines)
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
    try await sync([writer, joined])
    _ = try await joined.engine.remove(device: later, isOffline: false)
    try await joined.write("secret")
    try await sync([joined, machines[0]])
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
      try await sync(machines)
    }
    try await writer.write("by the writer")
    try await sync(machines)
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
}

extension SyncMachine {
  fileprivate func logOfDevice() throws -> String {
    let folder = try root + "/log/" + require(device).description
    let names = try FileSystem.names(in: folder).sorted()
    return try folder + "/" + require(names.last { $0.hasSuffix(".jsonl") })
  }

  /// The name within the store of the log that another machine's device started first.
  fileprivate func nameOfLog(of machine: SyncMachine) throws -> String {
    let device = try require(machine.device)
    let names = try FileSystem.names(in: "\(root)/log/\(device)").sorted()
    return try "log/\(device)/" + require(names.first { $0.hasSuffix(".jsonl") })
  }

  /// Changes a title in a machine's log here, without changing its length.
  fileprivate func damage(_ title: String, of machine: SyncMachine) throws {
    let name = try nameOfLog(of: machine)
    var bytes = try folder.read(root + "/" + name)
    let found = try require(bytes.firstRange(of: Array("\"title\":\"\(title)\"".utf8)))
    bytes[found.upperBound - 2] ^= 1
    try folder.write(bytes, to: "store/" + name)
  }

  /// Replaces that log with an older copy.
  fileprivate func putBackLogOfDevice(of copy: TemporaryFolder) throws {
    let log = try logOfDevice()
    _ = try ProgramResult.run("/bin/cp", [log.replacing(root, with: copy.path("store")), log])
  }
}
