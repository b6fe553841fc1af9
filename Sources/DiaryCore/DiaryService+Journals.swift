/// Journals. Names are unique, regardless of case and normalization. The default journal always
/// exists and can't be renamed, merged into another or deleted.
extension DiaryService {
  /// Returns all journals in their order, with their numbers of entries. Hidden ones have no
  /// number.
  ///
  /// - Parameter counted: `false` to read no entries and return only journals that have a record.
  /// - Throws: an error if the diary can't be read.
  package func journals(counted: Bool = true) async throws -> [Journal] {
    let hidden = try await repository.hiddenJournals()
    return try await allJournals(counted: counted).map { journal in
      var journal = journal
      if hidden.contains(journal.name) { journal.count = nil }
      return journal
    }
  }

  private func allJournals(counted: Bool = true) async throws -> [Journal] {
    let records = try await repository.journals()
    guard counted else {
      return JournalOrder.journals(records, counts: [:]).map {
        Journal(name: $0.name, color: $0.color, isLocked: $0.isLocked)
      }
    }
    return JournalOrder.journals(records, counts: try await repository.journalCounts())
  }

  /// Returns the journals' records. Quick, even in a large diary.
  ///
  /// - Throws: an error if the diary can't be read.
  package func journalRecords() async throws -> [JournalRecord] {
    try await repository.journals()
  }

  /// Returns the journal with this name, in its stored spelling.
  ///
  /// - Throws: `DiaryError.noSuchJournal` if there is none; an error if the diary can't
  ///   be read.
  package func journal(named name: String) async throws -> Journal {
    try Self.find(name, in: try await journals())
  }

  /// Applies a change to the journals. Entries of other authors stay where they are.
  ///
  /// - Throws: `DiaryError.invalidJournalName`, `.journalExists`, `.noSuchJournal`,
  ///   `.defaultJournal`, `.sameJournal` or `.hiddenJournal` if the change isn't allowed;
  ///   an error if it can't be saved.
  package func change(_ edit: JournalEdit) async throws -> JournalChanges {
    let journals = try await allJournals()
    try await requireShown(edit, journals)
    switch edit {
    case .add(let name, let color):
      let name = try Self.freeName(name, among: journals)
      // New journals follow those that the user ordered.
      let last = try await repository.journals().compactMap(\.position).max()
      return try await save(
        [JournalRecord(name: name, color: color, position: last.map { min($0, .max - 1) + 1 })],
        name: name)
    case .recolor(let name, let color):
      var record = try await record(of: try Self.find(name, in: journals).name)
      record.color = color
      return try await save([record])
    case .reorder(let names): return try await reorder(names)
    case .rename(let old, let new): return try await rename(old, to: new, of: journals)
    case .merge(let name, let target):
      return try await remove(name, .move(to: target), from: journals)
    case .delete(let name, let remainder):
      return try await remove(name, remainder, from: journals)
    }
  }

  /// Throws if the edit would move entries that the user can't see.
  private func requireShown(_ edit: JournalEdit, _ journals: [Journal]) async throws {
    switch edit {
    case .rename(let name, _), .merge(let name, _), .delete(let name, _):
      try await requireShown(try Self.find(name, in: journals))
    case .add, .recolor, .reorder: break
    }
  }

  private func requireShown(_ journal: Journal) async throws {
    if try await repository.hiddenJournals().contains(journal.name) {
      throw DiaryError.hiddenJournal(journal.name)
    }
  }

  // MARK: Locked journals

  /// Locks or unlocks a journal. Returns its name in its stored spelling.
  ///
  /// - Throws: `DiaryError.noSuchJournal` if there is none; `DiaryError.hiddenJournal` if it is to
  ///   be unlocked and is hidden.
  package func lock(journal name: String, _ isLocked: Bool = true) async throws -> String {
    let journal = try Self.find(name, in: try await allJournals())
    try await repository.lock(journal: journal.name, isLocked)
    return journal.name
  }

  /// Sets whether lists, searches and counts omit the entries of locked journals.
  package func hideLockedJournals(_ isHiding: Bool) async {
    await repository.hideLockedJournals(isHiding)
  }

  /// Returns the journals whose entries are currently omitted.
  ///
  /// - Throws: an error if the diary can't be read.
  package func hiddenJournals() async throws -> HiddenJournals {
    try await repository.hiddenJournals()
  }

  /// Returns the entries that exist and aren't hidden, in the order of `ids`.
  ///
  /// - Throws: an error if the diary can't be read.
  package func visibleEntries(ids: [ID<Entry>]) async throws -> [Entry] {
    let hidden = try await repository.hiddenJournals()
    return try await entries(ids: ids).filter { !hidden.contains($0) }
  }

  /// Returns a valid name for a journal. The shown name of the default journal always means that
  /// one.
  ///
  /// - Throws: `DiaryError.invalidJournalName` if the name has no visible character or several
  ///   lines.
  package static func journalName(_ name: String) throws -> String {
    let name = String(name.trimmed)
    guard name.isName else { throw DiaryError.invalidJournalName(name) }
    return JournalName.storedName(for: name)
  }

  private static func freeName(_ name: String, among journals: [Journal]) throws -> String {
    let name = try journalName(name)
    if let known = journals.first(where: { $0.name.isSameName(as: name) }) {
      throw DiaryError.journalExists(known.name)
    }
    return name
  }

  private static func find(_ name: String, in journals: [Journal]) throws -> Journal {
    let name = String(name.trimmed)
    // A journal of an older diary may have the default journal's shown name.
    for wanted in [name, JournalName.storedName(for: name)] {
      if let found = journals.first(where: { $0.name.isSameName(as: wanted) }) { return found }
    }
    throw DiaryError.noSuchJournal(name)
  }

  // MARK: Applying changes

  private func rename(
    _ old: String, to new: String, of journals: [Journal]
  ) async throws -> JournalChanges {
    let journal = try Self.find(old, in: journals)
    guard !journal.isDefault else { throw DiaryError.defaultJournal }
    // The journal's own name in another spelling isn't taken.
    let others = journals.filter { $0.name != journal.name }
    let name = try Self.freeName(new, among: others)
    guard !name.isExactly(journal.name) else { return JournalChanges(name: name) }
    var record = try await record(of: journal.name)
    record.name = name
    let isRespelt = name.isSameName(as: journal.name)
    // The old journal keeps the entries of other authors.
    let gone = JournalRecord(name: journal.name, isDeleted: true)
    var changes = JournalChanges(name: name)
    changes.entries = try await edit(
      try await ids(EntryQuery(.journal(journal.name))), .move(toJournal: name),
      journals: isRespelt ? [record] : [record, gone])
    return changes
  }

  private func remove(
    _ name: String, _ remainder: JournalEdit.Remainder, from journals: [Journal]
  ) async throws -> JournalChanges {
    let journal = try Self.find(name, in: journals)
    guard !journal.isDefault else { throw DiaryError.defaultJournal }
    var remainder = remainder
    if case .move(let target) = remainder {
      let into = try Self.find(target, in: journals)
      guard into.name != journal.name else { throw DiaryError.sameJournal(into.name) }
      remainder = .move(to: into.name)
    }
    let ids = try await ids(EntryQuery(.journal(journal.name)))
    let gone = [JournalRecord(name: journal.name, isDeleted: true)]
    var changes = JournalChanges()
    switch remainder {
    case .move(let target):
      changes.entries = try await edit(ids, .move(toJournal: target), journals: gone)
    case .trash:
      changes.isTrashing = true
      changes.entries = try await delete(many: ids, journals: gone)
    }
    return changes
  }

  private func reorder(_ names: [String]) async throws -> JournalChanges {
    var records: [JournalRecord] = []
    for (position, name) in names.enumerated() {
      var record = try await record(of: name)
      guard record.position != position else { continue }
      record.position = position
      records.append(record)
    }
    return try await save(records)
  }

  private func record(of name: String) async throws -> JournalRecord {
    try await repository.journals().first { $0.name.isSameName(as: name) && !$0.isDeleted }
      ?? JournalRecord(name: name)
  }

  private func save(
    _ records: [JournalRecord], name: String? = nil
  ) async throws -> JournalChanges {
    let before = try await currentRecords(of: records)
    if !records.isEmpty { try await repository.save(journals: records) }
    return JournalChanges(entries: BulkChanges(journals: before), name: name)
  }

  /// Returns the current records of the journals in `records`.
  func currentRecords(of records: [JournalRecord]) async throws -> [JournalRecord] {
    guard !records.isEmpty else { return [] }
    let known = try await repository.journals()
    return records.map { record in
      known.first { $0.name.isSameName(as: record.name) }
        ?? JournalRecord(name: record.name, isDeleted: true)
    }
  }
}

/// Sorts journals for display.
enum JournalOrder {
  static func journals(_ records: [JournalRecord], counts: [String: Int]) -> [Journal] {
    var found: [String: (journal: Journal, position: Int?)] = [:]
    for record in records where !record.isDeleted {
      found[record.name.lowercased()] = (
        Journal(name: record.name, color: record.color, count: 0, isLocked: record.isLocked),
        record.position
      )
    }
    // Without a record, the most frequent spelling is used.
    for (name, count) in counts.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
      found[name.lowercased(), default: (Journal(name: name, count: 0), nil)].journal.count? +=
        count
    }
    let fallback = EntryFields.defaultJournal
    if found[fallback.lowercased()] == nil {
      found[fallback.lowercased()] = (Journal(name: fallback, count: 0), nil)
    }
    func place(_ item: (journal: Journal, position: Int?)) -> Int {
      item.position ?? (item.journal.isDefault ? -1 : .max)
    }
    return found.values.sorted { left, right in
      (place(left), left.journal.name.lowercased(), left.journal.name)
        < (place(right), right.journal.name.lowercased(), right.journal.name)
    }.map(\.journal)
  }
}

// MARK: - Many entries at a time

/// A change to one of many entries.
package struct EntryChange: Hashable, Sendable {
  package let before: Entry
  package let after: Entry
}

/// The result of a change to many entries.
package struct BulkChanges: Hashable, Sendable {
  /// In the requested order, without entries that needed no change.
  package var changes: [EntryChange] = []
  /// The number of entries left unchanged because they are another author's.
  package var refused = 0
  /// The number of entries whose text was kept because it had changed in the meantime.
  package var keptTexts = 0
  /// The earlier records of the journals that were saved with the entries.
  package var journals: [JournalRecord] = []
}

/// Changes to many entries. All of them, and the journals' records, are saved atomically. Missing
/// IDs and entries of other authors are skipped.
extension DiaryService {
  /// Applies an edit to each entry that isn't in the trash. It replaces the shown version; other
  /// versions are kept.
  ///
  /// - Throws: an error if the diary can't be read or written.
  package func edit(
    _ ids: [ID<Entry>], _ edit: EntryEdit, journals: [JournalRecord] = []
  ) async throws -> BulkChanges {
    try await rewrite(ids, journals) { edit.applied(to: $0.fields) }
  }

  /// Applies to each entry its patch.
  ///
  /// - Throws: an error if the diary can't be read or written.
  package func patch(
    _ patches: [ID<Entry>: EntryPatch], journals: [JournalRecord] = []
  ) async throws -> BulkChanges {
    var keptTexts = 0
    var changes = try await rewrite(patches.keys.sorted(), journals) { entry in
      guard let patch = patches[entry.id] else { return entry.fields }
      if !entry.isTrashed, !patch.fits(entry.fields) { keptTexts += 1 }
      return patch.applied(to: entry.fields)
    }
    changes.keptTexts = keptTexts
    return changes
  }

  /// Moves entries to the trash.
  ///
  /// - Parameter fields: fields for entries that are to be changed instead of deleted.
  /// - Throws: an error if the diary can't be read or written.
  package func delete(
    many ids: [ID<Entry>], rewriting fields: [ID<Entry>: EntryFields] = [:],
    journals: [JournalRecord] = []
  ) async throws -> BulkChanges {
    try await change(ids, journals, as: .deleted) { $0.trashed(or: fields[$0.id]) }
  }

  /// Undoes an import. Like `delete(many:rewriting:journals:)`, but includes entries of other
  /// authors, and marks the entries so that they can be imported again.
  ///
  /// - Throws: an error if the diary can't be read or written.
  package func rollBack(
    imported ids: [ID<Entry>], rewriting fields: [ID<Entry>: EntryFields],
    journals: [JournalRecord] = []
  ) async throws -> BulkChanges {
    let time = time()
    return try await change(ids, journals, as: .deleted, includingOtherAuthors: true, at: time) {
      entry in
      entry.trashed(or: fields[entry.id]).map { state in
        var state = state
        state.importTrace = ImportTrace(.undone, modified: time)
        return state
      }
    }
  }

  /// Restores entries from the trash, each with all versions that it had when it was deleted.
  ///
  /// - Parameters:
  ///   - fields: fields for entries that are to be changed instead of restored.
  ///   - includingOtherAuthors: `true` to include other authors' entries, to redo an import that
  ///     was undone.
  /// - Throws: an error if the diary can't be read or written.
  package func restore(
    many ids: [ID<Entry>], rewriting fields: [ID<Entry>: EntryFields] = [:],
    includingOtherAuthors: Bool = false, journals: [JournalRecord] = []
  ) async throws -> BulkChanges {
    try await change(ids, journals, as: .restored, includingOtherAuthors: includingOtherAuthors) {
      entry in
      if let fields = fields[entry.id] { return entry.rewritten(fields) }
      return entry.isTrashed ? try await self.restored(entry) : []
    }
  }

  /// Saves other fields of entries.
  ///
  /// - Throws: an error if the diary can't be read or written.
  func rewrite(
    _ ids: [ID<Entry>], _ journals: [JournalRecord] = [], _ fields: (Entry) -> EntryFields
  ) async throws -> BulkChanges {
    try await change(ids, journals, as: .updated) { $0.rewritten(fields($0)) }
  }

  /// Saves new states of entries, and publishes the changes.
  ///
  /// - Parameter states: returns the states to save of an entry, the one to show last; none to skip
  ///   it.
  private func change(
    _ ids: [ID<Entry>], _ journals: [JournalRecord], as kind: DiaryChange.Kind,
    includingOtherAuthors: Bool = false,
    at time: Timestamp? = nil,
    _ states: (Entry) async throws -> [Entry]
  ) async throws -> BulkChanges {
    let owner = try await author().id
    var result = BulkChanges()
    var before: [ID<Entry>: Entry] = [:]
    var fresh: [Entry] = []
    for entry in try await entries(ids: ids) where before[entry.id] == nil {
      guard includingOtherAuthors || entry.isWritten(by: owner) else {
        result.refused += 1
        continue
      }
      let changed = try await states(entry)
      guard !changed.isEmpty else { continue }
      before[entry.id] = entry
      fresh += changed
    }
    guard !fresh.isEmpty || !journals.isEmpty else { return result }
    result.journals = try await currentRecords(of: journals)
    // The last of several states of an entry is the one shown.
    var after: [ID<Entry>: Entry] = [:]
    for entry in try await saveAll(
      fresh, at: time ?? self.time(), journals: journals)
    { after[entry.id] = entry }
    for id in ids {
      guard let before = before.removeValue(forKey: id), let after = after[id] else { continue }
      result.changes.append(EntryChange(before: before, after: after))
    }
    publish(
      result.changes.map { change in
        let isMoved = change.before.isTrashed != change.after.isTrashed
        return DiaryChange(isMoved ? kind : .updated, change.after)
      })
    return result
  }
}

extension Entry {
  /// Returns the states to save to move the entry to the trash, or to change its fields if there
  /// are some.
  fileprivate func trashed(or fields: EntryFields?) -> [Entry] {
    if let fields { return rewritten(fields) }
    guard !isTrashed else { return [] }
    var trashed = self
    trashed.isTrashed = true
    return [trashed]
  }

  /// Returns the states to save to change the entry's fields; none if it is in the trash or
  /// unchanged.
  fileprivate func rewritten(_ fields: EntryFields) -> [Entry] {
    let fields = fields.normalized
    guard !isTrashed, !fields.isExactly(self.fields) else { return [] }
    var changed = self
    changed.fields = fields
    changed.heads = Array(heads.prefix(1))
    return [changed]
  }
}

// MARK: - Tags

extension DiaryService {
  /// Returns all tags with their numbers of entries, unordered. Reads every entry.
  ///
  /// - Throws: an error if the diary can't be read.
  package nonisolated func tags() async throws -> [TagTally] {
    var tallying = TagCounter()
    for await batch in try await batches(EntryQuery()) {
      for entry in batch { tallying.count(entry) }
    }
    return tallying.tallies
  }
}

extension DiaryService {
  /// Renames a tag in all entries, in the tags, titles and texts. If the new tag exists, the two
  /// are merged.
  ///
  /// - Throws: `DiaryError.invalidTag` or `DiaryError.noSuchTag` if it can't be renamed;
  ///   an error if the entries can't be saved.
  package func rename(tag old: String, to new: String) async throws -> BulkChanges {
    let name = try Self.tagName(new)
    let ids = try await ids(EntryQuery(.tag(old)))
    guard !ids.isEmpty else { throw DiaryError.noSuchTag(old) }
    return try await edit(ids, .renameTag(old, to: name))
  }

  /// Returns a valid name for a tag, without leading `#`s.
  ///
  /// - Throws: `DiaryError.invalidTag` if the name has no visible character or several lines.
  package static func tagName(_ text: String) throws -> String {
    let name = String(text.trimmed.drop { $0 == "#" }.trimmed)
    guard name.isName else { throw DiaryError.invalidTag(name) }
    return name
  }
}
