import DiaryCore
import Places
import TestSupport

/// Names of a photo's position, of places where many borders and towns are near, one after the other.
enum PlaceLookups {
  static let benchmark = Benchmark(name: "places", run: run)

  /// In milliseconds, of 99 positions in 100.
  private static let most = 1.0
  private static let positions: [PhotoDetails.Position] = [
    .init(latitude: 33.4633, longitude: 126.3098), .init(latitude: 37.5663, longitude: 126.9779),
    .init(latitude: 35.1478, longitude: 129.13), .init(latitude: 38.7139, longitude: -9.1334),
    .init(latitude: 51.5, longitude: 7.2), .init(latitude: 35.6586, longitude: 139.7454),
    .init(latitude: 40.758, longitude: -73.9855), .init(latitude: 71.1685, longitude: 25.7836),
    .init(latitude: 62, longitude: 95), .init(latitude: 0, longitude: -30),
  ]

  @MainActor
  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let places = PlaceNames(path: Checkout.path("Assets/places.bin"))
    var next = 0
    let samples = try await Turns.take(
      10 * bench.options.runs,
      [
        {
          next += 1
          let position = positions[next % positions.count]
          return try ContinuousClock().measure { _ = try places.names(at: position) }
        }
      ])
    return [
      Finding(
        name: "names of a position, 99 of 100 below", unit: "ms", ours: samples[0].quantile(0.99),
        limit: .atMost(most))
    ]
  }
}
