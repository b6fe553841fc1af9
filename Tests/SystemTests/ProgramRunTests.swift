import Dispatch
import Glibc
import System
import TestSupport
import Testing

@Suite struct ProgramRunTests {
  private func shell(_ script: String, _ group: Spawn.Group) -> Spawn {
    Spawn(
      "/bin/sh", ["sh", "-c", script], files: .only(input: .pipe, output: .pipe, errors: .pipe),
      group: group)
  }

  private let patience = SystemClock.milliseconds + 300_000

  @Test func `passes on input and output of any size`() throws {
    let piece = (0..<200_003).map { UInt8(truncatingIfNeeded: $0) }
    var run = try ProgramRun(shell("cat; echo done >&2; exit 3", .newGroup))
    var left = [piece, [], piece, [1]]
    var (output, errors) = ([UInt8](), [UInt8]())
    run.send(left.removeFirst())
    while let event = try run.next(until: patience) {
      switch event {
      case .output(let bytes): output += bytes
      case .errors(let bytes): errors += bytes
      case .sent(let isAll) where isAll && left.isEmpty: run.closeInput()
      case .sent(let isAll): if isAll { run.send(left.removeFirst()) }
      }
    }
    expectEqual(run.end(kills: false), .exited(3))
    expectEqual(output, piece + piece + [1])
    expectEqual(String(decoding: errors, as: UTF8.self), "done\n")
    // One that reads nothing ends the input.
    var other = try ProgramRun(shell("exec <&-; echo; exec sleep 0.1", .newGroup))
    other.send(piece)
    expectEqual(other.finish(until: patience), .success)
  }

  @Test func `ends with the program in a new session, and with its children in a group`() throws {
    // What it leaves may even write without end.
    var run = try ProgramRun(shell("yes & echo $! >&2", .newSession))
    var number: [UInt8] = []
    let status = run.finish(until: patience) { event in
      if case .errors(let bytes) = event { number += bytes }
      return true
    }
    kill(try require(Int32(String(decoding: number.dropLast(), as: UTF8.self))), SIGKILL)
    expectEqual(status, .success)

    var group = try ProgramRun(shell("(sleep 0.2; echo late) & echo early", .newGroup))
    var output: [UInt8] = []
    expectEqual(
      group.finish(until: patience) { event in
        if case .output(let bytes) = event { output += bytes }
        return true
      }, .success)
    expectEqual(String(decoding: output, as: UTF8.self), "early\nlate\n")
  }

  @Test(arguments: ["yes", "exec sleep 1000", "exec >&- 2>&-; sleep 1000"])
  func `kills a program at the deadline`(script: String) throws {
    var run = try ProgramRun(shell(script, .newSession))
    expectEqual(run.finish(until: SystemClock.milliseconds + 100), nil)
  }

  @Test func `a handle ends the program, and starts no other`() throws {
    let handle = ProcessHandle()
    var run = try ProgramRun(shell("echo; exec sleep 1000", .newGroup), handle)
    let status = run.finish(until: patience) { _ in
      DispatchQueue.global().async { handle.stop() }
      return true
    }
    expectEqual(status, .killed(.kill))
    expectThrows(ErrorNumber.cancelled) { _ = try ProgramRun(shell("exit", .newGroup), handle) }
  }
}
