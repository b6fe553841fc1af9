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
}
