import DiaryCore

/// The journals of a diary on disk: their records, and how many entries are in each.
extension DiskRepository {
  package func journals() throws(DiaryError) -> [JournalRecord] {
    if !follower.isOpen { try checkFormat() }
    return try JournalFolder(layout: layout).lines(ClockHorizon(at: now())).map(\.record)
  }

  /// Saves records, and no entries.
  func save(records: [JournalRecord]) async throws(DiaryError) {
    _ = try await owner()
    try makeStore()
    let device = try deviceFile.id()
    let lock = try await FileLock.waiting(for: layout.lock)
    try catchUp()
    try AppendIntent.rollBack(beside: StoreLayout.anyLog(of: device), in: layout)
    try JournalFolder(layout: layout).save(
      records, device: device, clock: follower.clock, now: now)
    _ = consume lock
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
}
