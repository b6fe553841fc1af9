import ArgumentParser
import DiaryCore
import Localization

/// `import --undo`: takes the last import back, all of it in one save.
struct ImportUndoing {
  /// Entries that are looked at together.
  private static let batch = 500

  let record: ImportRecord
  let diary: DiaryService

  func run() async throws {
    guard let (saved, updated) = record.read() else {
      throw CommandError(localized("There is no import to undo."))
    }
    var ids: [ID<Entry>] = []
    var earlier: [ID<Entry>: EntryFields] = [:]
    for start in stride(from: 0, to: saved.count, by: Self.batch) {
      let part = saved[start..<min(start + Self.batch, saved.count)]
      let revisions = Dictionary(part.map { ($0.entry, $0.revision) }, uniquingKeysWith: { $1 })
      for entry in try await diary.entries(ids: part.map(\.entry)) {
        // What was changed since is a person's own by now.
        guard !entry.isTrashed, entry.heads == [revisions[entry.id]] else { continue }
        if updated.contains(entry.id) {
          guard let fields = try await fieldsBefore(entry) else { continue }
          earlier[entry.id] = fields
        }
        ids.append(entry.id)
      }
    }
    let made = try await diary.rollBack(imported: ids, rewriting: earlier)
    try await diary.settle()
    record.remove()
    let back = made.changes.count { earlier[$0.after.id] != nil }
    let trashed = made.changes.count - back
    try Output.write { output in
      try output.line(
        localized("\(CountWords.entries(trashed)) moved to the trash, \(back) restored as before"))
    }
    if saved.count > made.changes.count {
      let count = CountWords.entries(saved.count - made.changes.count)
      ErrorLine.report(localized("Not undone because changed or deleted since: \(count)."))
    }
  }

  /// What the import found of an entry that it updated.
  private func fieldsBefore(_ entry: Entry) async throws -> EntryFields? {
    let history = try await diary.history(of: entry.id)
    let parent = history.first { $0.id == entry.heads.first }?.parents.first
    return history.first { $0.id == parent }?.entry.fields
  }
}
