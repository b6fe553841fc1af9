import TestSupport
import Testing

extension CrashSafety {
  @Suite("Stopped and failing calls", .serialized, .traced) struct FaultPointTests {
    @Test(arguments: Operation.allCases)
    func `each call may be the last, or fail`(_ operation: Operation) throws {
      let scene = try Scene(operation)
      expectEqual(scene.missing(from: scene.calls), [])
      for name in operation.leastCalls.keys {
        // A tracer that misses these calls is detected.
        expectNotEqual(scene.missing(from: scene.calls.filter { $0.name != name }), [])
      }
      let points = CrashSafety.sample(
        of: FaultPoint.all(of: scene.calls), step: 67, for: operation.rawValue, kind: \.call)
      for point in points {
        let problems = try Self.problems(at: point, of: scene)
        expectEqual(problems, [], "\(operation.rawValue), \(point)")
      }
      CrashSafety.tell(points.count, "points", operation)
    }

    /// Runs the operation on a copy up to the point. Returns the problems found then.
    private static func problems(at point: FaultPoint, of scene: Scene) throws -> [String] {
      let place = try Place(copying: scene.before)
      let identity = try Self.identity(place)
      let run = try place.trace(scene.arguments(place), failure: point)
      var problems = Self.endProblems(run, point)
      if let identity, let now = try Self.identity(place) {
        if now.author != identity.author { problems.append("the author is another one") }
        // A diary of version 0.1.0 gets a new ID before the old ones.
        let isRenewed = scene.operation == .upgrade && now.devices.count > identity.devices.count
        if Array(now.devices.dropFirst(isRenewed ? 1 : 0)) != identity.devices {
          problems.append("the device is another one: \(now.devices)")
        }
      } else if identity != nil {
        problems.append("the device is gone")
      }
      problems += FsyncCheck.problems(in: run.calls)
      return problems
        + (SoundnessCheck(scene: scene).problems(in: place, after: Self.outcome(run)))
    }

    private static func outcome(_ run: TracedRun) -> Outcome {
      switch run.result.status {
      case nil: .stopped
      case 0: .success
      default: run.result.errorText.contains(" was left out") ? .lacking : .failure
      }
    }

    private static func endProblems(_ run: TracedRun, _ point: FaultPoint) -> [String] {
      if point.failure == .kill {
        return run.result.end == .signal(9) ? [] : ["it wasn't killed: \(run.result.end)"]
      }
      let isHit = run.calls.count { $0.name == point.call } >= point.number
      guard isHit else { return ["the call was not made"] }
      switch run.result.status {
      case 0: return []
      case 1:
        let words = run.result.errorText
        let isOneLine = words.hasPrefix("photodiary: ") && words.count { $0 == "\n" } == 1
        // A damaged diary is still backed up, and an export reports each photo left out.
        if words.contains("Backed up, but the diary is damaged") { return [] }
        if words.hasPrefix("photodiary: The file "), words.contains("was left out: ") { return [] }
        return isOneLine && words.hasSuffix("\n") ? [] : ["its words were: \(words)"]
      default: return ["it ended by \(run.result.end): \(run.result.errorText)"]
      }
    }

    /// The IDs of this device, the newest first, and its author; `nil` before the first save.
    private static func identity(
      _ place: Place
    ) throws -> (devices: [[UInt8].SubSequence], author: [UInt8])? {
      guard let device = try? place.folder.read(place.device) else { return nil }
      return (device.split(separator: 0x0A), try place.folder.read(place.store + "/owner.json"))
    }
  }

  @Suite("Power cuts", .serialized, .traced) struct PowerCutTests {
    @Test(arguments: Operation.allCases)
    func `a power cut may happen at any time`(_ operation: Operation) throws {
      let scene = try Scene(operation)
      let cut = try PowerCut(scene, calls: scene.calls)
      try expect(cut.isFaithful())
      // The saved line can be lost, zeros, or half written.
      expectAtLeast(cut.between.count, 3)
      let between = CrashSafety.sample(of: cut.between, step: 97, for: operation.rawValue)
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
