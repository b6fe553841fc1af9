import DiaryCore
import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("The map", .timeLimit(.minutes(30)))
@MainActor
struct MapScreenTests {
  /// Entries of days in a row, each with a place.
  nonisolated static func entries(_ places: [String]) throws -> [EntryFields] {
    try places.enumerated().map { index, place in
      var fields = try SampleDiary.fields(
        "Day \(index + 1)", on: "2026-11-\(10 + index)T12:00:00+09:00", "A walk.")
      fields.details.place = place
      return fields
    }
  }

  /// Three in one city, one each in two others.
  nonisolated static let journey = [
    "37.5665, 126.9780", "37.5700, 126.9800", "35.1796, 129.0756", "33.4996, 126.5312",
    "37.5650, 126.9790",
  ]

  private func opened(
    _ columns: Int = 80, _ rows: Int = 24, _ places: [String] = journey, speaks: Bool = false
  ) async throws -> ScreenTest {
    let screen = try await ScreenTest(
      columns, rows, entries: try Self.entries(places), speaks: speaks)
    screen.placeNaming.call(.success(["Somewhere"]))
    await screen.press(.alt("m"))
    return screen
  }

  private func rows(_ screen: ScreenTest) -> [String] {
    screen.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test(arguments: [(80, 24), (40, 12), (200, 50)])
  func `all entries that have a place are on it, together where they are close`(
    _ columns: Int, _ rows: Int
  ) async throws {
    let screen = try await opened(columns, rows)
    #expect(screen.text.contains("5 entries"))
    #expect(screen.text.contains("▌ Somewhere  3 entries"))
    let map = try #require(screen.state.screens.front(as: MapState.self))
    #expect(map.clusters?.all.map(\.count) == [3, 1, 1])
    // Seoul lies above Busan, and left of it.
    let marks = self.rows(screen).enumerated().compactMap { row, text in
      text.firstIndex(of: "3").map { (row, text.distance(from: text.startIndex, to: $0)) }
    }
    #expect(!marks.isEmpty)
  }

  @Test func `keys go from place to place, and Enter lists the entries of one`() async throws {
    let screen = try await opened()
    await screen.press(KeyEvent(.tab))
    #expect(screen.text.contains("▌ Somewhere  1 entry"))
    await screen.press(KeyEvent(.tab, .shift))
    #expect(screen.text.contains("▌ Somewhere  3 entries"))
    await screen.press(KeyEvent(.enter))
    #expect(screen.state.scopes.last?.scope.title == "Somewhere")
    #expect(screen.text.contains("Day 1") && screen.text.contains("Day 5"))
    #expect(!screen.text.contains("Day 3"))
    // Back to the map as it was.
    await screen.press(.character("q"))
    #expect(screen.text.contains("▌ Somewhere  3 entries"))
    await screen.press(.character("q"))
    #expect(screen.state.screens.isEmpty)
  }

  @Test func `zooming in parts what is together, and zero shows all again`() async throws {
    let screen = try await opened(
      80, 24, ["37.5665, 126.9780", "37.6065, 127.0780", "35.1, 129.0"])
    func clusters() -> [Int]? {
      screen.state.screens.front(as: MapState.self)?.clusters?.all.map(\.count)
    }
    #expect(clusters() == [2, 1])
    await screen.press(.character("+"), times: 8)
    #expect(clusters() == [1, 1, 1])
    await screen.press(.character("0"))
    #expect(clusters() == [2, 1])
    await screen.press(.character("-"), times: 60)
    #expect(clusters()?.reduce(0, +) == 3)
    await screen.press(.character("+"), times: 80)
    #expect(screen.text.contains("▌"))
  }

  @Test func `moving goes on around the earth and stops at its ends`() async throws {
    let screen = try await opened()
    for key in [KeyEvent(.left), KeyEvent(.right), KeyEvent(.up), KeyEvent(.down)] {
      await screen.press(key, times: 60)
      let center = try #require(screen.state.screens.front(as: MapState.self)?.viewport?.center)
      #expect((0..<1).contains(center.x) && (0...1).contains(center.y))
    }
  }

  @Test func `the way is drawn with the stops in their order`() async throws {
    let screen = try await opened()
    await screen.press(.character("t"))
    let map = try #require(screen.state.screens.front(as: MapState.self))
    let way = try #require(map.way)
    let all = try #require(map.clusters?.all)
    #expect(way.order.map { all[$0].count } == [3, 1, 1, 3])
    #expect(way.words(of: way.order[0]) == "1,4")
    #expect(screen.text.contains("1,4"))
    #expect(screen.text.contains("The way is drawn."))
  }

  @Test func `a journey is a map of its entries with the way drawn`() async throws {
    let screen = try await ScreenTest(80, 24, entries: try Self.entries(Self.journey))
    let ids = try await screen.service.entries().map(\.id)
    screen.change { $0.screens.push(MapState(.journey(of: ids.prefix(4), title: "To the sea"))) }
    await screen.press(KeyEvent(.function(9)))
    #expect(screen.text.contains("Map · To the sea"))
    #expect(screen.text.contains("4 entries"))
    #expect(screen.state.screens.front(as: MapState.self)?.way != nil)
  }

  @Test func `it shows what the list shows, and all from the places`() async throws {
    let screen = try await opened()
    await screen.press(.character("q"), .character("/"))
    await screen.type("\"Day 3\"")
    await screen.press(.alt("l"), .alt("m"))
    #expect(screen.text.contains("1 entry"))
    await screen.press(.character("q"), .alt("p"), .character("m"))
    #expect(screen.text.contains("5 entries"))
  }

  @Test func `the earth is drawn, borders as dots, with a town to know one's way by`() async throws
  {
    let screen = try await opened()
    #expect(screen.text.contains("·Oldtown") == false)
    await screen.press(.character("-"), times: 8)
    #expect(screen.text.contains("·Oldtown"))
    #expect(screen.text.unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) })
    // What is read is larger than what is in view, so a step reads nothing.
    let before = screen.earth.requests.count
    await screen.press(KeyEvent(.left))
    #expect(screen.earth.requests.count == before)
  }

  @Test func `a damaged map is told, and the places are there`() async throws {
    let screen = try await ScreenTest(80, 24, entries: try Self.entries(Self.journey))
    screen.earth.fail(with: .damaged(path: "/usr/share/photodiary/map.bin"))
    await screen.press(.alt("m"))
    #expect(screen.text.contains("The map in /usr/share/photodiary/map.bin is damaged."))
    #expect(screen.text.contains("5 entries"))
  }

  @Test func `without any place it says how one comes there`() async throws {
    let screen = try await ScreenTest(80, 24, entries: try SampleDiary.entries())
    await screen.press(.alt("m"))
    #expect(screen.text.contains("No entry tells where it was."))
    await screen.press(KeyEvent(.enter), KeyEvent(.tab), .character("+"), .character("t"))
    await screen.press(.character("q"))
    #expect(screen.state.screens.isEmpty)
  }

  @Test func `at the ends of the earth, and over its edge`() async throws {
    let screen = try await opened(
      80, 24,
      ["90.0, 180.0", "-90.0, -180.0", "89.9999, 0.0", "0.0, 180.0", "0.0, -180.0", "91.0, 0.0"])
    #expect(screen.text.contains("5 entries"))
    for key in ["+", "n", "-", "p", "t", "0"] as [KeyEvent] { await screen.press(key) }
    #expect(screen.text.contains("5 entries"))
    let near = try await opened(80, 24, ["-17.5, 179.9", "-17.6, -179.9"])
    // Those two are nearer to each other than around the other side.
    let zoom = try #require(near.state.screens.front(as: MapState.self)?.viewport?.zoom)
    #expect(zoom > 15)
  }

  @Test func `a change of an entry moves it`() async throws {
    let screen = try await opened()
    let entry = try #require(try await screen.service.entries().dropFirst(2).first)
    var fields = entry.fields
    fields.details.place = "-33.8688, 151.2093"
    _ = try await screen.service.update(entry.id, to: fields)
    screen.change { $0.reloadDays() }
    await screen.press(KeyEvent(.function(9)))
    let map = try #require(screen.state.screens.front(as: MapState.self))
    #expect(map.clusters?.all.reduce(0) { $0 + $1.count } == 5)
    let moved = try #require(map.points.first { $0.point.latitude < -30 })
    let cluster = try #require(map.clusters?.index(of: moved.point))
    #expect(map.clusters?.all[cluster].count == 1)
  }

  @Test func `on a terminal of lines it is told in words`() async throws {
    let screen = try await opened(speaks: true)
    let text = try #require(screen.state.frame.accessibleText)
    #expect(text.title == "Map, 3 places")
    #expect(text.lines.first == "Somewhere, 3 entries · 10 Nov 2026 – 14 Nov 2026")
    #expect(text.selected == "Somewhere, 3 entries · 10 Nov 2026 – 14 Nov 2026 (1 of 3)")
  }

  @Test func `in Korean`() async throws {
    try await Language.korean.speaking {
      let screen = try await opened()
      #expect(screen.text.contains("지도"))
      #expect(screen.text.contains("일기 5개"))
    }
  }
}

@Suite("Points on a map")
struct MapGeometryTests {
  private let seoul = MapPoint(latitude: 37.5665, longitude: 126.978)

  @Test func `a point leads back to where it is`() {
    for (latitude, longitude) in [
      (37.5665, 126.978), (0, 0), (-54.8, -68.3), (78.22, 15.65), (84.9, -179.9), (-84.9, 179.9),
    ] {
      let point = MapPoint(latitude: latitude, longitude: longitude)
      #expect(abs(point.latitude - latitude) < 1e-4, "\(latitude)")
      #expect(abs(point.longitude - longitude) < 1e-9)
    }
    #expect(MapPoint(latitude: 90, longitude: 0).y < 1e-6)
    #expect(MapPoint(latitude: -90, longitude: 0).y > 1 - 1e-6)
    for position in [(Double.nan, 0), (0, .nan), (.infinity, 0), (90.1, 0), (0, -180.1)] {
      #expect(MapPoint(.init(latitude: position.0, longitude: position.1)) == nil)
    }
  }

  @Test func `coordinates are read as they are written, and nothing else`() {
    let position = PhotoDetails.Position(latitude: -37.5665, longitude: 126.978)
    let text = position.coordinates ?? ""
    #expect(text == "-37.5665, 126.9780")
    #expect(PhotoDetails.Position(coordinates: text) == position)
    for other in [
      "", ",", "37.5", "Seoul, Korea", "91.0, 0.0", "1, 2", "nan, 0.0", "1.0, 2.0, 3.0",
    ] {
      #expect(PhotoDetails.Position(coordinates: other) == nil, "\(other)")
    }
  }

  @Test func `a box around points goes over the edge where that is shorter`() throws {
    #expect(MapBox.around([]) == nil)
    let one = try #require(MapBox.around([seoul]))
    #expect(one.width == 0 && one.contains(seoul))
    let pacific = try #require(
      MapBox.around([
        MapPoint(latitude: 0, longitude: 170), MapPoint(latitude: 10, longitude: -170),
      ]))
    #expect(abs(pacific.width - 20.0 / 360) < 1e-9)
    let many = (0..<1_000).map { index in
      MapPoint(latitude: 0, longitude: Double(index % 360) - 180)
    }
    #expect(try #require(MapBox.around(many)).width <= 1)
  }

  @Test func `dots of lines lie on the canvas, wherever the lines go`() {
    var canvas = BrailleCanvas(Size(columns: 4, rows: 2))
    canvas.line(from: (0.5, 0.5), to: (7.5, 0.5), ink: 1)
    #expect(canvas.cell(column: 0, row: 0)?.text == "⠉")
    #expect(canvas.cell(column: 0, row: 1) == nil)
    canvas.line(from: (-1e9, 7.5), to: (1e9, 7.5), ink: 2, isDotted: true)
    #expect(canvas.cell(column: 3, row: 1)?.ink == 2)
    canvas.line(from: (.nan, 0), to: (3, 3), ink: 9)
    canvas.line(from: (0, -.infinity), to: (3, 3), ink: 9)
    canvas.line(from: (100, 100), to: (200, 120), ink: 9)
    let inks = (0..<4).flatMap { column in
      (0..<2).compactMap { canvas.cell(column: column, row: $0)?.ink }
    }
    #expect(!inks.contains(9))
    var none = BrailleCanvas(Size(columns: 0, rows: 0))
    none.line(from: (0, 0), to: (1, 1), ink: 1)
  }

  @Test func `a hundred thousand points are put together once, and a step is quick`() throws {
    var random = SeededGenerator(seed: 7)
    let day = try #require(CalendarDay("2026-11-10"))
    let points = (0..<100_000).map { index in
      PlacedEntry(
        order: EntrySortKey(
          date: Int64(100_000 - index), created: Timestamp(milliseconds: 0),
          id: ID(high: 0, low: UInt64(index))),
        day: day,
        point: MapPoint(
          latitude: Double.random(in: -60...70, using: &random),
          longitude: Double.random(in: -180...180, using: &random)))
    }
    var clusters = MapClusters(zoom: 4, stretch: 1)
    clusters.take(points)
    #expect(clusters.all.reduce(0) { $0 + $1.count } == 100_000)
    #expect(clusters.all.count < 2_000)
    for (index, cluster) in clusters.all.enumerated() {
      #expect(clusters.index(of: points[cluster.anchor].point) == index)
    }
  }
}
