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
