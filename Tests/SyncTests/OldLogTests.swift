import DiaryCore
import DiaryStore
import MemoryRemote
import Sync
import System
import TestSupport
import Testing

/// Logs of version 0.1.0 on remotes.
@Suite(.cheapWords) struct OldLogTests {
  private let host = MemoryHost()
  private let clock = SyncClock()

  /// Returns two copies of a diary of version 0.1.0. The second one was made before the last month.
  private func copies() throws -> (laptop: SyncMachine, desktop: SyncMachine) {
    let (laptop, desktop) = (try SyncMachine(host, clock), try SyncMachine(host, clock))
    try OldStore.copy(to: laptop.root, device: laptop.state + "/device")
    // Only the diary's folder was copied.
    try OldStore.copy(to: desktop.root, device: desktop.folder.path("elsewhere/device"))
    try FileSystem.remove(log(of: desktop))
    try FileSystem.remove(desktop.root + "/index.json")
    return (laptop, desktop)
  }

  /// The path of the newest log of version 0.1.0.
  private func log(of machine: SyncMachine) throws -> String {
    let logs = try FileSystem.files(below: machine.root + "/log")
    return try machine.root + "/log/" + require(logs.first { $0.hasSuffix("2025-06.jsonl") })
  }

  /// The names of the old logs on the remote.
  private var oldLogs: [RemoteName] {
    host.files.keys.filter { $0.path.hasPrefix("log/") && $0.path.contains("/00000000-") }
  }

  @Test func `receives a log of version 0_1_0 that arrived long before the lines about it`()
    async throws
  {
    let (laptop, desktop) = try copies()
    try await laptop.write("on the laptop")
    try await laptop.add(isPlain: true)
    let (files, old) = (host.files, Set(oldLogs))
    expectEqual(old.count, 2)
    host.files = files.filter { !$0.key.path.hasPrefix("log/") || old.contains($0.key) }
    try await desktop.write("on the desktop")
    try await desktop.add(isPlain: true)
    try await expect(!desktop.titles().contains("on the laptop"))
    host.files.merge(files) { one, _ in one }
    for machine in [desktop, laptop, desktop] {
      try await expectEqual(machine.sync().issues, [])
    }
    try await expectSame(
      (OldStore.titles + ["on the desktop", "on the laptop"]).sorted(), on: [laptop, desktop])
  }

  @Test(arguments: [false, true])
  func `copies of a home with version 0_1_0 are different machines`(isPlain: Bool) async throws {
    let (one, other) = (try SyncMachine(host, clock), try SyncMachine(host, clock))
    for (machine, title) in [(one, "here"), (other, "there")] {
      try OldStore.copy(to: machine.root, device: machine.state + "/device")
      try await machine.write(title)
    }
    expectNotEqual(one.device, other.device)
    let words = try await one.add(isPlain: isPlain)
    try await other.add(isPlain: isPlain, words: words)
    try await expectEverywhere(
      (OldStore.titles + ["here", "there"]).sorted(), on: [one, other], words: words)
  }

  @Test(arguments: [0, 1], [false, true])
  func `a clone gets a log of version 0_1_0 that was late or damaged`(
    place: Int, isLate: Bool
  ) async throws {
    let (laptop, _) = try copies()
    try await laptop.write("on the laptop")
    try await laptop.add(isPlain: true)
    let name = try oldLogs.sorted().at(place)
    let bytes = try require(host.files[name])
    host.files[name] = isLate ? nil : bytes + [0]
    let clone = try SyncMachine(host, clock)
    let remote = NewRemote(name: "home", address: "/memory", isPlain: true)
    _ = try? await clone.engine.clone(remote) { _ in }
    if isLate {
      host.files[name] = bytes
    } else {
      for _ in 0..<2 { _ = await clone.engine.sync(nil, isDryRun: false) { _ in } }
      try await laptop.sync()
      expectEqual(host.files[name], bytes)
    }
    try await clone.sync()
    try await expectSame(
      (OldStore.titles + ["on the laptop"]).sorted(), on: [laptop, clone])
  }

  @Test func `a machine that needs a damaged log of version 0_1_0 gets it from another`()
    async throws
  {
    let (laptop, desktop) = try copies()
    try await laptop.write("on the laptop")
    try await laptop.add(isPlain: true)
    var files = host.files
    host.files = files.filter { !$0.key.path.hasPrefix("log/") }
    try await desktop.write("on the desktop")
    try await desktop.add(isPlain: true)
    for name in files.keys where name.path.contains("/00000000-") { files[name]?.append(0) }
    host.files.merge(files) { one, _ in one }
    let notes = { host.files.keys.filter { $0.path.hasPrefix("damaged/") }.count }
    for isNoted in [false, true] {
      let result = await desktop.engine.sync(nil, isDryRun: false) { _ in }.first
      expect(result?.error != nil)
      expectEqual(notes() > 0, isNoted)
    }
    try await expectEqual(
      laptop.sync().issues.filter { $0.hasSuffix("sent again.") }.count, 1)
    expectEqual(notes(), 0)
    try await desktop.sync()
    try await laptop.sync()
    try await expectSame(
      (OldStore.titles + ["on the desktop", "on the laptop"]).sorted(), on: [laptop, desktop])
  }

  @Test(arguments: [false, true], [false, true])
  func `sends a log of version 0_1_0 again that is damaged or missing on the remote`(
    isDamaged: Bool, isPlain: Bool
  ) async throws {
    let (laptop, _) = try copies()
    let words = try await laptop.add(isPlain: isPlain)
    for name in oldLogs {
      if isDamaged {
        let note = try require(RemoteName("damaged/" + name.path))
        host.files[note] = [1]
        let size = try require(host.files[name]?.count)
        host.files[name]?[size - 20] ^= 1
      } else {
        host.files[name] = nil
      }
    }
    try await expectEqual(
      laptop.sync().issues,
      isDamaged ? ["2 files were damaged there and have been sent again."] : [])
    expectEqual(oldLogs.count, 2)
    let files = Set(host.files.keys)
    try await expectEqual(laptop.sync(), SyncResult(remote: "home"))
    expectEqual(Set(host.files.keys), files)
    let clone = try await SyncMachine(host, clock, cloning: words)
    try await expectSame(OldStore.titles.sorted(), on: [clone])
  }

  /// Keeps only these lines of the newest log of version 0.1.0.
  private func keep(_ numbers: [Int], on machine: SyncMachine) throws {
    let path = try log(of: machine)
    let lines = try machine.folder.read(path).split(separator: 0x0A)
    try machine.folder.write(
      numbers.flatMap { lines[$0] + [0x0A] },
      to: String(path.dropFirst(machine.folder.path.utf8.count + 1)))
    try FileSystem.remove(machine.root + "/index.json")
  }

  /// Returns copies of a diary of version 0.1.0 that have continued the same month separately, and
  /// fill the same remote.
  private func continuedCopies(isDiverged: Bool) async throws -> [SyncMachine] {
    let (laptop, desktop) = (try SyncMachine(host, clock), try SyncMachine(host, clock))
    try OldStore.copy(to: desktop.root, device: desktop.state + "/device")
    try OldStore.copy(to: laptop.root, device: laptop.folder.path("elsewhere/device"))
    try keep(isDiverged ? [0, 1] : [0], on: laptop)
    if isDiverged { try keep([0, 2], on: desktop) }
    for machine in [laptop, desktop] { try await machine.add(isPlain: true) }
    try await laptop.sync()
    return [laptop, desktop]
  }

  @Test(arguments: [false, true])
  func `a clone has all entries of diaries of version 0_1_0 that continued as copies`(
    isDiverged: Bool
  ) async throws {
    let machines = try await continuedCopies(isDiverged: isDiverged)
    try await expectEverywhere(OldStore.titles.sorted(), on: machines, words: nil)
    try await expectNil(machines[1].differenceOfClone(isPlain: true, words: nil))
  }

  @Test func `reports a log of version 0_1_0 that isn't on the remote, and adds it later`()
    async throws
  {
    _ = try await continuedCopies(isDiverged: false)
    let name = try require(
      oldLogs.first { name in
        String(decoding: host.files[name] ?? [], as: UTF8.self).contains("\"trashed\":true")
      })
    let log = host.files[name]
    host.files[name] = nil
    let clone = try SyncMachine(host, clock)
    let remote = NewRemote(name: "home", address: "/memory", isPlain: true)
    let issues = try await clone.engine.clone(remote) { _ in }.issues
    expectEqual(issues.count, 1)
    expectContains(issues.first ?? "", "from version 0.1.0 aren't there yet")
    host.files[name] = log
    try await expectEqual(clone.sync().issues, [])
    try await expectSame(OldStore.titles.sorted(), on: [clone])
  }
}
