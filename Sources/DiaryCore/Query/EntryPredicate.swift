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
