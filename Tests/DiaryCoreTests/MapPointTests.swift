import DiaryCore
import TestSupport
import Testing

@Suite("Points on a map")
struct MapGeometryTests {
  private let seoul = MapPoint(latitude: 37.5665, longitude: 126.978)

  @Test func `Points and coordinates are converted both ways`() {
    for (latitude, longitude) in [
      (37.5665, 126.978), (0, 0), (-54.8, -68.3), (78.22, 15.65), (84.9, -179.9), (-84.9, 179.9),
    ] {
      let point = MapPoint(latitude: latitude, longitude: longitude)
      expectLess(abs(point.latitude - latitude), 1e-4, "\(latitude)")
      expectLess(abs(point.longitude - longitude), 1e-9)
    }
    expectLess(MapPoint(latitude: 90, longitude: 0).y, 1e-6)
    expectGreater(MapPoint(latitude: -90, longitude: 0).y, 1 - 1e-6)
    for position in [(Double.nan, 0), (0, .nan), (.infinity, 0), (90.1, 0), (0, -180.1)] {
      expectNil(MapPoint(.init(latitude: position.0, longitude: position.1)))
    }
    // Coordinates are read as they are written, and nothing else.
    let position = PhotoDetails.Position(latitude: -37.5665, longitude: 126.978)
    let text = position.coordinates ?? ""
    expectEqual(text, "-37.5665, 126.9780")
    expectEqual(PhotoDetails.Position(coordinates: text), position)
    for other in [
      "", ",", "37.5", "Seoul, Korea", "91.0, 0.0", "1, 2", "nan, 0.0", "1.0, 2.0, 3.0",
    ] { expectNil(PhotoDetails.Position(coordinates: other), "\(other)") }
  }

  @Test func `Boxes stay on the map`() throws {
    expectNil(MapBox.around([]))
    let one = try require(MapBox.around([seoul]))
    expectEqual(one.width, 0)
    expect(one.contains(seoul))
    let pacific = try require(
      MapBox.around([
        MapPoint(latitude: 0, longitude: 170), MapPoint(latitude: 10, longitude: -170),
      ]))
    expectLess(abs(pacific.width - 20.0 / 360), 1e-9)
    let many = (0..<1_000).map { index in
      MapPoint(latitude: 0, longitude: Double(index % 360) - 180)
    }
    try expectAtMost(require(MapBox.around(many)).width, 1)
  }
}
