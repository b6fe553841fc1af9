import TestSupport
import Testing

extension CrashSafety {
  @Suite(
    "Power cuts", .serialized,
    .enabled(if: TracedRun.isPossible, "programs can't be traced here: \(TracedRun.obstacle ?? "")")
  )
  struct PowerCutTests {
    @Test(arguments: Operation.allCases)
    func `the power may go at any time`(_ operation: Operation) throws {
      let scene = try Scene(operation)
      let cut = try PowerCut(scene, calls: scene.calls)
      try expect(cut.isFaithful())
      // At least the line that is saved: lost, zeros, or half of it.
      expectAtLeast(cut.between.count, 3)
      let between = CrashSafety.sample(
        of: cut.between, step: 97, for: operation.rawValue
      ) { _ in "" }
      for state in between {
        let problems = try cut.problems(in: state, after: .stopped)
        expectEqual(problems, [], "\(operation.rawValue): \(state.key)")
      }
      for state in cut.afterwards {
        let problems = try cut.problems(in: state, after: .success)
        expectEqual(problems, [], "\(operation.rawValue), reported: \(state.key)")
      }
      CrashSafety.tell(between.count + cut.afterwards.count, "power cuts", operation)
    }
  }
}
