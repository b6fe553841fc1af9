import DiaryCore

@testable import Interchange

extension Diary {
  /// Another program's diary, opened as a person names it; `nil` when that was cancelled.
  func open(
    _ path: String, as format: ImportFormat? = nil, limits: ArchiveLimits = ArchiveLimits()
  ) async throws(DiaryError) -> ImportInput? {
    try await ImportInput.open(
      path, as: format, unpackingBelow: folder.path + "/staging", limits: limits)
  }

  /// What is below the folder where archives are unpacked.
  var unpacked: [String] { tree(folder.path + "/staging") }

  /// What came, in the order in which it was read.
  struct Brought {
    let added: [Entry]
    let updated: [Entry]
    let photos: Int
    let comments: Int
    let attachments: Int
  }

  /// Reads and brings all of it. Returns the lines about what could not be brought.
  @discardableResult
  func bring(
    _ path: String, updates: Bool = false
  ) async throws -> (plan: ImportPlan, outcome: Brought, lines: [String]) {
    guard let input = try await open(path) else { throw CancellationError() }
    let importer = DiaryImporter(into: service, localOffset: { _ in 3600 })
    guard let plan = try await importer.plan(of: input, updates: updates) else {
      throw CancellationError()
    }
    let outcome = try await importer.write(plan)
    let saved = try await service.entries(ids: outcome.saved.map(\.entry))
    let imported = Brought(
      added: saved.filter { outcome.earlier[$0.id] == nil },
      updated: saved.filter { outcome.earlier[$0.id] != nil }, photos: outcome.photos,
      comments: outcome.comments, attachments: outcome.attachments)
    return (plan, imported, (plan.notes + outcome.notes).map(\.line))
  }

  /// Writes the files of a folder below `in/`. Returns its path.
  func folder(_ name: String, _ files: [String: String]) throws -> String {
    for (file, text) in files { try folder.write(text.utf8, to: "in/\(name)/\(file)") }
    return folder.path + "/in/\(name)"
  }

  // MARK: Our own entries

  /// What came of a file of our own entries.
  struct Imported: Hashable {
    var added = 0
    var alreadyThere = 0
    var refused: [Refusal] = []
    /// Why photos can't be shown that came.
    var undrawn: [PictureProblem] = []
  }

  struct Refusal: Hashable {
    let line: Int
    let failure: EntryFieldError
  }

  func importText(_ text: String) async throws -> Imported {
    try await importFile(try folder.write(text.utf8, to: "in/entries.jsonl"))
  }

  func importFile(_ path: String) async throws -> Imported {
    guard let input = try await open(path, as: .jsonl) else { throw CancellationError() }
    return try await importEntries(from: input)
  }

  func importEntries(from input: ImportInput) async throws -> Imported {
    let importer = DiaryImporter(into: service, localOffset: { _ in 3600 })
    guard let plan = try await importer.plan(of: input) else { throw CancellationError() }
    let outcome = try await importer.write(plan)
    var imported = Imported(added: outcome.added, alreadyThere: plan.alreadyThere)
    for note in plan.notes + outcome.notes {
      guard case .line(_, let line) = note.place else { continue }
      switch note.problem {
      case .refused(let failure): imported.refused.append(Refusal(line: line, failure: failure))
      case .undrawnPhoto(_, let problem): imported.undrawn.append(problem)
      default: break
      }
    }
    imported.refused.sort { $0.line < $1.line }
    return imported
  }
}
