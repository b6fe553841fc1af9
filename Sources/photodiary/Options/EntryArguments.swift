import ArgumentParser
import DiaryCore
import Text

/// An argument that names an entry by its id.
struct EntryArgument: ParsableArguments {
  @Argument(
    help: .localized("The entry's id, or its first characters."),
    completion: DiaryCompletion.entries)
  var id: String
}

/// Arguments that name several entries of the user by their ids.
struct EntryArguments: ParsableArguments {
  @Argument(
    help: .localized("The entries' ids, or their first characters.", valueName: "id"),
    completion: DiaryCompletion.entries)
  var ids: [String]

  func validate() throws { try ChangedID.check(ids) }

  /// Returns the entries with these ids or prefixes, each once.
  ///
  /// - Throws: `DiaryError` if an id matches no entry or several, or if another author wrote the
  ///   entry.
  static func entries(
    _ ids: [String], in diary: DiaryService
  ) async throws(DiaryError) -> [Entry] {
    let author = try await diary.author().id
    var entries: [Entry] = []
    for id in ids {
      let entry = try await diary.entry(withPrefix: id)
      guard entry.author == author else { throw .notTheAuthor(title: entry.displayTitle) }
      if !entries.contains(where: { $0.id == entry.id }) { entries.append(entry) }
    }
    return entries
  }
}

/// Checks ids of entries to change. For reading, any unique prefix is enough; for a change, a
/// typing mistake must not select another entry.
enum ChangedID {
  private static let shortest = 4

  /// Checks the length of ids and prefixes.
  ///
  /// - Throws: `ValidationError` if one is shorter than four characters.
  static func check(_ ids: [String]) throws {
    for id in ids where id.count(where: { $0 != "-" }) < shortest {
      throw ValidationError(
        localized("“\(id.printable)” is too short. Give at least \(shortest) characters of the id.")
      )
    }
  }
}

// MARK: - DetailOptions

/// Options for the details of an entry, shared by `add` and `edit`.
struct DetailOptions: ParsableArguments {
  @Flag(inversion: .prefixedNo, help: .localized("Star or unstar the entry."))
  var star: Bool?

  @Option(localized("Mood: a short text or an emoji; '' clears it."), valueName: "mood")
  var mood: String?

  @Option(localized("The place's name; '' clears it."), valueName: "place")
  var place: String?

  @Option(localized("The weather; '' clears it."), valueName: "weather")
  var weather: String?

  @Flag(inversion: .prefixedNo, help: .localized("Pin or unpin the entry."))
  var pin: Bool?

  var isEmpty: Bool {
    star == nil && mood == nil && place == nil && weather == nil && pin == nil
  }

  /// Changes the details for which an option was given.
  func change(_ details: inout EntryDetails) {
    if let star { details.isStarred = star }
    if let mood { details.mood = mood }
    if let place { details.place = place }
    if let weather { details.weather = weather }
    if let pin { details.isPinned = pin }
  }
}

// MARK: - WritingOptions

/// Options for the contents of an entry, shared by `add` and `edit`.
struct WritingOptions: ParsableArguments {
  @Option(localized("The text, in Markdown; - reads standard input."), valueName: "text")
  var content: String?

  @Option(
    repeated: "photo", localized("A photo to add. Can be repeated."),
    valueName: "file", completion: .file())
  var photos: [String] = []

  @Option(
    repeated: "attach",
    localized("A video, a recording or another file to attach. Can be repeated."),
    valueName: "file", completion: .file())
  var attachments: [String] = []
}

// MARK: - FilterOptions

/// Options that select the entries of a listing or an export.
struct FilterOptions: ParsableArguments {
  @Option(localized("Show at most this many entries."), valueName: "n")
  var limit: Int?

  @Option(
    localized("From this day, month or year (2026-11-19, 2026-11, 2026, yesterday)."),
    valueName: "day")
  var from: DayArgument?

  @Option(localized("Up to this day, month or year."), valueName: "day")
  var to: DayArgument?

  @Option(
    repeated: "tag", localized("Only entries with this tag. Repeat it to require several."),
    valueName: "tag", completion: DiaryCompletion.tags)
  var tags: [String] = []

  @Option(
    localized(
      "Only entries in this journal."), valueName: "journal", completion: DiaryCompletion.journals)
  var journal: String?

  @Flag(help: .localized("Only entries with photos."))
  var withPhotos = false

  @Option(
    parsing: .unconditional,
    help: .localized(
      "Only entries that match this search (see photodiary search).", valueName: "query"),
    transform: { SearchQuery(argument: $0) })
  var search: SearchQuery?

  func validate() throws {
    try Limit.check(limit)
    try search?.check()
    _ = try from?.days()
    _ = try to?.days()
  }

  /// Returns the reason why no entry can match, or `nil` if it isn't known.
  func emptyResultReason(in diary: DiaryService) async throws -> String? {
    if let from, let to, try to.days().upperBound < from.days().lowerBound {
      return localized("No entries: --to is before --from.")
    }
    guard let journal else { return nil }
    do throws(DiaryError) {
      let name = try await diary.journal(named: journal).name
      guard try await diary.hiddenJournals().contains(name) else { return nil }
      return DiaryError.hiddenJournal(name).line
    } catch {
      guard case .noSuchJournal = error else { throw error }
      return error.line
    }
  }

  func predicate() throws -> EntryPredicate {
    var parts: [EntryPredicate] = []
    if let search { parts.append(search.predicate) }
    if let from { parts.append(.from(try from.days().lowerBound)) }
    if let to { parts.append(.to(try to.days().upperBound)) }
    parts += tags.map { .tag(String($0.drop { $0 == "#" })) }
    if let journal { parts.append(.journal(JournalName.storedName(for: journal))) }
    if withPhotos { parts.append(.withPhotos) }
    return .all(of: parts)
  }
}

extension SearchQuery {
  /// Checks the query.
  ///
  /// - Throws: `ValidationError` with its first mistake, or if it is empty.
  func check() throws {
    if let issue = issues.first { throw ValidationError(issue.line) }
    if isEmpty {
      throw ValidationError(localized("Nothing to search for. Give at least one word."))
    }
  }
}

/// Checks the value of `--limit`.
enum Limit {
  static func check(_ limit: Int?) throws {
    if let limit, limit < 1 {
      throw ValidationError(localized("--limit needs a number of 1 or more."))
    }
  }
}
