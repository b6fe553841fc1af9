import DiaryCore
import TerminalUI
import TestSupport
import Testing
import Text

@testable import DiaryApp

extension ScreenTest {
  /// Entries on consecutive days, each with a place.
  fileprivate static func withPlaces(
    _ columns: Int = 80, _ rows: Int = 24, _ places: [String] = journey, speaks: Bool = false
  ) async throws -> ScreenTest {
    let days = ["09", "10", "11", "12", "13", "14"]
    let entries = try zip(days, places).enumerated().map { index, entry in
      let (day, place) = entry
      var fields = try SampleDiary.fields(
        "Day \(index + 1)", on: "2026-11-\(day)T12:00:00+09:00", "A walk.")
      fields.details.place = place
      return fields
    }
    let screen = try await ScreenTest(columns, rows, entries: entries, speaks: speaks)
    screen.placeNaming.answer = .success(["Somewhere"])
    return screen
  }

  /// Three places in one city, and one in each of two others.
  private nonisolated static let journey = [
    "37.5665, 126.9780", "37.5700, 126.9800", "35.1796, 129.0756", "33.4996, 126.5312",
    "37.5650, 126.9790",
  ]

  fileprivate static func inMap(
    _ columns: Int = 80, _ rows: Int = 24, _ places: [String] = journey, speaks: Bool = false
  ) async throws -> ScreenTest {
    try await withPlaces(columns, rows, places, speaks: speaks).press("m")
  }

  fileprivate var map: MapState? { state.screens.front(as: MapState.self) }

  fileprivate var clusters: [Int]? { map?.clusters?.all.map(\.count) }
}

@Suite("The map, in characters and pixels") @MainActor struct MapScreenTests {
  @Test(
    "Entries with a place are on the map, clustered if close",
    arguments: [
      (80, 24, "", "map-80x24"), (40, 12, "", "map-40x12"),
      // The newest entries are beside the map.
      (200, 50, "", "map-200x50"),
      // The route, zoomed out, and the earth.
      (80, 24, "v<Tab>--", "map-route"), (80, 24, "<-*6>", "map-earth"),
    ])
  func drawn(_ columns: Int, _ rows: Int, _ keys: String, _ fixture: String) async throws {
    let screen = try await ScreenTest.inMap(columns, rows)
    expectEqual(screen.clusters, [3, 1, 1])
    try await expectScreen(screen.press(keys), in: fixture)
  }

  @Test("The map in Korean", arguments: [(80, 24), (40, 12)])
  func korean(_ columns: Int, _ rows: Int) async throws {
    try await Language.korean.speaking {
      try await expectScreen(ScreenTest.inMap(columns, rows), in: "map-korean-\(columns)x\(rows)")
    }
  }

  @Test func `Keys select places, zoom, move and draw the route`() async throws {
    var screen = try await ScreenTest.inMap().press("<Tab>", shows: "▌ Somewhere  1 entry")
    await screen.press("<S-Tab>", shows: "▌ Somewhere  3 entries").press("<Enter>")
    expectEqual(screen.state.scopes.last?.scope.title, "Around Somewhere")
    expectShows(screen, "Day 1", "Day 5", lacks: "Day 3")
    await screen.press("q", shows: "▌ Somewhere  3 entries").press("<Enter>")
    await screen.press("<Esc>", shows: "▌ Somewhere  3 entries").press("q")
    expect(screen.state.screens.isEmpty)
    screen = try await ScreenTest.inMap(
      80, 24, ["37.5665, 126.9780", "37.6065, 127.0780", "35.1, 129.0"])
    expectEqual(screen.clusters, [2, 1])
    await expectEqual(screen.press("<+*8>").clusters, [1, 1, 1])
    await expectEqual(screen.press("0").clusters, [2, 1])
    await expectEqual(screen.press("<-*60>").clusters?.reduce(0, +), 3)
    await screen.press("<+*80>", shows: "▌")
    screen = try await ScreenTest.inMap()
    for key in ["<Left>", "<Right>", "<Up>", "<Down>"] {
      for _ in 0..<60 { await screen.press(key) }
      let center = try require(screen.map?.viewport?.center)
      expect((0..<1).contains(center.x))
      expect((0...1).contains(center.y))
    }
    screen = try await ScreenTest.inMap().press("v")
    let map = try require(screen.map)
    let route = try require(map.route)
    let all = try require(map.clusters?.all)
    expectEqual(route.order.map { all[$0].count }, [3, 1, 1, 3])
    expectEqual(route.text(of: route.order[0]), "1,4")
    expectShows(screen, "1,4", "Showing the route.")
    screen = try await ScreenTest.withPlaces()
    let ids = try await screen.service.entries().map(\.id)
    screen.change { $0.screens.push(MapState(.journey(of: ids.prefix(4), title: "To the sea"))) }
    await expect(screen.press("<F9>", shows: "Map · To the sea", "4 entries").map?.route != nil)
    // The map shows the list's results, or all entries if opened from the places.
    screen = try await ScreenTest.inMap().press("q/\"Day 3\"<A-l>m", shows: "1 entry")
    await screen.press("q<A-p>m", shows: "5 entries")
  }

  @Test func `The earth is drawn, missing data reported, and changes move places`() async throws {
    var screen = try await ScreenTest.inMap()
    expectEqual(screen.text.contains("·Oldtown"), false)
    await screen.press("<-*8>", shows: "·Oldtown")
    expect(screen.text.unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) })
    // More than the view is read, so a small move reads nothing.
    let before = screen.earth.requests.count
    await expectEqual(screen.press("<Left>").earth.requests.count, before)
    screen = try await ScreenTest.withPlaces()
    screen.earth.error = MessageError("The map in /usr/share/photodiary/map.bin is damaged.")
    await screen.press("m")
    expectShows(screen, "The map in /usr/share/photodiary/map.bin is damaged.", "5 entries")
    screen = try await ScreenTest.withPlaces()
    screen.earth.isInstalled = false
    await screen.press("m", shows: "The map isn't installed.", "5 entries")
    screen = try await ScreenTest.sample(80, 24)
    await screen.press("m", shows: "No entries have a location yet.").press("<Enter><Tab>+vq")
    expect(screen.state.screens.isEmpty)
    // The poles and the date line.
    screen = try await ScreenTest.inMap(
      80, 24,
      ["90.0, 180.0", "-90.0, -180.0", "89.9999, 0.0", "0.0, 180.0", "0.0, -180.0", "91.0, 0.0"])
    expectShows(screen, "5 entries")
    for key in ["+", "n", "-", "p", "v", "0"] as [KeyEvent] { await screen.press(key) }
    expectShows(screen, "5 entries")
    let near = try await ScreenTest.inMap(80, 24, ["-17.5, 179.9", "-17.6, -179.9"])
    // The two are close across the date line.
    try expectGreater(require(near.map?.viewport?.zoom), 15)
    screen = try await ScreenTest.inMap()
    let entry = try require(try await screen.service.entries().dropFirst(2).first)
    try await screen.editElsewhere(entry) { $0.details.place = "-33.8688, 151.2093" }
    screen.change { $0.reloadDays() }
    await screen.press("<F9>")
    let map = try require(screen.map)
    expectEqual(map.clusters?.all.reduce(0) { $0 + $1.count }, 5)
    let moved = try require(map.index.points.first { $0.point.latitude < -30 })
    let cluster = try require(map.clusters?.index(of: moved.point))
    expectEqual(map.clusters?.all[cluster].count, 1)
    screen = try await ScreenTest.inMap(speaks: true)
    let seoul = "Somewhere, 3 entries · 9 Nov 2026 – 13 Nov 2026"
    await expectSpoken(screen, title: "Map, 3 places", selected: seoul + " (1 of 3)")
    expectEqual(screen.spoken?.lines.first, seoul)
  }

  private func opened(
    _ method: PixelGraphics.Method, _ columns: Int = 80, _ rows: Int = 24, limit: Int? = nil,
    background: UInt32? = 0x101010
  ) async throws -> ScreenTest {
    try await ScreenTest.withPlaces(columns, rows)
      .showPixels(method, limit: limit, background: background).press("mv")
  }

  private func map(_ screen: ScreenTest) -> [PictureRequest] {
    screen.state.wantedPictures.inView.filter { if case .map = $0.source { true } else { false } }
  }

  @Test(arguments: PixelGraphics.Method.allCases, [(80, 24), (40, 12), (200, 50)])
  func `pictures fill exactly the cells around the text`(
    method: PixelGraphics.Method, size: (columns: Int, rows: Int)
  ) async throws {
    let screen = try await opened(method, size.columns, size.rows)
    for _ in 0..<3 {
      let grid = screen.state.frame.grid
      expectContains(grid.text, "Somewhere")
      let placed = grid.pictures
      expectGreater(placed.count, 3)
      var under: Set<Point> = []
      for picture in placed {
        for point in picture.rect.points {
          expectEqual(grid[point.column, point.row], .underPicture)
          expect(under.insert(point).inserted, "\(point) is covered twice")
        }
      }
      expect(!grid.text.unicodeScalars.contains { 0x2801...0x28FF ~= $0.value })
      await screen.press("+")
    }
  }

  @Test(arguments: [PixelGraphics.Method.kitty, .sixel])
  func `a terminal gets one picture or one per part`(_ method: PixelGraphics.Method) async throws {
    let screen = try await opened(method)
    let placed = screen.state.frame.grid.pictures
    let isOne = method == .kitty
    expectEqual(map(screen).count, isOne ? 1 : placed.count)
    expectEqual(Set(placed.map(\.picture)).count, isOne ? 1 : placed.count)
    for part in placed {
      expectEqual(part.whole, isOne ? Size(columns: 80, rows: 20) : part.rect.size)
      guard isOne else { continue }
      expectEqual(part.skippedColumns, part.rect.column)
      expectEqual(part.skippedRows, part.rect.row - 2)
    }
  }

  @Test func `Dots replace a picture until it is drawn`() async throws {
    var screen = try await opened(.kitty).press("---")
    let lines = try screen.state.frame.grid.pictures.at(0)
    expectGreater(lines.rect.columns, 0)
    await screen.press("?")
    let text = screen.state.frame.grid.text
    expect(!screen.state.frame.grid.pictures.contains { $0.rect.size == lines.whole })
    expect(!text.isEmpty)
    await expectEqual(screen.press("<Esc>").state.frame.grid.pictures.first?.rect, lines.rect)
    // Moving, zooming and the route request another picture, and returning the first one.
    screen = try await opened(.kitty)
    var seen: [PictureRequest] = map(screen)
    for key in ["<Left>", "+", "v"] {
      await screen.press(key)
      let now = map(screen)
      expect(now.count == 1 && !seen.contains(now[0]))
      seen += now
    }
    await expectEqual(map(screen.press("v0")), [seen[0]])
  }

  @Test(arguments: [0x101010, 0xF8F4E8] as [UInt32])
  func `lines contrast with the background`(background: UInt32) async throws {
    let screen = try await opened(.kitty, background: background).press("---")
    let request = try require(map(screen).first)
    guard case .map(let picture) = request.source else { return }
    let lines = picture.lines
    expectGreater(lines.count, 3)
    expectGreater(Set(lines.map(\.pen.color)).count, 2)
    func brightness(_ color: UInt32) -> Int {
      [16, 8, 0].reduce(0) { $0 + Int(color >> UInt32($1) & 0xFF) }
    }
    for line in lines {
      expectGreater(abs(brightness(line.pen.color) - brightness(background)), 100)
      expectAtLeast(line.pen.width, 1)
      expectAtLeast(line.points.count, 2)
    }
  }

  @Test func `Dots remain if pixels aren't possible`() async throws {
    for screen in [try await opened(.sixel, limit: 6), try await opened(.kitty, background: nil)] {
      expect(map(screen).isEmpty)
      expect(screen.state.frame.grid.pictures.isEmpty)
      await expect(screen.press("---").text.unicodeScalars.contains { 0x2801...0x28FF ~= $0.value })
    }
    // The area without labels is divided into few parts.
    func parts(_ labels: Rect...) -> [Rect] {
      MapPixels.parts(of: Size(columns: 20, rows: 6), without: labels)
    }
    func rect(_ column: Int, _ row: Int, _ columns: Int, _ rows: Int = 1) -> Rect {
      Rect(column: column, row: row, columns: columns, rows: rows)
    }
    expectEqual(parts(), [rect(0, 0, 20, 6)])
    expectEqual(
      parts(rect(5, 2, 4), rect(15, 3, 5)),
      [rect(0, 0, 20, 2), rect(0, 2, 5), rect(9, 2, 11), rect(0, 3, 15), rect(0, 4, 20, 2)])
    expectEqual(parts(rect(5, 2, 4), rect(5, 3, 4)).count, 4)
    expectEqual(parts(rect(0, 5, 20)).count, 1)
  }
}

@Suite("Clusters of points on a map") struct MapClustersTests {
  /// Points all over the earth, some of the same entry.
  private func points(_ count: Int) throws -> [PlacedEntry] {
    var random = SeededGenerator(seed: 7)
    let first = try require(CalendarDay("2026-11-10"))
    return (0..<count).map { index in
      // The second and third of each three have the same entry.
      let entry = UInt64(index - index % 3 / 2)
      let latitude = Double.random(in: -84...84, using: &random)
      let longitude = Double.random(in: -180...180, using: &random)
      let order = EntrySortKey(
        date: Int64(count - index), created: Timestamp(milliseconds: 0), id: ID(high: 0, low: entry)
      )
      let day = CalendarDay(daysSinceEpoch: first.daysSinceEpoch - Int64(index))
      return PlacedEntry(
        sortKey: order, day: day, point: MapPoint(latitude: latitude, longitude: longitude))
    }
  }

  @Test(arguments: [0, 1, 4, 9, 20, 34])
  func `each point is in one cluster, which counts its entries once`(_ zoom: Int) throws {
    let points = try points(3_000)
    let clusters = MapClusters(MapIndex(points), zoom: zoom, withRoute: true)
    var found: [Int32] = []
    for (number, cluster) in clusters.all.enumerated() {
      let members = Array(clusters.points(of: cluster))
      expect(members == members.sorted() && points[Int(members[0])].point == cluster.anchor)
      for index in members { expectEqual(clusters.index(of: points[Int(index)].point), number) }
      expectEqual(cluster.count, Set(members.map { points[Int($0)].sortKey.id }).count)
      let days = members.map { points[Int($0)].day }
      expectEqual(cluster.days, days.min()!...days.max()!)
      found += members
    }
    expectEqual(found.sorted(), Array(0..<3_000))
    let route = try require(clusters.route)
    expectEqual(route.turn.sorted(), Array(clusters.all.indices))
    expectEqual(route.turn.map { route.places[$0] }, Array(clusters.all.indices))
    expectAtMost(route.steps.count, 2_000)
  }

  @Test func `Points in view are found quickly, also across the date line`() throws {
    var random = SeededGenerator(seed: 12)
    let index = MapIndex(try points(2_000))
    for zoom in stride(from: 0, through: 20, by: 3) {
      let clusters = MapClusters(index, zoom: zoom, withRoute: false)
      for _ in 0..<20 {
        let frame = MapFrame(
          MapViewport(
            center: MapPoint(
              x: Double.random(in: 0..<1, using: &random),
              y: Double.random(in: 0...1, using: &random)), zoom: zoom),
          Size(columns: 80, rows: 20), cellRatio: 0.45)
        let near = clusters.near(frame.box)
        expectEqual(near, near.sorted())
        expectEqual(Set(near).count, near.count)
        let inView = clusters.all.indices.filter { frame.cell(of: clusters.all[$0].middle) != nil }
        expect(Set(near).isSuperset(of: inView))
      }
    }
    // A high zoom considers only a few points.
    var clusters = MapClusters(index, zoom: 20, withRoute: false)
    let frame = MapFrame(
      MapViewport(center: index.points[0].point, zoom: 20), Size(columns: 80, rows: 20),
      cellRatio: 0.5)
    expect((1..<10).contains(clusters.near(frame.box).count))
    // 100,000 points, half of them at one place, are clustered.
    let points = try points(50_000)
    clusters = MapClusters(
      MapIndex(points + Array(repeating: points[0], count: 50_000)), zoom: 4, withRoute: false)
    expectLess(clusters.all.count, 2_000)
    expectEqual(clusters.all.reduce(0) { $0 + clusters.points(of: $1).count }, 100_000)
  }

  @Test func `Zooming in splits a cluster`() throws {
    var map = MapState(.all)
    map.show(MapIndex(try points(100)))
    let size = Size(columns: 80, rows: 20)
    map.settle(in: size, cellRatio: 0.5)
    let zoom = try require(map.viewport?.zoom)
    // Neighboring zooms are requested in advance.
    expectEqual(map.missingZooms(), [zoom, zoom + 1, zoom - 1])
    expectEqual(map.missingZooms(), [])
    for step in [zoom + 1, zoom, zoom - 1] {
      map.receive(MapClusters(map.index, zoom: step, withRoute: false))
    }
    expectEqual(map.clusters?.zoom, zoom)
    map.fitsAllPoints = false
    func expectShown(_ step: Int, shows shown: Int, lacks missing: [Int], line: Int = #line) {
      map.viewport?.zoom = step
      map.settle(in: size, cellRatio: 0.5)
      expectEqual(map.clusters?.zoom, shown, line: line)
      expectEqual(map.missingZooms(), missing, line: line)
    }
    expectShown(zoom + 1, shows: zoom + 1, lacks: [zoom + 2])
    expectShown(zoom + 6, shows: zoom + 1, lacks: [zoom + 6, zoom + 7, zoom + 5])
    map.receive(MapClusters(map.index, zoom: zoom + 6, withRoute: false))
    expectEqual(map.clusters?.zoom, zoom + 6)
    // Clusters of other points are ignored.
    map.receive(MapClusters(MapIndex(try points(10)), zoom: zoom + 6, withRoute: false))
    expect(map.clusters?.index === map.index)
    map.toggleRoute()
    expectEqual(map.missingZooms(), [zoom + 6, zoom + 7, zoom + 5])
    map.receive(MapClusters(map.index, zoom: zoom + 6, withRoute: false))
    expectNil(map.route)
    map.receive(MapClusters(map.index, zoom: zoom + 6, withRoute: true))
    expect(map.route != nil)
    // Gathered places are reported repeatedly, complete each time.
    let found = GatheredPlaces()
    let points = try points(30)
    expectEqual(found.add(Array(points[..<10]))?.points.count, 10)
    // Reports are a moment apart.
    expectNil(found.add(Array(points[10..<20])))
    expectEqual(found.all.points, Array(points[..<20]))
  }
}
