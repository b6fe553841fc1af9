import DiaryCore
import Interchange

/// Imports that a screen asks for, by the same steps as the sub-command's.
actor ScreenImport: DiaryImporting {
  private let importer: DiaryImporter
  private let unpackingFolder: String
  private let record: ImportRecord
  /// What was opened last; what was unpacked goes with it.
  private var opened: (path: String, input: ImportInput)?
  private var plan: ImportPlan?

  init(_ importer: DiaryImporter, unpackingBelow folder: String, record: ImportRecord) {
    self.importer = importer
    unpackingFolder = folder
    self.record = record
  }

  func read(
    _ path: String, updates: Bool, progress: @escaping @Sendable (Progress) -> Void
  ) async throws(DiaryError) -> ImportCandidate? {
    plan = nil
    if opened?.path != path {
      opened = try await ImportInput.open(
        path, unpackingBelow: unpackingFolder, progress: progress
      ).map { (path, $0) }
    }
    guard let input = opened?.input else { return nil }
    if input.format == .photos {
      return .photos(folder: input.path, problems: input.notes.map(\.line))
    }
    let read = try await importer.plan(of: input, updates: updates, progress: progress)
    guard let read else { return nil }
    plan = read
    return .diary(read.preview)
  }

  func write(
    progress: @escaping @Sendable (Progress) -> Void
  ) async throws(DiaryError) -> ImportResult? {
    guard let plan else { return nil }
    let outcome = try await importer.write(plan, progress: progress)
    guard !outcome.wasCancelled else { return nil }
    record.record(outcome.saved, updated: Set(outcome.earlier.keys))
    return ImportResult(
      saved: outcome.saved, earlier: outcome.earlier, photos: outcome.photos,
      attachments: outcome.attachments, comments: outcome.comments,
      problems: (plan.notes + outcome.notes).map(\.line))
  }

  func forget() { (opened, plan) = (nil, nil) }
}
