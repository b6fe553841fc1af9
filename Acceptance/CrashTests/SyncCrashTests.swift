import TestSupport
import Testing

/// What several machines have after a program that syncs was stopped, a call failed, or the machine lost
/// its power.
@Suite("Crash safety of sync", .serialized, .traced)
struct SyncCrashTests {
  @Test(arguments: SyncOperation.allCases)
  func `every call may be the last, or fail`(_ operation: SyncOperation) throws {
    let scene = try SyncScene(operation)
    // A tracer that misses calls would be found out.
    for name in ["openat", "write", "fsync", "rename", "close"] {
      expectAtLeast(scene.calls.count { $0.name == name }, 2, "\(name)")
    }
    let points = CrashSafety.sample(
      of: FaultPoint.all(of: scene.calls), step: 211, for: operation.rawValue
    ) { _ in "" }
    expectGreater(points.count, 2)
    for point in points {
      let problems = try scene.problems(at: point)
      expectEqual(problems, [], "\(operation.rawValue), \(point)")
    }
    CrashSafety.tell(points.count, "points", operation)
  }

  @Test(arguments: SyncOperation.allCases)
  func `the power may go at any time`(_ operation: SyncOperation) throws {
    let scene = try SyncScene(operation)
    var model = try scene.place.model()
    var states: Set<CutState> = []
    for call in scene.calls where try model.apply(call) { states.formUnion(model.cutStates) }
    let afterwards = model.cutStates
    states.subtract(afterwards)
    expectGreater(states.count, 2)
    let between = CrashSafety.sample(
      of: states.ordered, step: 1009, for: operation.rawValue
    ) { _ in "" }
    for state in between {
      try scene.place.write(state, of: model)
      let problems = try scene.problems(isReported: false, output: scene.output)
      expectEqual(problems, [], "\(operation.rawValue): \(state.key)")
    }
    let after = CrashSafety.sample(
      of: afterwards.ordered, step: 17, for: operation.rawValue
    ) { _ in "" }
    for state in after {
      try scene.place.write(state, of: model)
      let problems = try scene.problems(isReported: true, output: scene.output)
      expectEqual(problems, [], "\(operation.rawValue), reported: \(state.key)")
    }
    CrashSafety.tell(between.count + after.count, "power cuts", operation)
  }
}
