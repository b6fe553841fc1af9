import DiaryCore
import DiaryStore
import MemoryRemote
import Sync
import TestSupport
import Testing

/// Copies made by hand, changed separately and merged.
@Suite(.cheapWords) struct DiaryCopyTests {
  private let host = MemoryHost()
  private let clock = SyncClock()

  private func take(_ other: SyncMachine, by one: SyncMachine) async throws
    -> SyncEngine.MergedCopy
  {
    try await one.engine.merge(copyAt: other.root) { _ in }
  }

  /// The hashes of a machine's files by name.
  private func files(of machine: SyncMachine) throws -> String {
    let command = "cd \"$1\" && find . -type f ! -name index.json | sort | xargs -d '\\n' sha256sum"
    return try ProgramResult.run("/bin/sh", ["-c", command, "sh", machine.root]).text
  }

  @Test(arguments: [false, true])
  func `merges both histories and leaves the copy unchanged`(isSameDevice: Bool) async throws {
    let one = try SyncMachine(host, clock)
    let first = try await one.write("first")
    let other = try one.cloned(withState: isSameDevice)
    for _ in 0..<3 { try await one.write("here") }
    try await one.edit(first, "first here")
    try await other.write("눈 ☃️")
    try await other.edit(first, "first there")
    try await other.write("photo", photo: [UInt8](repeating: 7, count: 9000))
    let before = try files(of: other)
    let taken = try await take(other, by: one)
    expectAtLeast(taken.lines, 3)
    expectEqual(taken.files, 1)
    expectEqual(taken.issues, [])
    try await expectSame(
      ["first there (2)", "here", "here", "here", "photo", "눈 ☃️"], on: [one])
    try expectEqual(files(of: other), before)
    let again = try await take(other, by: one)
    expectEqual(again.lines, 0)
    expectEqual(again.files, 0)
    expectEqual(again.issues, [])
    try await expectEqual(take(one, by: other).issues, [])
    try await expectSame(one.titles(), on: [other])
  }

  @Test func `rejects another diary, and merges copies of version 0_1_0`() async throws {
    let (one, other) = (try SyncMachine(host, clock), try SyncMachine(host, clock))
    try await one.write("mine")
    try await other.write("theirs")
    let before = try files(of: one)
    await expectThrows(MessageError.self) { _ = try await take(other, by: one) }
    try expectEqual(files(of: one), before)
    expect(!DiaryCopy.isDiary(one.folder.path))
    expect(DiaryCopy.isDiary(one.root))
    // Copies of a diary of version 0.1.0 merge, directly and over a remote.
    do {
      let (one, other) = (try SyncMachine(host, clock), try SyncMachine(host, clock))
      try OldStore.copy(to: one.root, device: one.state + "/device")
      // Only the diary's folder was copied.
      try OldStore.copy(to: other.root, device: other.folder.path("elsewhere/device"))
      try await other.write("there")
      let before = try await one.titles()
      try await expectEqual(take(other, by: one).issues, [])
      try await expectEqual(one.titles(), (before + ["there"]).sorted())
      try await one.write("here")
      try await expectEqual(take(one, by: other).issues, [])
      for machine in [one, other] { try await machine.add(isPlain: true) }
      for machine in [one, other, one, other] {
        try await expectEqual(machine.sync().issues, [])
      }
      try await expectSame((before + ["here", "there"]).sorted(), on: [one, other])
    }
    // A copy last written by version 0.1.0 is merged.
    do {
      let (one, other) = (try SyncMachine(host, clock), try SyncMachine(host, clock))
      for machine in [one, other] {
        try OldStore.copy(to: machine.root, device: machine.state + "/device")
      }
      // It doesn't contain the last month.
      let log = try require(
        try ProgramResult.run("/usr/bin/find", [one.root + "/log", "-name", "2025-06.jsonl"]).text
          .split(separator: "\n").first)
      _ = try ProgramResult.run("/bin/rm", ["-r", String(log), one.root + "/index.json"])
      try await one.write("here")
      let before = try files(of: other)
      try await expectEqual(take(other, by: one).issues, [])
      try await expectSame((OldStore.titles + ["here"]).sorted(), on: [one])
      try await expectEqual(take(other, by: one).lines, 0)
      try expectEqual(files(of: other), before)
    }
  }

}
