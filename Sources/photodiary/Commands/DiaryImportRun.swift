import ArgumentParser
import DiaryCore
import DiaryStore
import Interchange
import System
import Text

/// The import of another program's diary: reads it, reports what can't be imported, and saves the
/// rest in one step.
struct DiaryImportRun {
  let input: ImportInput
  let updates: Bool
  let asMine: Bool
  /// The file for problems; `nil` for standard error.
  let report: ImportReport?
  let dependencies: Dependencies

  /// Reports that nothing was added. Returns the exit code to throw.
  static var stopped: ExitCode {
    Interruption.stopped(localized("Stopped. Nothing was added."))
  }

  /// Reports how to undo the import.
  static func reportHowToUndo() {
    ErrorLine.report(localized("To undo: photodiary import --undo"))
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
        try await importer.dryRun(plan, progress: report)
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
    // Reports problems first, in case the report file can't be written.
    if report == nil { NoteLines.write(notes) }
    let refused = notes.count { $0.isRefusal }
    // A rehearsal adds refusals only for missing or unreadable files.
    let failed = dryRun ? refused - plan.notes.count { $0.isRefusal } : 0
    try Output.write { output in
      if dryRun { for line in Self.preview(plan) { try output.line(line) } }
      let (added, updated) = (outcome?.added, outcome?.updated)
      let words = Self.summary(
        added: added ?? max(0, plan.entries - failed), updated: updated ?? plan.updates,
        plan.existing, refused)
      let shown = Self.files(photos: files.photos, attachments: files.attachments)
      let comments = outcome?.comments ?? plan.preview.comments
      let commentCount = comments > 0 ? [CountText.comments(comments)] : []
      // Entries in our own formats are imported with all their files or not at all, so files aren't
      // counted.
      try output.line(
        (input.format.isNative ? [words] + commentCount : [words] + shown).joined(separator: "; "))
    }
    if outcome.map({ !$0.saved.isEmpty }) ?? false { Self.reportHowToUndo() }
    try report?.write(notes.map(\.line))
    if let report, !notes.isEmpty {
      ErrorLine.write(
        localized("Not imported, or imported with changes: \(notes.count). See \(report.path)."))
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
    [CountText.photos(photos)]
      + (attachments > 0 ? [CountText.attachments(attachments)] : [])
  }

  private static func preview(_ plan: ImportPlan) -> [String] {
    let days = plan.days.map { "\($0.lowerBound) – \($0.upperBound)" }
    let journals = plan.journals.sorted { $0.key < $1.key }.map { name, count in
      "\(JournalName.displayName(name).printable): \(CountText.entries(count))"
    }
    return [days].compactMap(\.self) + journals
  }
}

// MARK: - ImportReport

/// A file that lists what an import couldn't import. It is opened before the import, so that a file
/// which can't be written is reported early. An earlier file is kept under its name with "~". Only
/// the user can read it, as it contains text of the diary.
final class ImportReport {
  let path: String
  private var descriptor: Descriptor
  /// `true` if the file was created by this and is still empty.
  private var isUnused: Bool

  /// Opens the report of an import.
  ///
  /// - Throws: `CommandError` if the file can't be written, or is part of the import.
  init(_ path: String, of imported: String) throws {
    self.path = path
    guard !Path.contains(Path.resolved(imported), Path.resolved(path)) else {
      throw Self.failure(path, localized("It's part of the import"))
    }
    isUnused = !FileSystem.exists(path)
    do {
      descriptor = try Descriptor.open(path, [.writeOnly, .create])
    } catch {
      throw Self.failure(path, error.message)
    }
  }

  deinit {
    descriptor.close()
    if isUnused { FileSystem.unlink(path) }
  }

  func write(_ lines: [String]) throws {
    isUnused = false
    do {
      try keepEarlier()
      try descriptor.write(Array(lines.map { $0.printable + "\n" }.joined().utf8))
    } catch {
      throw Self.failure(path, error.message)
    }
  }

  private func keepEarlier() throws(ErrorNumber) {
    guard let status = try? descriptor.status(), status.isRegularFile, status.size > 0 else {
      return
    }
    try FileSystem.replace(path + "~", by: path)
    let new = try Descriptor.open(path, .new)
    descriptor.close()
    descriptor = new
  }

  private static func failure(_ path: String, _ reason: String) -> CommandError {
    CommandError(localized("Couldn't write the report \(path): \(reason). Name another file."))
  }
}

/// Reports on standard error what an import couldn't import.
enum NoteLines {
  /// The number of notes of one kind that are shown.
  private static let maxAlike = 5

  static func write(_ notes: [ImportNote], hasReport: Bool = true) {
    var counts: [ImportIssue: Int] = [:]
    for note in notes { counts[note.kind, default: 0] += 1 }
    var shownCounts: [ImportIssue: Int] = [:]
    for note in notes {
      let number = shownCounts[note.kind, default: 0] + 1
      guard number <= maxAlike else { continue }
      shownCounts[note.kind] = number
      ErrorLine.write(note.line)
      let others = counts[note.kind, default: 0] - maxAlike
      guard number == maxAlike, others > 0 else { continue }
      ErrorLine.write(
        hasReport
          ? localized("\(others) more like this. Use --report FILE to list them all.")
          : localized("\(others) more like this."))
    }
  }
}

// MARK: - ImportRecord

/// The last import into a diary from this machine, in a small private file by which the import can
/// be undone.
struct ImportRecord {
  /// The file `<state>/imports/<key of the store>.jsonl`.
  let file: ExternalFile

  /// Records an import, replacing the previous record. Failures are ignored.
  func record(_ saved: [SavedRevision], updated: Set<ID<Entry>> = []) {
    guard !saved.isEmpty else { return }
    var text: [UInt8] = []
    for state in saved {
      let line: [JSONValue] = [
        .string(state.entry.description), .string(state.revision.description),
        .bool(updated.contains(state.entry)),
      ]
      text += JSONWriter.bytes(.array(line)) + [0x0A]
    }
    try? file.write(text)
  }

  /// Returns the states that the import saved, and the entries among them that it updated; `nil` if
  /// there is no record.
  func read() -> (saved: [SavedRevision], updated: Set<ID<Entry>>)? {
    guard let text = file.bytes(atMost: .max) else { return nil }
    var saved: [SavedRevision] = []
    var updated: Set<ID<Entry>> = []
    for line in text.split(separator: 0x0A) {
      guard let parts = try? JSONParser.parse(Array(line)).array, parts.count == 3,
        let entry = parts[0].string.flatMap({ ID<Entry>($0) }),
        let revision = parts[1].string.flatMap({ ID<Revision>($0) })
      else { continue }
      saved.append(SavedRevision(entry: entry, revision: revision))
      if parts[2].bool == true { updated.insert(entry) }
    }
    return saved.isEmpty ? nil : (saved, updated)
  }

  func remove() { file.remove() }
}

// MARK: - ImportUndo

/// The work of `import --undo`: undoes the last import in one save.
struct ImportUndo {
  /// The number of entries read together.
  private static let batch = 500

  let record: ImportRecord
  let diary: DiaryService

  func run() async throws {
    guard let (saved, updated) = record.read() else {
      throw CommandError(localized("There's no import to undo."))
    }
    var ids: [ID<Entry>] = []
    var earlier: [ID<Entry>: EntryFields] = [:]
    for start in stride(from: 0, to: saved.count, by: Self.batch) {
      let part = saved[start..<min(start + Self.batch, saved.count)]
      let revisions = Dictionary(part.map { ($0.entry, $0.revision) }, uniquingKeysWith: { $1 })
      for entry in try await diary.entries(ids: part.map(\.entry)) {
        // Entries that the user changed since are kept.
        guard !entry.isTrashed, entry.heads == [revisions[entry.id]] else { continue }
        if updated.contains(entry.id) {
          guard let fields = try await fieldsBefore(entry) else { continue }
          earlier[entry.id] = fields
        }
        ids.append(entry.id)
      }
    }
    let made = try await diary.rollBack(imported: ids, rewriting: earlier)
    try await diary.flush()
    record.remove()
    let back = made.changes.count { earlier[$0.after.id] != nil }
    let trashed = made.changes.count - back
    try Output.write { output in
      try output.line(
        localized("\(CountText.entries(trashed)) moved to the trash, \(back) restored"))
    }
    if saved.count > made.changes.count {
      let count = CountText.entries(saved.count - made.changes.count)
      ErrorLine.report(localized("Kept, because changed or deleted since the import: \(count)."))
    }
  }

  /// Returns the fields of an updated entry before the import.
  private func fieldsBefore(_ entry: Entry) async throws -> EntryFields? {
    let history = try await diary.history(of: entry.id)
    let parent = history.first { $0.id == entry.heads.first }?.parents.first
    return history.first { $0.id == parent }?.entry.fields
  }
}
