import Glibc
import TestSupport
import Testing

extension CrashSafety {
  /// Plants bugs that the harness has to detect.
  @Suite("The harness", .serialized, .traced)
  struct HarnessTests {
    private static func problems(_ calls: [RecordedCall], of scene: Scene) throws -> [String] {
      let cut = try PowerCut(scene, calls: calls)
      var problems: [String] = []
      for state in cut.between { problems += try cut.problems(in: state, after: .stopped) }
      for state in cut.afterwards { problems += try cut.problems(in: state, after: .success) }
      return problems
    }

    @Test(arguments: [Operation.add, .edit])
    func `detects a save without fsync`(_ operation: Operation) throws {
      let scene = try Scene(operation)
      try expectEqual(Self.problems(scene.calls, of: scene), [])
      let found = try Self.problems(scene.calls.filter { $0.name != "fsync" }, of: scene)
      expectContains(found, "success was reported, and the new state isn't there")
    }

    @Test func `every fsync is needed`() throws {
      let scene = try Scene(.add)
      for place in scene.calls.indices where scene.calls[place].name == "fsync" {
        var calls = scene.calls
        calls.remove(at: place)
        try expect(!Self.problems(calls, of: scene).isEmpty, "\(scene.calls[place].path)")
      }
    }

    @Test func `detects a rename before the fsync`() throws {
      let scene = try Scene(.add)
      var calls = scene.calls
      let rename = try require(calls.firstIndex { $0.name == "rename" })
      let sync = try require(
        calls[..<rename].lastIndex { $0.name == "fsync" && $0.path == calls[rename].path })
      let target = calls[rename].otherPath
      var late = calls.remove(at: sync)
      late.path = target
      // The sync follows the rename and the fsync of its folder.
      calls.insert(late, at: rename + 3)
      try expect(Self.problems(calls, of: scene).contains { $0.contains("damaged-asset") })
    }

    @Test func `detects truncating in place`() throws {
      let scene = try Scene(.edit)
      var calls = scene.calls
      let write = try require(calls.firstIndex { $0.name == "write" })
      let log = calls[write].path
      let old = try scene.before.folder.read(
        scene.before.home + log.dropFirst(scene.after.home.count))
      let all = old + calls[write].data
      calls[write] = RecordedCall("write", log, value: all.count, data: all, result: all.count)
      calls.insert(RecordedCall("ftruncate", log), at: write)
      try expectContains(Self.problems(calls, of: scene), "neither old nor new")
    }

    @Test func `detects a killed program that truncates in place`() throws {
      let scene = try Scene(.edit)
      let write = try require(scene.calls.first { $0.name == "write" })
      let log = String(write.path.dropFirst(scene.after.home.count))
      let new = try scene.after.folder.write(
        scene.after.folder.read(scene.after.home + log), to: "new")
      var found: [String] = []
      for call in ["openat", "write", "close"] {
        for number in 1...2 {
          let place = try Place(copying: scene.before)
          let point = FaultPoint(call: call, number: number, failure: .kill)
          let run = try TracedRun(
            "/bin/sh", ["-c", "cat \"$1\" > \"$2\"", "sh", new, place.home + log],
            watching: [place.home], failure: point)
          guard run.result.end == .signal(SIGKILL) else { continue }
          found += SoundnessCheck(scene: scene).problems(in: place, after: .stopped)
        }
      }
      expectContains(found, "neither old nor new")
    }

    @Test func `detects a success that was none, and a failure that was none`() throws {
      let scene = try Scene(.delete)
      let check = SoundnessCheck(scene: scene)
      let (before, after) = (scene.before, scene.after)
      try expectEqual(check.problems(in: Place(copying: before), after: .failure), [])
      try expectEqual(check.problems(in: Place(copying: after), after: .success), [])
      try expectNotEqual(check.problems(in: Place(copying: before), after: .success), [])
      try expectNotEqual(check.problems(in: Place(copying: after), after: .failure), [])
    }

    @Test(.enabled(if: Facilities.has("syncfs"), "files are synced one by one"))
    func `detects a backup that is renamed before it is synced`() throws {
      let scene = try Scene(.backup)
      let cut = try PowerCut(scene, calls: scene.calls.filter { $0.name != "syncfs" })
      for state in cut.between.reversed() {
        let problems = try cut.problems(in: state, after: .stopped)
        if problems.contains(where: { $0.hasPrefix("backup: ") }) { return }
      }
      fail("nothing was found")
    }

    @Test func `detects a repeated fsync`() throws {
      let log = "/diary/log/a.jsonl"
      let failed = RecordedCall("fsync", log, result: -Int(EIO))
      let again = RecordedCall("fsync", log)
      expectEqual(FsyncCheck.problems(in: [failed]), [])
      expectEqual(FsyncCheck.problems(in: [again, again]), [])
      expectNotEqual(FsyncCheck.problems(in: [failed, RecordedCall("close", log), again]), [])
    }

    @Test func `calls fail and programs end at the requested call`() throws {
      let folder = try TemporaryFolder()
      let script = "mkdir \"$1/a\" && mkdir \"$1/b\""
      for (failure, end) in [
        (FaultPoint.Fault.kill, ProgramEnd.signal(SIGKILL)), (.ioError, .status(1)),
      ] {
        let place = folder.path("\(failure)")
        mkdir(place, 0o700)
        let run = try TracedRun(
          "/bin/sh", ["-c", script, "sh", place], watching: [place],
          failure: FaultPoint(call: "mkdir", number: 2, failure: failure))
        expectEqual(run.result.end, end)
        expectEqual(
          run.calls.filter { $0.name == "mkdir" }.map(\.result),
          [0, failure == .kill ? nil : -Int(EIO)])
        expectEqual(access(place + "/a", F_OK), 0)
        expectNotEqual(access(place + "/b", F_OK), 0)
      }
    }
  }
}
