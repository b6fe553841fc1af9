import Glibc
import TestSupport

/// A complete run of a program under `CallTracer`.
struct TracedRun {
  let result: ProgramResult
  /// The calls in the watched folders, in order.
  let calls: [RecordedCall]

  struct UnreadableLog: Error { let line: String }

  init(
    _ program: String, _ arguments: [String], watching folders: [String],
    failure: FaultPoint? = nil, environment: [String: String?] = [:]
  ) throws {
    let folder = try TemporaryFolder()
    let log = folder.path("calls")
    result = try ProgramResult.run(
      BuiltProgram.path("CallTracer"),
      [log] + (failure?.arguments ?? ["none", "0", "none"]) + folders + ["--", program] + arguments,
      environment: environment, timeout: Patience.limit)
    calls = try folder.text("calls").split(separator: "\n").map { line in
      guard let call = RecordedCall(line: line) else { throw UnreadableLog(line: String(line)) }
      return call
    }
  }

  /// The reason why programs can't be traced; `nil` if they can.
  static let obstacle: String? = {
    guard let folder = try? TemporaryFolder(),
      let run = try? TracedRun("/bin/mkdir", [folder.path("made")], watching: [folder.path])
    else { return "the tracer can't be run" }
    guard run.result.status == 0 else {
      return run.result.errorText.split(separator: "\n").first.map(String.init) ?? "no reason given"
    }
    return run.calls.map(\.name).contains("mkdir") ? nil : "the tracer sees no calls"
  }()

  static var isPossible: Bool { obstacle == nil }
}
