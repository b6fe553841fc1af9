import TestSupport
import Testing

extension CrashSafety {
  @Suite("Retrying after a stop", .serialized, .traced) struct SecondTryTests {
    @Test(arguments: [
      Operation.firstAdd, .add, .edit, .delete, .importing, .export, .updateExport,
    ])
    func `the next run makes a killed run's work durable`(_ operation: Operation) throws {
      let scene = try Scene(operation)
      let points = FaultPoint.all(of: scene.calls).filter {
        $0.failure == .kill || $0.failure == .ioError && $0.call == "fsync"
      }
      let sample = CrashSafety.sample(of: points, step: 37, for: operation.rawValue)
      for point in sample {
        let problems = try Self.problems(at: point, of: scene)
        expectEqual(problems, [], "\(operation.rawValue), \(point), then again")
      }
      CrashSafety.tell(sample.count, "second tries", operation)
    }

    /// Unsynced lines of one change aren't separated by the next save.
    @Test func `several changes of a killed program stay together`() throws {
      let scene = try Scene(.deleteSeveral)
      let syncs = scene.calls.filter { $0.name == "fsync" }
      let log = try require(syncs.firstIndex { $0.path.hasSuffix(".jsonl") })
      let place = try Place(copying: scene.before)
      let killed = try place.trace(
        scene.arguments(place),
        failure: FaultPoint(call: "fsync", number: log + 1, failure: .kill))
      let next = try place.trace(["add", "next"])
      expectEqual(next.result.status, 0, "\(next.result.errorText)")
      var model = try FileModel(of: scene.before.home, named: place.home)
      for call in killed.calls { try model.apply(call) }
      let (between, afterwards) = try model.states(during: next.calls)
      expectAtLeast(between.count + afterwards.count, 3)
      for state in between + afterwards {
        let after = try Place(withSourcesOf: scene.before)
        try model.write(state, to: after.home)
        let trashed = try DiaryState(in: after).trash.count
        expectContains([scene.old.trash.count, scene.new.trash.count], trashed, "\(state.key)")
      }
    }

    /// Repeats a stopped operation, and then cuts the power.
    private static func problems(at point: FaultPoint, of scene: Scene) throws -> [String] {
      let place = try Place(copying: scene.before)
      let first = try place.trace(scene.arguments(place), failure: point)
      let second = try place.trace(scene.arguments(place))
      guard second.result.status == 0 else {
        return ["the second try failed: \(second.result.errorText)"]
      }
      var model = try FileModel(of: scene.before.home, named: place.home)
      for call in first.calls + second.calls { try model.apply(call) }
      let shown = try DiaryState(in: Place(copying: place))
      let export = try exportFiles(of: place)
      var problems: [String] = []
      // Temporary files don't matter.
      let states = model.cutStates.map { $0.without("/.tmp-").without("/.diary.photodiary-") }
      for state in states.unique {
        let after = try Place(withSourcesOf: scene.before)
        try model.write(state, to: after.home)
        problems += try after.faults().map { "verify: \($0)" }
        if try DiaryState(in: after) != shown || exportFiles(of: after) != export {
          problems.append("something is lost in \(state.key)")
        }
      }
      return problems
    }
  }
}
