import DiaryCore
import DiaryStore
import MemoryRemote
import Sync
import System
import TestSupport
import Testing

/// Stores and logs replaced by an old copy.
@Suite(.cheapWords) struct OldCopyTests {
  private let host = MemoryHost()
  private let clock = SyncClock()

  /// Restores a store's copy without one synced entry. Returns both machines and the first one's
  /// previous id.
  private func machinesWithOldCopy(
    ofOneFile isOneFile: Bool, isPlain: Bool
  ) async throws -> ([SyncMachine], words: String?, ID<Device>) {
    let (pair, words) = try await SyncMachine.sharing(2, host, clock, isPlain: isPlain)
    try await pair[1].write("by the other")
    try await syncAll(pair)
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
    try await pair[0].purge("first")
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

  @Test func `a machine keeps its name as a new device`() async throws {
    let (machines, _) = try await SyncMachine.sharing(1, host, clock)
    let device = try require(machines[0].device)
    try await machines[0].engine.rename(device: device, to: "laptop")
    let copy = try machines[0].backup()
    try await machines[0].write("after the copy")
    try machines[0].putBack(of: copy)
    try await machines[0].write("on the old copy")
    let devices = try await machines[0].repository.knownDevices()
    let renewed = try require(machines[0].device)
    expectNotEqual(renewed, device)
    expectEqual(devices.first { $0.id == renewed }?.name, "laptop")
  }

  @Test func `an old copy keeps the lines that an interrupted sync sent`() async throws {
    let (machines, _) = try await SyncMachine.sharing(1, host, clock, isPlain: true)
    let copy = try machines[0].backup()
    try await machines[0].write("after the copy")
    var interrupted = machines[0]
    interrupted.faults.brokenPut = 1
    _ = await interrupted.engine.sync(nil, isDryRun: false) { _ in }
    // The remote has the segment, and this machine doesn't know.
    try await machines[0].syncStopped(by: MemoryFaults())
    try machines[0].putBack(of: copy)
    for _ in 1...2 { try await machines[0].sync() }
    try await expectEqual(machines[0].titles(), ["after the copy", "first"])
  }

  @Test(arguments: [false, true], [false, true])
  func `a sync counts once what was saved and is missing in an old copy`(
    isSavedFirst: Bool, isOneFile: Bool
  ) async throws {
    let (pair, _) = try await SyncMachine.sharing(2, host, clock)
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
    let (pair, words) = try await SyncMachine.sharing(2, host, clock)
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

  @Test(arguments: [false, true])
  func `an old log doesn't restore permanently deleted text`(isPlain: Bool) async throws {
    let (pair, words) = try await SyncMachine.sharing(2, host, clock, isPlain: isPlain)
    try await pair[1].write("stays")
    let copy = try pair[0].backup()
    try await syncAll(pair)
    try await pair[1].purge("first")
    try await syncAll(pair)
    try pair[0].putBackLogOfDevice(of: copy)
    try await expectEqual(pair[0].titles(), ["stays"])
    try FileSystem.remove(pair[0].root + "/index.json")
    try await expectEqual(pair[0].titles(), ["stays"])
    try await expectEverywhere(["stays"], on: pair, words: words)
  }

  @Test(arguments: [false, true])
  func `removes a deleted photo from a machine with a restored log`(isPlain: Bool) async throws {
    let (pair, _) = try await SyncMachine.sharing(2, host, clock, isPlain: isPlain)
    try await syncAll(pair)
    let copy = try pair[1].backup()
    try await pair[0].write("with a photo", photo: [1, 2, 3])
    try await syncAll(pair)
    try pair[1].putBack(.log, of: copy)
    try await pair[0].purge("with a photo")
    try await syncAll(pair)
    try expectEqual(pair[1].findings(), [])
  }
}

/// Stores that disappeared, or that a clone is still filling.
@Suite(.cheapWords) struct MissingStoreTests {
  private let host = MemoryHost()
  private let clock = SyncClock()

  /// Returns a machine without its store, and another one.
  private func machinesWithStoreGone() async throws -> ([SyncMachine], words: String?) {
    let (pair, words) = try await SyncMachine.sharing(2, host, clock)
    try await pair[1].write("by the other")
    try await syncAll(pair)
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

  @Test func `a clone under another name replaces the known remote`() async throws {
    let (pair, words) = try await machinesWithStoreGone()
    let remote = NewRemote(name: "disk", address: "/memory", recoveryWords: words)
    _ = try await pair[0].engine.clone(remote) { _ in }
    await expectEqual(pair[0].engine.state().remotes.map(\.name), ["disk"])
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
    let (pair, words) = try await SyncMachine.sharing(2, host, clock)
    try await pair[1].write("by the other")
    try await syncAll(pair)
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
}
