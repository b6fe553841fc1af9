import DiaryCore
import MemoryRemote
import Sync
import TestSupport
import Testing

/// A remote that has lost photos, as an old copy of it has.
@Suite struct LostPhotosTests {
  private let host = MemoryHost()
  private let clock = SyncClock()

  private var photos: Set<RemoteName> { Set(host.files.keys.filter(\.isAsset)) }

  private func issues(of machine: SyncMachine) async throws -> [String] {
    try require(await machine.engine.sync(nil, isDryRun: false) { _ in }.first).issues
  }

  /// The other machine keeps no photos, so it can't send those again.
  @Test(arguments: [1, 2, 3])
  func `are noticed, however many others have come`(brought: Int) async throws {
    let (one, other) = (try SyncMachine(host, clock), try SyncMachine(host, clock))
    for title in ["a", "b"] { try await one.write(title, photo: Array(title.utf8)) }
    try await one.add(isPlain: true)
    let lost = photos
    expectEqual(lost.count, 2)
    try await other.clone(isPlain: true, photos: .none)
    try await one.sync()
    for name in lost { host.files[name] = nil }
    for number in 0..<brought {
      try await other.write("c\(number)", photo: Array("c\(number)".utf8))
    }
    try await other.sync()
    expect(photos.isDisjoint(with: lost))
    let told = try await issues(of: one)
    expectEqual(told, ["It lost files that were there: an old copy came back. They're sent again."])
    expect(photos.isSuperset(of: lost))
    expectEqual(photos.count, 2 + brought)
    try await expectEqual(issues(of: one), [])
    try expectEqual(one.findings().filter { $0 != .missingParent }, [])
  }

  @Test(arguments: PhotoPolicy.allCases)
  func `aren't told of where others brought photos, or took some away`(
    policy: PhotoPolicy
  ) async throws {
    let (one, other) = (try SyncMachine(host, clock), try SyncMachine(host, clock))
    let entry = try await one.write("a", photo: [1])
    try await one.add(isPlain: true)
    try await other.clone(isPlain: true, photos: policy)
    for number in UInt8(2)..<5 {
      try await other.write("\(number)", photo: [number])
      try await other.edit(entry, "a \(number)")
      for machine in [other, one] { try await expectEqual(issues(of: machine), []) }
      try await one.write("own \(number)", photo: [number, 1])
      for machine in [one, other] { try await expectEqual(issues(of: machine), []) }
    }
    _ = try await other.service.delete(entry.id)
    _ = try await other.service.emptyTrash()
    for machine in [other, one, other, one] { try await expectEqual(issues(of: machine), []) }
    expectEqual(photos.count { $0.path.hasPrefix("assets/") }, 6)
  }
}
