import Foundation
import Synchronization
import System
import TestSupport
import Testing

@testable import Sync

@Suite struct RemoteProgramTests {
  private func shell(timeout: Int = 60_000) throws -> RemoteProgram {
    try RemoteProgram("sh", environment: TestEnvironment.with(), timeout: timeout)
  }

  @Test func `transfers any amount, without a terminal`() throws {
    let piece = (0..<100_003).map { UInt8(truncatingIfNeeded: $0) }
    var left = 50
    var count = 0
    let end = try shell().run(["-c", "cat; echo done >&2; exit 3"], stop: RemoteStop()) {
      left -= 1
      return left < 0 ? nil : piece
    } output: { bytes in
      count += bytes.count
    }
    expectEqual(count, 50 * piece.count)
    expectEqual(end.status, .exited(3))
    expectEqual(end.errors.lines, ["done"])
    // A program that reads nothing, or leaves a child behind, doesn't block.
    do {
      let end = try shell().run(
        ["-c", "exec <&-; echo said; setsid sleep 1000 & echo $!"], stop: RemoteStop()
      ) { [UInt8](repeating: 0, count: 1 << 16) }
      let lines = end.text.split(separator: "\n")
      expectEqual(lines.first, "said")
      expect(end.isSuccess)
      if let number = lines.last.flatMap({ Int32($0) }) { kill(number, SIGKILL) }
    }
    // It has no terminal to prompt on, and its locale is English.
    do {
      let end = try shell().run(
        ["-c", "true < /dev/tty || echo none; echo $LC_ALL"], stop: RemoteStop())
      expectEqual(end.text, "none\nC\n")
    }
    // A missing program is reported.
    expectThrows(RemoteFault.notInstalled(program: "no-such-program")) {
      try RemoteProgram("no-such-program", environment: [:], timeout: 1)
    }
  }

  @Test func `ends a silent or stopped program`() throws {
    let folder = try TemporaryFolder()
    let script = "sleep 1000 & echo $! > \(folder.path("pid")); echo a >&2; wait"
    expectThrows(RemoteFault.timedOut(seconds: 5)) {
      try shell(timeout: 5000).run(["-c", script], stop: RemoteStop())
    }
    let number = try require(Int32(folder.text("pid").split(separator: "\n").first ?? ""))
    expect(comesTrue { kill(number, 0) != 0 || isZombie(number) })
    // Repeated output isn't progress.
    expectThrows(RemoteFault.timedOut(seconds: 1)) {
      try shell(timeout: 1000).run(
        ["-c", "while true; do echo 0% done >&2; sleep 0.2; done"], stop: RemoteStop())
    }
    // A stop ends it from another thread.
    do {
      let stop = RemoteStop()
      let number = Mutex<Int32>(0)
      expectThrows(RemoteFault.stopped) {
        try shell().run(["-c", "echo $$; sleep 1000"], stop: stop) { bytes in
          number.withLock { $0 = Int32(String(decoding: bytes, as: UTF8.self).dropLast()) ?? 0 }
          DispatchQueue.global().async { stop.stop() }
        }
      }
      expectNotEqual(kill(number.withLock { $0 }, 0), 0)
      expectThrows(RemoteFault.stopped) { try shell().run(["-c", "true"], stop: stop) }
    }
  }

  private func isZombie(_ number: Int32) -> Bool {
    (try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8))?.contains(") Z ") ?? true
  }
}

@Suite struct RemoteWorkTests {
  @Test func `gives up on a disk that doesn't answer`() async throws {
    let work = RemoteWork(.folder("nowhere"), timeout: 500)
    let gate = DispatchSemaphore(value: 0)
    defer { gate.signal() }
    let found = try await fault {
      try await work.run { _ in
        gate.wait()
        return true
      }
    }
    expectEqual(found, .timedOut(seconds: 0))
    // Later calls aren't blocked either, and can be cancelled.
    let task = Task { try await work.run { _ in true } }
    task.cancel()
    try await expectEqual(fault { try await task.value }, .stopped)
  }
}
