import DiaryCore
import Interchange
import TestSupport
import Testing

/// An earth of one line that goes up and down very often.
private struct LongCoast: WorldMapping {
  func piece(_ request: MapRequest) throws(WorldMapError) -> MapPiece {
    let count = min(200_000, Int(request.box.width / request.dot) * 300)
    let points = (0..<max(2, count)).map { index in
      MapPoint(
        x: request.box.west + request.box.width * Double(index) / Double(count),
        y: index % 2 == 0 ? request.box.north : request.box.south)
    }
    return MapPiece(lines: [MapPiece.Line(kind: .coast, box: request.box, points: points)])
  }
}

@Suite("The map of a site")
struct SiteMapTests {
  private func export(_ diary: Diary, keepsLocation: Bool = false) async throws {
    let naming = KnownPlaces(known: [
      "Seoul": .init(latitude: 37.5665, longitude: 126.978),
      "<Busan>": .init(latitude: 35.1796, longitude: 129.0756),
    ])
    let helpers = ExportHelpers(
      positions: EntryPositions(
        service: diary.service, photos: PhotoPositions(service: diary.service), naming: naming),
      worldMap: LongCoast())
    try await diary.export(.html, keepsLocation: keepsLocation, helpers: helpers)
  }

  private func add(
    _ title: String, _ place: String, _ diary: Diary, on date: String = "2026-11-10"
  ) async throws {
    try await diary.add(
      title, on: date + "T08:00:00+09:00", content: "x", details: EntryDetails(place: place))
  }

  @Test func `leads from places to their pages, and shows coordinates only if they are kept`()
    async throws
  {
    let diary = try Diary()
    try await add("One", "Seoul", diary)
    try await add("Two", "Seoul", diary)
    try await add("Three", "<Busan>", diary)
    try await add("Four", "Nowhere that is known", diary)
    try await export(diary)
    let site = try SiteFolder(diary.target)
    expectEqual(site.faults, [])
    let page = try diary.folder.text("out/places/index.html")
    expectContains(page, "<svg class=\"map\"")
    expectContains(page, "<a href=\"Seoul.html\"><circle")
    expectContains(page, "<title>Seoul · 2 entries</title>")
    expectContains(page, "&lt;Busan&gt; · 1 entry")
    expectLess(page.utf8.count, 300_000)
    try expectContains(diary.folder.text("out/index.html"), ">Map</a>")
    try expectContains(diary.folder.text("out/places/Seoul.html"), "2 entries")
    // Coordinates are on it only where the export keeps locations.
    do {
      let diary = try Diary()
      try await add("Secret", "35.1796, 129.0756", diary)
      try await export(diary)
      expect(!files(diary.target).contains { $0.hasPrefix("places/") })
      try expectLacks(diary.folder.text("out/index.html"), ">Map</a>")
      try await export(diary, keepsLocation: true)
      let page = try diary.folder.text("out/places/index.html")
      expectContains(page, "<title>Secret · 1 entry</title>")
      try expectEqual(SiteFolder(diary.target).faults, [])
    }
    // Places without a position are a list alone.
    do {
      let diary = try Diary()
      try await add("One", "Grandma's", diary)
      try await export(diary)
      let page = try diary.folder.text("out/places/index.html")
      expectLacks(page, "<svg")
      expectContains(page, "Grandma&#39;s")
      try expectContains(diary.folder.text("out/index.html"), ">Places</a>")
    }
  }

  @Test(arguments: [false, true])
  func `a year shows its trips, by places alone unless it keeps locations`(keepsLocation: Bool)
    async throws
  {
    let diary = try Diary()
    func add(_ day: String, _ place: String) async throws {
      try await self.add(day, place, diary, on: day)
    }
    let first = try require(CalendarDay("2025-03-01"))
    for week in 0..<8 { try await add("\(first.adding(days: week * 7))", "Seoul") }
    try await add("2025-04-02", "<Busan>")
    try await add("2025-04-03", "<Busan>")
    // In Lisbon, as it says by numbers alone.
    try await add("2025-04-23", "38.7223, -9.1393")
    try await export(diary, keepsLocation: keepsLocation)
    try expectEqual(SiteFolder(diary.target).faults, [])
    let page = try diary.folder.text("out/2025/review.html")
    expectContains(page, "<h2>Trips</h2>")
    expectContains(page, "2–3 Apr 2025")
    expectContains(page, "&lt;Busan&gt;</a>")
    expectEqual(page.contains("23 Apr 2025"), keepsLocation)
  }
}

/// An earth of one coast and one border.
private struct SmallEarth: WorldMapping {
  var error: WorldMapError?

  func piece(_ request: MapRequest) throws(WorldMapError) -> MapPiece {
    if let error { throw error }
    let points = [MapPoint(latitude: 34, longitude: 126), MapPoint(latitude: 38, longitude: 130)]
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

  @Test func `draws a map that needs nothing else, with names as text`() throws {
    let svg = try text(
      [placed(1, 37.5, 127, "Seoul"), placed(2, 37.5, 127, "Seoul"), placed(3, 35.1, 129, nil)],
      naming: ["Busan, South Korea"])
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
    // Names are text, whatever is in them.
    do {
      let svg = try text(
        [placed(1, 37.5, 127, "</text><script>alert('1')</script>"), placed(2, 35.1, 129, nil)],
        naming: ["\"&\u{1B}[31m<b>\u{0}"])
      expectLacks(svg, "<script")
      expectLacks(svg, "<b>")
      expectContains(svg, "&lt;/text&gt;&lt;script&gt;")
      expect(svg.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" })
    }
    // There is none without places, and a damaged earth is told.
    try expectNil(MapImage(of: [], on: SmallEarth()))
    expectThrows(WorldMapError.damaged(path: "map.bin")) {
      _ = try MapImage(
        of: [placed(1, 37.5, 127, nil)], on: SmallEarth(error: .damaged(path: "map.bin")))
    }
    // It takes the place of nothing, and stays out of the diary.
    let folder = try TemporaryFolder()
    let path = folder.path("map.svg")
    try MapImage.write([1, 2, 3], to: path, outside: folder.path("diary"))
    try expectEqual(folder.read("map.svg"), [1, 2, 3])
    for (target, diary) in [
      (path, folder.path("diary")), (folder.path("none/map.svg"), folder.path("diary")),
      (folder.path("new.svg"), folder.path),
    ] {
      expectThrows(DiaryError.self) { try MapImage.write([4], to: target, outside: diary) }
    }
    try expectEqual(folder.read("map.svg"), [1, 2, 3])
    expectEqual(files(folder.path), ["map.svg"])
  }
}
