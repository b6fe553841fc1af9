import DiaryCore
import MemoryStore
import TestSupport

/// A diary in memory that counts requests, can fail and reports changes by others.
final class WatchedRepository: DiaryRepository, @unchecked Sendable {
  @Locked private(set) var fetches = 0
  @Locked private(set) var saves = 0
  /// The size of the batches in which entries are read.
  @Locked var batchSize: Int?
  /// The error of every write, until it is `nil` again.
  @Locked var failure: DiaryError?
  @Locked private var readFailures: [Read: DiaryError] = [:]
  @Locked private var elsewhere: [DiaryChange] = []
  @Locked private var assets: Set<AssetID> = []
  /// The reason to forbid writing, which screens ask for.
  @Locked var obstacle: AccountError?
  @Locked private var others: [Author] = []
  private let memory: MemoryRepository

  /// Reads of which several may run at the same time.
  enum Read { case timeline, revisions, changes }

  init(_ memory: MemoryRepository) { self.memory = memory }

  /// Makes the next read of a kind fail.
  func failNextRead(of read: Read, with failure: DiaryError) { readFailures[read] = failure }
  /// Reports a change at the next refresh.
  func hear(_ change: DiaryChange) { elsewhere.append(change) }
  func know(_ author: Author) { others.append(author) }
  func writingObstacle() -> AccountError? { obstacle }
  private func check() throws { if let failure { throw failure } }

  private func check(_ read: Read) throws {
    if let failure = readFailures.removeValue(forKey: read) { throw failure }
  }

  func author(in diary: DiaryName?) async -> Author { await memory.author() }

  func batches(_ query: EntryQuery) async -> EntryBatches {
    fetches += 1
    guard let size = batchSize else { return await memory.batches(query) }
    let entries = await memory.batches(query).all()
    return EntryBatches {
      var rest = entries[...]
      return {
        defer { rest = rest.dropFirst(size) }
        return rest.isEmpty ? nil : Array(rest.prefix(size))
      }
    }
  }

  func sortKeys(_ query: EntryQuery) async -> SortKeyBatches {
    var found: [[EntrySortKey]] = []
    for await batch in await batches(query) { found.append(batch.map(\.sortKey)) }
    return SortKeyBatches { [found] in
      var rest = found[...]
      return { rest.popFirst() }
    }
  }

  func timeline() async throws -> any EntryTimeline {
    try check(.timeline)
    return await memory.timeline()
  }

  func tallies(of days: ClosedRange<CalendarDay>) async -> [DayTally] {
    await memory.tallies(of: days)
  }
  func ids(onThisDay day: CalendarDay, years: Int) async -> [ID<Entry>] {
    await memory.ids(onThisDay: day, years: years)
  }
  func entries(ids: [ID<Entry>]) async -> [Entry] { await memory.entries(ids: ids) }
  func ids(withPrefix prefix: String, limit: Int) async -> [ID<Entry>] {
    await memory.ids(withPrefix: prefix, limit: limit)
  }
  func revisions(of id: ID<Entry>) async throws -> [Revision] {
    try check(.revisions)
    return await memory.revisions(of: id)
  }
  func trash() async -> [Entry] { await memory.trash() }

  func save(_ entries: [Entry], journals: [JournalRecord]) async throws -> [Entry] {
    try check()
    saves += entries.count
    return await memory.save(entries, journals: journals)
  }

  func authors() async -> [Author] { [await memory.author()] + others }
  func comments(on entry: ID<Entry>) async -> [EntryComment] { await memory.comments(on: entry) }
  func commentedEntries() async -> Set<ID<Entry>> { await memory.commentedEntries() }
  func commentedEntries(
    containing phrases: Set<SearchPhrase>
  ) async -> [SearchPhrase: Set<ID<Entry>>] { await memory.commentedEntries(containing: phrases) }
  func missingComments(in comments: [EntryComment]) async -> [EntryComment] {
    await memory.missingComments(in: comments)
  }
  func importComments(_ comments: [EntryComment], by author: AuthorID) async throws
    -> Int
  {
    try check()
    return await memory.importComments(comments, by: author)
  }
  func save(_ comment: EntryComment) async throws -> EntryComment {
    try check()
    return await memory.save(comment)
  }
  func sync(_ id: ID<Entry>) async {}
  func shownRevision(of id: ID<Entry>) async -> Revision? { await memory.shownRevision(of: id) }
  func flush() async {}
  func finish() async {}
  func existingAuthor(in diary: DiaryName?) async -> Author? { await memory.author() }
  func emptyTrash() async throws -> [Entry] {
    try check()
    return await memory.emptyTrash()
  }

  func storeAsset(
    from path: String, type: MediaType
  ) async throws -> (asset: AssetID, size: Int, existed: Bool) {
    try check()
    let asset = AssetID.named(path)
    return (asset, path.utf8.count, !assets.insert(asset).inserted)
  }

  func assetBatch() async throws -> any AssetBatch {
    try check()
    return WatchedBatch(repository: self)
  }
  func asset(ofFileAt path: String) async throws -> AssetID {
    try check()
    return AssetID.named(path)
  }
  func path(of file: AssetFile) -> String { "/assets/\(file.asset)" }
  func rename(author name: String) async throws -> Author {
    try check()
    return await memory.rename(author: name)
  }
  func journals() async -> [JournalRecord] { await memory.journals() }
  func savedSearches() async -> [SavedSearch] { await memory.savedSearches() }
  func save(searches: [SavedSearch]) async throws {
    try check()
    await memory.save(searches: searches)
  }
  func hideLockedJournals(_ isHiding: Bool) async { await memory.hideLockedJournals(isHiding) }
  func hiddenJournals() async -> HiddenJournals { await memory.hiddenJournals() }
  func journalCounts() async -> [String: Int] { await memory.journalCounts() }
  func status() async -> DiaryStatus { await memory.status() }
  func refresh() async throws -> [DiaryChange] {
    try check(.changes)
    defer { elsewhere = [] }
    return elsewhere
  }
}

extension AssetID {
  /// Returns a photo's ID, derived from its name.
  static func named(_ name: String) -> AssetID {
    AssetID(digest: (Array(name.utf8.suffix(32)) + [UInt8](repeating: 0, count: 32)).prefix(32))
  }
}

private struct WatchedBatch: AssetBatch {
  let repository: WatchedRepository

  func add(
    from path: String, type: MediaType, isExclusive: Bool
  ) async throws -> (asset: AssetID, size: Int, existed: Bool) {
    try await repository.storeAsset(from: path, type: type)
  }

  func commit(_ wanted: Set<AssetID>) async {}
  func discard() async {}
}
