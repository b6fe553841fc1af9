import DiaryCore
import MemoryStore
import Synchronization
import TestSupport

/// A diary in memory that counts what is asked of it, fails when told to, and hears of changes
/// made elsewhere. Photos are named by their paths: no file is read.
final class WatchedRepository: DiaryRepository {
  private struct Notes {
    var fetches = 0
    var saves = 0
    var batchSize: Int?
    var failure: DiaryError?
    var readFailure: DiaryError?
    var elsewhere: [DiaryChange] = []
    var assets: Set<AssetID> = []
    var obstacle: AccountError?
    var others: [Author] = []
  }

  private let memory: MemoryRepository
  private let notes = Mutex(Notes())

  init(_ memory: MemoryRepository) { self.memory = memory }

  /// How often entries were read.
  var fetches: Int { notes.withLock { $0.fetches } }

  /// How many entries were saved.
  var saves: Int { notes.withLock { $0.saves } }

  /// From now on entries come that many at a time.
  func giveBatches(of size: Int) { notes.withLock { $0.batchSize = size } }

  /// Every write from now on fails, until `nil`.
  func fail(with failure: DiaryError?) { notes.withLock { $0.failure = failure } }

  /// The next question for a rank or for an entry's states fails.
  func failNextRead(with failure: DiaryError) { notes.withLock { $0.readFailure = failure } }

  /// The next look for changes finds this one.
  func hear(_ change: DiaryChange) { notes.withLock { $0.elsewhere.append(change) } }

  /// Nothing can be written from now on, which screens hear of when they ask.
  func forbidWriting(_ obstacle: AccountError?) { notes.withLock { $0.obstacle = obstacle } }

  func writingObstacle() -> AccountError? { notes.withLock { $0.obstacle } }

  private func check() throws(DiaryError) {
    if let failure = notes.withLock({ $0.failure }) { throw failure }
  }

  private func checkRead() throws(DiaryError) {
    let failure = notes.withLock { notes in
      defer { notes.readFailure = nil }
      return notes.readFailure
    }
    if let failure { throw failure }
  }

  func owner() async -> Author { await memory.owner() }

  func batches(_ query: EntryQuery) async -> EntryBatches {
    let size = notes.withLock { notes in
      notes.fetches += 1
      return notes.batchSize
    }
    guard let size else { return await memory.batches(query) }
    let entries = await memory.batches(query).all()
    return EntryBatches {
      var rest = entries[...]
      return {
        defer { rest = rest.dropFirst(size) }
        return rest.isEmpty ? nil : Array(rest.prefix(size))
      }
    }
  }

  func orders(_ query: EntryQuery) async -> OrderBatches {
    var found: [[EntrySortKey]] = []
    for await batch in await batches(query) { found.append(batch.map(\.order)) }
    return OrderBatches { [found] in
      var rest = found[...]
      return { rest.popFirst() }
    }
  }

  func timeline() async -> any EntryTimeline { await memory.timeline() }

  func count(_ predicate: EntryPredicate) async -> Int { await memory.count(predicate) }
  func rank(of order: EntrySortKey) async throws(DiaryError) -> Int {
    try checkRead()
    return await memory.rank(of: order)
  }

  func tallies(of days: ClosedRange<CalendarDay>) async -> [DayTally] {
    await memory.tallies(of: days)
  }

  func ids(returningOn day: CalendarDay) async -> [ID<Entry>] {
    await memory.ids(returningOn: day)
  }

  func entries(ids: [ID<Entry>]) async -> [Entry] { await memory.entries(ids: ids) }

  func ids(withPrefix prefix: String, limit: Int) async -> [ID<Entry>] {
    await memory.ids(withPrefix: prefix, limit: limit)
  }

  func revisions(of id: ID<Entry>) async throws(DiaryError) -> [Revision] {
    try checkRead()
    return await memory.revisions(of: id)
  }

  func trash() async -> [Entry] { await memory.trash() }

  func save(
    _ entries: [Entry], journals: [JournalRecord]
  ) async throws(DiaryError) -> [Entry] {
    try check()
    notes.withLock { $0.saves += entries.count }
    return await memory.save(entries, journals: journals)
  }

  /// Somebody else writes in the diary, too.
  func know(_ author: Author) { notes.withLock { $0.others.append(author) } }

  func authors() async -> [Author] { [await memory.owner()] + notes.withLock { $0.others } }

  func comments(on entry: ID<Entry>) async -> [EntryComment] { await memory.comments(on: entry) }
  func commentedEntries() async -> Set<ID<Entry>> { await memory.commentedEntries() }

  func commentedEntries(
    saying phrases: Set<SearchPhrase>
  ) async -> [SearchPhrase: Set<ID<Entry>>] { await memory.commentedEntries(saying: phrases) }

  func lacking(_ comments: [EntryComment]) async -> [EntryComment] {
    await memory.lacking(comments)
  }

  func bring(_ comments: [EntryComment], by author: AuthorID) async throws(DiaryError) -> Int {
    try check()
    return await memory.bring(comments, by: author)
  }

  func save(_ comment: EntryComment) async throws(DiaryError) -> EntryComment {
    try check()
    return await memory.save(comment)
  }

  func sync(_ id: ID<Entry>) async {}

  func shownRevision(of id: ID<Entry>) async -> Revision? { await memory.shownRevision(of: id) }

  func settle() async {}
  func finish() async {}
  func existingOwner() async -> Author? { await memory.owner() }

  func emptyTrash() async throws(DiaryError) -> [Entry] {
    try check()
    return await memory.emptyTrash()
  }

  func storeAsset(
    from path: String, type: MediaType
  ) async throws(DiaryError) -> (asset: AssetID, size: Int, wasThere: Bool) {
    try check()
    let asset = AssetID.named(path)
    return (asset, path.utf8.count, !notes.withLock { $0.assets.insert(asset).inserted })
  }

  func assetBatch() async throws(DiaryError) -> any AssetBatch {
    try check()
    return WatchedBatch(repository: self)
  }

  func asset(ofFileAt path: String) async throws(DiaryError) -> AssetID {
    try check()
    return AssetID.named(path)
  }

  func path(of file: AssetFile) -> String { "/assets/\(file.asset)" }
  func rename(author name: String) async throws(DiaryError) -> Author {
    try check()
    return await memory.rename(author: name)
  }

  func journals() async -> [JournalRecord] { await memory.journals() }
  func hideLockedJournals(_ isHiding: Bool) async { await memory.hideLockedJournals(isHiding) }
  func hiddenJournals() async -> HiddenJournals { await memory.hiddenJournals() }
  func journalCounts() async -> [String: Int] { await memory.journalCounts() }

  func status() async -> DiaryStatus { await memory.status() }

  func refresh() async -> [DiaryChange] {
    notes.withLock { notes in
      defer { notes.elsewhere = [] }
      return notes.elsewhere
    }
  }
}

extension AssetID {
  /// A stable name for a photo of the tests.
  static func named(_ name: String) -> AssetID {
    AssetID(digest: (Array(name.utf8.suffix(32)) + [UInt8](repeating: 0, count: 32)).prefix(32))
  }
}

/// Keeps each file at once.
private struct WatchedBatch: AssetBatch {
  let repository: WatchedRepository

  func add(
    from path: String, type: MediaType, isOwn: Bool
  ) async throws(DiaryError) -> (asset: AssetID, size: Int, wasThere: Bool) {
    try await repository.storeAsset(from: path, type: type)
  }

  func keep(_ wanted: Set<AssetID>) async {}
  func discard() async {}
}
