import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

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

  @Test func `Boxes and lines stay on the map`() throws {
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
    // Dots of lines lie on the canvas, wherever the lines go.
    var canvas = BrailleCanvas(Size(columns: 4, rows: 2))
    canvas.line(from: (0.5, 0.5), to: (7.5, 0.5), ink: 1)
    expectEqual(canvas.cell(column: 0, row: 0)?.text, "⠉")
    expectNil(canvas.cell(column: 0, row: 1))
    canvas.line(from: (-1e9, 7.5), to: (1e9, 7.5), ink: 2, isDotted: true)
    expectEqual(canvas.cell(column: 3, row: 1)?.ink, 2)
    canvas.line(from: (.nan, 0), to: (3, 3), ink: 9)
    canvas.line(from: (0, -.infinity), to: (3, 3), ink: 9)
    canvas.line(from: (100, 100), to: (200, 120), ink: 9)
    let inks = (0..<4).flatMap { column in
      (0..<2).compactMap { canvas.cell(column: column, row: $0)?.ink }
    }
    expectLacks(inks, 9)
    var none = BrailleCanvas(Size(columns: 0, rows: 0))
    none.line(from: (0, 0), to: (1, 1), ink: 1)
  }
}

@Suite("Clusters of points on a map")
struct MapClustersTests {
  /// Points all over the earth, some of them several of one entry.
  private func points(_ count: Int) throws -> [PlacedEntry] {
    var random = SeededGenerator(seed: 7)
    let first = try require(CalendarDay("2026-11-10"))
    return (0..<count).map { index in
      // The second and the third of each three are of one entry.
      let entry = UInt64(index - index % 3 / 2)
      let latitude = Double.random(in: -84...84, using: &random)
      let longitude = Double.random(in: -180...180, using: &random)
      let order = EntrySortKey(
        date: Int64(count - index), created: Timestamp(milliseconds: 0), id: ID(high: 0, low: entry)
      )
      let day = CalendarDay(daysSinceEpoch: first.daysSinceEpoch - Int64(index))
      return PlacedEntry(
        order: order, day: day, point: MapPoint(latitude: latitude, longitude: longitude))
    }
  }

  @Test(arguments: [0, 1, 4, 9, 20, 34])
  func `each point is in one cluster, which counts its entries once`(_ zoom: Int) throws {
    let points = try points(3_000)
    let clusters = MapClusters(MapIndex(points), zoom: zoom, withWay: true)
    var found: [Int32] = []
    for (number, cluster) in clusters.all.enumerated() {
      let members = Array(clusters.points(of: cluster))
      expect(members == members.sorted() && points[Int(members[0])].point == cluster.anchor)
      for index in members { expectEqual(clusters.index(of: points[Int(index)].point), number) }
      expectEqual(cluster.count, Set(members.map { points[Int($0)].order.id }).count)
      let days = members.map { points[Int($0)].day }
      expectEqual(cluster.days, days.min()!...days.max()!)
      found += members
    }
    expectEqual(found.sorted(), Array(0..<3_000))
    let way = try require(clusters.way)
    expectEqual(way.turn.sorted(), Array(clusters.all.indices))
    expectEqual(way.turn.map { way.places[$0] }, Array(clusters.all.indices))
    expectAtMost(way.steps.count, 2_000)
  }

  @Test func `Points in view are found quickly, over the edge too`() throws {
    var random = SeededGenerator(seed: 12)
    let index = MapIndex(try points(2_000))
    for zoom in stride(from: 0, through: 20, by: 3) {
      let clusters = MapClusters(index, zoom: zoom, withWay: false)
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
    // Near the ground only few of them are looked at.
    var clusters = MapClusters(index, zoom: 20, withWay: false)
    let frame = MapFrame(
      MapViewport(center: index.points[0].point, zoom: 20), Size(columns: 80, rows: 20),
      cellRatio: 0.5)
    expect((1..<10).contains(clusters.near(frame.box).count))
    // A hundred thousand points are put together, many in one place among them.
    let points = try points(50_000)
    clusters = MapClusters(
      MapIndex(points + Array(repeating: points[0], count: 50_000)), zoom: 4, withWay: false)
    expectLess(clusters.all.count, 2_000)
    expectEqual(clusters.all.reduce(0) { $0 + clusters.points(of: $1).count }, 100_000)
  }

  @Test func `A step of the zoom shows what is inside a cluster`() throws {
    var map = MapState(.all)
    _ = map.request(1)
    map.take(MapIndex(try points(100)), 1, isEnd: true)
    let size = Size(columns: 80, rows: 20)
    map.settle(in: size, cellRatio: 0.5)
    let zoom = try require(map.viewport?.zoom)
    // Those of the next steps are there before a key asks for them.
    expectEqual(map.missingZooms(), [zoom, zoom + 1, zoom - 1])
    expectEqual(map.missingZooms(), [])
    for step in [zoom + 1, zoom, zoom - 1] {
      map.take(MapClusters(map.index, zoom: step, withWay: false))
    }
    expectEqual(map.clusters?.zoom, zoom)
    map.isWhole = false
    func go(to step: Int) {
      map.viewport?.zoom = step
      map.settle(in: size, cellRatio: 0.5)
    }
    go(to: zoom + 1)
    expectEqual(map.clusters?.zoom, zoom + 1)
    expectEqual(map.missingZooms(), [zoom + 2])
    go(to: zoom + 6)
    expectEqual(map.clusters?.zoom, zoom + 1)
    expectEqual(map.missingZooms(), [zoom + 6, zoom + 7, zoom + 5])
    map.take(MapClusters(map.index, zoom: zoom + 6, withWay: false))
    expectEqual(map.clusters?.zoom, zoom + 6)
    // What was put together of other points is of no use.
    map.take(MapClusters(MapIndex(try points(10)), zoom: zoom + 6, withWay: false))
    expect(map.clusters?.index === map.index)
    map.toggleWay()
    expectEqual(map.missingZooms(), [zoom + 6, zoom + 7, zoom + 5])
    map.take(MapClusters(map.index, zoom: zoom + 6, withWay: false))
    expectNil(map.way)
    map.take(MapClusters(map.index, zoom: zoom + 6, withWay: true))
    expect(map.way != nil)
    // Places are told as they are found, all of them each time.
    let found = GatheredPlaces()
    let points = try points(30)
    expectEqual(found.add(Array(points[..<10]))?.points.count, 10)
    // Another moment later at the earliest.
    expectNil(found.add(Array(points[10..<20])))
    expectEqual(found.all.points, Array(points[..<20]))
  }
}

@Suite("The map in pixels") @MainActor
struct MapPixelTests {
  private static let cell = PixelSize(width: 10, height: 20)

  private func opened(
    _ method: PixelGraphics.Method, _ columns: Int = 80, _ rows: Int = 24, limit: Int? = nil,
    background: UInt32? = 0x101010
  ) async throws -> ScreenTest {
    let entries = try MapScreenTests.entries(MapScreenTests.journey)
    let screen = try await ScreenTest(columns, rows, entries: entries)
    screen.placeNaming.call(.success(["Somewhere"]))
    let graphics = PixelGraphics(method, cell: Self.cell, limit: limit)
    await screen.send(
      .learned(TerminalFacts(graphics: graphics, cell: Self.cell, background: background)))
    return await screen.press("<A-m>t")
  }

  private func map(_ screen: ScreenTest) -> [PictureRequest] {
    screen.state.wantedPictures.inView.filter { if case .map = $0.source { true } else { false } }
  }

  @Test(arguments: PixelGraphics.Method.allCases, [(80, 24), (40, 12), (200, 50)])
  func `pictures lie around the text, and nowhere else`(
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
          let isFree = under.insert(point).inserted
          expect(isFree, "\(point) is covered twice")
        }
      }
      // No line of dots is left.
      expect(!grid.text.unicodeScalars.contains { 0x2801...0x28FF ~= $0.value })
      await screen.press("+")
    }
  }

  @Test func `A terminal gets one picture or a part of it`() async throws {
    var screen = try await opened(.kitty)
    expectEqual(map(screen).count, 1)
    var placed = screen.state.frame.grid.pictures
    expectEqual(Set(placed.map(\.picture)).count, 1)
    for part in placed {
      expectEqual(part.whole, Size(columns: 80, rows: 20))
      expectEqual(part.skippedColumns, part.rect.column)
      expectEqual(part.skippedRows, part.rect.row - 2)
    }
    // Others are given a picture for each part.
    screen = try await opened(.sixel)
    placed = screen.state.frame.grid.pictures
    expectEqual(map(screen).count, placed.count)
    expectEqual(Set(placed.map(\.picture)).count, placed.count)
    for part in placed { expectEqual(part.whole, part.rect.size) }
  }

  @Test func `Dots replace a picture until it is drawn`() async throws {
    var screen = try await opened(.kitty).press("---")
    let lines = try screen.state.frame.grid.pictures.at(0)
    expectGreater(lines.rect.columns, 0)
    // Help lies over a part of it.
    await screen.press("?")
    let text = screen.state.frame.grid.text
    expect(!screen.state.frame.grid.pictures.contains { $0.rect.size == lines.whole })
    expect(!text.isEmpty)
    await expectEqual(screen.press("<Esc>").state.frame.grid.pictures.first?.rect, lines.rect)
    // Moving, zooming and the way make another picture, and coming back the same one.
    screen = try await opened(.kitty)
    var seen: [PictureRequest] = map(screen)
    for key in ["<Left>", "+", "t"] {
      await screen.press(key)
      let now = map(screen)
      expect(now.count == 1 && !seen.contains(now[0]))
      seen += now
    }
    await expectEqual(map(screen.press("t0")), [seen[0]])
  }

  @Test(arguments: [0x101010, 0xF8F4E8] as [UInt32])
  func `lines are told from the ground`(background: UInt32) async throws {
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

  @Test func `Dots remain where pixels aren't possible`()
    async throws
  {
    // There are dots where a terminal keeps few pictures or doesn't tell its ground.
    for screen in [try await opened(.sixel, limit: 6), try await opened(.kitty, background: nil)] {
      expect(map(screen).isEmpty)
      expect(screen.state.frame.grid.pictures.isEmpty)
      await expect(screen.press("---").text.unicodeScalars.contains { 0x2801...0x28FF ~= $0.value })
    }
    // What is free of labels is cut into few parts.
    let size = Size(columns: 20, rows: 6)
    func parts(_ labels: Rect...) -> [Rect] { MapPixels.parts(of: size, without: labels) }
    expectEqual(parts(), [Rect(size)])
    expectEqual(
      parts(
        Rect(column: 5, row: 2, columns: 4, rows: 1), Rect(column: 15, row: 3, columns: 5, rows: 1)),
      [
        Rect(column: 0, row: 0, columns: 20, rows: 2), Rect(column: 0, row: 2, columns: 5, rows: 1),
        Rect(column: 9, row: 2, columns: 11, rows: 1),
        Rect(column: 0, row: 3, columns: 15, rows: 1),
        Rect(column: 0, row: 4, columns: 20, rows: 2),
      ])
    // One below the other, they leave the same room.
    expectEqual(
      parts(
        Rect(column: 5, row: 2, columns: 4, rows: 1), Rect(column: 5, row: 3, columns: 4, rows: 1)
      ).count, 4)
    expectEqual(parts(Rect(column: 0, row: 5, columns: 20, rows: 1)).count, 1)
  }
}
