import AcceptanceSupport
import Foundation
import TestSupport

/// Devices before an operation, and after a run without faults.
struct SyncScene {
  let operation: SyncOperation
  let place: SyncPlace
  let arguments: [String]
  private let old: Set<JSON>
  private let new: Set<JSON>
  let calls: [RecordedCall]
  let output: String

  init(_ operation: SyncOperation) throws {
    self.operation = operation
    place = try SyncPlace()
    arguments = try operation.prepare(place)
    try place.keep()
    old = try place.entries(on: .here)
    try place.reset()
    let run = try place.trace(arguments)
    try require(run.result.status == 0, "\(run.result.errorText)")
    (calls, output) = (run.calls, run.result.text)
    new = try place.entries(on: .here)
    try require(operation == .firstRemote || new != old)
  }

  /// Returns the problems after a call fails or is the last one.
  func problems(at point: FaultPoint) throws -> [String] {
    try place.reset()
    let run = try place.trace(arguments, failure: point)
    let isDone = run.result.status == 0
    return FsyncCheck.problems(in: run.calls)
      + (try problems(isReported: isDone, output: run.result.text))
  }

  /// Checks the devices after a reported or stopped operation with its output.
  func problems(isReported: Bool, output: String) throws -> [String] {
    var problems = try place.faults(on: .here).map { "verify: \($0)" }
    // Lines arrive before photos, whose transfer isn't recorded yet.
    if !isReported { problems.removeAll { $0.contains("the photo's file is missing") } }
    let found = try place.entries(on: .here)
    if isReported {
      if found != new { problems.append("success was reported, and not everything is there") }
      problems += try remoteProblems(output)
    } else if !found.isSuperset(of: old.intersection(new)) || !found.isSubset(of: old.union(new)) {
      problems.append("an entry is neither as before nor as after")
    }
    let (again, words) = try retry()
    problems += again
    problems += try place.faults(on: .here).map { "verify, once more: \($0)" }
    if try place.entries(on: .here) != new { problems.append("not everything came, once more") }
    return problems + (isReported ? [] : try remoteProblems(output + words))
  }

  /// Repeats the operation. Returns the problems and the output.
  private func retry() throws -> (problems: [String], output: String) {
    let again = try place.run(arguments)
    if again.status == 0 { return ([], again.text) }
    // The operation itself was done, and only the sync is missing.
    if again.errorText.contains(" already exists.") || again.errorText.contains("isn't empty") {
      let sync = try place.run(["sync"])
      if sync.status == 0 { return ([], "") }
      return (["sync, once more: \(sync.errorText)"], "")
    }
    return (["once more: \(again.errorText)"], "")
  }

  private func remoteProblems(_ output: String) throws -> [String] {
    guard operation.fillsRemote else { return [] }
    var arguments = ["clone", place.remote]
    if operation == .firstRemote {
      let words = output.split(separator: "\n").last { $0.count { $0 == " " } == 5 }
      guard let words else { return ["nobody was told the words"] }
      arguments += ["--recovery-file", try place.folder.write(words + "\n", to: "words")]
    }
    let clone = try place.run(arguments, on: .witness)
    guard clone.status == 0 else { return ["clone: \(clone.errorText)"] }
    var problems = try place.faults(on: .witness).map { "verify of a clone: \($0)" }
    if try place.entries(on: .witness) != new {
      problems.append("not everything is on the remote")
    }
    return problems
  }
}
