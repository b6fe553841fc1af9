import DiaryApp
import DiaryCore
import Places
import TerminalUI
import TestSupport

/// A map with the places of a hundred thousand entries: what a step of the zoom does, and what each frame.
enum MapFrames {
  static let benchmark = Benchmark(name: "map", run: run)

  private static let few = 1_000
  private static let many = 100_000
  /// In milliseconds. Nobody waits for the first of them.
  private static let mostToPutTogether = 150.0
  private static let mostForFrame = 16.0
  /// A step of the zoom shows as many places of many entries as of few.
  private static let growth = 1.5

  @MainActor
  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let earth = WorldMap(
      path: Checkout.path("Assets/map.bin"),
      places: PlaceNames(path: Checkout.path("Assets/places.bin")))
    let points = points(many)
    let index = MapIndex(points)
    let screens = [MapIndex(Array(points.prefix(few))), index].map { MapScreen($0, on: earth) }
    let cell = PixelSize(width: 10, height: 20)
    let pixels = MapScreen(
      index, on: earth,
      facts: TerminalFacts(
        graphics: PixelGraphics(.kitty, cell: cell), cell: cell, background: 0))
    var keys = 0
    let steps = try await Turns.take(
      10 * bench.options.runs,
      screens.map { screen in
        {
          // In from all of the earth to a city, and out again.
          keys += 1
          return screen.press(.character(keys / 24 % 2 == 0 ? "+" : "-"))
        }
      })
    let samples = try await Turns.take(
      bench.options.runs,
      [
        {
          ContinuousClock().measure {
            _ = MapClusters(MapIndex(points), zoom: 8, withWay: false)
          }
        },
        { screens[1].draw() }, { pixels.draw() },
      ])
    return [
      Finding(
        name: "\(Decimals.grouped(many)) entries put together", unit: "ms",
        ours: samples[0].quantile(0.5), limit: .atMost(mostToPutTogether)),
      Finding(
        name: "a step of the zoom, \(Decimals.grouped(many)) entries", unit: "ms",
        ours: steps[1].median, limit: .atMost(mostForFrame)),
    ]
      + Growth.findings(
        "a step of the zoom", sizes: [few, many], samples: steps, limit: growth,
        noise: InProcess.noise)
      + [
        Finding(
          name: "the map drawn, 200 × 50", unit: "ms", ours: samples[1].quantile(0.5),
          limit: .atMost(mostForFrame)),
        Finding(
          name: "the map drawn, as fine as for pixels", unit: "ms", ours: samples[2].quantile(0.5),
          limit: .atMost(mostForFrame)),
      ]
  }

  /// A thousand places all over the earth, many of them around some cities, and entries of each in turn.
  private static func points(_ count: Int) -> [PlacedEntry] {
    var random = SeededGenerator(seed: 11)
    let cities = [
      (37.57, 126.98), (35.18, 129.08), (48.86, 2.35), (40.71, -74.01), (-33.87, 151.2),
    ]
    let places = (0..<few).map { index in
      let city = cities[index % cities.count]
      let reach = index % 10 == 0 ? 40.0 : 0.4
      return MapPoint(
        latitude: city.0 + Double.random(in: -reach...reach, using: &random),
        longitude: max(
          -180, min(city.1 + Double.random(in: -reach...reach, using: &random), 180)))
    }
    let day = CalendarDay(daysSinceEpoch: 20_000)
    return (0..<count).map { index in
      PlacedEntry(
        order: EntrySortKey(
          date: Int64(count - index), created: Timestamp(milliseconds: 0),
          id: ID(high: 0, low: UInt64(index))),
        day: day, point: places[index % few])
    }
  }
}
