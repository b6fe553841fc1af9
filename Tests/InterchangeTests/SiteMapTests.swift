import DiaryCore
import Interchange
import TestSupport
import Testing

/// Places as a test knows them.
private struct KnownPlaces: PlaceNaming {
  let known: [String: PhotoDetails.Position]

  func names(at position: PhotoDetails.Position) throws(PlaceNamesError) -> [String] { [] }

  func positions(
    ofPlaces names: Set<String>
  ) throws(PlaceNamesError) -> [String: PhotoDetails.Position] {
    known.filter { names.contains($0.key) }
  }
}

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
    _ = try await Exporter(locationRemover: TextLocationRemover(), helpers: helpers).export(
      entries: EntryQuery(), of: diary.service, to: diary.target, format: .html,
      options: ExportOptions(keepsLocation: keepsLocation))
  }

  private func add(_ title: String, _ place: String, _ diary: Diary) async throws {
    let date = try require(EntryDate("2026-11-10T08:00:00+09:00"))
    _ = try await diary.service.add(
      EntryFields(
        date: date, title: title, content: "x", details: EntryDetails(place: place)))
  }

  @Test func `places lead to their pages, and nothing to anywhere else`() async throws {
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
  }

  @Test(arguments: [false, true])
  func `a year tells its trips, by places alone unless it keeps locations`(keepsLocation: Bool)
    async throws
  {
    let diary = try Diary()
    func add(_ day: String, _ place: String) async throws {
      let date = try require(EntryDate("\(day)T08:00:00+09:00"))
      _ = try await diary.service.add(
        EntryFields(
          date: date, title: day, content: "x", details: EntryDetails(place: place)))
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

  @Test func `coordinates are on it only where the export keeps locations`() async throws {
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

  @Test func `places without a position are a list alone`() async throws {
    let diary = try Diary()
    try await add("One", "Grandma's", diary)
    try await export(diary)
    let page = try diary.folder.text("out/places/index.html")
    expectLacks(page, "<svg")
    expectContains(page, "Grandma&#39;s")
    try expectContains(diary.folder.text("out/index.html"), ">Places</a>")
  }
}
