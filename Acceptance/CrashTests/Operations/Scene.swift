import TestSupport

/// A diary before an operation, and after a run without faults.
struct Scene {
  let operation: Operation
  let before: Place
  let arguments: @Sendable (Place) -> [String]
  let old: DiaryState
  /// The new state, comparable to the old one.
  let new: DiaryState
  let oldExport: [String: [UInt8]]?
  let newExport: [String: [UInt8]]?
  /// The calls of the run without faults, and its place.
  let calls: [RecordedCall]
  let after: Place

  init(_ operation: Operation) throws {
    self.operation = operation
    before = try Place()
    arguments = try operation.prepare(before)
    after = try Place(copying: before)
    let run = try after.trace(arguments(after))
    try require(run.result.status == 0, "\(run.result.errorText)")
    calls = run.calls
    old = try DiaryState(in: Place(copying: before))
    new = try DiaryState(in: Place(copying: after)).comparable(to: old)
    oldExport = try exportFiles(of: before)
    newExport = try exportFiles(of: after)
    switch operation {
    case .export, .updateExport: try require(newExport != oldExport)
    case .backup:
      let (old, new) = (try BackupSet(of: before), try BackupSet(of: after))
      try require(new.isLater(than: old) && !new.hasExpired && !new.hasRest && new.damage == [])
    default: try require(new != old.comparable(to: old))
    }
  }

  /// Returns the expected calls that are missing.
  func missing(from calls: [RecordedCall]) -> [String] {
    let counts = Dictionary(calls.map { ($0.name, 1) }, uniquingKeysWith: +)
    return operation.leastCalls.filter { counts[$0.key, default: 0] < $0.value }
      .map { "\($0.key): \(counts[$0.key, default: 0]) of \($0.value)" }.sorted()
  }
}
