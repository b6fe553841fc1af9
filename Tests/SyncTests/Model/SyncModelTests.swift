import Glibc
import TestSupport
import Testing

/// Machines that do whatever people do, over a remote that does whatever remotes do. In the end all list
/// the same, and whatever was said to be saved is there, unless its trash was emptied.
///
/// `PHOTODIARY_SYNC_SEEDS=2000` tries as many, `100-199` those; `seed:N` that one alone, with all that is
/// done printed.
@Suite struct SyncModelTests {
  private static let seeds: [UInt64] = {
    let text = getenv("PHOTODIARY_SYNC_SEEDS").map { String(cString: $0) } ?? "32"
    if text.hasPrefix("seed:") { return UInt64(text.dropFirst(5)).map { [$0] } ?? [] }
    let ends = text.split(separator: "-").compactMap { UInt64($0) }
    return ends.count == 2 ? Array(ends[0]...ends[1]) : Array(1...(ends.first ?? 32))
  }()

  @Test(arguments: seeds)
  func `all machines agree in the end, and nothing is lost`(seed: UInt64) async throws {
    // The shortest run that fails says most.
    guard let failure = try await run(seed, steps: Self.steps) else { return }
    var shortest = (steps: Self.steps, failure: failure)
    for steps in 1..<Self.steps {
      if let failure = try await run(seed, steps: steps) {
        shortest = (steps, failure)
        break
      }
    }
    Issue.record("seed \(seed), \(shortest.steps) steps: \(shortest.failure)")
  }

  private static let steps = 30

  /// What is wrong in the end.
  private func run(_ seed: UInt64, steps: Int) async throws -> String? {
    var model = try await SyncModel(seed: seed)
    for _ in 0..<steps { try await model.step() }
    return try await model.fault()
  }
}
