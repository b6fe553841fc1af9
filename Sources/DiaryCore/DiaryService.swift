/// Applies the diary's rules to every read and change, and passes them on to a `DiaryRepository`.
///
/// Screens and sub-commands use only this actor. It decides which entries are valid, who may edit
/// them, and which versions an update replaces. Lists are newest first unless a query asks
/// otherwise.
package actor DiaryService {
  let repository: any DiaryRepository
  let inspector: any PhotoInspector
  let fetcher: (any AssetFetching)?
  /// The words in the diary's photos.
  package nonisolated let photoTexts: PhotoTexts
  private let now: @Sendable () -> Timestamp
  /// Receives the changes of each save. It must return immediately.
  private let saved: (@Sendable ([DiaryChange]) -> Void)?
  private let findNearby: NearbySearch
  private var subscribers: [Int: AsyncStream<DiaryChange>.Continuation] = [:]
  private var nextSubscriber = 0
  /// The entries with links, once `linkScan` has found them.
  var knownLinks = LinkSources()
  /// The search for all links in the diary, begun when they are first needed.
  var linkScan: Task<Void, any Error>?

  /// - Parameters:
  ///   - fetcher: fetches photos that are only on other devices; `nil` without sync.
  ///   - saved: receives the changes of each save, after it, and must return immediately. It isn't
  ///     called for imports of other diaries.
  ///   - findNearby: finds the entries near a place; by default, none.
  ///   - now: returns the current time.
  package init(
    repository: any DiaryRepository, inspector: any PhotoInspector,
    fetcher: (any AssetFetching)? = nil, photoTexts: PhotoTexts = PhotoTexts(),
    saved: (@Sendable ([DiaryChange]) -> Void)? = nil,
    findNearby: @escaping NearbySearch = { _, _ in [] },
    now: @escaping @Sendable () -> Timestamp
  ) {
    self.repository = repository
    self.inspector = inspector
    self.fetcher = fetcher
    self.photoTexts = photoTexts
    self.saved = saved
    self.findNearby = findNearby
    self.now = now
  }

  // MARK: Identity and state

  /// Returns the author of new entries, and creates one on first use.
  ///
  /// - Throws: an error if the diary can't be read or written.
  package func author() async throws -> Author { try await repository.author(in: nil) }

  /// Returns the diary's author without creating one; `nil` if it has none yet.
  ///
  /// - Throws: an error if the diary can't be read.
  package func existingAuthor() async throws -> Author? {
    try await repository.existingAuthor(in: nil)
  }

  /// Returns the author of new entries in the diary that contains `entry`, without creating one.
  ///
  /// - Throws: an error if the diary can't be read.
  package func existingAuthor(for entry: Entry) async throws -> Author? {
    try await repository.existingAuthor(in: entry.origin?.diary)
  }

  /// Returns the reason why this user can't write in the diary; `nil` if they can.
  ///
  /// - Throws: an error if the diary can't be read.
  package func writingObstacle() async throws -> AccountError? {
    try await repository.writingObstacle()
  }

  /// Returns the diary's status. Never throws, even if the store is damaged.
  package func status() async -> DiaryStatus { await repository.status() }

  /// Changes the author's display name, without the white space around it.
  ///
  /// - Throws: `DiaryError.invalidName` if nothing of the name is visible; an error if it
  ///   can't be saved.
  package func rename(author name: String) async throws -> Author {
    guard let name = Author.name(from: name) else { throw DiaryError.invalidName(name) }
    return try await repository.rename(author: name)
  }

  // MARK: Reading

  /// Returns all entries that match, newest first unless the query says otherwise.
  ///
  /// - Throws: an error if the diary can't be read.
  package func entries(_ query: EntryQuery = EntryQuery()) async throws -> [Entry] {
    await (try await batches(query)).all()
  }

  /// Returns the entries that match, in batches as they are found.
  ///
  /// - Throws: an error if the diary can't be read.
  package func batches(_ query: EntryQuery) async throws -> EntryBatches {
    try await repository.batches(try await resolve(query))
  }

  /// Returns the sort keys of the entries that match, for callers that hold many entries and read
  /// only some of them by ID.
  ///
  /// - Throws: an error if the diary can't be read.
  package func sortKeys(_ query: EntryQuery) async throws -> SortKeyBatches {
    try await repository.sortKeys(try await resolve(query))
  }

  /// Returns the IDs of the entries that match, in the query's order.
  ///
  /// - Throws: an error if the diary can't be read.
  package func ids(_ query: EntryQuery) async throws -> [ID<Entry>] {
    var ids: [ID<Entry>] = []
    for await orders in try await sortKeys(query) { ids += orders.map(\.id) }
    return ids
  }

  /// Returns the number of entries that match. If the task is canceled, counts only the entries
  /// read so far.
  ///
  /// - Throws: an error if the diary can't be read.
  package func count(_ predicate: EntryPredicate = .all) async throws -> Int {
    if predicate == .all { return try await repository.timeline().count }
    var count = 0
    for await orders in try await sortKeys(EntryQuery(predicate)) { count += orders.count }
    return count
  }

  /// Resolves the parts of a predicate that an entry alone can't answer: names of authors become
  /// IDs, searched phrases get the IDs of the entries whose comments contain them and of the photos
  /// whose words do, and places get the IDs of the entries nearby.
  ///
  /// - Throws: `DiaryError.noSuchPlace` for a place without a position; an error if the
  ///   diary can't be read.
  package func resolve(_ predicate: EntryPredicate) async throws -> EntryPredicate {
    var phrases: Set<SearchPhrase> = []
    var photoPhrases: Set<SearchPhrase> = []
    var near: [Vicinity: Set<ID<Entry>>] = [:]
    for leaf in predicate.leaves {
      switch leaf {
      case .text(let phrase, _, _): phrases.insert(phrase)
      case .photoText(let phrase, _): photoPhrases.insert(phrase)
      case .near(let vicinity, _): near[vicinity] = []
      default: break
      }
    }
    photoPhrases.formUnion(phrases)
    let commented =
      phrases.isEmpty ? [:] : try await repository.commentedEntries(containing: phrases)
    let photos =
      photoPhrases.isEmpty ? [:] : await photoTexts.photos(containing: photoPhrases)
    for vicinity in near.keys { near[vicinity] = try await findNearby(vicinity, self) }
    return try await predicate.mappingLeaves { [near] leaf in
      switch leaf {
      case .author(let name, _): .author(name, named: try await authors(named: name))
      case .text(let phrase, _, _):
        .text(phrase, inCommentsOf: commented[phrase] ?? [], inPhotos: photos[phrase] ?? [])
      case .photoText(let phrase, _): .photoText(phrase, inPhotos: photos[phrase] ?? [])
      case .near(let vicinity, _): .near(vicinity, at: near[vicinity] ?? [])
      default: leaf
      }
    }
  }

  private func authors(named name: String) async throws -> Set<AuthorID> {
    let phrase = SearchPhrase(name, isExact: true, accents: .ignored)
    let authors = try await repository.authors()
    return Set(authors.filter { FoldedText($0.name).contains(phrase) }.map(\.id))
  }

  private func resolve(_ query: EntryQuery) async throws -> EntryQuery {
    var query = query
    query.predicate = try await resolve(query.predicate)
    return query
  }

  /// Returns the number of entries that are newer than the one with this sort key.
  ///
  /// - Throws: an error if the diary can't be read.
  package func rank(of order: EntrySortKey) async throws -> Int {
    try await repository.timeline().countNewer(than: order)
  }

  /// Returns the numbers of entries in the list, 1 for the newest. Entries in the trash have none.
  ///
  /// - Throws: an error if the diary can't be read.
  package func numbers(of entries: [Entry]) async throws -> [ID<Entry>: Int] {
    let timeline = try await repository.timeline()
    var numbers: [ID<Entry>: Int] = [:]
    var guess: Int?
    for entry in entries where !entry.isTrashed {
      let rank = timeline.rank(of: entry.sortKey, near: guess)
      numbers[entry.id] = timeline.count - rank
      guess = rank
    }
    return numbers
  }

  /// Returns the number of entries and photos for each day that has entries, in order.
  ///
  /// - Throws: an error if the diary can't be read.
  package func tallies(of days: ClosedRange<CalendarDay>) async throws -> [DayTally] {
    try await repository.tallies(of: days)
  }

  /// Returns the entries of this day in earlier years, newest first. Of the years that have some,
  /// only the latest `years` are read.
  ///
  /// - Throws: an error if the diary can't be read.
  package func entries(onThisDay day: CalendarDay, years: Int = .max) async throws -> [Entry] {
    try await repository.entries(ids: ids(onThisDay: day, years: years))
  }

  /// Returns the IDs of the same entries as `entries(onThisDay:years:)`. Doesn't read the entries.
  ///
  /// - Throws: an error if the diary can't be read.
  package func ids(onThisDay day: CalendarDay, years: Int = .max) async throws -> [ID<Entry>] {
    try await repository.ids(onThisDay: day, years: years)
  }

  /// Returns the entry with this ID, even from the trash.
  ///
  /// - Throws: `DiaryError.noSuchEntry` if there is none; an error if the diary can't be
  ///   read.
  package func entry(_ id: ID<Entry>) async throws -> Entry {
    guard let entry = try await repository.entries(ids: [id]).first else {
      throw DiaryError.noSuchEntry(id.description)
    }
    return entry
  }

  /// Returns the entries that still exist, in the order of `ids`, including those in the trash.
  ///
  /// - Throws: an error if the diary can't be read.
  package func entries(ids: [ID<Entry>]) async throws -> [Entry] {
    try await repository.entries(ids: ids)
  }

  /// Returns the only entry whose ID begins with these hexadecimal digits. Hyphens are ignored.
  ///
  /// - Throws: `DiaryError.noSuchEntry` or `DiaryError.ambiguousID` if not exactly one entry
  ///   matches; `DiaryError.hiddenEntry` if it is in a hidden journal.
  package func entry(withPrefix prefix: String) async throws -> Entry {
    let digits = prefix.lowercased().filter { $0 != "-" }
    guard !digits.isEmpty, digits.utf8.allSatisfy({ hexadecimalValue(of: $0) != nil }) else {
      throw DiaryError.noSuchEntry(prefix)
    }
    let ids = try await repository.ids(withPrefix: digits, limit: 100)
    guard let id = ids.first else { throw DiaryError.noSuchEntry(prefix) }
    guard ids.count == 1 else { throw DiaryError.ambiguousID(prefix, count: ids.count) }
    let entry = try await entry(id)
    if try await repository.hiddenJournals().contains(entry) { throw DiaryError.hiddenEntry }
    return entry
  }

  /// Returns the entries in the trash, the last modified first, without those in hidden journals.
  ///
  /// - Throws: an error if the diary can't be read.
  package func trash() async throws -> [Entry] {
    let hidden = try await repository.hiddenJournals()
    return try await repository.trash().filter { !hidden.contains($0) }
  }

  // MARK: History

  /// Returns all revisions of an entry, the latest first, even if it is in the trash.
  ///
  /// - Throws: `DiaryError.noSuchEntry` if there are none; an error if the diary can't be
  ///   read.
  package func history(of id: ID<Entry>) async throws -> [Revision] {
    let revisions = try await repository.revisions(of: id)
    guard !revisions.isEmpty else { throw DiaryError.noSuchEntry(id.description) }
    return revisions.reversed()
  }

  /// Returns the heads of an entry, the shown one first. There are several after concurrent edits,
  /// or an edit concurrent with a deletion.
  ///
  /// - Throws: `DiaryError.noSuchEntry` if there is no such entry; an error if the diary
  ///   can't be read.
  package func versions(of id: ID<Entry>) async throws -> [Revision] {
    let heads = try await entry(id).heads
    let revisions = try await repository.revisions(of: id)
    return heads.compactMap { head in revisions.first { $0.id == head } }
  }

  /// Returns the only revision of an entry whose ID begins with these digits.
  ///
  /// - Throws: `DiaryError.noSuchRevision` or `DiaryError.ambiguousRevision` if not exactly one
  ///   revision matches; `DiaryError.noSuchEntry` if there is no such entry.
  package func revision(withPrefix prefix: String, of id: ID<Entry>) async throws -> Revision {
    let digits = prefix.lowercased()
    let history = try await history(of: id)
    let found = history.filter { $0.id.description.hasPrefix(digits) }
    guard let revision = found.first, !digits.isEmpty else {
      throw DiaryError.noSuchRevision(prefix, title: history[0].entry.displayTitle)
    }
    guard found.count == 1 else { throw DiaryError.ambiguousRevision(prefix, count: found.count) }
    return revision
  }

  /// Restores the fields of an earlier revision. The result replaces all current versions, because
  /// the caller has seen the history.
  ///
  /// - Throws: the errors of `revision(withPrefix:of:)` and `update(_:to:basedOn:)`.
  package func revert(_ id: ID<Entry>, to revision: ID<Revision>) async throws -> Entry {
    let earlier = try await self.revision(withPrefix: revision.description, of: id).entry
    return try await update(id, to: earlier.fields, basedOn: try await entry(id).heads)
  }

  // MARK: Writing

  /// Adds an entry by this diary's author.
  ///
  /// - Parameter diary: the diary to add it to, if several are shown as one.
  /// - Throws: `DiaryError.emptyEntry` if there is nothing to save; an error if it can't
  ///   be saved.
  package func add(_ fields: EntryFields, to diary: DiaryName? = nil) async throws -> Entry {
    let fields = try Self.checked(fields)
    let time = now()
    let author = try await repository.author(in: diary)
    var entry = Entry(
      id: .random(), fields: fields, author: author.id, created: time, modified: time)
    entry.origin = diary.map { EntryOrigin(diary: $0, author: author.name, isOwn: true) }
    return try await save(entry, as: .added)
  }

  /// Replaces the editable fields of an entry. The date changes only if `fields` has another one.
  ///
  /// - Parameter base: the revisions that the user saw; by default the shown one. If another
  ///   revision has been saved since, both are kept. Several revisions are merged into one.
  /// - Throws: `DiaryError.emptyEntry`, `DiaryError.inTrash` or `DiaryError.notTheAuthor` if the
  ///   update isn't allowed; an error if it can't be saved.
  package func update(
    _ id: ID<Entry>, to fields: EntryFields, basedOn base: [ID<Revision>]? = nil
  ) async throws -> Entry {
    var entry = try await editable(id)
    guard !entry.isTrashed else { throw DiaryError.inTrash(title: entry.displayTitle) }
    let fields = try Self.checked(fields)
    let base = base ?? Array(entry.heads.prefix(1))
    // Merging several versions is a change even if the result equals the shown version.
    guard base.count > 1 || !fields.isExactly(entry.fields) else {
      try await repository.sync(id)
      return entry
    }
    entry.fields = fields
    entry.modified = now()
    entry.heads = base
    return try await save(entry, as: .updated)
  }

  /// Moves an entry to the trash. Does nothing if it is already there.
  ///
  /// - Throws: `DiaryError.noSuchEntry` or `DiaryError.notTheAuthor` if the user can't delete it;
  ///   an error if it can't be saved.
  package func delete(_ id: ID<Entry>) async throws -> Entry {
    var entry = try await editable(id)
    guard !entry.isTrashed else {
      try await repository.sync(id)
      return entry
    }
    entry.isTrashed = true
    entry.modified = now()
    return try await save(entry, as: .deleted)
  }

  /// Restores an entry from the trash, with all versions that it had when it was deleted.
  ///
  /// - Throws: `DiaryError.notInTrash` or `DiaryError.notTheAuthor` if it can't be restored;
  ///   an error if it can't be saved.
  package func restore(_ id: ID<Entry>) async throws -> Entry {
    let entry = try await editable(id)
    guard entry.isTrashed else { throw DiaryError.notInTrash(title: entry.displayTitle) }
    guard let saved = try await saveAll(try await restored(entry), at: now()).last else {
      return entry
    }
    publish([DiaryChange(.restored, saved)])
    return saved
  }

  /// Returns the states to save to restore an entry from the trash. The last one is shown.
  func restored(_ entry: Entry) async throws -> [Entry] {
    var entry = entry
    entry.isTrashed = false
    let others = try await versionsBesideShown(of: entry).map { fields in
      var other = entry
      other.fields = fields
      return other
    }
    return others.reversed() + [entry]
  }

  /// Saves states of entries, modified at `time`, together with records of journals, atomically.
  func saveAll(
    _ entries: [Entry], at time: Timestamp, journals: [JournalRecord] = []
  ) async throws -> [Entry] {
    try await repository.save(
      entries.map { entry in
        var entry = entry
        entry.modified = time
        return entry
      }, journals: journals)
  }

  /// Returns the fields of the versions that were deleted together with the shown one and differ
  /// from it: its concurrent versions, and those deleted on other devices.
  private func versionsBesideShown(of entry: Entry) async throws -> [EntryFields] {
    if entry.heads.count == 1 {
      guard let shown = try await repository.shownRevision(of: entry.id), shown.parents.count > 1
      else { return [] }
    }
    let revisions = try await repository.revisions(of: entry.id)
    func revision(_ id: ID<Revision>) -> Revision? { revisions.first { $0.id == id } }
    var ended: [Revision] = []
    for head in entry.heads.compactMap(revision) {
      let versions = head.parents.dropFirst().compactMap(revision)
      ended += [head] + versions.filter { !$0.entry.isTrashed }
    }
    var others: [EntryFields] = []
    for fields in ended.map(\.entry.fields)
    where !fields.isExactly(entry.fields) && !others.contains(where: fields.isExactly) {
      others.append(fields)
    }
    return others
  }

  /// Permanently deletes the entries in the trash. Returns their number.
  ///
  /// - Throws: `DiaryError.hiddenInTrash` if some of them are in hidden journals;
  ///   `DiaryError.store` if they can't be deleted.
  package func emptyTrash() async throws -> Int {
    // The user can't have seen hidden entries, so they aren't deleted permanently.
    let hidden = try await repository.hiddenJournals()
    if !hidden.isEmpty,
      try await repository.trash().contains(where: { hidden.contains($0) })
    {
      throw DiaryError.hiddenInTrash
    }
    let purged = try await repository.emptyTrash()
    publish(purged.map { DiaryChange(.purged, $0) })
    return purged.count
  }

  /// Returns `true` if the diary's index was damaged and has been rebuilt since the last call.
  ///
  /// - Throws: the error of an earlier request that the damaged index couldn't answer.
  package func wasIndexRebuilt() async throws -> Bool {
    try await repository.wasIndexRebuilt()
  }

  /// Returns the current time, which new entries get as their time of creation.
  package nonisolated func time() -> Timestamp { now() }

  /// Makes everything in the diary durable, including what other programs wrote, and updates
  /// derived data. Called before an import relies on it, and after the last `addImported`.
  ///
  /// - Throws: an error if the diary can't be read or written.
  package func flush() async throws { try await repository.flush() }

  /// Waits for background work after saves. Must be called before the program exits.
  package func finish() async { await repository.finish() }

  // MARK: Subscriptions

  /// Returns a stream of all changes from now on: those of this service, and those of other
  /// programs that `refresh` finds.
  package func changes() -> AsyncStream<DiaryChange> {
    let number = nextSubscriber
    nextSubscriber += 1
    let (stream, continuation) = AsyncStream.makeStream(of: DiaryChange.self)
    continuation.onTermination = { [weak self] _ in
      Task { await self?.unsubscribe(number) }
    }
    subscribers[number] = continuation
    return stream
  }

  /// Finds changes by other programs, and sends them to the subscribers, too.
  ///
  /// - Throws: an error if the diary can't be read.
  @discardableResult
  package func refresh() async throws -> [DiaryChange] {
    let changes = try await repository.refresh()
    recordLinks(changes)
    let hidden = try await repository.hiddenJournals()
    let visible = changes.map { $0.hiding(hidden) }
    send(visible)
    return visible
  }

  private func unsubscribe(_ number: Int) { subscribers[number] = nil }

  /// Sends the changes of one save to all subscribers.
  func publish(_ changes: [DiaryChange]) {
    recordLinks(changes)
    send(changes)
    saved?(changes)
  }

  private func send(_ changes: [DiaryChange]) {
    for subscriber in subscribers.values {
      for change in changes { subscriber.yield(change) }
    }
  }

  // MARK: Rules

  private static func checked(_ fields: EntryFields) throws -> EntryFields {
    let tidied = fields.normalized
    guard !tidied.isEmpty else { throw DiaryError.emptyEntry }
    return tidied
  }

  func editable(_ id: ID<Entry>) async throws -> Entry {
    let entry = try await entry(id)
    guard entry.isWritten(by: try await repository.author(in: nil).id) else {
      throw DiaryError.notTheAuthor(title: entry.displayTitle)
    }
    return entry
  }

  private func save(_ entry: Entry, as kind: DiaryChange.Kind) async throws -> Entry {
    guard let saved = try await repository.save([entry]).first else { return entry }
    publish([DiaryChange(kind, saved)])
    return saved
  }
}

/// A version of an entry that has been merged with others and can be restored.
package struct EntryVersion: Hashable, Sendable {
  package var revision: ID<Revision>
  package var fields: EntryFields
  /// `true` if this version is a deletion.
  package var isDeletion: Bool

  package init(revision: ID<Revision>, fields: EntryFields, isDeletion: Bool) {
    self.revision = revision
    self.fields = fields
    self.isDeletion = isDeletion
  }

  package init(_ revision: Revision) {
    self.init(
      revision: revision.id, fields: revision.entry.fields, isDeletion: revision.entry.isTrashed)
  }
}

extension DiaryService {
  /// Restores merged versions of an entry in one save. They replace `base`; the first one is shown.
  ///
  /// If the entry already equals the last version, that one isn't saved again and the others are
  /// added to it. Returns the entry and the revisions that the versions have now.
  ///
  /// - Throws: `DiaryError.inTrash` or `DiaryError.notTheAuthor` if the entry can't be changed;
  ///   an error if it can't be saved.
  package func restoreVersions(
    _ versions: [EntryVersion], of id: ID<Entry>, replacing base: [ID<Revision>]
  ) async throws -> (entry: Entry, revisions: [ID<Revision>]) {
    let entry = try await editable(id)
    guard !entry.isTrashed else { throw DiaryError.inTrash(title: entry.displayTitle) }
    var revisions = versions.map(\.revision)
    // The last state saved is the one shown, so only the last version can be there already.
    var kept: Int?
    if let last = versions.last, let shown = entry.heads.first, base == [shown], !last.isDeletion,
      last.fields.isExactly(entry.fields)
    {
      kept = versions.count - 1
      revisions[versions.count - 1] = shown
    }
    let places = versions.indices.reversed().filter { $0 != kept }
    let saved = try await saveAll(
      places.map { index in
        var state = entry
        state.fields = versions[index].fields
        state.isTrashed = versions[index].isDeletion
        state.heads = kept == nil ? base : [versions[index].revision]
        return state
      }, at: time())
    guard let last = saved.last else { return (entry, revisions) }
    var known = Set(entry.heads)
    for (index, state) in zip(places, saved) {
      guard let new = state.heads.first(where: { !known.contains($0) }) else { continue }
      revisions[index] = new
      known.insert(new)
    }
    publish([DiaryChange(.updated, last)])
    return (last, revisions)
  }
}

extension DiaryService {
  /// Counts the entries of a query and returns the result. Reads every entry. If the task is
  /// canceled, the result is incomplete.
  ///
  /// - Parameters:
  ///   - linked: the entries with links in or out, to count the others; `nil` for no such count.
  ///   - report: called after each batch with the result so far.
  /// - Throws: an error if the diary can't be read.
  package nonisolated func countEntries(
    _ query: EntryQuery, linked: Set<ID<Entry>>? = nil,
    _ report: (StatisticsCounter) -> Void = { _ in }
  ) async throws -> StatisticsCounter {
    var counting = StatisticsCounter(linked: linked)
    for await batch in try await batches(query) {
      for entry in batch { counting.count(entry) }
      report(counting)
    }
    return counting
  }
}
