import ArgumentParser
import DiaryCore
import Localization

struct StatsCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: localized(
      "Show statistics by year, month, weekday and hour, tags and places."),
    discussion: localized(
      id: "discussion.stats",
      """
      Words are counted as in the reader; days and hours are local to where each entry was \
      written. A streak is a run of days with an entry; the current streak ends today, or \
      yesterday if today has no entry yet.

      The table shows the last twelve months with entries and the ten most used tags and places; \
      JSON has all of them, as whole numbers.

      Examples:
        photodiary stats
        photodiary stats --from 2024 --to 2025 --journal Travel
        photodiary stats --format json | jq '.streaks.longest.days'
      """))

  @OptionGroup var filters: FilterOptions
  @OptionGroup var listing: ListingOptions
  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let query = EntryQuery(try filters.predicate(), limit: filters.limit)
    let statistics = try await dependencies.diary.counting(query)
      .statistics(today: LocalTime.today().day)
    let isEmpty = statistics.total.entries == 0
    try listing.write(one: statistics.json) { output in
      if !isEmpty { try StatisticsTable(statistics: statistics).write(to: &output) }
    }
    if isEmpty { try dependencies.reportNone(localized("No entries.")) }
  }
}
