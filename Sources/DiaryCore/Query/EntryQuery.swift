/// Which entries to fetch, in which order, and how many of them.
package struct EntryQuery: Hashable, Sendable {
  package enum Sort: String, CaseIterable, Sendable {
    case date, modified, title
  }

  package var predicate: EntryPredicate
  package var sort: Sort
  /// Newest (or, by title, last) first unless this is set.
  package var isAscending: Bool
  /// How many of the matching entries to pass over first.
  package var offset: Int
  /// How many to give at most; `nil` for all.
  package var limit: Int?
  /// Whether entries of locked journals are among them while those are hidden.
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

  /// Applies the whole query to entries in any order: what a repository without an index does,
  /// and the meaning that every other way of answering must keep.
  package func applied(to entries: some Sequence<Entry>) -> [Entry] {
    window(of: sorted(entries.filter(predicate.matches)))
  }

  /// Entries in the query's order.
  package func sorted(_ entries: [Entry]) -> [Entry] {
    let ascending =
      switch sort {
      case .date: entries.sorted { $0.order < $1.order }
      case .modified: entries.sorted { ($0.modified, $0.order) < ($1.modified, $1.order) }
      case .title:
        // A title may have to be found in the text: once for each entry.
        entries.map { (title: $0.fields.displayTitle ?? "Untitled", entry: $0) }
          .sorted { ($0.title, $0.entry.order) < ($1.title, $1.entry.order) }
          .map(\.entry)
      }
    return isAscending ? ascending : ascending.reversed()
  }

  /// The part of the sorted matches that offset and limit leave.
  package func window<Element>(of matches: [Element]) -> [Element] {
    let rest = matches.dropFirst(offset)
    return Array(limit.map { rest.prefix($0) } ?? rest)
  }
}

// MARK: - EntryPredicate

/// A condition on entries, as a value that can be compared, sent and asked.
package indirect enum EntryPredicate: Hashable, Sendable {
  case all
  /// In the field or the text.
  case tag(String)
  case journal(String)
  /// A tag whose name begins like one that is being typed.
  case tagBeginning(SearchPhrase)
  case journalBeginning(SearchPhrase)
  /// On that day or later, in the writer's own time.
  case from(CalendarDay)
  /// On that day or earlier, in the writer's own time.
  case to(CalendarDay)
  case withPhotos
  /// With a photo or a film.
  case withPictures
  case withFilms
  /// With a photo or an attachment.
  case withFiles
  /// With this photo.
  case photo(AssetID)
  case starred
  case pinned
  /// By an author whose id begins so, or one of those who are called so: `DiaryService` knows them.
  case author(String, named: Set<AuthorID> = [])
  case place(SearchPhrase)
  /// At the place of that name.
  case atPlace(String)
  case mood(SearchPhrase)
  /// With the mood of that name.
  case withMood(String)
  case weather(SearchPhrase)
  /// A phrase in its title, content, tags, captions or place, or in what is said under it: those are the
  /// entries of which `DiaryService` knows that.
  case text(SearchPhrase, saidUnder: Set<ID<Entry>> = [])
  /// One of these.
  case ids(Set<ID<Entry>>)
  case not(EntryPredicate)
  case and([EntryPredicate])

  package func matches(_ entry: Entry) -> Bool {
    var texts = SearchedTexts(entry)
    return holds(of: entry, &texts)
  }

  private func holds(of entry: Entry, _ texts: inout SearchedTexts) -> Bool {
    switch self {
    case .all: true
    case .tag(let tag): entry.hasTag(tag)
    case .journal(let journal): entry.journal.isSameName(as: journal)
    case .tagBeginning(let start):
      entry.allTags.contains { FoldedText($0).begins(with: start) }
    case .journalBeginning(let start): JournalName.name(entry.journal, beginsWith: start)
    case .from(let day): entry.date.day >= day
    case .to(let day): entry.date.day <= day
    case .withPhotos: !entry.photos.isEmpty
    case .withFilms: entry.attachments.contains { $0.type.isFilm }
    case .withFiles: !entry.photos.isEmpty || !entry.attachments.isEmpty
    case .withPictures: !entry.photos.isEmpty || entry.attachments.contains { $0.type.isFilm }
    case .photo(let asset): entry.photos.contains { $0.asset == asset }
    case .starred: entry.details.isStarred
    case .pinned: entry.details.isPinned
    case .author(let start, let named):
      named.contains(entry.author)
        || entry.author.description.lowercased().hasPrefix(start.lowercased())
    case .place(let phrase): Self.holds(phrase, entry.details.place)
    case .atPlace(let name): entry.details.placeName?.isSameName(as: name) == true
    case .mood(let phrase): Self.holds(phrase, entry.details.mood)
    case .withMood(let name): entry.details.tidied.mood?.isSameName(as: name) == true
    case .weather(let phrase): Self.holds(phrase, entry.details.weather)
    case .text(let phrase, let said): texts.contain(phrase) || said.contains(entry.id)
    case .ids(let ids): ids.contains(entry.id)
    case .not(let part): !part.holds(of: entry, &texts)
    case .and(let parts): parts.allSatisfy { $0.holds(of: entry, &texts) }
    }
  }

  private static func holds(_ phrase: SearchPhrase, _ detail: String?) -> Bool {
    detail.map { FoldedText($0).contains(phrase) } ?? false
  }

  /// All of some conditions.
  package static func all(of parts: [EntryPredicate]) -> EntryPredicate {
    parts.count > 1 ? .and(parts) : parts.first ?? .all
  }

  // MARK: Names of authors

  /// Whether somebody may be meant by name.
  var namesAuthors: Bool {
    switch self {
    case .author: true
    case .not(let part): part.namesAuthors
    case .and(let parts): parts.contains(where: \.namesAuthors)
    default: false
    }
  }

  /// The condition with the ids of these authors where they are named.
  func naming(_ authors: [Author]) -> EntryPredicate {
    switch self {
    case .author(let name, _):
      let phrase = SearchPhrase(name, isExact: true)
      let named = authors.filter { FoldedText($0.name).contains(phrase) }
      return .author(name, named: Set(named.map(\.id)))
    case .not(let part): return .not(part.naming(authors))
    case .and(let parts): return .and(parts.map { $0.naming(authors) })
    default: return self
    }
  }

  // MARK: What is said under entries

  /// What is looked for in texts.
  var textPhrases: Set<SearchPhrase> {
    switch self {
    case .text(let phrase, _): [phrase]
    case .not(let part): part.textPhrases
    case .and(let parts): parts.reduce(into: []) { $0.formUnion($1.textPhrases) }
    default: []
    }
  }

  /// The condition with the entries under which phrases are said.
  func knowing(_ said: [SearchPhrase: Set<ID<Entry>>]) -> EntryPredicate {
    switch self {
    case .text(let phrase, _): return .text(phrase, saidUnder: said[phrase] ?? [])
    case .not(let part): return .not(part.knowing(said))
    case .and(let parts): return .and(parts.map { $0.knowing(said) })
    default: return self
    }
  }
}

// MARK: - Batches

/// The entries of a query, whole or by their orders, in batches as they are found. What has been
/// found can be shown while the rest is looked for; a task that is cancelled gets no more.
///
/// They are those of the moment when the query was asked, whatever changes meanwhile.
package struct Batches<Part: Sendable>: AsyncSequence, Sendable {
  package typealias Element = [Part]

  /// What begins to give them.
  let begin: @Sendable () -> () -> [Part]?

  /// `begin` gives what gives the next batch, none of them empty, and `nil` at the end.
  package init(_ begin: @escaping @Sendable () -> () -> [Part]?) { self.begin = begin }

  /// All in one batch, which is made when it is asked for.
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

  /// All of them at once.
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
/// Of many entries these take little memory: 32 bytes each.
package typealias OrderBatches = Batches<EntrySortKey>

// MARK: - Batches+Merging

// Batches of several places as those of one.
extension Batches {
  /// The same, with something else made of each.
  func mapping<Other>(_ change: @escaping @Sendable (Part) -> Other) -> Batches<Other> {
    Batches<Other> { [begin] in
      let next = begin()
      return { next()?.map(change) }
    }
  }

  /// Those of several, each of which is in an order, in that order. No more is read of any than is
  /// needed to tell what comes next.
  static func merged(
    _ all: [Self], by precedes: @escaping @Sendable (Part, Part) -> Bool
  ) -> Self {
    Self {
      var merging = Merging(all.map { $0.begin() }, precedes)
      return { merging.next() }
    }
  }

  /// Those that are left when some have been passed over, and no more than `limit`.
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

  /// All of them at once, for what is waited for anyway.
  func collected() -> [Part] {
    let next = begin()
    var parts: [Part] = []
    while let batch = next() { parts += batch }
    return parts
  }
}

/// Takes what comes first, again and again, from several rows of batches.
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

  /// As many as can be told before another batch is needed.
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
  /// All entries as a query without a condition asks for them, by their dates, and of each what is wanted.
  func batches<Part>(
    _ query: EntryQuery, _ part: @escaping @Sendable (Entry) -> Part
  ) -> Batches<Part> {
    let offset = min(max(0, query.offset), count)
    let size = min(query.limit ?? .max, count - offset)
    let start = query.isAscending ? offset : count - offset - size
    return Batches {
      var rest = start..<start + size
      // The first ones come at once, the later ones with less ado.
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

/// What a day of the diary has.
package struct DayTally: Hashable, Sendable {
  /// In the writers' own time.
  package let day: CalendarDay
  package var entries: Int
  /// Of all its entries together.
  package var photos: Int

  package init(day: CalendarDay, entries: Int, photos: Int) {
    self.day = day
    self.entries = entries
    self.photos = photos
  }

  /// Those of some days, in their order: what a repository without an index does, and the meaning
  /// that every other way of counting must keep. `entries` gives each entry's day and its photos.
  package static func counted(
    _ entries: some Sequence<(day: CalendarDay, photos: Int)>, in days: ClosedRange<CalendarDay>
  ) -> [DayTally] {
    var tallies: [CalendarDay: DayTally] = [:]
    for entry in entries where days.contains(entry.day) {
      var tally = tallies[entry.day] ?? DayTally(day: entry.day, entries: 0, photos: 0)
      tally.entries += 1
      tally.photos += entry.photos
      tallies[entry.day] = tally
    }
    return tallies.values.sorted { $0.day < $1.day }
  }
}

extension EntryPredicate {
  /// On that day, in the writer's own time.
  package static func on(_ day: CalendarDay) -> EntryPredicate { .within(day...day) }

  /// On one of these days, in the writers' own time.
  package static func within(_ days: ClosedRange<CalendarDay>) -> EntryPredicate {
    .and([.from(days.lowerBound), .to(days.upperBound)])
  }
}

extension CalendarDay {
  /// The days of another year that this one brings back: the same day of the same month.
  ///
  /// The last day of a February that has no 29th brings the 29th back as well: who wrote then would
  /// else see it every fourth year only. It is the 28th, not the first of March, since both end the
  /// month; and where there is a 29th, that day alone brings it back.
  package func returns(in year: Int) -> ClosedRange<CalendarDay>? {
    guard let same = CalendarDay(year: year, month: month, day: day) else { return nil }
    guard month == 2, day == 28, daysInMonth == 28 else { return same...same }
    return same...same.lastOfMonth
  }

  /// Whether an entry of this day is shown on a later one as having been on this day.
  package func returns(on later: CalendarDay) -> Bool {
    year < later.year && later.returns(in: year)?.contains(self) == true
  }
}
