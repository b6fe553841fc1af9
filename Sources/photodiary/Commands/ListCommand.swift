import ArgumentParser
import DiaryCore
import Localization

struct ListCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: localized("List entries, newest first."),
    discussion: localized(
      id: "discussion.list",
      """
      Examples:
        photodiary list --limit 10
        photodiary list --from 2026-11 --tag walks --with-photos
        photodiary list --format json | jq '.[].title'
      """))

  @OptionGroup var filters: FilterOptions

  @Option(localized("Sort by date, modified or title."))
  var sort = EntryQuery.Sort.date

  @Flag(help: .localized("Oldest first; by title, from A to Z."))
  var ascending = false

  @OptionGroup var listing: ListingOptions
  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let query = EntryQuery(
      try filters.predicate(), sort: sort, isAscending: ascending, limit: filters.limit)
    let entries = try await dependencies.diary.entries(query)
    try listing.write(entries, of: dependencies.diary)
    guard entries.isEmpty else { return }
    let reason = try await filters.reasonForNone(in: dependencies.diary)
    try dependencies.reportNone(reason ?? localized("No entries."))
  }
}

extension EntryQuery.Sort: ExpressibleByArgument {}
