import MemoryRemote
import TestSupport
import Testing

@testable import Sync

@Suite struct MemoryRemoteTests {
  private func remote(_ host: MemoryHost, _ faults: MemoryFaults) -> MemoryRemote<SeededGenerator> {
    MemoryRemote(host, faults: faults, generator: SeededGenerator(seed: 3))
  }

  @Test func `the calls that shall fail do, and the same seed fails alike`() async throws {
    var faults = MemoryFaults()
    faults.failingCalls = [2]
    let host = MemoryHost()
    let certain = remote(host, faults)
    try await certain.put([outgoing("a.age", "a")])
    try await expectEqual(fault { try await certain.list() }, .unreachable("call 2"))
    try await expectEqual(certain.list().files.count, 1)

    faults = MemoryFaults()
    (faults.failure, faults.lag, faults.brokenPut) = (3, 2, 2)
    (faults.halfFile, faults.vanished, faults.copy) = (4, 3, 3)
    var runs: [[String]] = []
    for _ in 0..<2 {
      let host = MemoryHost()
      let remote = remote(host, faults)
      var run: [String] = []
      for number in 0..<60 {
        do {
          try await remote.put([
            outgoing("log/a/\(number).age", "\(number)"), outgoing("log/b/\(number).age", "more"),
          ])
          run.append("put")
        } catch let error as RemoteError {
          run.append(error.line)
        }
        run.append(((try? await remote.list().files.count).map { "\($0)" }) ?? "failed")
      }
      expectGreater(Set(run).count, 5)
      runs.append(run)
    }
    expectEqual(runs[0], runs[1])
  }
}
