import TestSupport
import Testing

/// Tests of devices after a killed sync, a failed call or a power cut.
@Suite("Crash safety of sync", .serialized, .traced) struct SyncCrashTests {
  @Test(arguments: SyncOperation.allCases)
  func `each call may be the last, or fail`(_ operation: SyncOperation) throws {
    let scene = try SyncScene(operation)
    // A tracer that misses calls is detected.
    for name in ["openat", "write", "fsync", "rename", "close"] {
      expectAtLeast(scene.calls.count { $0.name == name }, 2, "\(name)")
    }
    let points = CrashSafety.sample(
      of: FaultPoint.all(of: scene.calls), step: 211, for: operation.rawValue)
    expectGreater(points.count, 2)
    for point in points {
      let problems = try scene.problems(at: point)
      expectEqual(problems, [], "\(operation.rawValue), \(point)")
    }
    CrashSafety.tell(points.count, "points", operation)
  }

  @Test(arguments: SyncOperation.allCases)
  func `a power cut may happen at any time`(_ operation: SyncOperation) throws {
    let scene = try SyncScene(operation)
    var model = try scene.place.model()
    let (states, afterwards) = try model.states(during: scene.calls)
    expectGreater(states.count, 2)
    var tried = 0
    for (states, step, isReported) in [(states, 1009, false), (afterwards, 17, true)] {
      let sample = CrashSafety.sample(of: states, step: step, for: operation.rawValue)
      for state in sample {
        try scene.place.write(state, of: model)
        let problems = try scene.problems(isReported: isReported, output: scene.output)
        expectEqual(problems, [], "\(operation.rawValue), reported: \(isReported), \(state.key)")
      }
      tried += sample.count
    }
    CrashSafety.tell(tried, "power cuts", operation)
  }
}
