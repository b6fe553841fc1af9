import ArgumentParser
import DiaryCore
import Interchange
import Localization

/// `import` of a diary: reads it, tells what can't be brought, and brings the rest in one go.
struct DiaryImportRun {
  let input: ImportInput
  let updates: Bool
  let asMine: Bool
  /// The file for what could not be brought; `nil` for standard error.
  let report: ImportReport?
  let dependencies: Dependencies

  /// Says that nothing came of it; to be thrown.
  static var stopped: ExitCode {
    Interruption.stopped(localized("Stopped. Nothing was added."))
  }

  /// An import is one step.
  static func reportHowToUndo() {
    ErrorLine.report(localized("Run `photodiary import --undo` to undo it."))
  }

  func run(dryRun: Bool) async throws {
    let importer = dependencies.diaryImporter
    let read = try await ProgressLine.showing { report in
      try await importer.plan(of: input, updates: updates, asMine: asMine, progress: report)
    }
    guard let plan = read else { throw Self.stopped }
    var outcome: ImportOutcome?
    var files = (photos: plan.photos, attachments: plan.attachments)
    var notes = plan.notes
    if dryRun {
      let rehearsal = try await ProgressLine.showing { report in
        try await importer.rehearse(plan, progress: report)
      }
      guard let rehearsal else { throw Self.stopped }
      files = (rehearsal.photos, rehearsal.attachments)
      notes += rehearsal.notes
    } else {
      let written = try await ProgressLine.showing { report in
        try await importer.write(plan, progress: report)
      }
      guard !written.wasCancelled else { throw Self.stopped }
      outcome = written
      files = (written.photos, written.attachments)
      notes += written.notes
      dependencies.importRecord.record(written.saved, updated: Set(written.earlier.keys))
    }
    // What has come is said before it shows that the report can't be written.
    if report == nil { NoteLines.write(notes) }
    let refused = notes.count { $0.isRefusal }
    // Only files can be at fault in what was read before.
    let failed = dryRun ? refused - plan.notes.count { $0.isRefusal } : 0
    try Output.write { output in
      if dryRun { for line in Self.preview(plan) { try output.line(line) } }
      let (added, updated) = (outcome?.added, outcome?.updated)
      let words = Self.summary(
        added: added ?? max(0, plan.entries - failed), updated: updated ?? plan.updates,
        plan.alreadyThere, refused)
      let shown = Self.files(photos: files.photos, attachments: files.attachments)
      let comments = outcome?.comments ?? plan.preview.comments
      let said = comments > 0 ? [CountWords.comments(comments)] : []
      // Our own come with their files, or not at all.
      try output.line(
        (input.format.isOwn ? [words] + said : [words] + shown).joined(separator: "; "))
    }
    if outcome.map({ !$0.saved.isEmpty }) ?? false { Self.reportHowToUndo() }
    try report?.write(notes.map(\.line))
    if let report, !notes.isEmpty {
      ErrorLine.write(
        localized("\(notes.count) couldn't be imported, or only with changes. See \(report.path)."))
    }
    if refused > 0 { throw ExitCode.failure }
  }

  private static func summary(
    added: Int, updated: Int, _ known: Int, _ refused: Int
  ) -> String {
    updated == 0
      ? localized("\(added) added, \(known) already there, \(refused) refused")
      : localized(
        "\(added) added, \(updated) updated, \(known) already there, \(refused) refused")
  }

  private static func files(photos: Int, attachments: Int) -> [String] {
    [CountWords.photos(photos)]
      + (attachments > 0 ? [CountWords.attachments(attachments)] : [])
  }

  private static func preview(_ plan: ImportPlan) -> [String] {
    let days = plan.days.map { "\($0.lowerBound) – \($0.upperBound)" }
    let journals = plan.journals.sorted { $0.key < $1.key }.map { name, count in
      "\(JournalName.shown(name).printable): \(CountWords.entries(count))"
    }
    return [days].compactMap(\.self) + journals
  }
}
