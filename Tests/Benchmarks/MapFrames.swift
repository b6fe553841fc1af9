import DiaryApp
import DiaryCore
import Places
import TerminalUI
import TestSupport

/// A map with the places of a hundred thousand entries: what a step of the zoom does, and what each frame.
enum MapFrames {
  static let benchmark = Benchmark(name: "map", run: run)

  /// In milliseconds.
  private static let mostToZoom = 150.0
  private static let mostToDraw = 16.0
  private static let size = Size(columns: 200, rows: 50)

  @MainActor
  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let earth = WorldMap(
      path: Checkout.path("Assets/map.bin"),
      places: PlaceNames(path: Checkout.path("Assets/places.bin")))
    let points = try points(100_000)
    var drawn: MapText?
    let samples = try await Turns.take(
      bench.options.runs,
      [
        {
          try ContinuousClock().measure { drawn = try MapText(of: points, size: size, on: earth) }
        },
        { ContinuousClock().measure { _ = drawn?.rows } },
      ])
    return [
      Finding(
        name: "100,000 entries put on the earth", unit: "ms", ours: samples[0].quantile(0.5),
        limit: .atMost(mostToZoom)),
      Finding(
        name: "the map drawn, 200 × 50", unit: "ms", ours: samples[1].quantile(0.5),
        limit: .atMost(mostToDraw)),
    ]
  }

  /// All over the earth, many of them around some cities.
  private static func points(_ count: Int) throws -> [PlacedEntry] {
    var random = SeededGenerator(seed: 11)
    let cities = [
      (37.57, 126.98), (35.18, 129.08), (48.86, 2.35), (40.71, -74.01), (-33.87, 151.2),
    ]
    let day = CalendarDay(daysSinceEpoch: 20_000)
    return (0..<count).map { index in
      let city = cities[index % cities.count]
      let isFar = index % 10 == 0
      let reach = isFar ? 40.0 : 0.4
      return PlacedEntry(
        order: EntrySortKey(
          date: Int64(count - index), created: Timestamp(milliseconds: 0),
          id: ID(high: 0, low: UInt64(index))),
        day: day,
        point: MapPoint(
          latitude: city.0 + Double.random(in: -reach...reach, using: &random),
          longitude: max(-180, min(city.1 + Double.random(in: -reach...reach, using: &random), 180))
        ))
    }
  }
}
