import MemoryRemote
import Sync
import TestSupport
import Testing

/// Files of this machine that are there in part, and nobody here knows that.
@Suite struct HalfSegmentTests {
  private let host = MemoryHost()
  private let clock = SyncClock()

  /// As where an old copy of the remote comes back, and then can't be read for a while.
  @Test func `one that can't be fetched now is looked at the next time`() async throws {
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
    let other = try SyncMachine(host, clock)
    try await other.clone(isPlain: true)
    try await expectEqual(other.titles(), ["first", "second"])
  }

  /// As where another machine, which was stopped, has sent what an old copy of the remote lacked.
  @Test func `one that was whole is looked at once it has another size`() async throws {
    let one = try SyncMachine(host, clock)
    try await one.write("first")
    try await one.add(isPlain: true)
    try await one.write("second")
    try await one.sync()
    let other = try SyncMachine(host, clock)
    for (name, bytes) in host.files where name.path.hasPrefix("log/") {
      host.files[name] = Array(bytes.prefix(bytes.count / 2))
    }
    try await one.sync()
    try await other.clone(isPlain: true)
    try await expectEqual(other.titles(), ["first", "second"])
  }
}
