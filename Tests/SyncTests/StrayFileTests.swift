import DiaryCore
import MemoryRemote
import Sync
import TestSupport
import Testing

/// A `FORMAT.txt` that is damaged, or not the program's.
@Suite(.cheapWords) struct FormatFileTests {
  private let host = MemoryHost()
  private let clock = SyncClock()

  private func name() throws -> RemoteName { try require(RemoteName("FORMAT.txt")) }

  @Test(arguments: [false, true]) func `sends a damaged one again`(isPlain: Bool) async throws {
    let (pair, words) = try await SyncMachine.sharing(2, host, clock, isPlain: isPlain)
    let name = try name()
    let intact = try require(host.files[name])
    let cut = [0, 30, intact.count / 2].map { Array(intact.prefix($0)) }
    for damaged in [Array("x\n".utf8)] + cut {
      for machine in pair {
        host.files[name] = damaged
        try await machine.sync()
        expectEqual(host.files[name], intact)
      }
      host.files[name] = damaged
      let clone = try SyncMachine(host, clock)
      // The form is detected without the file, too.
      try await clone.clone(words: words)
      try await expectSame(["first"], on: [clone])
      expectEqual(host.files[name], intact)
    }
    // Another version of the program may describe the same format differently.
    let other = intact.dropLast(20) + Array("otherwise".utf8)
    host.files[name] = other
    try await pair[0].sync()
    expectEqual(host.files[name], other)
  }

  @Test func `refuses a newer format and folders of other programs`() async throws {
    let (pair, words) = try await SyncMachine.sharing(1, host, clock)
    let name = try name()
    for text in ["PhotoDiary remote, format 9, encrypted", "PhotoDiary remote, format 9"] {
      host.files[name] = Array(text.utf8)
      let clone = try SyncMachine(host, clock)
      let error = await expectThrows(MessageError.self) { try await clone.clone(words: words) }
      expectContains(error?.line ?? "", "newer version")
      let result = await pair[0].engine.sync(nil, isDryRun: false) { _ in }.first
      expectContains(result?.error ?? "", "newer version")
      expectEqual(host.files[name], Array(text.utf8))
    }
    let machine = try SyncMachine(MemoryHost(), clock)
    try await machine.write("first")
    for file in [name, try require(RemoteName("notes/a.txt"))] {
      machine.host.files = [file: Array("x\n".utf8)]
      let error = await expectThrows(MessageError.self) { try await machine.add() }
      expectContains(error?.line ?? "", "contains other files")
    }
  }
}
