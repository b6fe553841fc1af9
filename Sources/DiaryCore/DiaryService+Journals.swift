/// The rules of journals: a name is had once, whatever its case or normal form; the default one is
/// always there, and is neither renamed nor merged away nor deleted.
extension DiaryService {
  /// All journals in their order, with the numbers of their entries. Without those, for which all
  /// entries are looked at, they are the ones that something was decided about.
  /// Of those that are hidden the entries aren't counted.
  package func journals(counted: Bool = true) async throws(DiaryError) -> [Journal] {
    let hidden = try await repository.hiddenJournals()
    return try await allJournals(counted: counted).map { journal in
      var journal = journal
      if hidden.contains(journal.name) { journal.count = nil }
      return journal
    }
  }

  private func allJournals(counted: Bool = true) async throws(DiaryError) -> [Journal] {
    let records = try await repository.journals()
    guard counted else {
      return JournalOrder.journals(records, counts: [:]).map {
        Journal(name: $0.name, color: $0.color, isLocked: $0.isLocked)
      }
    }
    return JournalOrder.journals(records, counts: try await repository.journalCounts())
  }

  /// What was decided about journals: little to read, whatever the diary's size.
  package func journalRecords() async throws(DiaryError) -> [JournalRecord] {
    try await repository.journals()
  }

  /// The journal of that name as it is written. Throws when there is none.
  package func journal(named name: String) async throws(DiaryError) -> Journal {
    try Self.find(name, in: try await journals())
  }

  /// Makes a change to the journals; entries that someone else wrote stay where they are.
  package func change(_ edit: JournalEdit) async throws(DiaryError) -> JournalChanges {
    let journals = try await allJournals()
    try await requireShown(edit, journals)
    switch edit {
    case .add(let name, let color):
      let name = try Self.freeName(name, among: journals)
      // Behind those that were put in order.
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

  /// What is hidden isn't moved elsewhere by whoever doesn't see it.
  private func requireShown(
    _ edit: JournalEdit, _ journals: [Journal]
  ) async throws(DiaryError) {
    switch edit {
    case .rename(let name, _), .merge(let name, _), .delete(let name, _):
      try await requireShown(try Self.find(name, in: journals))
    case .add, .recolor, .reorder: break
    }
  }

  private func requireShown(_ journal: Journal) async throws(DiaryError) {
    if try await repository.hiddenJournals().contains(journal.name) {
      throw .hiddenJournal(journal.name)
    }
  }

  // MARK: Locked journals

  /// Locks a journal, or unlocks it, which whoever doesn't see what is in it can't. Returns its name as
  /// it is written.
  package func lock(
    journal name: String, _ isLocked: Bool = true
  ) async throws(DiaryError) -> String {
    let journal = try Self.find(name, in: try await allJournals())
    try await repository.lock(journal: journal.name, isLocked)
    return journal.name
  }

  /// Whether the entries of locked journals are left out of what is listed, found and counted.
  package func hideLockedJournals(_ isHiding: Bool) async {
    await repository.hideLockedJournals(isHiding)
  }

  /// The journals whose entries are left out now.
  package func hiddenJournals() async throws(DiaryError) -> HiddenJournals {
    try await repository.hiddenJournals()
  }

  /// Those of the entries that exist and aren't hidden, in the order asked for.
  package func shownEntries(ids: [ID<Entry>]) async throws(DiaryError) -> [Entry] {
    let hidden = try await repository.hiddenJournals()
    return try await entries(ids: ids).filter { !hidden.contains($0) }
  }

  /// A name that a journal can have: something of it can be seen, on one line. What the default one
  /// is called is no other's.
  package static func journalName(_ name: String) throws(DiaryError) -> String {
    let name = String(name.trimmed)
    guard name.isName else { throw .invalidJournalName(name) }
    return JournalName.meant(by: name)
  }

  private static func freeName(
    _ name: String, among journals: [Journal]
  ) throws(DiaryError) -> String {
    let name = try journalName(name)
    if let known = journals.first(where: { $0.name.isSameName(as: name) }) {
      throw .journalExists(known.name)
    }
    return name
  }

  private static func find(
    _ name: String, in journals: [Journal]
  ) throws(DiaryError) -> Journal {
    let name = String(name.trimmed)
    // An older diary may have another one of the default one's shown name.
    for wanted in [name, JournalName.meant(by: name)] {
      if let found = journals.first(where: { $0.name.isSameName(as: wanted) }) { return found }
    }
    throw .noSuchJournal(name)
  }

  // MARK: Carrying out

  private func rename(
    _ old: String, to new: String, of journals: [Journal]
  ) async throws(DiaryError) -> JournalChanges {
    let journal = try Self.find(old, in: journals)
    guard !journal.isDefault else { throw .defaultJournal }
    // Another spelling of its own name is free.
    let others = journals.filter { $0.name != journal.name }
    let name = try Self.freeName(new, among: others)
    guard !name.isExactly(journal.name) else { return JournalChanges(name: name) }
    var record = try await record(of: journal.name)
    record.name = name
    let isRespelt = name.isSameName(as: journal.name)
    // Where others wrote of it, it stays beside the new one.
    let gone = JournalRecord(name: journal.name, isDeleted: true)
    var changes = JournalChanges(name: name)
    changes.entries = try await edit(
      try await ids(EntryQuery(.journal(journal.name))), .move(toJournal: name),
      journals: isRespelt ? [record] : [record, gone])
    return changes
  }

  private func remove(
    _ name: String, _ remainder: JournalEdit.Remainder, from journals: [Journal]
  ) async throws(DiaryError) -> JournalChanges {
    let journal = try Self.find(name, in: journals)
    guard !journal.isDefault else { throw .defaultJournal }
    var remainder = remainder
    if case .move(let target) = remainder {
      let into = try Self.find(target, in: journals)
      guard into.name != journal.name else { throw .sameJournal(into.name) }
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

  private func reorder(_ names: [String]) async throws(DiaryError) -> JournalChanges {
    var records: [JournalRecord] = []
    for (position, name) in names.enumerated() {
      var record = try await record(of: name)
      guard record.position != position else { continue }
      record.position = position
      records.append(record)
    }
    return try await save(records)
  }

  private func record(of name: String) async throws(DiaryError) -> JournalRecord {
    try await repository.journals().first { $0.name.isSameName(as: name) && !$0.isDeleted }
      ?? JournalRecord(name: name)
  }

  private func save(
    _ records: [JournalRecord], name: String? = nil
  ) async throws(DiaryError) -> JournalChanges {
    let before = try await said(ofJournals: records)
    if !records.isEmpty { try await repository.save(journals: records) }
    return JournalChanges(entries: BulkChanges(journals: before), name: name)
  }

  /// What is said now of the journals of some records.
  func said(ofJournals records: [JournalRecord]) async throws(DiaryError) -> [JournalRecord] {
    guard !records.isEmpty else { return [] }
    let known = try await repository.journals()
    return records.map { record in
      known.first { $0.name.isSameName(as: record.name) }
        ?? JournalRecord(name: record.name, isDeleted: true)
    }
  }
}

/// The order that journals are shown in.
enum JournalOrder {
  static func journals(_ records: [JournalRecord], counts: [String: Int]) -> [Journal] {
    var found: [String: (journal: Journal, position: Int?)] = [:]
    for record in records where !record.isDeleted {
      found[record.name.lowercased()] = (
        Journal(name: record.name, color: record.color, count: 0, isLocked: record.isLocked),
        record.position
      )
    }
    // Of several spellings that have no record, the most used one counts.
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

/// A change that was made to one of many entries.
package struct EntryChange: Hashable, Sendable {
  package let before: Entry
  package let after: Entry
}

/// What came of a change to many entries.
package struct BulkChanges: Hashable, Sendable {
  /// In the order asked for; those that were as wanted already aren't among them.
  package var changes: [EntryChange] = []
  /// How many were left as they are because someone else wrote them.
  package var refused = 0
  /// Of how many the text was left as it is because it was changed meanwhile.
  package var keptTexts = 0
  /// What the journals' records that were saved with them said before.
  package var journals: [JournalRecord] = []
}

/// Changes to many entries at once. All of them are saved together, and with them what is decided
/// about journals, or nothing is. Ids that don't exist any more are passed over, and so is what
/// someone else wrote.
extension DiaryService {
  /// Makes the same change to each of the entries; those in the trash are passed over. It replaces
  /// the version shown: others stay beside it.
  package func edit(
    _ ids: [ID<Entry>], _ edit: EntryEdit, journals: [JournalRecord] = []
  ) async throws(DiaryError) -> BulkChanges {
    try await rewrite(ids, journals) { edit.applied(to: $0.fields) }
  }

  /// Gives each of the entries the fields of its patch.
  package func patch(
    _ patches: [ID<Entry>: EntryPatch], journals: [JournalRecord] = []
  ) async throws(DiaryError) -> BulkChanges {
    var keptTexts = 0
    var changes = try await rewrite(patches.keys.sorted(), journals) { entry in
      guard let patch = patches[entry.id] else { return entry.fields }
      if !entry.isTrashed, !patch.fits(entry.fields) { keptTexts += 1 }
      return patch.applied(to: entry.fields)
    }
    changes.keptTexts = keptTexts
    return changes
  }

  /// Moves the entries to the trash; those that are there are passed over. Those that have fields
  /// here get them instead.
  package func delete(
    many ids: [ID<Entry>], rewriting fields: [ID<Entry>: EntryFields] = [:],
    journals: [JournalRecord] = []
  ) async throws(DiaryError) -> BulkChanges {
    try await change(ids, journals, as: .deleted) { $0.trashed(or: fields[$0.id]) }
  }

  /// Takes an import back: the same, but for what someone else wrote too, and so that it can be
  /// imported again.
  package func rollBack(
    imported ids: [ID<Entry>], rewriting fields: [ID<Entry>: EntryFields],
    journals: [JournalRecord] = []
  ) async throws(DiaryError) -> BulkChanges {
    let time = time()
    return try await change(ids, journals, as: .deleted, ofAnyone: true, at: time) { entry in
      entry.trashed(or: fields[entry.id]).map { state in
        var state = state
        state.importTrace = ImportOrigin(.takenBack, modified: time)
        return state
      }
    }
  }

  /// Takes the entries out of the trash, each with every version that it had when it went there;
  /// those that aren't there are passed over. Those that have fields here get them instead.
  /// `ofAnyone` is for taking back that an import was taken back.
  package func restore(
    many ids: [ID<Entry>], rewriting fields: [ID<Entry>: EntryFields] = [:],
    ofAnyone: Bool = false, journals: [JournalRecord] = []
  ) async throws(DiaryError) -> BulkChanges {
    try await change(ids, journals, as: .restored, ofAnyone: ofAnyone) {
      entry async throws(DiaryError) in
      if let fields = fields[entry.id] { return entry.rewritten(fields) }
      return entry.isTrashed ? try await self.restored(entry) : []
    }
  }

  private func rewrite(
    _ ids: [ID<Entry>], _ journals: [JournalRecord], _ fields: (Entry) -> EntryFields
  ) async throws(DiaryError) -> BulkChanges {
    try await change(ids, journals, as: .updated) { $0.rewritten(fields($0)) }
  }

  /// `states` gives the states of an entry that are to be saved, the one to be shown last; none to
  /// leave it as it is.
  private func change(
    _ ids: [ID<Entry>], _ journals: [JournalRecord], as kind: DiaryChange.Kind,
    ofAnyone: Bool = false,
    at time: Timestamp? = nil,
    _ states: (Entry) async throws(DiaryError) -> [Entry]
  ) async throws(DiaryError) -> BulkChanges {
    let owner = try await identity().id
    var result = BulkChanges()
    var before: [ID<Entry>: Entry] = [:]
    var fresh: [Entry] = []
    for entry in try await entries(ids: ids) where before[entry.id] == nil {
      guard ofAnyone || entry.isOwn(of: owner) else {
        result.refused += 1
        continue
      }
      let changed = try await states(entry)
      guard !changed.isEmpty else { continue }
      before[entry.id] = entry
      fresh += changed
    }
    guard !fresh.isEmpty || !journals.isEmpty else { return result }
    result.journals = try await said(ofJournals: journals)
    // Of several states of an entry, the last one tells how it is now.
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
  /// The states to save that move it to the trash, or give it other fields if there are some.
  fileprivate func trashed(or fields: EntryFields?) -> [Entry] {
    if let fields { return rewritten(fields) }
    guard !isTrashed else { return [] }
    var trashed = self
    trashed.isTrashed = true
    return [trashed]
  }

  /// The states to save that give it other fields; none in the trash, or if it has them.
  fileprivate func rewritten(_ fields: EntryFields) -> [Entry] {
    let fields = fields.tidied
    guard !isTrashed, !fields.isExactly(self.fields) else { return [] }
    var changed = self
    changed.fields = fields
    changed.heads = Array(heads.prefix(1))
    return [changed]
  }
}

// MARK: - Tags

extension DiaryService {
  /// Every tag of the diary with the number of its entries, in no order. Every entry is read.
  package nonisolated func tags() async throws(DiaryError) -> [TagTally] {
    var tallying = TagTallying()
    for await batch in try await batches(EntryQuery()) {
      for entry in batch { tallying.count(entry) }
    }
    return tallying.tallies
  }
}

extension DiaryService {
  /// Gives a tag another name in every entry that has it, in the field and in the text. Where the
  /// other one is a tag already, the two are one from then on.
  package func rename(
    tag old: String, to new: String
  ) async throws(DiaryError) -> BulkChanges {
    let name = try Self.tagName(new)
    let ids = try await ids(EntryQuery(.tag(old)))
    guard !ids.isEmpty else { throw .noSuchTag(old) }
    return try await edit(ids, .renameTag(old, to: name))
  }

  /// A name that a tag can have, without a `#` before it.
  package static func tagName(_ text: String) throws(DiaryError) -> String {
    let name = String(text.trimmed.drop { $0 == "#" }.trimmed)
    guard name.isName else { throw .invalidTag(name) }
    return name
  }
}
