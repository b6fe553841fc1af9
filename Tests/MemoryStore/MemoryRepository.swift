import Crypto
import DiaryCore
import DiaryStore

/// A diary in memory, for tests of all layers above the store.
package actor MemoryRepository: DiaryRepository {
  private var currentAuthor: Author
  private let people: [Author]
  private let device = ID<Device>.random()
  private let now: @Sendable () -> Timestamp
  private var states: [ID<Entry>: IndexedEntry] = [:]
  private var revisions: [ID<Entry>: [Revision]] = [:]
  private var comments: [ID<EntryComment>: EntryComment] = [:]
  private var clock = HybridClock(time: Timestamp(milliseconds: 0))
  private var records: [JournalRecord] = []
  private var searches: [SavedSearch] = []
  private var hidesLockedJournals = false
  private nonisolated let assets = MemoryAssets()

  /// - Parameter people: the authors of other entries.
  package init(
    author: Author = Author(id: .random(), name: "Author"), people: [Author] = [],
    now: @escaping @Sendable () -> Timestamp
  ) {
    currentAuthor = author
    self.people = people
    self.now = now
  }

  package func author(in diary: DiaryName? = nil) -> Author { currentAuthor }
  package func existingAuthor(in diary: DiaryName?) -> Author? { currentAuthor }
  package func authors() -> [Author] { [currentAuthor] + people }

  package func rename(author name: String) -> Author {
    currentAuthor.name = name
    return currentAuthor
  }

  package func batches(_ query: EntryQuery) -> EntryBatches {
    let entries = query.applied(to: query.includesHidden ? current : shown)
    return EntryBatches(whole: { entries })
  }

  package func sortKeys(_ query: EntryQuery) -> SortKeyBatches {
    let orders = query.applied(to: query.includesHidden ? current : shown).map(\.sortKey)
    return SortKeyBatches(whole: { orders })
  }

  package func timeline() -> any EntryTimeline {
    MemoryTimeline(entries: shown.sorted { $0.sortKey < $1.sortKey })
  }

  package func tallies(of days: ClosedRange<CalendarDay>) -> [DayTally] {
    DayTally.counted(shown.map(DayTally.init(of:)), in: days)
  }

  package func ids(onThisDay day: CalendarDay, years: Int) -> [ID<Entry>] {
    EntryQuery().applied(to: shown.filter { $0.date.day.hasAnniversary(on: day) })
      .ofLatest(years: years).map(\.id)
  }

  package func entries(ids: [ID<Entry>]) -> [Entry] { ids.compactMap { states[$0]?.entry } }

  package func ids(withPrefix prefix: String, limit: Int) -> [ID<Entry>] {
    Array(states.keys.filter { $0.description.hasPrefix(prefix) }.sorted().prefix(limit))
  }

  package func trash() -> [Entry] {
    EntryQuery(sort: .modified).applied(to: states.values.map(\.entry).filter(\.isTrashed))
  }

  package func shownRevision(of id: ID<Entry>) -> Revision? {
    revisions[id]?.first { $0.id == states[id]?.entry.heads.first }
  }

  package func revisions(of id: ID<Entry>) -> [Revision] { revisions[id] ?? [] }

  package func save(_ entries: [Entry], journals: [JournalRecord]) -> [Entry] {
    let saved = entries.map { entry in
      clock = clock.next(at: now())
      var saved = entry
      let id = ID<Revision>.random()
      saved.heads = [id]
      let revision = Revision(
        id: id, parents: entry.heads, clock: clock, device: device, entry: saved)
      revisions[entry.id, default: []].append(revision)
      let state = IndexedEntry(of: revisions[entry.id] ?? [])
      states[entry.id] = state
      return state?.entry ?? saved
    }
    for record in journals {
      records.removeAll { $0.name.isSameName(as: record.name) }
      records.append(record)
    }
    return saved
  }

  package func comments(on entry: ID<Entry>) -> [EntryComment] {
    comments.values.filter { $0.entry == entry && !$0.isRemoved }.sorted()
  }

  package func commentedEntries() -> Set<ID<Entry>> {
    Set(comments.values.filter { !$0.isRemoved }.map(\.entry))
  }

  package func commentedEntries(
    containing phrases: Set<SearchPhrase>
  ) -> [SearchPhrase: Set<ID<Entry>>] {
    var entries: [SearchPhrase: Set<ID<Entry>>] = [:]
    for comment in comments.values where !comment.isRemoved {
      for phrase in phrases where FoldedText(comment.text).contains(phrase) {
        entries[phrase, default: []].insert(comment.entry)
      }
    }
    return entries
  }

  package func missingComments(in comments: [EntryComment]) -> [EntryComment] {
    comments.filter { self.comments[$0.id] == nil }
  }

  package func importComments(_ comments: [EntryComment], by author: AuthorID) -> Int {
    var count = 0
    for var comment in missingComments(in: comments) where entries(ids: [comment.entry]).count == 1
    {
      if comment.author == .unassigned { comment.author = author }
      _ = save(comment)
      count += 1
    }
    return count
  }

  package func save(_ comment: EntryComment) -> EntryComment {
    comments[comment.id] = comment
    return comment
  }

  package func journals() -> [JournalRecord] { records }

  package func savedSearches() -> [SavedSearch] { searches }

  package func save(searches: [SavedSearch]) {
    for search in searches {
      self.searches.removeAll { $0.name.isSameName(as: search.name) }
      self.searches.append(search)
    }
  }

  package func journalCounts() -> [String: Int] {
    current.reduce(into: [:]) { $0[$1.journal, default: 0] += 1 }
  }

  package func hideLockedJournals(_ isHiding: Bool) { hidesLockedJournals = isHiding }

  package func hiddenJournals() -> HiddenJournals {
    hidesLockedJournals ? HiddenJournals(lockedBy: records) : .none
  }

  package func emptyTrash() -> [Entry] {
    let trashed = states.values.filter(\.entry.isTrashed)
    let purged = trashed.flatMap { revisions[$0.entry.id] ?? [] }
    for state in trashed {
      states[state.entry.id] = nil
      revisions[state.entry.id] = nil
      comments = comments.filter { $0.value.entry != state.entry.id }
    }
    let kept = Set(revisions.values.joined().flatMap { $0.entry.files.map(\.asset) })
    for file in purged.flatMap(\.entry.files) where !kept.contains(file.asset) {
      assets.remove(file.asset)
    }
    return trashed.map(\.entry)
  }

  package func storeAsset(
    from path: String, type: MediaType
  ) throws -> (asset: AssetID, size: Int, existed: Bool) {
    try assets.add(path)
  }

  package func assetBatch() -> any AssetBatch { MemoryAssetBatch(assets) }

  package nonisolated func asset(ofFileAt path: String) throws -> AssetID {
    AssetID(digest: SHA256.hash(data: try MemoryAssets.read(path)))
  }

  package nonisolated func path(of file: AssetFile) -> String { assets.path(of: file.asset) }

  package func status() -> DiaryStatus {
    var status = DiaryStatus(path: nil, device: device)
    status.format = StoreFormat.version
    status.author = currentAuthor
    status.entries = current.count
    status.trashed = states.count - current.count
    status.assets = assets.count
    status.saved = states.isEmpty ? nil : clock.time
    return status
  }

  package func sync(_ id: ID<Entry>) {}
  package func flush() {}
  package func finish() {}

  package func refresh() -> [DiaryChange] { [] }

  private var shown: [Entry] {
    let hidden = hiddenJournals()
    return current.filter { !hidden.contains($0.journal) }
  }

  private var current: [Entry] { states.values.map(\.entry).filter { !$0.isTrashed } }
}

/// Entries in order.
private struct MemoryTimeline: EntryTimeline {
  let entries: [Entry]

  var count: Int { entries.count }
  func sortKey(at rank: Int) -> EntrySortKey? { entries[rank].sortKey }
  func rank(of order: EntrySortKey, near guess: Int?) -> Int {
    entries.count { $0.sortKey < order }
  }
  func entries(in ranks: Range<Int>) -> [Entry] { Array(entries[ranks]) }
}
