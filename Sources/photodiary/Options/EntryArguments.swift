import ArgumentParser
import DiaryCore
import Text

/// An argument that names an entry by its id or its number.
struct EntryArgument: ParsableArguments {
  @Argument(
    help: .localized("The entry's id or its first characters, or its number: 1 is the newest."),
    completion: DiaryCompletion.entries)
  var id: String

  /// Returns the entry, to read it. A day, such as `yesterday`, means its latest entry.
  ///
  /// - Throws: an error unless exactly one entry is meant.
  func entry(in diary: DiaryService) async throws -> Entry {
    do {
      return try await diary.entry(named: id, atLeast: 1)
    } catch DiaryError.noSuchEntry(let name) {
      guard let phrase = try? DayPhrase(id, today: LocalTime.today().day), phrase.span == .day
      else { throw DiaryError.noSuchEntry(name) }
      guard let entry = try await diary.entries(EntryQuery(.on(phrase.day), limit: 1)).first
      else { throw CommandError(localized("No entries on \(DateText.long(phrase.day)).")) }
      return entry
    }
  }

  /// Returns the entry, to change it.
  ///
  /// - Throws: an error unless exactly one entry is meant.
  func entryToChange(in diary: DiaryService) async throws -> Entry {
    try await diary.entry(named: id, atLeast: ChangedID.shortest)
  }
}

/// Arguments that name several entries of the user by their ids or numbers.
struct EntryArguments: ParsableArguments {
  @Argument(
    help: .localized(
      "The entries' ids or their first characters, or their numbers: 1 is the newest.",
      valueName: "id"),
    completion: DiaryCompletion.entries)
  var ids: [String]

  func validate() throws { try ChangedID.check(orNumbers: ids) }

  /// Returns the entries, each once, to change them. All numbers are those before the change.
  ///
  /// - Throws: an error unless each argument means exactly one entry, which the user wrote.
  func entries(in diary: DiaryService) async throws -> [Entry] {
    try await Self.entries(ids, of: diary) { id in
      try await diary.entry(named: id, atLeast: ChangedID.shortest)
    }
  }

  /// Returns the entries that `find` returns for these ids, each once.
  ///
  /// - Throws: the error of `find`, or `DiaryError` if another author wrote an entry.
  static func entries(
    _ ids: [String], of diary: DiaryService, _ find: (String) async throws -> Entry
  ) async throws -> [Entry] {
    let author = try await diary.author().id
    var entries: [Entry] = []
    for id in ids {
      let entry = try await find(id)
      guard entry.author == author else {
        throw DiaryError.notTheAuthor(title: entry.displayTitle)
      }
      if !entries.contains(where: { $0.id == entry.id }) { entries.append(entry) }
    }
    return entries
  }
}

/// Checks ids to change. For reading, any unique prefix is enough; for a change, a typing mistake
/// must not select something else.
enum ChangedID {
  static let shortest = 4

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

  /// Checks the length of arguments that can also be numbers.
  ///
  /// - Throws: `ValidationError` if one is neither a number nor long enough.
  static func check(orNumbers arguments: [String]) throws {
    try check(arguments.filter { EntryNumber($0) == nil })
  }
}

// MARK: - EntryNumber

/// The number of an entry in the list: `1` or `-1` for the newest, `2` or `-2` for the one before.
struct EntryNumber {
  /// The number of newer entries; negative for 0.
  let rank: Int
  /// `true` with a minus, which no id begins with. Otherwise the digits may be those of an id.
  let isUnmistakable: Bool

  /// In digits; longer numbers without a minus are ids.
  private static let longest = 4

  /// Returns `nil` if the argument isn't a number, or can only be an id.
  init?(_ argument: String) {
    isUnmistakable = argument.hasPrefix("-")
    let digits = isUnmistakable ? argument.dropFirst() : argument[...]
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      isUnmistakable || digits.utf8.count <= Self.longest && digits.first != "0",
      let number = Int(digits)
    else { return nil }
    rank = number - 1
  }
}

extension DiaryService {
  /// Returns the entry that an argument of the command line names: by its number in the list, by
  /// its id, or by the first characters of its id, at least `shortest`.
  ///
  /// A single digit is a number if there are so many entries. Other digits that could be both, the
  /// number of an entry and the only id that begins with them, are refused.
  ///
  /// - Throws: `DiaryError`, `CommandError` or `ValidationError` unless exactly one entry is meant.
  func entry(named argument: String, atLeast shortest: Int) async throws -> Entry {
    try await entry(named: argument, atLeast: shortest, listedBy: "list --numbers") { rank in
      try await self.entries(EntryQuery(offset: rank, limit: 1)).first
    }
  }

  /// Returns the entry in the trash that an argument names: by its number there, 1 for the last one
  /// deleted, or by the first characters of its id. The entry with an id may be elsewhere.
  ///
  /// - Throws: `DiaryError`, `CommandError` or `ValidationError` unless exactly one entry is meant.
  func trashedEntry(named argument: String) async throws -> Entry {
    let trash = try await trash()
    return try await entry(named: argument, atLeast: ChangedID.shortest, listedBy: "trash") {
      trash.indices.contains($0) ? trash[$0] : nil
    }
  }

  private func entry(
    named argument: String, atLeast shortest: Int, listedBy command: String,
    at place: (Int) async throws -> Entry?
  ) async throws -> Entry {
    guard let number = EntryNumber(argument) else {
      return try await entry(withPrefix: argument)
    }
    guard let numbered = number.rank < 0 ? nil : try await place(number.rank) else {
      if !number.isUnmistakable, argument.count >= shortest {
        do { return try await entry(withPrefix: argument) } catch let error as DiaryError {
          guard case .noSuchEntry = error else { throw error }
        }
      }
      throw CommandError(
        localized("No entry has the number \(argument). Run `photodiary \(command)` to see them."))
    }
    guard !number.isUnmistakable, argument.count >= max(shortest, 2),
      let other = try? await entry(withPrefix: argument), other.id != numbered.id
    else { return numbered }
    throw CommandError(
      localized(
        """
        \(argument) is both the number of “\(numbered.displayTitle)” and the beginning of the id of \
        “\(other.displayTitle)”. Write -\(argument) or \(String(other.id.description.prefix(8))).
        """))
  }

  /// Returns the shortest words that name entries on a command line: numbers in a diary of one
  /// person, otherwise the first characters of their ids. Never throws, because hints with these
  /// names follow a change that is already saved: without numbers, ids name the entries, too.
  func shortNames(of entries: [Entry]) async -> [String] {
    let numbers = (try? await shortNumbers(of: entries)) ?? [:]
    return entries.map { numbers[$0.id].map(String.init) ?? String($0.id.description.prefix(8)) }
  }

  private func shortNumbers(of entries: [Entry]) async throws -> [ID<Entry>: Int] {
    guard try await !isShared() else { return [:] }
    let numbers = try await self.numbers(of: entries)
    guard entries.contains(where: \.isTrashed) else { return numbers }
    return try await numbers.merging(trashNumbers()) { first, _ in first }
  }

  /// Returns the numbers of the entries in the trash: 1 for the last one deleted.
  ///
  /// - Throws: an error if the diary can't be read.
  func trashNumbers() async throws -> [ID<Entry>: Int] {
    Dictionary(uniqueKeysWithValues: zip(try await trash().map(\.id), 1...))
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
  @Option(
    name: [.long, .customShort("n")], parsing: .unconditional,
    help: .localized("Show at most this many entries.", valueName: "n"))
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

  @Option(
    localized("Only entries that a saved search finds (see photodiary searches)."),
    valueName: "name", completion: DiaryCompletion.searches)
  var saved: String?

  func validate() throws {
    try Limit.check(limit)
    try search?.check()
    _ = try from?.days()
    _ = try to?.days()
  }

  /// Reports that no entry matches, with the reason if it is known.
  ///
  /// - Throws: an error if the diary can't be read.
  func reportEmpty(
    _ words: String = localized("No entries."), in dependencies: Dependencies
  ) async throws {
    try dependencies.reportEmpty(try await emptyResultReason(in: dependencies.diary) ?? words)
  }

  /// Returns the reason why no entry can match, or `nil` if it isn't known.
  private func emptyResultReason(in diary: DiaryService) async throws -> String? {
    if let from, let to, try to.days().upperBound < from.days().lowerBound {
      return localized("No entries: --to is before --from.")
    }
    guard let journal else { return nil }
    do {
      let name = try await diary.journal(named: journal).name
      guard try await diary.hiddenJournals().contains(name) else { return nil }
      return DiaryError.hiddenJournal(name).line
    } catch let error as DiaryError {
      guard case .noSuchJournal = error else { throw error }
      return error.line
    }
  }

  /// Returns the condition of all options.
  ///
  /// - Throws: `DiaryError.noSuchSearch` if there is no such saved search; `ValidationError` if it
  ///   has a mistake; an error if the diary can't be read.
  func predicate(in diary: DiaryService) async throws -> EntryPredicate {
    var parts: [EntryPredicate] = []
    if let saved {
      let search = SearchQuery(argument: try await diary.savedSearch(named: saved).query)
      try search.check()
      parts.append(search.predicate)
    }
    if let search { parts.append(search.predicate) }
    if let from { parts.append(.from(try from.days().lowerBound)) }
    if let to { parts.append(.to(try to.days().upperBound)) }
    parts += tags.map { .tagNamed(name($0.drop { $0 == "#" })) }
    if let journal { parts.append(.journalNamed(name(journal[...]))) }
    if withPhotos { parts.append(.withPhotos) }
    return .all(of: parts)
  }

  private func name(_ text: Substring) -> SearchPhrase {
    SearchPhrase(String(text), isExact: true, accents: .ignored)
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
