import ArgumentParser
import DiaryCore
import Localization
import TerminalUI

struct TripsCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "trips",
    abstract: localized("List trips, the latest first."),
    discussion: localized(
      id: "discussion.trips",
      """
      A trip is days whose entries are from far away: more than 60 km from where most of what you \
      wrote within half a year is from. That is told by the positions of photos, and by places that \
      other entries have photos of.

      Examples:
        photodiary trips
        photodiary trips --format json | jq -r '.[0].places[]'
      """))

  @OptionGroup var listing: ListingOptions
  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let trips = try await dependencies.tripFinder.trips()
    try listing.write(trips.map(\.json)) { output in
      try TripTable(trips: trips).write(to: &output)
    }
    if trips.isEmpty { try dependencies.reportNone(localized("No trips.")) }
  }
}
