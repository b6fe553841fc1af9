import ArgumentParser
import DiaryCore
import Localization

struct SearchCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: localized("Search entries, newest first."),
    discussion: localized(
      id: "discussion.search",
      """
      Finds the entries whose title, text, tags, captions, place or comments hold every word, in \
      upper or lower case. A Hangul consonant finds the syllables that begin with it: ㄱㅊ finds 김치. Quotes \
      make a phrase, of exactly these words. Other terms:

        tag:walks  journal:Travel  author:Kim  place:Seoul  mood:😊  weather:rain
        date:2024  date:2024-05..2024-08  date:2024-05-03..  date:..2024  date:yesterday
        has:photo  is:starred  is:pinned  journal:"New York"  tag:"a\\"b"
        -word  -tag:walks  what must not be

      Examples:
        photodiary search plum tree
        photodiary search '"plum tree" garden' --limit 5
        photodiary search tag:walks date:2024 has:photo -rain
        photodiary search -- --dashes
      """))

  @Argument(help: .localized("Words, \"phrases\" and terms such as tag:walks."))
  var query: [String]

  @Option(localized("Show at most this many entries."), valueName: "n")
  var limit: Int?

  @OptionGroup var listing: ListingOptions
  @OptionGroup var storeOptions: StoreOptions

  func validate() throws {
    try Limit.check(limit)
    try search.check()
  }

  func run(in dependencies: Dependencies) async throws {
    let entries = try await dependencies.diary.entries(EntryQuery(search.predicate, limit: limit))
    try listing.write(entries, of: dependencies.diary)
    if entries.isEmpty { try dependencies.reportNone(localized("No entries match this search.")) }
  }

  private var search: SearchQuery { SearchQuery(argument: query.joined(separator: " ")) }
}

extension SearchQuery {
  /// Reads a query from the command line or the settings. As on the screen, a minus at the end is the
  /// beginning of a term to leave out, and asks for nothing.
  init(argument: String) {
    var text = argument
    while text.hasSuffix(" -") { text.removeLast(2) }
    self.init(text, today: LocalTime.today().day)
  }
}
