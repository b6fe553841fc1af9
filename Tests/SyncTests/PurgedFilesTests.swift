import DiaryCore
import DiaryStore
import MemoryRemote
import Sync
import TestSupport
import Testing

/// Photos there that are half, that nobody wants any more, and files that are no part of the diary.
@Suite struct PurgedFilesTests {
  private let host = MemoryHost()
  private let clock = SyncClock()

  private var photos: [RemoteName: [UInt8]] { host.files.filter { $0.key.isAsset } }

  @Test(arguments: [false, true])
  func `a photo that comes to be listed after its entry was removed for good goes, too`(
    isPlain: Bool
  ) async throws {
    let machine = try SyncMachine(host, clock)
    let entry = try await machine.write("photo", photo: [1, 2, 3])
    try await machine.add(isPlain: isPlain)
    let late = photos
    expectEqual(late.count, 1)
    // The listing lags, and so it isn't there yet.
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

  @Test(arguments: [false, true])
  func `a photo of which half is there is sent again by whoever has it`(isPlain: Bool) async throws
  {
    let (one, other) = (try SyncMachine(host, clock), try SyncMachine(host, clock))
    try await one.write("photo", photo: Array(0..<200))
    let words = try await one.add(isPlain: isPlain)
    let whole = photos
    host.files.merge(whole.mapValues { Array($0.prefix($0.count / 2)) }) { _, half in half }
    // A program that was killed while it sent it has noted nothing.
    _ = try ProgramResult.run(
      "/usr/bin/find", [one.state + "/sync", "-name", "home.memory.json", "-delete"])
    try await one.sync()
    expectEqual(photos.mapValues(\.count), whole.mapValues(\.count))
    try await other.clone(words: words, isPlain: isPlain)
    try expectEqual(other.findings(), [])
  }

  @Test(arguments: [false, true])
  func `a photo that an old copy of the remote lacks is sent again, though another one came`(
    isPlain: Bool
  ) async throws {
    let (one, other) = (try SyncMachine(host, clock), try SyncMachine(host, clock))
    try await one.write("first")
    let words = try await one.add(isPlain: isPlain)
    try await other.clone(words: words, isPlain: isPlain)
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

  @Test func `a file of keys that is too large is named, and the diary syncs all the same`()
    async throws
  {
    let (one, other) = (try SyncMachine(host, clock), try SyncMachine(host, clock))
    try await one.write("first")
    let words = try await one.add()
    try await other.clone(words: words)
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
    await expectThrows(SyncError.self) { try await third.clone() }
  }
}
