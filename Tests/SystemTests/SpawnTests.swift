import System
import TestSupport
import Testing

@Suite struct SpawnTests {
  private func shell(_ script: String, output: Spawn.End = .nothing) throws -> ChildProcess {
    try Spawn(
      "/bin/sh", ["sh", "-c", script],
      files: .only(input: .nothing, output: output, errors: .nothing), group: .own
    ).start()
  }

  @Test func `how a program ended is told`() throws {
    try expectEqual(shell("exit 3").wait(), .exited(3))
    try expectEqual(shell("kill -TERM $$").wait(), .killed(.terminate))
    expectThrows(ErrorNumber.noSuchFile) {
      try Spawn("/no/such/program", ["none"], files: .all, group: .own).start()
    }
  }

  @Test func `it has the files that it is given, and no others`() throws {
    guard var pipe = Pipe() else {
      fail("There is no pipe.")
      return
    }
    let process = try shell("echo /proc/self/fd/*; cat", output: .open(pipe.writing))
    pipe.closeWriting()
    let said = try String(decoding: pipe.reading.rest(), as: UTF8.self)
    // The shell itself opens the folder that it looks into.
    let open = "/proc/self/fd/0 /proc/self/fd/1 /proc/self/fd/2"
    expectPrefix(said, open)
    expectAtMost(said.split(separator: " ").count, 4, "\(said)")
    expectEqual(process.wait(), .success)
  }

  @Test func `a program that goes on is known to, and ends with its group`() throws {
    let process = try shell("sleep 1000; true")
    expectEqual(process.ends(until: SystemClock.milliseconds), false)
    process.sendToGroup(.kill)
    expectEqual(process.wait(), .killed(.kill))
  }
}
