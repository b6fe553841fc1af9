import ArgumentParser
import DiaryCore
import Words

struct SearchCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: localized("Find entries by their words, newest first."),
    discussion: localized(
      """
      Finds the entries whose title, text, tags or captions hold every word, in upper or lower \
      case. Quotes make a phrase.

      Examples:
        photodiary search plum tree
        photodiary search '"plum tree" garden' --limit 5
        photodiary search -- --dashes
      """))

  @Argument(help: .localized("The words."))
  var query: [String]

  @Option(
    parsing: .unconditional,
    help: .localized("No more than this many entries.", valueName: "n"))
  var limit: Int?

  @OptionGroup var listing: ListingOptions
  @OptionGroup var storeOptions: StoreOptions

  func validate() throws {
    try Limit.check(limit)
    if text.isEmpty { throw ValidationError(localized("There is no word to search for.")) }
  }

  func run(in wiring: Wiring) async throws {
    let entries = try await wiring.diary.entries(EntryQuery(.text(text), limit: limit))
    try listing.write(entries, of: wiring.diary)
    if entries.isEmpty { wiring.tellOfNone(localized("No entry holds all of these words.")) }
  }

  private var text: SearchText { SearchText(query.joined(separator: " ")) }
}
