import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

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

  @Test func `what is in view is found, over the edge of the map, too`() throws {
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
        let inView = clusters.all.indices.filter {
          frame.cell(of: clusters.all[$0].middle) != nil
        }
        expect(Set(near).isSuperset(of: inView))
      }
    }
    // Near the ground only few of them are looked at.
    let clusters = MapClusters(index, zoom: 20, withWay: false)
    let frame = MapFrame(
      MapViewport(center: index.points[0].point, zoom: 20), Size(columns: 80, rows: 20),
      cellRatio: 0.5)
    expect((1..<10).contains(clusters.near(frame.box).count))
  }

  @Test func `a hundred thousand points are put together, many in one place among them`() throws {
    let points = try points(50_000)
    let clusters = MapClusters(
      MapIndex(points + Array(repeating: points[0], count: 50_000)), zoom: 4, withWay: false)
    expectLess(clusters.all.count, 2_000)
    expectEqual(clusters.all.reduce(0) { $0 + clusters.points(of: $1).count }, 100_000)
  }

  @Test func `a step of the zoom shows what is put together, or else what is near to it`() throws {
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
  }

  @Test func `places are told as they are found, all of them each time`() throws {
    let found = GatheredPlaces()
    let points = try points(30)
    expectEqual(found.add(Array(points[..<10]))?.points.count, 10)
    // Another moment later at the earliest.
    expectNil(found.add(Array(points[10..<20])))
    expectEqual(found.all.points, Array(points[..<20]))
  }
}
