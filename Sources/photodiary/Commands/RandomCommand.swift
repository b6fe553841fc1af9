import ArgumentParser
import DiaryCore
import Localization

struct RandomCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "random",
    abstract: localized("Show a random entry."),
    discussion: localized(
      id: "discussion.random",
      """
      Any entry, each as likely as the others, shown as photodiary show does; or one of those that \
      the filters leave.

      Examples:
        photodiary random
        photodiary random --to 2020 --with-photos
      """))

  @OptionGroup var filters: FilterOptions
  @OptionGroup var showing: ShowingOptions
  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let query = EntryQuery(try filters.predicate(), limit: filters.limit)
    guard let id = try await dependencies.diary.ids(query).randomElement() else {
      let reason = try await filters.reasonForNone(in: dependencies.diary)
      return try dependencies.reportNone(reason ?? localized("No entries."))
    }
    try await showing.show(try await dependencies.diary.entry(id), in: dependencies)
  }
}
