import ArgumentParser
import DiaryCore
import Localization
import TerminalUI

struct ReviewCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "review",
    abstract: localized("Show a year in review."),
    discussion: localized(
      id: "discussion.review",
      """
      Months, tags and places of a year, its trips, the longest entries and the starred ones. Without \
      a year, this one.

      Examples:
        photodiary review
        photodiary review 2025
        photodiary review 2025 --format json | jq '.longest[0].title'
      """))

  @Argument(help: .localized("The year, as 2025.", valueName: "year"))
  var year: Int?

  @OptionGroup var listing: ListingOptions
  @OptionGroup var storeOptions: StoreOptions

  func validate() throws {
    if let year, CalendarDay(year: year, month: 1, day: 1) == nil {
      throw ValidationError(localized("\(year) isn't a year. Write it as 2025."))
    }
  }

  func run(in dependencies: Dependencies) async throws {
    let review = try await dependencies.diary.review(
      of: year ?? LocalTime.today().day.year, trips: dependencies.tripFinder)
    let isEmpty = review.statistics.total.entries == 0
    try listing.write(one: review.json) { output in
      if !isEmpty { try write(review, to: &output) }
    }
    if isEmpty { try dependencies.reportNone(localized("No entries in that year.")) }
  }

  private func write(_ review: YearReview, to output: inout Output) throws {
    try StatisticsTable(statistics: review.statistics).write(to: &output)
    if !review.trips.isEmpty {
      try output.line()
      try output.line(localized("Trips"))
      try TripTable(trips: review.trips).write(to: &output)
    }
    try write(localized("Longest entries"), review.longest, to: &output) {
      "  " + CountWords.words($0.words)
    }
    try write(localized("Starred entries"), review.starred, to: &output) { _ in "" }
  }

  private func write(
    _ title: String, _ entries: [YearReview.Highlight], to output: inout Output,
    detail: (YearReview.Highlight) -> String
  ) throws {
    guard !entries.isEmpty else { return }
    try output.line()
    try output.line(title)
    for entry in entries {
      try output.line(
        "\(entry.id.description.prefix(8))  \(entry.day)  \(entry.title.printable)\(detail(entry))")
    }
  }
}
