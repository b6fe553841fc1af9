import MemoryRemote
import Sync
import System
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
    let (memory, kept) = (one.state + "/sync", one.folder.path("kept"))
    _ = try ProgramResult.run("/bin/cp", ["-r", memory, kept])
    try await one.write("second")
    one.faults.halfFile = 1
    #expect(await one.engine.sync(nil, isDryRun: false) { _ in }.first?.error != nil)
    _ = try ProgramResult.run("/bin/rm", ["-r", memory])
    _ = try ProgramResult.run("/bin/mv", [kept, memory])
    (one.faults.halfFile, one.faults.vanished) = (0, 1)
    try await one.sync()
    one.faults.vanished = 0
    try await one.sync()
    let other = try SyncMachine(host, clock)
    try await other.clone(isPlain: true)
    #expect(try await other.titles() == ["first", "second"])
  }
}
