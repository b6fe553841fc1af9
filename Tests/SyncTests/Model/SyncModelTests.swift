import DiaryKeys
import Glibc
import TestSupport
import Testing

/// Machines that do whatever people do, over a remote that does whatever remotes do. In the end all list
/// the same, and whatever was said to be saved is there, unless its trash was emptied.
///
/// `PHOTODIARY_SYNC_SEEDS=100000` tries as many, `100-199` those; `seed:N` that one alone, with all that
/// is done printed.
@Suite struct SyncModelTests {
  private static let seeds = ModelSeeds.chosen(usually: 200)

  @Test(arguments: seeds)
  func `all machines agree in the end, and nothing is lost`(seed: UInt64) async throws {
    // The shortest run that fails says most.
    let failure = try await ModelSeeds.shortestFailure(of: 30) { steps in
      // What the words are protected by would cost as much as all else.
      try await RecoveryWords.$cost.withValue(4) {
        var model = try await SyncModel(seed: seed)
        for _ in 0..<steps { try await model.step() }
        return try await model.fault()
      }
    }
    if let failure { fail("seed \(seed), \(failure)") }
  }
}
