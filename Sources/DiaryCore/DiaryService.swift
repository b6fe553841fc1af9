/// The façade over a diary, wherever its data lives, and the keeper of its rules: what may be
/// blank, who may edit, what an update leaves as it was, newest first.
package actor DiaryService {
  let repository: any DiaryRepository
  let inspector: any PhotoInspector
  let fetcher: (any AssetFetching)?
  private let now: @Sendable () -> Timestamp
  /// Told of what this service has saved together, which mustn't wait for it.
  private let saved: (@Sendable ([DiaryChange]) -> Void)?
  private var subscribers: [Int: AsyncStream<DiaryChange>.Continuation] = [:]
  private var nextSubscriber = 0

  /// - Parameters:
  ///   - fetcher: brings photos here that are on other machines; `nil` where there is only this one.
  ///   - saved: is told what was saved together, once it is, and must return at once. What an import of
  ///     another diary brings isn't told.
  package init(
    repository: any DiaryRepository, inspector: any PhotoInspector,
    fetcher: (any AssetFetching)? = nil, saved: (@Sendable ([DiaryChange]) -> Void)? = nil,
    now: @escaping @Sendable () -> Timestamp
  ) {
    self.repository = repository
    self.inspector = inspector
    self.fetcher = fetcher
    self.saved = saved
    self.now = now
  }

  // MARK: Identity and state

  /// The author in whose name this service writes.
  package func identity() async throws(DiaryError) -> Author { try await repository.owner() }

  /// The diary's author; `nil` while it has none, for looking at a diary makes nobody its owner.
  package func knownIdentity() async throws(DiaryError) -> Author? {
    try await repository.existingOwner()
  }

  /// Who writes in the diary that an entry is in; `nil` while nobody does.
  package func knownIdentity(for entry: Entry) async throws(DiaryError) -> Author? {
    try await repository.existingOwner(in: entry.origin?.diary)
  }

  /// Why nothing can be written here by whoever uses this machine; `nil` where it can.
  package func writingObstacle() async throws(DiaryError) -> AccountError? {
    try await repository.writingObstacle()
  }

  package func status() async -> DiaryStatus { await repository.status() }

  /// Changes the author's display name, without the white space around it. Throws when nothing of
  /// it could be seen.
  package func rename(author name: String) async throws(DiaryError) -> Author {
    guard let name = Author.name(from: name) else { throw .invalidName(name) }
    return try await repository.rename(author: name)
  }

  // MARK: Reading

  /// Newest first unless the query says otherwise.
  package func entries(_ query: EntryQuery = EntryQuery()) async throws(DiaryError) -> [Entry] {
    await (try await batches(query)).all()
  }

  /// The entries that a query asks for, in batches as they are found.
  package func batches(_ query: EntryQuery) async throws(DiaryError) -> EntryBatches {
    try await repository.batches(try await naming(query))
  }

  /// The sort keys of the entries that a query asks for: for whoever holds many and reads some of
  /// them by their ids.
  package func orders(_ query: EntryQuery) async throws(DiaryError) -> OrderBatches {
    try await repository.orders(try await naming(query))
  }

  /// The ids alone, in the query's order.
  package func ids(_ query: EntryQuery) async throws(DiaryError) -> [ID<Entry>] {
    var ids: [ID<Entry>] = []
    for await orders in try await orders(query) { ids += orders.map(\.id) }
    return ids
  }

  package func count(_ predicate: EntryPredicate = .all) async throws(DiaryError) -> Int {
    try await repository.count(try await naming(predicate))
  }

  /// The condition with the ids of the authors that it names, and of the entries under which is said what
  /// it looks for: as whoever asks it of entries needs it.
  package func naming(
    _ predicate: EntryPredicate
  ) async throws(DiaryError) -> EntryPredicate {
    var predicate = predicate
    if predicate.namesAuthors { predicate = predicate.naming(try await repository.authors()) }
    let phrases = predicate.textPhrases
    guard !phrases.isEmpty else { return predicate }
    return predicate.knowing(try await repository.commentedEntries(saying: phrases))
  }

  private func naming(_ query: EntryQuery) async throws(DiaryError) -> EntryQuery {
    var query = query
    query.predicate = try await naming(query.predicate)
    return query
  }

  /// How many entries are newer than the one of this order.
  package func rank(of order: EntrySortKey) async throws(DiaryError) -> Int {
    try await repository.rank(of: order)
  }

  /// What the days that have entries have, in their order.
  package func tallies(of days: ClosedRange<CalendarDay>) async throws(DiaryError) -> [DayTally] {
    try await repository.tallies(of: days)
  }

  /// The entries of this day in earlier years, newest first.
  package func entries(returningOn day: CalendarDay) async throws(DiaryError) -> [Entry] {
    try await repository.entries(ids: ids(returningOn: day))
  }

  /// The ids of the entries of this day in earlier years, newest first. They are told at once,
  /// however many they are.
  package func ids(returningOn day: CalendarDay) async throws(DiaryError) -> [ID<Entry>] {
    try await repository.ids(returningOn: day)
  }

  /// The entry of that id, in the trash or not.
  package func entry(_ id: ID<Entry>) async throws(DiaryError) -> Entry {
    guard let entry = try await repository.entries(ids: [id]).first else {
      throw .noSuchEntry(id.description)
    }
    return entry
  }

  /// Those of the entries that still exist, in the order asked for.
  package func entries(ids: [ID<Entry>]) async throws(DiaryError) -> [Entry] {
    try await repository.entries(ids: ids)
  }

  /// The entry whose id begins with these digits. Throws when there is none, or several.
  package func entry(withPrefix prefix: String) async throws(DiaryError) -> Entry {
    let digits = prefix.lowercased().filter { $0 != "-" }
    guard !digits.isEmpty, digits.utf8.allSatisfy({ hexadecimalValue(of: $0) != nil }) else {
      throw .noSuchEntry(prefix)
    }
    let ids = try await repository.ids(withPrefix: digits, limit: 100)
    guard let id = ids.first else { throw .noSuchEntry(prefix) }
    guard ids.count == 1 else { throw .ambiguousID(prefix, count: ids.count) }
    let entry = try await entry(id)
    if try await repository.hiddenJournals().contains(entry) { throw .hiddenEntry }
    return entry
  }

  package func trash() async throws(DiaryError) -> [Entry] {
    let hidden = try await repository.hiddenJournals()
    return try await repository.trash().filter { !hidden.contains($0) }
  }

  // MARK: History

  /// Every saved state of an entry, in the trash or not, the latest first.
  package func history(of id: ID<Entry>) async throws(DiaryError) -> [Revision] {
    let revisions = try await repository.revisions(of: id)
    guard !revisions.isEmpty else { throw .noSuchEntry(id.description) }
    return revisions.reversed()
  }

  /// The states of an entry that no other one has replaced, the one shown first: more than one
  /// when it was edited in two places at once, or deleted in one of them.
  package func versions(of id: ID<Entry>) async throws(DiaryError) -> [Revision] {
    let heads = try await entry(id).heads
    let revisions = try await repository.revisions(of: id)
    return heads.compactMap { head in revisions.first { $0.id == head } }
  }

  /// The state of an entry whose id begins with these digits. Throws when there is none, or
  /// several.
  package func revision(
    withPrefix prefix: String, of id: ID<Entry>
  ) async throws(DiaryError) -> Revision {
    let digits = prefix.lowercased()
    let history = try await history(of: id)
    let found = history.filter { $0.id.description.hasPrefix(digits) }
    guard let revision = found.first, !digits.isEmpty else {
      throw .noSuchRevision(prefix, title: history[0].entry.displayTitle)
    }
    guard found.count == 1 else { throw .ambiguousRevision(prefix, count: found.count) }
    return revision
  }

  /// Gives an entry the fields that it had in an earlier state, in the place of every version
  /// there is now: whoever names a state has seen the history.
  package func revert(
    _ id: ID<Entry>, to revision: ID<Revision>
  ) async throws(DiaryError) -> Entry {
    let earlier = try await self.revision(withPrefix: revision.description, of: id).entry
    return try await update(id, to: earlier.fields, basedOn: try await entry(id).heads)
  }

  // MARK: Writing

  /// Adds an entry in the name of this diary's author; where several diaries are shown as one, to the one of
  /// that name.
  package func add(
    _ fields: EntryFields, to diary: DiaryName? = nil
  ) async throws(DiaryError) -> Entry {
    let fields = try Self.checked(fields)
    let time = now()
    let author = try await repository.owner(in: diary)
    var entry = Entry(
      id: .random(), fields: fields, author: author.id, created: time, modified: time)
    entry.origin = diary.map { EntryOrigin(diary: $0, author: author.name, isOwn: true) }
    return try await save(entry, as: .added)
  }

  /// Replaces what a person may edit. `base` are the revisions that the person saw, else the one
  /// shown: when another has been saved since, both are kept; when it names several versions,
  /// they become one. The date changes only if `fields` has another one.
  package func update(
    _ id: ID<Entry>, to fields: EntryFields, basedOn base: [ID<Revision>]? = nil
  ) async throws(DiaryError) -> Entry {
    var entry = try await editable(id)
    guard !entry.isTrashed else { throw .inTrash(title: entry.displayTitle) }
    let fields = try Self.checked(fields)
    let base = base ?? Array(entry.heads.prefix(1))
    // Several versions that become one are a change, even if that one is as the version shown.
    guard base.count > 1 || !fields.isExactly(entry.fields) else {
      try await repository.sync(id)
      return entry
    }
    entry.fields = fields
    entry.modified = now()
    entry.heads = base
    return try await save(entry, as: .updated)
  }

  /// Moves an entry to the trash.
  package func delete(_ id: ID<Entry>) async throws(DiaryError) -> Entry {
    var entry = try await editable(id)
    guard !entry.isTrashed else {
      try await repository.sync(id)
      return entry
    }
    entry.isTrashed = true
    entry.modified = now()
    return try await save(entry, as: .deleted)
  }

  /// Takes an entry out of the trash, with every version that it had when it went there.
  package func restore(_ id: ID<Entry>) async throws(DiaryError) -> Entry {
    let entry = try await editable(id)
    guard entry.isTrashed else { throw .notInTrash(title: entry.displayTitle) }
    guard let saved = try await saveAll(try await restored(entry), at: now()).last else {
      return entry
    }
    publish([DiaryChange(.restored, saved)])
    return saved
  }

  /// The states to save that take an entry out of the trash, the one to be shown last.
  func restored(_ entry: Entry) async throws(DiaryError) -> [Entry] {
    var entry = entry
    entry.isTrashed = false
    let others = try await versionsBesideShown(of: entry).map { fields in
      var other = entry
      other.fields = fields
      return other
    }
    return others.reversed() + [entry]
  }

  /// Saves states of entries as of a time, and what is decided about journals, all together.
  func saveAll(
    _ entries: [Entry], at time: Timestamp, journals: [JournalRecord] = []
  ) async throws(DiaryError) -> [Entry] {
    try await repository.save(
      entries.map { entry in
        var entry = entry
        entry.modified = time
        return entry
      }, journals: journals)
  }

  /// What was deleted together with the version of an entry that is shown in the trash, if it said
  /// anything else: versions that stood beside it, and what was deleted elsewhere.
  private func versionsBesideShown(of entry: Entry) async throws(DiaryError) -> [EntryFields] {
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

  /// Removes what is in the trash for good. Returns how many entries went.
  package func emptyTrash() async throws(DiaryError) -> Int {
    // Nothing goes for good that nobody was shown.
    let hidden = try await repository.hiddenJournals()
    if !hidden.isEmpty,
      try await repository.trash().contains(where: { hidden.contains($0) })
    {
      throw .hiddenInTrash
    }
    let purged = try await repository.emptyTrash()
    publish(purged.map { DiaryChange(.purged, $0) })
    return purged.count
  }

  /// Whether the diary's index was damaged and has been made again since this was last asked. Throws
  /// when something that was asked for meanwhile couldn't be told.
  package func wasIndexRemade() async throws(DiaryError) -> Bool {
    try await repository.wasIndexRemade()
  }

  /// The time that an entry made now is created.
  package nonisolated func time() -> Timestamp { now() }

  /// Makes all that is there survive a power cut, what other programs left too, and brings what is
  /// derived of it up to date: before an import relies on it, or after the last `addImported`.
  package func settle() async throws(DiaryError) { try await repository.settle() }

  /// To be called before the program ends: what goes on behind the saves isn't cut off then.
  package func finish() async { await repository.finish() }

  // MARK: Subscriptions

  /// Every change from now on, with its kind and entry: this service's own, and those of other
  /// programs as `refresh` finds them.
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

  /// Looks for changes that other programs made, and tells the subscribers as well.
  @discardableResult
  package func refresh() async throws(DiaryError) -> [DiaryChange] {
    let changes = try await repository.refresh()
    let hidden = try await repository.hiddenJournals()
    let told = changes.map { $0.hiding(hidden) }
    tell(told)
    return told
  }

  private func unsubscribe(_ number: Int) { subscribers[number] = nil }

  /// Tells everybody what this service has saved together.
  func publish(_ changes: [DiaryChange]) {
    tell(changes)
    saved?(changes)
  }

  private func tell(_ changes: [DiaryChange]) {
    for subscriber in subscribers.values {
      for change in changes { subscriber.yield(change) }
    }
  }

  // MARK: Rules

  private static func checked(_ fields: EntryFields) throws(DiaryError) -> EntryFields {
    let tidied = fields.tidied
    guard !tidied.isEmpty else { throw .emptyEntry }
    return tidied
  }

  func editable(_ id: ID<Entry>) async throws(DiaryError) -> Entry {
    let entry = try await entry(id)
    guard entry.isOwn(of: try await repository.owner().id) else {
      throw .notTheAuthor(title: entry.displayTitle)
    }
    return entry
  }

  private func save(
    _ entry: Entry, as kind: DiaryChange.Kind
  ) async throws(DiaryError) -> Entry {
    guard let saved = try await repository.save([entry]).first else { return entry }
    publish([DiaryChange(kind, saved)])
    return saved
  }
}

/// A state of an entry that stood beside others.
package struct EntryVersion: Hashable, Sendable {
  package var revision: ID<Revision>
  package var fields: EntryFields
  /// Whether it says that the entry was deleted.
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
  /// Brings versions of an entry back that were made one, all in one save: they stand in the place
  /// of `base`, the first of them shown. If the entry says already what the last one does, that isn't
  /// saved anew, and the others come beside it. Returns the revisions that they are now.
  package func bringBack(
    _ versions: [EntryVersion], of id: ID<Entry>, inPlaceOf base: [ID<Revision>]
  ) async throws(DiaryError) -> (entry: Entry, revisions: [ID<Revision>]) {
    let entry = try await editable(id)
    guard !entry.isTrashed else { throw .inTrash(title: entry.displayTitle) }
    var revisions = versions.map(\.revision)
    // The last one saved is the one shown, so that only the last of them may be there already.
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
  /// Counts the entries of a query. Every one of them is read; `tell` is given what has been counted
  /// after each batch. A task that is cancelled ends with what it has counted by then.
  package nonisolated func counting(
    _ query: EntryQuery, _ tell: (DiaryCounting) -> Void = { _ in }
  ) async throws(DiaryError) -> DiaryCounting {
    var counting = DiaryCounting()
    for await batch in try await batches(query) {
      for entry in batch { counting.count(entry) }
      tell(counting)
    }
    return counting
  }
}

// MARK: - Comments

/// Comments on entries, and who wrote what.
extension DiaryService {
  /// All whose entries and comments may stand in the diary, by their names.
  package func authors() async throws(DiaryError) -> [Author] { try await repository.authors() }

  /// What is said under an entry, in the order in which it was said.
  package func comments(on id: ID<Entry>) async throws(DiaryError) -> [EntryComment] {
    try await repository.comments(on: id)
  }

  /// The entries that anybody has said something under.
  package func commentedEntries() async throws(DiaryError) -> Set<ID<Entry>> {
    try await repository.commentedEntries()
  }

  /// The comment on an entry whose id begins with these digits. Throws when there is none, or several.
  package func comment(
    withPrefix prefix: String, on id: ID<Entry>
  ) async throws(DiaryError) -> EntryComment {
    let digits = prefix.lowercased()
    let found = try await comments(on: id).filter { $0.id.description.hasPrefix(digits) }
    guard let comment = found.first, !digits.isEmpty else { throw .noSuchComment(prefix) }
    guard found.count == 1 else { throw .ambiguousID(prefix, count: found.count) }
    return comment
  }

  /// Says something under an entry, in the name of whoever writes here.
  @discardableResult
  package func comment(
    _ text: String, on id: ID<Entry>
  ) async throws(DiaryError) -> EntryComment {
    let text = try Self.checked(comment: text)
    let entry = try await commentable(id)
    let time = time()
    let author = try await repository.owner(in: entry.origin?.diary)
    return try await save(
      EntryComment(
        id: .random(), entry: id, author: author.id, created: time, modified: time, text: text),
      on: entry, as: .commented)
  }

  /// Says something else in one's own comment.
  @discardableResult
  package func change(
    _ comment: EntryComment, to text: String
  ) async throws(DiaryError) -> EntryComment {
    var changed = try await own(comment)
    changed.text = try Self.checked(comment: text)
    guard changed.text != comment.text else { return comment }
    let entry = try await commentable(comment.entry)
    changed.modified = time()
    return try await save(changed, on: entry, as: .commentChanged)
  }

  /// Takes one's own comment back.
  package func remove(_ comment: EntryComment) async throws(DiaryError) {
    var removed = try await own(comment)
    (removed.text, removed.isRemoved, removed.modified) = ("", true, time())
    let entry = try await entry(comment.entry)
    _ = try await save(removed, on: entry, as: .commentChanged)
  }

  /// Makes a change of one's own comment again, or takes it back, unless it says something else by now.
  package func carryOut(_ change: CommentChange) async throws(DiaryError) {
    var comment = change.comment
    let entry =
      change.after == nil ? try await entry(comment.entry) : try await commentable(comment.entry)
    guard comment.author == (try await repository.owner(in: entry.origin?.diary)).id else {
      throw .notTheCommenter
    }
    let known = try await comments(on: comment.entry).first { $0.id == comment.id }
    guard known?.text == change.before else { throw .changedComment }
    comment.text = change.after ?? ""
    (comment.isRemoved, comment.modified) = (change.after == nil, time())
    _ = try await save(comment, on: entry, as: .commentChanged)
  }

  private static func checked(comment text: String) throws(DiaryError) -> String {
    let text = text.trimmed
    guard !text.isEmpty else { throw .emptyComment }
    guard text.utf8.count <= EntryComment.longest else { throw .longComment }
    return String(text)
  }

  private func commentable(_ id: ID<Entry>) async throws(DiaryError) -> Entry {
    let entry = try await entry(id)
    guard !entry.isTrashed else { throw .inTrash(title: entry.displayTitle) }
    return entry
  }

  /// A comment as it is by now, if it is of whoever writes here.
  private func own(_ comment: EntryComment) async throws(DiaryError) -> EntryComment {
    guard let known = try await comments(on: comment.entry).first(where: { $0.id == comment.id })
    else { throw .noSuchComment(comment.id.description) }
    let diary = try await entry(comment.entry).origin?.diary
    guard known.author == (try await repository.owner(in: diary)).id else { throw .notTheCommenter }
    return known
  }

  private func save(
    _ comment: EntryComment, on entry: Entry, as kind: DiaryChange.Kind
  ) async throws(DiaryError) -> EntryComment {
    let saved = try await repository.save(comment)
    publish([DiaryChange(kind, entry, saved)])
    return saved
  }
}
