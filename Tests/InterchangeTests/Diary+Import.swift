import DiaryCore

@testable import Interchange

extension Diary {
  /// Another program's diary, opened as a person names it; `nil` when that was cancelled.
  func open(
    _ path: String, as format: ImportFormat? = nil, limits: ArchiveLimits = ArchiveLimits()
  ) throws(DiaryError) -> ImportInput? {
    try ImportInput.open(path, as: format, unpackingBelow: folder.path + "/staging", limits: limits)
  }

  /// What is below the folder where archives are unpacked.
  var unpacked: [String] { tree(folder.path + "/staging") }

  /// Reads and brings all of it. Returns the lines about what could not be brought.
  @discardableResult
  func bring(
    _ path: String, updates: Bool = false
  ) async throws -> (plan: ImportPlan, outcome: ImportOutcome, lines: [String]) {
    guard let input = try open(path) else { throw CancellationError() }
    let importer = DiaryImporter(into: service, localOffset: { _ in 3600 })
    guard let plan = try await importer.plan(of: input, updates: updates) else {
      throw CancellationError()
    }
    let outcome = try await importer.write(plan)
    return (plan, outcome, (plan.notes + outcome.notes).map(\.line))
  }

  /// Writes the files of a folder below `in/`. Returns its path.
  func folder(_ name: String, _ files: [String: String]) throws -> String {
    for (file, text) in files { try folder.write(text.utf8, to: "in/\(name)/\(file)") }
    return folder.path + "/in/\(name)"
  }
}
