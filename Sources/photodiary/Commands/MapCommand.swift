import ArgumentParser
import DiaryApp
import DiaryCore
import Interchange
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

      --svg writes the map as an image instead, with the names of places and numbers of entries, \
      for a browser or another program. The file must not exist yet.

      Examples:
        photodiary map
        photodiary map --from 2026-07 --to 2026-08
        photodiary map --tag travel --svg travel.svg
      """))

  @Option(
    localized("Write the map to a new file as an SVG image; - is standard output."),
    valueName: "file", completion: .file())
  var svg: String?

  @OptionGroup var filter: FilterOptions
  @OptionGroup var storeOptions: StoreOptions

  /// Where standard output is no terminal.
  private static let usualColumns = 80
  private static let mostPlaces = 20

  func run(in dependencies: Dependencies) async throws {
    let positions = dependencies.positions()
    let query = EntryQuery(try filter.predicate(), limit: filter.limit)
    let points = await positions.placed(try await dependencies.diary.batches(query))
    guard !points.isEmpty else {
      return try dependencies.reportNone(
        try await filter.reasonForNone(in: dependencies.diary)
          ?? localized("No entry tells where it was."))
    }
    if let svg {
      try await write(points, to: svg, positions, dependencies)
    } else {
      try await draw(points, positions, dependencies)
    }
  }

  private func draw(
    _ points: [PlacedEntry], _ positions: EntryPositions, _ dependencies: Dependencies
  ) async throws {
    let columns = max(40, TerminalWidth.columns ?? Self.usualColumns)
    let size = Size(columns: columns, rows: max(10, columns * 3 / 10))
    let map = try Self.onEarth { () throws(WorldMapError) in
      try MapText(of: points, size: size, on: dependencies.worldMap)
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

  private func write(
    _ points: [PlacedEntry], to file: String, _ positions: EntryPositions,
    _ dependencies: Dependencies
  ) async throws {
    let image = try Self.onEarth { () throws(WorldMapError) in
      try MapImage(of: points, on: dependencies.worldMap)
    }
    guard let image else { return }
    let bytes = image.bytes(naming: await positions.names(at: image.unnamed))
    guard file != "-" else { return try Output.write { try $0.bytes(bytes) } }
    try MapImage.write(bytes, to: file, outside: dependencies.folders.store)
    let entries = CountWords.entries(Set(points.map(\.order.id)).count)
    try Output.write { try $0.line(localized("\(entries) on the map in \(file)")) }
  }

  private static func onEarth<Map>(
    _ draw: () throws(WorldMapError) -> Map
  ) throws(CommandError) -> Map {
    do throws(WorldMapError) { return try draw() } catch { throw CommandError(error.line) }
  }
}
