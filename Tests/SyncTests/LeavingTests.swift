import DiaryCore
import MemoryRemote
import Sync
import System
import TestSupport
import Testing

/// Somebody who leaves a diary that several people share.
@Suite struct LeavingTests {
  private let host = MemoryHost()
  private let clock = SyncClock()

  @Test func `others are told of it, with what was written until then`() async throws {
    let (owner, leaving) = (try SyncMachine(host, clock), try SyncMachine(host, clock))
    _ = try await owner.engine.share(at: "/memory") { _ in }
    try await owner.write("by the owner")
    let invitation = try await owner.engine.invite(to: "Family", forOwnDevice: false) { _ in }
    _ = try await leaving.engine.join(invitation, at: nil, as: "Ben") { _ in }
    try await owner.engine.lookForRequests()
    let asking = try require(
      await owner.engine.people()?.first { $0.state == .asking })
    try await owner.engine.approve(asking.id)
    for machine in [owner, leaving] { try await machine.sync() }

    try await leaving.write("the last one", photo: [1, 2, 3])
    try await leaving.engine.remove(asking.id)
    let result = await leaving.engine.sync(nil, isDryRun: false) { _ in }.first
    expectEqual(result?.error, DiaryError.account(.removed).line)
    try await owner.sync()
    let people = try require(await owner.engine.people())
    expectEqual(people.first { $0.id == asking.id }?.state, .removed)
    let titles = try await owner.titles()
    expectEqual(titles, ["by the owner", "the last one"])
    let photo = try require(
      await owner.service.entries().first { !$0.photos.isEmpty }?.photos.first)
    expect(FileSystem<SystemError>.exists(owner.service.file(of: photo)))

    // Nothing more of them counts, and nothing more is sent.
    let files = host.files.keys
    let again = await leaving.engine.sync(nil, isDryRun: false) { _ in }.first
    expectEqual(again?.sentLines, 0)
    expectEqual(again?.sentFiles, 0)
    await expectThrows(DiaryError.self) { try await leaving.write("later") }
    expectEqual(host.files.keys, files)
  }
}
