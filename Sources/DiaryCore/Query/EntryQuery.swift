import Text

/// A selection of entries, their order and their number.
package struct EntryQuery: Hashable, Sendable {
  /// The property that entries are sorted by.
  package enum Sort: String, CaseIterable, Sendable {
    case date, modified, title
  }

  package var predicate: EntryPredicate
  package var sort: Sort
  /// `false` for newest first or, by title, last first.
  package var isAscending: Bool
  /// The number of matching entries to skip.
  package var offset: Int
  /// The maximum number of entries; `nil` for all.
  package var limit: Int?
  /// `true` to include entries of locked journals while those are hidden.
  package var includesHidden = false

  package init(
    _ predicate: EntryPredicate = .all, sort: Sort = .date, isAscending: Bool = false,
    offset: Int = 0, limit: Int? = nil
  ) {
    self.predicate = predicate
    self.sort = sort
    self.isAscending = isAscending
    self.offset = offset
    self.limit = limit
  }

  /// Applies the query to entries in any order. Repositories without an index use it; others must
  /// give the same result.
  package func applied(to entries: some Sequence<Entry>) -> [Entry] {
    window(of: sorted(entries.filter(predicate.matches)))
  }

  /// Returns entries in the query's order.
  package func sorted(_ entries: [Entry]) -> [Entry] {
    let ascending =
      switch sort {
      case .date: entries.sorted { $0.sortKey < $1.sortKey }
      case .modified: entries.sorted { ($0.modified, $0.sortKey) < ($1.modified, $1.sortKey) }
      case .title:
        // The title may be computed from the text, so compute it once for each entry.
        entries.map { (title: $0.fields.displayTitle ?? "Untitled", entry: $0) }
          .sorted { ($0.title, $0.entry.sortKey) < ($1.title, $1.entry.sortKey) }
          .map(\.entry)
      }
    return isAscending ? ascending : ascending.reversed()
  }

  /// Returns the part of the sorted matches selected by offset and limit.
  package func window<Element>(of matches: [Element]) -> [Element] {
    let rest = matches.dropFirst(offset)
    return Array(limit.map { rest.prefix($0) } ?? rest)
  }
}

// MARK: - EntryPredicate

/// A condition on entries as a comparable value.
package indirect enum EntryPredicate: Hashable, Sendable {
  case all
  /// In the field or the text.
  case tag(String)
  case journal(String)
  /// A tag or journal with this name as searches compare it.
  case tagNamed(SearchPhrase)
  case journalNamed(SearchPhrase)
  /// A tag with this prefix, while it is being typed.
  case tagBeginning(SearchPhrase)
  case journalBeginning(SearchPhrase)
  /// On this day or later, in the writer's local time.
  case from(CalendarDay)
  /// On this day or earlier, in the writer's local time.
  case to(CalendarDay)
  case withPhotos
  /// With a photo or a video.
  case withPictures
  case withVideos
  /// With a photo or an attachment.
  case withFiles
  /// With `[[` in the text, which may begin a link.
  case withLinks
  /// With this photo.
  case photo(AssetID)
  case starred
  case pinned
  /// By an author whose id has this prefix, or by one of the named authors. `DiaryService` fills in
  /// `named`.
  case author(String, named: Set<AuthorID> = [])
  case place(SearchPhrase)
  /// At the place with this name.
  case atPlace(String)
  case mood(SearchPhrase)
  /// With the mood of this name.
  case withMood(String)
  case weather(SearchPhrase)
  /// With a text of this length.
  case words(NumberRange)
  case characters(NumberRange)
  /// With this number of photos.
  case photos(NumberRange)
  /// Written at a place in this area, or with a photo from there: the entries `at`, which
  /// `DiaryService` fills in.
  case near(Vicinity, at: Set<ID<Entry>> = [])
  /// Last changed in this time.
  case changed(Range<Timestamp>)
  /// A phrase in the title, content, tags, captions or place, in the comments of the entries
  /// `inCommentsOf`, or in the photos `inPhotos`. `DiaryService` fills in both.
  case text(SearchPhrase, inCommentsOf: Set<ID<Entry>> = [], inPhotos: Set<AssetID> = [])
  /// A phrase in the photos `inPhotos`, which `DiaryService` fills in.
  case photoText(SearchPhrase, inPhotos: Set<AssetID> = [])
  /// With one of these ids.
  case ids(Set<ID<Entry>>)
  case not(EntryPredicate)
  case and([EntryPredicate])
  case or([EntryPredicate])

  /// Returns whether an entry satisfies the condition.
  package func matches(_ entry: Entry) -> Bool {
    var texts = SearchedTexts(entry)
    return holds(of: entry, &texts)
  }

  private func holds(of entry: Entry, _ texts: inout SearchedTexts) -> Bool {
    switch self {
    case .all: true
    case .tag(let tag): entry.hasTag(tag)
    case .journal(let journal): entry.journal.isSameName(as: journal)
    case .tagNamed(let name): entry.allTags.contains { FoldedText($0).equals(name) }
    case .journalNamed(let name): JournalName.name(entry.journal, equals: name)
    case .tagBeginning(let start):
      entry.allTags.contains { FoldedText($0).begins(with: start) }
    case .journalBeginning(let start): JournalName.name(entry.journal, beginsWith: start)
    case .from(let day): entry.date.day >= day
    case .to(let day): entry.date.day <= day
    case .withPhotos: !entry.photos.isEmpty
    case .withVideos: entry.attachments.contains { $0.type.isVideo }
    case .withFiles: !entry.photos.isEmpty || !entry.attachments.isEmpty
    case .withPictures: !entry.photos.isEmpty || entry.attachments.contains { $0.type.isVideo }
    case .withLinks: entry.content.utf8.firstRange(of: EntryLink.opening.utf8) != nil
    case .photo(let asset): entry.photos.contains { $0.asset == asset }
    case .starred: entry.details.isStarred
    case .pinned: entry.details.isPinned
    case .author(let start, let named):
      named.contains(entry.author)
        || entry.author.description.lowercased().hasPrefix(start.lowercased())
    case .place(let phrase): Self.holds(phrase, entry.details.place)
    case .atPlace(let name): entry.details.placeName?.isSameName(as: name) == true
    case .mood(let phrase): Self.holds(phrase, entry.details.mood)
    case .withMood(let name): entry.details.normalized.mood?.isSameName(as: name) == true
    case .weather(let phrase): Self.holds(phrase, entry.details.weather)
    case .words(let range): range.contains(TextLength(of: entry.content).words)
    case .characters(let range): range.contains(TextLength(of: entry.content).characters)
    case .photos(let range): range.contains(entry.photos.count)
    case .near(_, let ids): ids.contains(entry.id)
    case .changed(let range): range.contains(entry.modified)
    case .text(let phrase, let said, let photos):
      texts.contain(phrase) || said.contains(entry.id) || Self.holds(photos, entry)
    case .photoText(_, let photos): Self.holds(photos, entry)
    case .ids(let ids): ids.contains(entry.id)
    case .not(let part): !part.holds(of: entry, &texts)
    case .and(let parts): parts.allSatisfy { $0.holds(of: entry, &texts) }
    case .or(let parts): parts.contains { $0.holds(of: entry, &texts) }
    }
  }

  private static func holds(_ phrase: SearchPhrase, _ detail: String?) -> Bool {
    detail.map { FoldedText($0).contains(phrase) } ?? false
  }

  private static func holds(_ photos: Set<AssetID>, _ entry: Entry) -> Bool {
    !photos.isEmpty && entry.photos.contains { photos.contains($0.asset) }
  }

  /// Combines conditions that must all hold.
  package static func all(of parts: [EntryPredicate]) -> EntryPredicate {
    parts.count > 1 ? .and(parts) : parts.first ?? .all
  }

  /// Combines conditions of which one must hold; no entry satisfies none of them.
  static func any(of parts: [EntryPredicate]) -> EntryPredicate {
    parts.count > 1 ? .or(parts) : parts.first ?? .ids([])
  }

  // MARK: Phrases

  /// The phrases to highlight in matches: those that aren't excluded.
  package var phrases: [SearchPhrase] {
    switch self {
    case .text(let phrase, _, _): [phrase]
    case .and(let parts), .or(let parts): parts.flatMap(\.phrases)
    default: []
    }
  }

  /// The phrases to highlight in the words of photos.
  package var photoPhrases: [SearchPhrase] {
    switch self {
    case .text(let phrase, _, _), .photoText(let phrase, _): [phrase]
    case .and(let parts), .or(let parts): parts.flatMap(\.photoPhrases)
    default: []
    }
  }

  /// `true` if a place is searched for, whose entries are only known after the search.
  package var isOfPlaces: Bool {
    leaves.contains { if case .near = $0 { true } else { false } }
  }

  // MARK: Leaves

  /// The conditions that aren't combinations of others.
  var leaves: [EntryPredicate] {
    switch self {
    case .not(let part): part.leaves
    case .and(let parts), .or(let parts): parts.flatMap(\.leaves)
    default: [self]
    }
  }

  /// Returns the condition with each leaf converted.
  ///
  /// - Throws: the error of `convert`.
  func mappingLeaves(
    _ convert: @Sendable (EntryPredicate) async throws -> EntryPredicate
  ) async throws -> EntryPredicate {
    func converted(_ parts: [EntryPredicate]) async throws -> [EntryPredicate] {
      var result: [EntryPredicate] = []
      for part in parts { result.append(try await part.mappingLeaves(convert)) }
      return result
    }
    return switch self {
    case .not(let part): .not(try await part.mappingLeaves(convert))
    case .and(let parts): .and(try await converted(parts))
    case .or(let parts): .or(try await converted(parts))
    default: try await convert(self)
    }
  }
}

// MARK: - Batches

/// The results of a query in batches, as they are found, so that the first can be shown during the
/// search. A cancelled task receives no more.
///
/// The results belong to the state at the time of the query, even if the diary changes.
package struct Batches<Part: Sendable>: AsyncSequence, Sendable {
  package typealias Element = [Part]

  /// Starts the iteration.
  let begin: @Sendable () -> () -> [Part]?

  /// `begin` returns a function that returns the next batch, which isn't empty, or `nil` at the
  /// end.
  package init(_ begin: @escaping @Sendable () -> () -> [Part]?) { self.begin = begin }

  /// A single batch, computed when it is requested.
  package init(whole make: @escaping @Sendable () -> [Part]) {
    self.init {
      var isDone = false
      return {
        defer { isDone = true }
        return isDone ? nil : make()
      }
    }
  }

  package func makeAsyncIterator() -> Iterator { Iterator(produce: begin()) }

  /// Collects all batches.
  package func all() async -> [Part] {
    var parts: [Part] = []
    for await batch in self { parts += batch }
    return parts
  }

  package struct Iterator: AsyncIteratorProtocol {
    fileprivate let produce: () -> [Part]?

    package mutating func next() async -> [Part]? { Task.isCancelled ? nil : produce() }
  }
}

package typealias EntryBatches = Batches<Entry>
/// Needs little memory for many entries: 32 bytes each.
package typealias SortKeyBatches = Batches<EntrySortKey>

// MARK: - Merging batches

extension Batches {
  /// Converts each element.
  func mapping<Other>(_ change: @escaping @Sendable (Part) -> Other) -> Batches<Other> {
    Batches<Other> { [begin] in
      let next = begin()
      return { next()?.map(change) }
    }
  }

  /// Merges sorted batches in order. Reads no more of each source than needed to determine the next
  /// element.
  static func merged(
    _ all: [Self], by precedes: @escaping @Sendable (Part, Part) -> Bool
  ) -> Self {
    Self {
      var merging = Merging(all.map { $0.begin() }, precedes)
      return { merging.next() }
    }
  }

  /// Skips `offset` elements and limits the rest to `limit`.
  func window(offset: Int, limit: Int?) -> Self {
    guard offset > 0 || limit != nil else { return self }
    return Self { [begin] in
      let next = begin()
      var (offset, limit) = (offset, limit ?? .max)
      return {
        while limit > 0, let batch = next() {
          let rest = batch.dropFirst(offset)
          offset -= batch.count - rest.count
          let part = rest.prefix(limit)
          limit -= part.count
          if !part.isEmpty { return Array(part) }
        }
        return nil
      }
    }
  }

  /// Collects all batches synchronously.
  func collected() -> [Part] {
    let next = begin()
    var parts: [Part] = []
    while let batch = next() { parts += batch }
    return parts
  }
}

/// Repeatedly takes the first element of several sources of sorted batches.
private struct Merging<Part> {
  private let precedes: (Part, Part) -> Bool
  private let sources: [() -> [Part]?]
  private var waiting: [ArraySlice<Part>]
  private var isAtEnd: [Bool]

  init(_ sources: [() -> [Part]?], _ precedes: @escaping (Part, Part) -> Bool) {
    (self.sources, self.precedes) = (sources, precedes)
    waiting = sources.map { _ in [] }
    isAtEnd = sources.map { _ in false }
  }

  /// Returns all elements whose order is certain before another batch is needed.
  mutating func next() -> [Part]? {
    for index in sources.indices where waiting[index].isEmpty && !isAtEnd[index] {
      if let batch = sources[index]() {
        waiting[index] = batch[...]
      } else {
        isAtEnd[index] = true
      }
    }
    var merged: [Part] = []
    while let first = first, let part = waiting[first].popFirst() {
      merged.append(part)
      if waiting[first].isEmpty, !isAtEnd[first] { break }
    }
    return merged.isEmpty ? nil : merged
  }

  private var first: Int? {
    var found: (index: Int, part: Part)?
    for index in waiting.indices {
      guard let part = waiting[index].first else { continue }
      if found.map({ precedes(part, $0.part) }) ?? true { found = (index, part) }
    }
    return found?.index
  }
}

extension EntryTimeline {
  /// Returns all entries in date order, converted by `part`. The query must have no condition.
  func batches<Part>(
    _ query: EntryQuery, _ part: @escaping @Sendable (Entry) -> Part
  ) -> Batches<Part> {
    let offset = min(max(0, query.offset), count)
    let size = min(query.limit ?? .max, count - offset)
    let start = query.isAscending ? offset : count - offset - size
    return Batches {
      var rest = start..<start + size
      // Start small to be fast, then grow to reduce overhead.
      var batch = 128
      return {
        guard !rest.isEmpty else { return nil }
        let ranks = query.isAscending ? rest.prefix(batch) : rest.suffix(batch)
        rest = query.isAscending ? rest.dropFirst(batch) : rest.dropLast(batch)
        batch = min(2 * batch, 4096)
        let entries = entries(in: ranks)
        return (query.isAscending ? entries : entries.reversed()).map(part)
      }
    }
  }
}

// MARK: - DayTally

/// The number of entries and photos of a day, and the length of its texts.
package struct DayTally: Hashable, Sendable {
  /// In the writers' local time.
  package let day: CalendarDay
  package var entries: Int
  /// The photos of all its entries.
  package var photos: Int
  package var length: TextLength

  package init(
    day: CalendarDay, entries: Int = 0, photos: Int = 0, length: TextLength = TextLength()
  ) {
    self.day = day
    self.entries = entries
    self.photos = photos
    self.length = length
  }

  package static func += (left: inout DayTally, right: DayTally) {
    left.entries += right.entries
    left.photos += right.photos
    left.length += right.length
  }

  /// Counts by day, in order. Repositories without an index use it; others must give the same
  /// result.
  ///
  /// - Parameter entries: The tally of each entry.
  package static func counted(
    _ entries: some Sequence<DayTally>, in days: ClosedRange<CalendarDay>
  ) -> [DayTally] {
    var tallies: [CalendarDay: DayTally] = [:]
    for entry in entries where days.contains(entry.day) {
      tallies[entry.day, default: DayTally(day: entry.day)] += entry
    }
    return tallies.values.sorted { $0.day < $1.day }
  }
}

extension DayTally {
  /// Creates the tally of a single entry.
  package init(of entry: Entry) {
    self.init(
      day: entry.date.day, entries: 1, photos: entry.photos.count,
      length: TextLength(of: entry.content))
  }
}

extension EntryPredicate {
  /// On this day, in the writer's local time.
  package static func on(_ day: CalendarDay) -> EntryPredicate { .within(day...day) }

  /// On one of these days, in the writer's local time.
  package static func within(_ days: ClosedRange<CalendarDay>) -> EntryPredicate {
    .and([.from(days.lowerBound), .to(days.upperBound)])
  }
}

extension CalendarDay {
  /// Returns the days of another year shown for this day: the same day of the same month.
  ///
  /// 28 February of a common year also shows 29 February, which would otherwise only appear in leap
  /// years. It isn't 1 March because both days end the month.
  package func anniversary(in year: Int) -> ClosedRange<CalendarDay>? {
    guard let same = CalendarDay(year: year, month: month, day: day) else { return nil }
    guard month == 2, day == 28, daysInMonth == 28 else { return same...same }
    return same...same.lastOfMonth
  }

  /// Returns whether an entry of this day is shown on a later one.
  package func hasAnniversary(on later: CalendarDay) -> Bool {
    year < later.year && later.anniversary(in: year)?.contains(self) == true
  }
}

extension [Entry] {
  /// Returns the entries of the latest `years` years among them, in the same order.
  package func ofLatest(years: Int) -> [Entry] {
    let latest = Set(map(\.date.day.year)).sorted().suffix(years)
    return filter { latest.contains($0.date.day.year) }
  }
}
