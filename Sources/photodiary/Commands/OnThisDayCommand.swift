import ArgumentParser
import DiaryCore
import Localization

struct OnThisDayCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "onthisday",
    abstract: localized("List entries of this day in earlier years."),
    discussion: localized(
      id: "discussion.onthisday",
      """
      A few quiet lines, or none where no earlier year has an entry of the day: made to be called \
      as a shell starts. On the last of a February without a 29th, entries of the 29th are shown, \
      too.

      Examples:
        echo 'photodiary onthisday' >> ~/.bashrc
        photodiary onthisday --date yesterday
        photodiary onthisday --format json | jq -r '.[].title'
      """))

  @Option(localized("Another day: 2026-11-19, yesterday, 5 March, 3월 5일."), valueName: "day")
  var date: DayArgument?

  @OptionGroup var listing: ListingOptions
  @OptionGroup var storeOptions: StoreOptions

  func validate() throws { _ = try date?.days(onlyOne: true) }

  func run(in dependencies: Dependencies) async throws {
    let day = try date?.days(onlyOne: true).lowerBound ?? LocalTime.today().day
    switch listing.format {
    case .table: try await OnThisDayLines(day: day).write(of: dependencies.diary)
    case .json, .jsonl:
      try listing.write(
        try await dependencies.diary.entries(returningOn: day), of: dependencies.diary)
    }
  }
}
