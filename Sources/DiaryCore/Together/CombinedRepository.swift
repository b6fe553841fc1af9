import Localization
import Synchronization

/// Several diaries as one. Each keeps its own entries, people and rules; the first is the one that a
/// person is in: what is new goes there unless another is named, and so does what is decided about
/// journals.
///
/// What several of them are asked is merged as it is needed: no key reads more entries than it would
/// read of one. A save that concerns several is made diary by diary, each all or nothing; if one fails,
/// what the others have saved by then is told by the next `refresh`.
package actor CombinedRepository: DiaryRepository {
  /// One of the diaries.
  package struct Part: Sendable {
    package let name: DiaryName
    package let repository: any DiaryRepository
    /// Whether its journals can be locked: those of an encrypted one.
    package let locksJournals: Bool

    package init(
      _ name: DiaryName, _ repository: any DiaryRepository, locksJournals: Bool = true
    ) {
      (self.name, self.repository, self.locksJournals) = (name, repository, locksJournals)
    }
  }

  nonisolated let parts: [Part]
  nonisolated let home: any DiaryRepository
  /// The place of a new entry among the diaries that says nothing of it.
  private nonisolated let place: @Sendable (Entry) -> Int
  /// Who writes in the diaries, as long as nothing has changed there.
  private var knownPeople: CombinedPeople?
  /// Those whose locked journals may be shown; `nil` for all.
  nonisolated let proven: ProvenDiaries?
  /// What came into the first diary in this run and nothing there has named yet.
  var unnamed: Set<AssetFile> = []
  /// Removes what of that has gone into another one.
  var removing: Task<Void, Never>?
  /// Changes that were made before a save failed.
  private var untold: [DiaryChange] = []

  package init(
    _ first: Part, _ others: [Part], proven: ProvenDiaries? = nil,
    placing place: @escaping @Sendable (Entry) -> Int = { _ in 0 }
  ) {
    parts = [first] + others
    home = first.repository
    self.proven = proven
    self.place = place
  }

  // MARK: People

  package func owner() async throws(DiaryError) -> Author { try await home.owner() }

  package func existingOwner() async throws(DiaryError) -> Author? {
    try await home.existingOwner()
  }

  package func owner(in diary: DiaryName?) async throws(DiaryError) -> Author {
    guard let diary else { return try await owner() }
    return try await parts[try index(of: diary)].repository.owner()
  }

  package func existingOwner(in diary: DiaryName?) async throws(DiaryError) -> Author? {
    guard let diary else { return try await existingOwner() }
    return try await parts[try index(of: diary)].repository.existingOwner()
  }

  package func authors() async throws(DiaryError) -> [Author] {
    var authors: [Author] = []
    for part in parts { authors += try await part.repository.authors() }
    return authors
  }

  package func rename(author name: String) async throws(DiaryError) -> Author {
    knownPeople = nil
    return try await home.rename(author: name)
  }

  /// What entries are told with.
  func people() async throws(DiaryError) -> CombinedPeople {
    if let knownPeople { return knownPeople }
    let people = try await CombinedPeople(of: parts)
    knownPeople = people
    return people
  }

  /// What is meant for a diary that isn't here is put into no other.
  private nonisolated func index(of diary: DiaryName) throws(DiaryError) -> Int {
    guard let index = parts.firstIndex(where: { $0.name == diary }) else {
      throw .noSuchDiary(diary)
    }
    return index
  }

  // MARK: Reading

  package func timeline() async throws(DiaryError) -> any EntryTimeline {
    let people = try await people()
    var timelines: [any EntryTimeline] = []
    for part in parts {
      timelines.append(
        ToldTimeline(
          timeline: try await part.repository.timeline(), diary: part.name, people: people))
    }
    return MergedTimeline(timelines)
  }

  package func batches(_ query: EntryQuery) async throws(DiaryError) -> EntryBatches {
    if query.isOfWholeTimeline { return try await timeline().batches(query) { $0 } }
    let people = try await people()
    var found: [EntryBatches] = []
    for part in parts {
      let diary = part.name
      found.append(
        try await part.repository.batches(query.forPart).mapping { people.told($0, in: diary) })
    }
    let all = found
    guard query.sort == .date else {
      return EntryBatches(whole: {
        query.window(of: query.sorted(all.flatMap { $0.collected() }))
      })
    }
    let isAscending = query.isAscending
    return EntryBatches.merged(all) { isAscending == ($0.order < $1.order) }
      .window(offset: query.offset, limit: query.limit)
  }

  package func orders(_ query: EntryQuery) async throws(DiaryError) -> OrderBatches {
    if query.isOfWholeTimeline { return try await timeline().batches(query, \.order) }
    guard query.sort == .date else { return try await batches(query).mapping(\.order) }
    var found: [OrderBatches] = []
    for part in parts { found.append(try await part.repository.orders(query.forPart)) }
    let isAscending = query.isAscending
    return OrderBatches.merged(found) { isAscending == ($0 < $1) }
      .window(offset: query.offset, limit: query.limit)
  }

  package func count(_ predicate: EntryPredicate) async throws(DiaryError) -> Int {
    var count = 0
    for part in parts { count += try await part.repository.count(predicate) }
    return count
  }

  package func rank(of order: EntrySortKey) async throws(DiaryError) -> Int {
    var rank = 0
    for part in parts { rank += try await part.repository.rank(of: order) }
    return rank
  }

  package func tallies(
    of days: ClosedRange<CalendarDay>
  ) async throws(DiaryError) -> [DayTally] {
    var tallies: [CalendarDay: DayTally] = [:]
    for part in parts {
      for tally in try await part.repository.tallies(of: days) {
        tallies[tally.day, default: DayTally(day: tally.day, entries: 0, photos: 0)] += tally
      }
    }
    return tallies.values.sorted { $0.day < $1.day }
  }

  package func ids(returningOn day: CalendarDay) async throws(DiaryError) -> [ID<Entry>] {
    var orders: [EntrySortKey] = []
    for part in parts {
      let ids = try await part.repository.ids(returningOn: day)
      orders += try await part.repository.entries(ids: ids).map(\.order)
    }
    return orders.sorted { $1 < $0 }.map(\.id)
  }

  package func entries(ids: [ID<Entry>]) async throws(DiaryError) -> [Entry] {
    let people = try await people()
    var found: [ID<Entry>: Entry] = [:]
    var missing = ids
    for part in parts where !missing.isEmpty {
      for entry in try await part.repository.entries(ids: missing) {
        found[entry.id] = people.told(entry, in: part.name)
      }
      missing.removeAll { found[$0] != nil }
    }
    return ids.compactMap { found[$0] }
  }

  package func ids(
    withPrefix prefix: String, limit: Int
  ) async throws(DiaryError) -> [ID<Entry>] {
    var ids: Set<ID<Entry>> = []
    for part in parts {
      ids.formUnion(try await part.repository.ids(withPrefix: prefix, limit: limit))
    }
    return Array(ids.sorted().prefix(limit))
  }

  package func trash() async throws(DiaryError) -> [Entry] {
    let people = try await people()
    var entries: [Entry] = []
    for part in parts {
      entries += try await part.repository.trash().map { people.told($0, in: part.name) }
    }
    return EntryQuery(sort: .modified).applied(to: entries)
  }

  package func shownRevision(of id: ID<Entry>) async throws(DiaryError) -> Revision? {
    guard let part = try await part(of: id),
      let revision = try await part.repository.shownRevision(of: id)
    else { return nil }
    return try await people().told(revision, in: part.name)
  }

  package func revisions(of id: ID<Entry>) async throws(DiaryError) -> [Revision] {
    guard let part = try await part(of: id) else { return [] }
    let people = try await people()
    return try await part.repository.revisions(of: id).map { people.told($0, in: part.name) }
  }

  func part(of id: ID<Entry>) async throws(DiaryError) -> Part? {
    for part in parts where try await !part.repository.entries(ids: [id]).isEmpty { return part }
    return nil
  }

  // MARK: Writing

  package func save(
    _ entries: [Entry], journals: [JournalRecord]
  ) async throws(DiaryError) -> [Entry] {
    let places = try await places(of: entries)
    for (entry, place) in zip(entries, places) { try await bring(entry.files, to: parts[place]) }
    var saved: [Int: Entry] = [:]
    do throws(DiaryError) {
      for index in parts.indices {
        let members = places.indices.filter { places[$0] == index }
        let decided = index == 0 ? journals : []
        guard !members.isEmpty || !decided.isEmpty else { continue }
        let result = try await parts[index].repository.save(
          members.map { entries[$0].untold }, journals: decided)
        // Whoever had no author yet has got one.
        if knownPeople?.isComplete == false { knownPeople = nil }
        let people = try await people()
        for (member, entry) in zip(members, result) {
          saved[member] = people.told(entry, in: parts[index].name)
        }
      }
    } catch {
      untold += saved.values.map { DiaryChange($0.isTrashed ? .deleted : .updated, $0) }
      throw error
    }
    named(entries, at: places)
    return entries.indices.compactMap { saved[$0] }
  }

  /// The places among the diaries of those that entries are in, or are to be put into.
  private func places(of entries: [Entry]) async throws(DiaryError) -> [Int] {
    var places: [Int?] = []
    for entry in entries {
      places.append(
        try entry.origin.map { origin throws(DiaryError) in try index(of: origin.diary) })
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

  package func sync(_ id: ID<Entry>) async throws(DiaryError) {
    try await part(of: id)?.repository.sync(id)
  }

  package func settle() async throws(DiaryError) {
    for part in parts { try await part.repository.settle() }
  }

  package func finish() async {
    await removing?.value
    for part in parts { await part.repository.finish() }
  }

  package func emptyTrash() async throws(DiaryError) -> [Entry] {
    let people = try await people()
    var gone: [Entry] = []
    for part in parts {
      gone += try await part.repository.emptyTrash().map { people.told($0, in: part.name) }
    }
    return gone
  }

  // MARK: State

  package func wasIndexRemade() async throws(DiaryError) -> Bool {
    var wasRemade = false
    for part in parts where try await part.repository.wasIndexRemade() { wasRemade = true }
    return wasRemade
  }

  /// That of the first, with the numbers of all.
  package func status() async -> DiaryStatus {
    var status = await home.status()
    for part in parts.dropFirst() { status.add(await part.repository.status()) }
    return status
  }

  package func refresh() async throws(DiaryError) -> [DiaryChange] {
    knownPeople = nil
    var changes = untold
    untold = []
    let people = try await people()
    for part in parts {
      changes += try await part.repository.refresh().map {
        DiaryChange($0.kind, people.told($0.entry, in: part.name), $0.comment)
      }
    }
    return changes
  }
}

extension EntryQuery {
  /// Whether it asks for a part of the timeline that ranks alone tell.
  fileprivate var isOfWholeTimeline: Bool {
    predicate == .all && sort == .date && !includesHidden
  }

  /// What has to be asked of each diary: those that are passed over may be in any.
  fileprivate var forPart: EntryQuery {
    var query = self
    query.offset = 0
    query.limit = sort == .date ? limit.map { $0 + offset } : nil
    return query
  }
}

extension DayTally {
  fileprivate static func += (left: inout DayTally, right: DayTally) {
    left.entries += right.entries
    left.photos += right.photos
  }
}

extension DiaryStatus {
  /// Counts what another diary has as well.
  fileprivate mutating func add(_ other: DiaryStatus) {
    func sum(_ one: Int?, _ two: Int?) -> Int? { one.map { $0 + (two ?? 0) } }
    entries = sum(entries, other.entries)
    trashed = sum(trashed, other.trashed)
    assets = sum(assets, other.assets)
    attachments = sum(attachments, other.attachments)
    size = sum(size, other.size)
    saved = [saved, other.saved].compactMap(\.self).max()
    refused += other.refused
  }
}

// MARK: - Comments

// What is said under an entry stands in its diary.
extension CombinedRepository {
  /// What can't be written in the first of them, which is the one that a person is in.
  package func writingObstacle() async throws(DiaryError) -> AccountError? {
    try await home.writingObstacle()
  }

  package func comments(on entry: ID<Entry>) async throws(DiaryError) -> [EntryComment] {
    try await part(of: entry)?.repository.comments(on: entry) ?? []
  }

  package func commentedEntries() async throws(DiaryError) -> Set<ID<Entry>> {
    var entries: Set<ID<Entry>> = []
    for part in parts { entries.formUnion(try await part.repository.commentedEntries()) }
    return entries
  }

  package func commentedEntries(
    saying phrases: Set<SearchPhrase>
  ) async throws(DiaryError) -> [SearchPhrase: Set<ID<Entry>>] {
    var entries: [SearchPhrase: Set<ID<Entry>>] = [:]
    for part in parts {
      entries.merge(try await part.repository.commentedEntries(saying: phrases)) { $0.union($1) }
    }
    return entries
  }

  package func lacking(_ comments: [EntryComment]) async throws(DiaryError) -> [EntryComment] {
    let places = try await places(of: comments)
    var lacking: Set<ID<EntryComment>> = []
    for (index, part) in parts.enumerated() {
      let members = comments.indices.filter { places[$0] == index }.map { comments[$0] }
      lacking.formUnion(try await part.repository.lacking(members).map(\.id))
    }
    return comments.filter { lacking.contains($0.id) }
  }

  package func bring(
    _ comments: [EntryComment], by author: AuthorID
  ) async throws(DiaryError) -> Int {
    let places = try await places(of: comments)
    var count = 0
    for (index, part) in parts.enumerated() {
      let members = comments.indices.filter { places[$0] == index }.map { comments[$0] }
      guard !members.isEmpty else { continue }
      count += try await part.repository.bring(members, by: try await part.repository.owner().id)
    }
    return count
  }

  /// The places of the diaries that the entries of comments are in, or are to come into.
  private func places(of comments: [EntryComment]) async throws(DiaryError) -> [Int] {
    let ids = Array(Set(comments.map(\.entry)))
    var known: [ID<Entry>: Int] = [:]
    for (index, part) in parts.enumerated() {
      for entry in try await part.repository.entries(ids: ids) where known[entry.id] == nil {
        known[entry.id] = index
      }
    }
    return comments.map { known[$0.entry] ?? 0 }
  }

  package func save(_ comment: EntryComment) async throws(DiaryError) -> EntryComment {
    guard let part = try await part(of: comment.entry) else {
      throw .noSuchEntry(comment.entry.description)
    }
    return try await part.repository.save(comment)
  }
}

// MARK: - Journals

// The journals of several diaries are known by their names: those of one name are one.
extension CombinedRepository {
  /// What the first diary says of a journal goes before what others do. One is locked that is locked
  /// anywhere.
  package func journals() async throws(DiaryError) -> [JournalRecord] {
    var records = try await home.journals()
    for part in parts.dropFirst() {
      for record in try await part.repository.journals() where !record.isDeleted {
        if let known = records.firstIndex(where: { $0.name.isSameName(as: record.name) }) {
          if record.isLocked { records[known].isLocked = true }
        } else {
          // Its place is one among that diary's.
          records.append(
            JournalRecord(name: record.name, color: record.color, isLocked: record.isLocked))
        }
      }
    }
    return records
  }

  package func journalCounts() async throws(DiaryError) -> [String: Int] {
    var counts: [String: Int] = [:]
    for part in parts {
      counts.merge(try await part.repository.journalCounts()) { $0 + $1 }
    }
    return counts
  }

  // MARK: Locked ones

  /// Whoever has shown that they know the passphrase of a diary sees what is locked there.
  package func hideLockedJournals(_ isHiding: Bool) async {
    for part in parts where isHiding || proven?.contains(part.name) ?? true {
      await part.repository.hideLockedJournals(isHiding)
    }
    if isHiding { proven?.forget() }
  }

  package func hiddenJournals() async throws(DiaryError) -> HiddenJournals {
    var hidden: [DiaryName: HiddenJournals] = [:]
    for part in parts { hidden[part.name] = try await part.repository.hiddenJournals() }
    return HiddenJournals(of: hidden)
  }

  /// In each diary that has the journal, if it is one whose journals can be locked and the person may
  /// write there. What is hidden in one stays locked there while it is unlocked where it is seen.
  package func lock(journal name: String, _ isLocked: Bool) async throws(DiaryError) {
    var isDone = false
    var isHidden = false
    for part in try await parts(with: name) {
      if isLocked {
        guard part.locksJournals else { continue }
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
    if isHidden { throw .hiddenJournal(name) }
    if isLocked { throw .notLockable(name) }
  }

  /// Those that know of a journal; where none does, the first.
  private func parts(with journal: String) async throws(DiaryError) -> [Part] {
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

/// What one of a person's diaries is called: their own, which has no name, or one beside it that they
/// share or follow.
package struct DiaryName: Hashable, Sendable {
  /// One's own diary.
  package static let own = DiaryName(nil)

  /// `nil` for one's own.
  package let name: String?

  package init(_ name: String?) { self.name = name }

  /// For a screen.
  package var title: String { name?.printable ?? localized("Your own diary") }
}

/// Of several diaries that are shown as one, those whose passphrase somebody has shown to know in this run.
package final class ProvenDiaries: Sendable {
  private let names = Mutex<Set<DiaryName>>([])

  package init() {}

  package func add(_ diary: DiaryName) { _ = names.withLock { $0.insert(diary) } }

  func contains(_ diary: DiaryName) -> Bool { names.withLock { $0.contains(diary) } }

  /// It has to be shown once more.
  func forget() { names.withLock { $0 = [] } }
}
