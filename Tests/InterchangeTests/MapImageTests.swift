import DiaryCore
import Interchange
import TestSupport
import Testing

/// An earth of one coast and one border.
private struct SmallEarth: WorldMapping {
  var error: WorldMapError?

  func piece(_ request: MapRequest) throws(WorldMapError) -> MapPiece {
    if let error { throw error }
    let points = [
      MapPoint(latitude: 34, longitude: 126), MapPoint(latitude: 38, longitude: 130),
    ]
    return MapPiece(
      lines: [MapPiece.Kind.coast, .border].map {
        MapPiece.Line(kind: $0, box: .earth, points: points)
      })
  }
}

@Suite("A map as an image")
struct MapImageTests {
  private func placed(
    _ number: UInt64, _ latitude: Double, _ longitude: Double, _ name: String?
  ) -> PlacedEntry {
    PlacedEntry(
      order: EntrySortKey(
        date: Int64(number), created: Timestamp(milliseconds: 0), id: ID(high: 0, low: number)),
      day: CalendarDay(daysSinceEpoch: 20_000),
      point: MapPoint(latitude: latitude, longitude: longitude), name: name)
  }

  private func text(_ points: [PlacedEntry], naming names: [String?] = []) throws -> String {
    let image = try require(try MapImage(of: points, on: SmallEarth()))
    return String(decoding: image.bytes(naming: names), as: UTF8.self)
  }

  @Test func `it is one file that needs nothing else`() throws {
    let svg = try text(
      [
        placed(1, 37.5, 127, "Seoul"), placed(2, 37.5, 127, "Seoul"), placed(3, 35.1, 129, nil),
      ], naming: ["Busan, South Korea"])
    expectPrefix(svg, "<?xml version=\"1.0\"?>\n<svg class=\"map\"")
    expectSuffix(svg, "</svg>\n")
    expectContains(svg, "xmlns=\"http://www.w3.org/2000/svg\"")
    expectContains(svg, "<title>Seoul · 2 entries</title>")
    expectContains(svg, "<title>Busan, South Korea · 1 entry</title>")
    expectContains(svg, ">Seoul</text>")
    expectContains(svg, ">Busan</text>")
    expectContains(svg, "<path class=\"coast\" d=\"M")
    expectContains(svg, "class=\"border\"")
    // Colors that every program knows, and nothing that is loaded from elsewhere.
    expectLacks(svg, "var(")
    expectLacks(svg, "url(")
    expectLacks(svg, "href")
  }

  @Test func `names are text, whatever is in them`() throws {
    let svg = try text(
      [
        placed(1, 37.5, 127, "</text><script>alert('1')</script>"),
        placed(2, 35.1, 129, nil),
      ], naming: ["\"&\u{1B}[31m<b>\u{0}"])
    expectLacks(svg, "<script")
    expectLacks(svg, "<b>")
    expectContains(svg, "&lt;/text&gt;&lt;script&gt;")
    expect(svg.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" })
  }

  @Test func `there is none without places, and a damaged earth is told`() throws {
    try expectNil(MapImage(of: [], on: SmallEarth()))
    expectThrows(WorldMapError.damaged(path: "/map.bin")) {
      _ = try MapImage(
        of: [placed(1, 37.5, 127, nil)], on: SmallEarth(error: .damaged(path: "/map.bin")))
    }
  }

  @Test func `it takes the place of nothing, and stays out of the diary`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("map.svg")
    try MapImage.write([1, 2, 3], to: path, outside: folder.path("diary"))
    try expectEqual(folder.read("map.svg"), [1, 2, 3])
    expectThrows(DiaryError.self) {
      try MapImage.write([4], to: path, outside: folder.path("diary"))
    }
    expectThrows(DiaryError.self) {
      try MapImage.write([4], to: folder.path("none/map.svg"), outside: folder.path("diary"))
    }
    expectThrows(DiaryError.self) {
      try MapImage.write([4], to: folder.path("new.svg"), outside: folder.path)
    }
    try expectEqual(folder.read("map.svg"), [1, 2, 3])
    expectEqual(files(folder.path), ["map.svg"])
  }
}
