import DiaryKeys
import TestSupport
import Testing

/// People who share a diary do whatever people do, and one of them what nobody may, over a remote that does
/// whatever remotes do. In the end all who are in it show the same people, entries and comments, nothing that
/// was forged, and whatever was said to be saved by those of whom nobody has taken anything.
///
/// Seeds are chosen as for `SyncModelTests`.
@Suite struct PeopleModelTests {
  private static let seeds = ModelSeeds.chosen(
    usually: 13, and: [25, 40, 43, 46, 51, 74, 87])

  @Test(arguments: seeds)
  func `all people see the same in the end, and nobody says what they may not`(
    seed: UInt64
  ) async throws {
    let failure = try await ModelSeeds.shortestFailure(of: 40) { steps in
      // What the words are protected by would cost as much as all else.
      try await RecoveryWords.$cost.withValue(4) {
        var model = try await PeopleModel(seed: seed)
        for _ in 0..<steps { try await model.step() }
        return try await model.fault()
      }
    }
    if let failure { fail("seed \(seed), \(failure)") }
  }
}
