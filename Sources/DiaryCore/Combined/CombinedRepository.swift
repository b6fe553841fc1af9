import Synchronization
import Text

/// Presents several diaries as one. Each keeps its entries, people and rules. The first one is the
/// user's home: new entries without a diary, and records of journals, are saved there.
///
/// Results are merged as they are needed: showing a screen reads no more entries than with one
/// diary. A save in several diaries is atomic in each of them only; if one fails, the next
/// `refresh` returns what the others have saved.
package actor CombinedRepository: DiaryRepository {
  /// One of the diaries.
  package struct Part: Sendable {
    package let name: DiaryName
    package let repository: any DiaryRepository
    /// `true` if its journals can be locked, which only encrypted diaries support.
    package let supportsLockedJournals: Bool

    package init(
      _ name: DiaryName, _ repository: any DiaryRepository, supportsLockedJournals: Bool = true
    ) {
      (self.name, self.repository, self.supportsLockedJournals) = (
        name, repository, supportsLockedJournals
      )
    }
  }

  nonisolated let parts: [Part]
  nonisolated let home: any DiaryRepository
  /// Returns the index of the diary for a new entry that has no origin.
  private nonisolated let place: @Sendable (Entry) -> Int
  /// The cached people of the diaries; `nil` after any change to them.
  private var knownPeople: CombinedPeople?
  /// The diaries whose locked journals may be shown; `nil` for all.
  nonisolated let unlocked: UnlockedDiaries?
  /// Files stored in the first diary by this process that no entry there references yet.
  var unreferenced: Set<AssetFile> = []
  /// Removes those files that were copied to another diary.
  var removing: Task<Void, Never>?
  /// Changes saved before a later one failed, to be returned by `refresh`.
  private var unreported: [DiaryChange] = []

  package init(
    _ first: Part, _ others: [Part], unlocked: UnlockedDiaries? = nil,
    placing place: @escaping @Sendable (Entry) -> Int = { _ in 0 }
  ) {
    parts = [first] + others
    home = first.repository
    self.unlocked = unlocked
    self.place = place
  }

  // MARK: People

  package func author(in diary: DiaryName?) async throws -> Author {
    try await repository(of: diary).author(in: nil)
  }

  package func existingAuthor(in diary: DiaryName?) async throws -> Author? {
    try await repository(of: diary).existingAuthor(in: nil)
  }

  package func authors() async throws -> [Author] {
    var authors: [Author] = []
    for part in parts { authors += try await part.repository.authors() }
    return authors
  }

  package func isShared() async throws -> Bool {
    for part in parts where try await part.repository.isShared() { return true }
    return false
  }

  package func rename(author name: String) async throws -> Author {
    knownPeople = nil
    return try await home.rename(author: name)
  }

  /// Returns the people of all diaries, from the cache if possible.
  func people() async throws -> CombinedPeople {
    if let knownPeople { return knownPeople }
    let people = try await CombinedPeople(of: parts)
    knownPeople = people
    return people
  }

  private nonisolated func repository(of diary: DiaryName?) throws -> any DiaryRepository {
    guard let diary else { return home }
    return parts[try index(of: diary)].repository
  }

  /// Returns the index of a diary. Entries for a missing diary must not be saved in another one.
  private nonisolated func index(of diary: DiaryName) throws -> Int {
    guard let index = parts.firstIndex(where: { $0.name == diary }) else {
      throw DiaryError.noSuchDiary(diary)
    }
    return index
  }

  // MARK: Reading

  package func timeline() async throws -> any EntryTimeline {
    let people = try await people()
    var timelines: [any EntryTimeline] = []
    for part in parts {
      timelines.append(
        OriginTimeline(
          timeline: try await part.repository.timeline(), diary: part.name, people: people))
    }
    return MergedTimeline(timelines)
  }

  package func batches(_ query: EntryQuery) async throws -> EntryBatches {
    if query.isOfWholeTimeline { return try await timeline().batches(query) { $0 } }
    let people = try await people()
    var found: [EntryBatches] = []
    for part in parts {
      let diary = part.name
      found.append(
        try await part.repository.batches(query.forPart).mapping {
          people.withOrigin($0, in: diary)
        })
    }
    let all = found
    guard query.sort == .date else {
      return EntryBatches(whole: {
        query.window(of: query.sorted(all.flatMap { $0.collected() }))
      })
    }
    let isAscending = query.isAscending
    return EntryBatches.merged(all) { isAscending == ($0.sortKey < $1.sortKey) }
      .window(offset: query.offset, limit: query.limit)
  }

  package func sortKeys(_ query: EntryQuery) async throws -> SortKeyBatches {
    if query.isOfWholeTimeline { return try await timeline().batches(query, \.sortKey) }
    guard query.sort == .date else { return try await batches(query).mapping(\.sortKey) }
    var found: [SortKeyBatches] = []
    for part in parts { found.append(try await part.repository.sortKeys(query.forPart)) }
    let isAscending = query.isAscending
    return SortKeyBatches.merged(found) { isAscending == ($0 < $1) }
      .window(offset: query.offset, limit: query.limit)
  }

  package func tallies(of days: ClosedRange<CalendarDay>) async throws -> [DayTally] {
    var tallies: [CalendarDay: DayTally] = [:]
    for part in parts {
      for tally in try await part.repository.tallies(of: days) {
        tallies[tally.day, default: DayTally(day: tally.day)] += tally
      }
    }
    return tallies.values.sorted { $0.day < $1.day }
  }

  package func ids(onThisDay day: CalendarDay, years: Int) async throws -> [ID<Entry>] {
    var entries: [Entry] = []
    for part in parts {
      let ids = try await part.repository.ids(onThisDay: day, years: years)
      entries += try await part.repository.entries(ids: ids)
    }
    return entries.sorted { $1.sortKey < $0.sortKey }.ofLatest(years: years).map(\.id)
  }

  package func entries(ids: [ID<Entry>]) async throws -> [Entry] {
    let people = try await people()
    var found: [ID<Entry>: Entry] = [:]
    var missing = ids
    for part in parts where !missing.isEmpty {
      for entry in try await part.repository.entries(ids: missing) {
        found[entry.id] = people.withOrigin(entry, in: part.name)
      }
      missing.removeAll { found[$0] != nil }
    }
    return ids.compactMap { found[$0] }
  }

  package func ids(withPrefix prefix: String, limit: Int) async throws -> [ID<Entry>] {
    var ids: Set<ID<Entry>> = []
    for part in parts {
      ids.formUnion(try await part.repository.ids(withPrefix: prefix, limit: limit))
    }
    return Array(ids.sorted().prefix(limit))
  }

  package func trash() async throws -> [Entry] {
    let people = try await people()
    var entries: [Entry] = []
    for part in parts {
      entries += try await part.repository.trash().map { people.withOrigin($0, in: part.name) }
    }
    return EntryQuery(sort: .modified).applied(to: entries)
  }

  package func shownRevision(of id: ID<Entry>) async throws -> Revision? {
    guard let part = try await part(of: id),
      let revision = try await part.repository.shownRevision(of: id)
    else { return nil }
    return try await people().withOrigin(revision, in: part.name)
  }

  package func revisions(of id: ID<Entry>) async throws -> [Revision] {
    guard let part = try await part(of: id) else { return [] }
    let people = try await people()
    return try await part.repository.revisions(of: id).map { people.withOrigin($0, in: part.name) }
  }

  func part(of id: ID<Entry>) async throws -> Part? {
    for part in parts where try await !part.repository.entries(ids: [id]).isEmpty { return part }
    return nil
  }

  // MARK: Writing

  package func save(_ entries: [Entry], journals: [JournalRecord]) async throws -> [Entry] {
    let places = try await places(of: entries)
    for (entry, place) in zip(entries, places) { try await copy(entry.files, to: parts[place]) }
    var saved: [Int: Entry] = [:]
    do {
      for index in parts.indices {
        let members = places.indices.filter { places[$0] == index }
        let decided = index == 0 ? journals : []
        guard !members.isEmpty || !decided.isEmpty else { continue }
        let result = try await parts[index].repository.save(
          members.map { entries[$0].withoutOrigin }, journals: decided)
        // Saving may have created the author of a diary.
        if knownPeople?.isComplete == false { knownPeople = nil }
        let people = try await people()
        for (member, entry) in zip(members, result) {
          saved[member] = people.withOrigin(entry, in: parts[index].name)
        }
      }
    } catch {
      unreported += saved.values.map { DiaryChange($0.isTrashed ? .deleted : .updated, $0) }
      throw error
    }
    removeMovedFiles(of: entries, at: places)
    return entries.indices.compactMap { saved[$0] }
  }

  /// Returns the index of the diary that each entry is in or will be saved in.
  private func places(of entries: [Entry]) async throws -> [Int] {
    var places: [Int?] = []
    for entry in entries {
      places.append(
        try entry.origin.map { origin in try index(of: origin.diary) })
    }
    for (index, part) in parts.enumerated() {
      let missing = places.indices.filter { places[$0] == nil }
      guard !missing.isEmpty else { break }
      let known = Set(
        try await part.repository.entries(ids: missing.map { entries[$0].id }).map(\.id))
      for place in missing where known.contains(entries[place].id) { places[place] = index }
    }
    return zip(entries, places).map { $1 ?? place($0) }
  }

  package func sync(_ id: ID<Entry>) async throws {
    try await part(of: id)?.repository.sync(id)
  }

  package func flush() async throws {
    for part in parts { try await part.repository.flush() }
  }

  package func finish() async {
    await removing?.value
    for part in parts { await part.repository.finish() }
  }

  package func emptyTrash() async throws -> [Entry] {
    let people = try await people()
    var gone: [Entry] = []
    for part in parts {
      gone += try await part.repository.emptyTrash().map { people.withOrigin($0, in: part.name) }
    }
    return gone
  }

  // MARK: State

  package func wasIndexRebuilt() async throws -> Bool {
    var wasRemade = false
    for part in parts where try await part.repository.wasIndexRebuilt() { wasRemade = true }
    return wasRemade
  }

  /// Returns the status of the first diary with the totals of all.
  package func status() async -> DiaryStatus {
    var status = await home.status()
    for part in parts.dropFirst() { status.add(await part.repository.status()) }
    return status
  }

  package func refresh() async throws -> [DiaryChange] {
    knownPeople = nil
    var changes = unreported
    unreported = []
    let people = try await people()
    for part in parts {
      changes += try await part.repository.refresh().map {
        DiaryChange($0.kind, people.withOrigin($0.entry, in: part.name), $0.comment)
      }
    }
    return changes
  }
}

extension EntryQuery {
  /// `true` if the query asks for a range of the timeline, which ranks alone determine.
  fileprivate var isOfWholeTimeline: Bool {
    predicate == .all && sort == .date && !includesHidden
  }

  /// The query for each diary. The skipped entries may be in any of them.
  fileprivate var forPart: EntryQuery {
    var query = self
    query.offset = 0
    query.limit = sort == .date ? limit.map { $0 + offset } : nil
    return query
  }
}

extension DiaryStatus {
  /// Adds the numbers of another diary.
  fileprivate mutating func add(_ other: DiaryStatus) {
    func sum(_ one: Int?, _ two: Int?) -> Int? { one.map { $0 + (two ?? 0) } }
    entries = sum(entries, other.entries)
    trashed = sum(trashed, other.trashed)
    assets = sum(assets, other.assets)
    attachments =
      other.assets != nil && other.attachments == nil ? nil : sum(attachments, other.attachments)
    size = sum(size, other.size)
    saved = [saved, other.saved].compactMap(\.self).max()
    refused += other.refused
  }
}

// MARK: - Comments

// Comments are stored in the diary of their entry.
extension CombinedRepository {
  /// Returns the reason why this user can't write in the first diary; `nil` if they can.
  ///
  /// - Throws: an error if the diary can't be read.
  package func writingObstacle() async throws -> AccountError? {
    try await home.writingObstacle()
  }

  package func comments(on entry: ID<Entry>) async throws -> [EntryComment] {
    try await part(of: entry)?.repository.comments(on: entry) ?? []
  }

  package func commentedEntries() async throws -> Set<ID<Entry>> {
    var entries: Set<ID<Entry>> = []
    for part in parts { entries.formUnion(try await part.repository.commentedEntries()) }
    return entries
  }

  package func commentedEntries(
    containing phrases: Set<SearchPhrase>
  ) async throws -> [SearchPhrase: Set<ID<Entry>>] {
    var entries: [SearchPhrase: Set<ID<Entry>>] = [:]
    for part in parts {
      entries.merge(try await part.repository.commentedEntries(containing: phrases)) {
        $0.union($1)
      }
    }
    return entries
  }

  package func missingComments(in comments: [EntryComment]) async throws
    -> [EntryComment]
  {
    let places = try await places(of: comments)
    var missing: Set<ID<EntryComment>> = []
    for (index, part) in parts.enumerated() {
      let members = comments.indices.filter { places[$0] == index }.map { comments[$0] }
      missing.formUnion(try await part.repository.missingComments(in: members).map(\.id))
    }
    return comments.filter { missing.contains($0.id) }
  }

  package func importComments(_ comments: [EntryComment], by author: AuthorID) async throws -> Int {
    let places = try await places(of: comments)
    var count = 0
    for (index, part) in parts.enumerated() {
      let members = comments.indices.filter { places[$0] == index }.map { comments[$0] }
      guard !members.isEmpty else { continue }
      count += try await part.repository.importComments(
        members, by: try await part.repository.author(in: nil).id)
    }
    return count
  }

  /// Returns the index of the diary that each comment's entry is in or will be imported into.
  private func places(of comments: [EntryComment]) async throws -> [Int] {
    let ids = Array(Set(comments.map(\.entry)))
    var known: [ID<Entry>: Int] = [:]
    for (index, part) in parts.enumerated() {
      for entry in try await part.repository.entries(ids: ids) where known[entry.id] == nil {
        known[entry.id] = index
      }
    }
    return comments.map { known[$0.entry] ?? 0 }
  }

  package func save(_ comment: EntryComment) async throws -> EntryComment {
    guard let part = try await part(of: comment.entry) else {
      throw DiaryError.noSuchEntry(comment.entry.description)
    }
    return try await part.repository.save(comment)
  }
}

// MARK: - Journals

// Journals with the same name in several diaries are one journal.
extension CombinedRepository {
  /// Returns the journals' records of all diaries. The first diary's records have priority, but a
  /// journal is locked if it is locked in any diary.
  ///
  /// - Throws: an error if the diary can't be read.
  package func journals() async throws -> [JournalRecord] {
    var records = try await home.journals()
    for part in parts.dropFirst() {
      for record in try await part.repository.journals() where !record.isDeleted {
        if let known = records.firstIndex(where: { $0.name.isSameName(as: record.name) }) {
          if record.isLocked { records[known].isLocked = true }
        } else {
          // Its position refers to that diary only.
          records.append(
            JournalRecord(name: record.name, color: record.color, isLocked: record.isLocked))
        }
      }
    }
    return records
  }

  package func journalCounts() async throws -> [String: Int] {
    var counts: [String: Int] = [:]
    for part in parts {
      counts.merge(try await part.repository.journalCounts()) { $0 + $1 }
    }
    return counts
  }

  // MARK: Saved searches

  /// Returns the saved searches of all diaries. The first diary's have priority.
  ///
  /// - Throws: an error if a diary can't be read.
  package func savedSearches() async throws -> [SavedSearch] {
    var searches: [SavedSearch] = []
    for part in parts {
      for search in try await part.repository.savedSearches() where !search.isDeleted {
        if !searches.contains(where: { $0.name.isSameName(as: search.name) }) {
          searches.append(search)
        }
      }
    }
    return searches
  }

  /// Saves searches in the diaries that have one of them, or else in the first one.
  ///
  /// - Throws: `DiaryError.account` if the user may not write there; an error if it can't
  ///   be saved.
  package func save(searches: [SavedSearch]) async throws {
    var isSaved = false
    for part in parts {
      let known = try await part.repository.savedSearches().filter { !$0.isDeleted }
      let isKnown = searches.contains { search in
        known.contains { $0.name.isSameName(as: search.name) }
      }
      guard isKnown else { continue }
      try await part.repository.save(searches: searches)
      isSaved = true
    }
    if !isSaved { try await home.save(searches: searches) }
  }

  // MARK: Locked journals

  /// Shows locked journals only of the diaries whose passphrase the user has entered.
  package func hideLockedJournals(_ isHiding: Bool) async {
    for part in parts where isHiding || unlocked?.contains(part.name) ?? true {
      await part.repository.hideLockedJournals(isHiding)
    }
    if isHiding { unlocked?.forget() }
  }

  package func hiddenJournals() async throws -> HiddenJournals {
    var hidden: [DiaryName: HiddenJournals] = [:]
    for part in parts { hidden[part.name] = try await part.repository.hiddenJournals() }
    return HiddenJournals(of: hidden)
  }

  /// Locks or unlocks the journal in each diary that has it, if its journals can be locked and the
  /// user may write there. Where it is hidden, it stays locked.
  ///
  /// - Throws: `DiaryError.hiddenJournal` if it is hidden in every diary where it is locked;
  ///   `DiaryError.notLockable` if no diary can lock it.
  package func lock(journal name: String, _ isLocked: Bool) async throws {
    var isDone = false
    var isHidden = false
    for part in try await parts(with: name) {
      if isLocked {
        guard part.supportsLockedJournals else { continue }
      } else {
        let locked = HiddenJournals(lockedBy: try await part.repository.journals())
        guard locked.contains(name) else { continue }
        if try await part.repository.hiddenJournals().contains(name) {
          isHidden = true
          continue
        }
      }
      guard try await part.repository.writingObstacle() == nil else { continue }
      try await part.repository.lock(journal: name, isLocked)
      isDone = true
    }
    if isDone { return }
    if isHidden { throw DiaryError.hiddenJournal(name) }
    if isLocked { throw DiaryError.notLockable(name) }
  }

  /// Returns the diaries that have a journal, or the first diary if none has.
  private func parts(with journal: String) async throws -> [Part] {
    var found: [Part] = []
    for part in parts {
      let decided = try await part.repository.journals().filter { !$0.isDeleted }.map(\.name)
      let names = decided + (try await part.repository.journalCounts().keys)
      if names.contains(where: { $0.isSameName(as: journal) }) { found.append(part) }
    }
    return found.isEmpty ? [parts[0]] : found
  }
}

// MARK: - Parts

/// The name of one of the user's diaries: their own, which has none, or a shared or followed one.
package struct DiaryName: Hashable, Sendable {
  /// The user's own diary.
  package static let personal = DiaryName(nil)

  /// `nil` for the user's own.
  package let name: String?

  package init(_ name: String?) { self.name = name }

  /// The name to show to the user.
  package var title: String { name?.printable ?? localized("Your own diary") }
}

/// The diaries, among several shown as one, whose passphrase the user has entered since the start.
package final class UnlockedDiaries: Sendable {
  private let names = Mutex<Set<DiaryName>>([])

  package init() {}

  /// Records that the user has entered a diary's passphrase.
  package func add(_ diary: DiaryName) { _ = names.withLock { $0.insert(diary) } }

  func contains(_ diary: DiaryName) -> Bool { names.withLock { $0.contains(diary) } }

  /// Requires all passphrases to be entered again.
  func forget() { names.withLock { $0 = [] } }
}
