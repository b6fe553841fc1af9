import DiaryCore

/// The journals of a diary on disk: their records, and how many entries are in each.
extension DiskRepository {
  package func journals() throws(DiaryError) -> [JournalRecord] {
    try catchUp()
    return try journalLines().map(\.decision.record)
  }

  /// The newest decision about each journal, the oldest first, with those of files that version 0.1.0
  /// has written.
  private func journalLines() throws(DiaryError) -> [JournalLine] {
    var records = follower.records
    let horizon = ClockHorizon(at: now())
    for line in try JournalFolder(layout: layout).lines() {
      records.apply(RecordLine(line), horizon)
    }
    return records.journalLines
  }

  /// Adds decisions about journals to what is going to be saved, and before them those that stand in
  /// files alone.
  func add(_ decided: [JournalRecord], to batch: inout LineBatch) throws(DiaryError) {
    let known = try journalLines()
    let saved = Set(follower.records.journalLines)
    for line in known where !saved.contains(line) {
      batch.add([.journal(line.decision)], decidedAt: line.clock)
    }
    batch.add(
      decided.map { record in
        let same = known.first { $0.decision.record.name.isSameName(as: record.name) }
        return .journal(
          JournalDecision(record, unknownMembers: same?.decision.unknownMembers ?? []))
      })
  }

  package func journalCounts() async throws(DiaryError) -> [String: Int] {
    await Self.journalCounts(of: try currentTable())
  }

  /// Beside the actor: in a large diary it takes longer than a key may wait.
  @concurrent private nonisolated static func journalCounts(
    of table: EntryTable
  ) async -> [String: Int] {
    table.journalCounts()
  }

  // MARK: Locked ones

  package func hideLockedJournals(_ isHiding: Bool) { hidesLockedJournals = isHiding }

  package func hiddenJournals() throws(DiaryError) -> HiddenJournals {
    guard hidesLockedJournals else { return .none }
    try catchUp()
    return follower.records.lockedJournals
  }

  /// What is listed, found and counted.
  func shownTable() throws(DiaryError) -> EntryTable {
    guard hidesLockedJournals else { return try currentTable() }
    try catchUp()
    // Whoever opens the diary next finds them listed.
    if follower.isListingDue { beginRewriting() }
    return follower.tableWithoutLocked()
  }
}
