import ArgumentParser
import DiaryApp
import DiaryCore
import Localization
import System
import TerminalUI

struct MapCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "map",
    abstract: localized("Show on a map where entries were written."),
    discussion: localized(
      id: "discussion.map",
      """
      Draws the places of entries on a map as wide as the terminal, with the numbers of their \
      entries, and lists them. Where an entry was written is told by its place, and by photos that \
      know where they were taken. Nothing is asked of a network.

      Examples:
        photodiary map
        photodiary map --from 2026-07 --to 2026-08
        photodiary map --tag travel
      """))

  @OptionGroup var filter: FilterOptions
  @OptionGroup var storeOptions: StoreOptions

  /// Where standard output is no terminal.
  private static let usualColumns = 80
  private static let mostPlaces = 20

  func run(in dependencies: Dependencies) async throws {
    let positions = dependencies.positions()
    let query = EntryQuery(try filter.predicate(), limit: filter.limit)
    let points = await positions.placed(try await dependencies.diary.batches(query))
    let columns = max(40, TerminalWidth.columns ?? Self.usualColumns)
    let size = Size(columns: columns, rows: max(10, columns * 3 / 10))
    let map: MapText?
    do throws(WorldMapError) {
      map = try MapText(of: points, size: size, on: dependencies.worldMap)
    } catch {
      throw CommandError(error.line)
    }
    guard let map else {
      return dependencies.reportNone(
        try await filter.reasonForNone(in: dependencies.diary)
          ?? localized("No entry tells where it was."))
    }
    let places = map.places
    let shown = Array(places.prefix(Self.mostPlaces))
    let names = await positions.names(at: shown.map(\.point))
    try Output.write { output in
      for row in map.rows { try output.line(row) }
      try output.line()
      for (place, name) in zip(shown, names) {
        let name = place.name ?? name ?? place.point.position.coordinates ?? ""
        try output.line("\(name)  \(place.words)")
      }
      guard places.count > shown.count else { return }
      let more = CountWords.places(places.count - shown.count)
      try output.line(localized("and \(more) more"))
    }
  }
}
