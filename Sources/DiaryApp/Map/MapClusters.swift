import DiaryCore

/// The map's points grouped by proximity for one zoom level. Each point belongs to a square of a
/// grid that is fixed to the earth, so panning doesn't change the clusters; squares whose points
/// are close together are merged. Computed in the background.
package struct MapClusters: Sendable {
  /// A group of points that are close together.
  struct Cluster: Sendable {
    /// The range of its points in `members` of all clusters, newest first.
    fileprivate let members: Range<Int>
    /// The number of entries; each counts once.
    let count: Int
    /// The range from its first to its last day.
    let days: ClosedRange<CalendarDay>
    /// The mean of its points.
    let middle: MapPoint
    /// Its newest point, which identifies the cluster.
    let anchor: MapPoint
    /// The most frequent place name of its entries.
    let name: String?
  }

  let index: MapIndex
  let zoom: Int
  /// All clusters, largest first.
  let all: [Cluster]
  /// The route through the clusters, or `nil` if it wasn't requested.
  let route: MapRoute?

  private let grid: MapGrid
  private let members: [Int32]
  /// The index of each nonempty square; `owners` has the cluster of each index.
  private let squares: [MapGrid.Square: Int]
  private let owners: [Int?]
  /// The clusters by the square of the coarser grid that contains their middle.
  private let tiles: [MapGrid.Square: [Int]]

  package init(_ index: MapIndex, zoom: Int, withRoute: Bool) {
    let grid = MapGrid(zoom: zoom)
    var builder = ClusterBuilder(index, grid)
    let all = builder.clusters()
    (self.index, self.zoom, self.grid, self.all) = (index, zoom, grid, all)
    (members, squares, owners) = (builder.members, builder.squares, builder.owners)
    tiles = Dictionary(grouping: all.indices) { grid.coarser.square(of: all[$0].middle) }
    route = withRoute ? MapRoute(all.map { builder.members[$0.members] }, index.points) : nil
  }

  /// The maximum distance from a cluster's middle to its points: two adjacent squares.
  var extent: Double { 2 / Double(min(grid.columns, grid.rows)) }

  /// Returns the index of the cluster that contains a point.
  func index(of point: MapPoint) -> Int? { squares[grid.square(of: point)].flatMap { owners[$0] } }

  /// Returns the clusters with their middle in or near a part of the map, largest first.
  func near(_ box: MapBox) -> [Int] {
    let (columns, rows) = (grid.coarser.columns, grid.coarser.rows)
    let west = Int((box.west * Double(columns)).rounded(.down))
    let east = min(Int((box.east * Double(columns)).rounded(.down)), west + columns - 1)
    let north = max(0, Int(box.north * Double(rows)))
    let south = min(Int(box.south * Double(rows)), rows - 1)
    guard west <= east, north <= south else { return [] }
    return (north...south).flatMap { y in
      (west...east).flatMap { x in
        tiles[MapGrid.Square(x: (x % columns + columns) % columns, y: y)] ?? []
      }
    }.sorted()
  }

  /// Returns the indices of a cluster's points, newest first.
  func points(of cluster: Cluster) -> ArraySlice<Int32> { members[cluster.members] }

  /// Returns the point nearest to the cluster's middle, among its newest points.
  func central(of cluster: Cluster) -> MapPoint {
    func square(_ point: MapPoint) -> Double {
      let (x, y) = (point.x - cluster.middle.x, point.y - cluster.middle.y)
      return x * x + y * y
    }
    return points(of: cluster).prefix(MapClusters.newest).lazy
      .map { index.points[Int($0)].point }
      .min { square($0) < square($1) } ?? cluster.middle
  }

  /// The number of points that are examined to represent a cluster.
  fileprivate static let newest = 64
}

/// Builds the clusters from the grid's squares.
private struct ClusterBuilder {
  private struct Cell {
    let square: MapGrid.Square
    let places: ArraySlice<MapIndex.Place>
    let middle: MapPoint
  }

  private let index: MapIndex
  private let grid: MapGrid
  private var cells: [Cell] = []
  private(set) var members: [Int32] = []
  private(set) var squares: [MapGrid.Square: Int] = [:]
  private(set) var owners: [Int?] = []

  init(_ index: MapIndex, _ grid: MapGrid) {
    (self.index, self.grid) = (index, grid)
    members.reserveCapacity(index.points.count)
    var rest = index.places[...]
    while let first = rest.first {
      let beginning = grid.beginning(of: first.number)
      let places = rest.prefix { grid.beginning(of: $0.number) == beginning }
      rest = rest.dropFirst(places.count)
      cells.append(
        Cell(
          square: grid.square(of: index.points[Int(first.point)].point), places: places,
          middle: middle(of: places.lazy.map(\.point))))
    }
    squares = Dictionary(uniqueKeysWithValues: cells.indices.map { (cells[$0].square, $0) })
    owners = Array(repeating: nil, count: cells.count)
  }

  private func middle(of points: some Collection<Int32>) -> MapPoint {
    let sum = points.reduce(into: MapPoint(x: 0, y: 0)) { sum, point in
      sum.x += index.points[Int(point)].point.x
      sum.y += index.points[Int(point)].point.y
    }
    return MapPoint(x: sum.x / Double(points.count), y: sum.y / Double(points.count))
  }

  /// Returns the clusters: starting at the square with the most points, each takes the adjacent
  /// squares whose points are close.
  mutating func clusters() -> [MapClusters.Cluster] {
    let order = cells.indices.sorted { one, other in
      let (one, other) = (cells[one], cells[other])
      return (one.places.count, other.square.y, other.square.x)
        > (other.places.count, one.square.y, one.square.x)
    }
    var clusters: [MapClusters.Cluster] = []
    for number in order where owners[number] == nil {
      let start = members.count
      add(number, into: clusters.count)
      let (square, middle) = (cells[number].square, cells[number].middle)
      for y in square.y - 1...square.y + 1 {
        for x in square.x - 1...square.x + 1 {
          guard let beside = squares[MapGrid.Square(x: x, y: y)], owners[beside] == nil,
            grid.isClose(cells[beside].middle, middle)
          else { continue }
          add(beside, into: clusters.count)
        }
      }
      members[start...].sort()
      clusters.append(cluster(of: start..<members.count))
    }
    return clusters
  }

  private mutating func add(_ cell: Int, into cluster: Int) {
    owners[cell] = cluster
    members += cells[cell].places.lazy.map(\.point)
  }

  private func cluster(of range: Range<Int>) -> MapClusters.Cluster {
    let points = members[range]
    let newest = index.points[Int(points[range.lowerBound])]
    var (count, last) = (0, ID<Entry>?.none)
    var days = newest.day...newest.day
    for point in points {
      let (id, day) = (index.points[Int(point)].sortKey.id, index.points[Int(point)].day)
      days = min(days.lowerBound, day)...max(days.upperBound, day)
      if id != last { count += 1 }
      last = id
    }
    return MapClusters.Cluster(
      members: range, count: count, days: days, middle: middle(of: points),
      anchor: newest.point, name: name(of: points))
  }

  /// Returns the most frequent place name among the newest points, if at least a quarter of them
  /// use it.
  private func name(of points: ArraySlice<Int32>) -> String? {
    let newest = points.prefix(MapClusters.newest)
    var counts: [String: Int] = [:]
    for point in newest {
      if let name = index.points[Int(point)].name { counts[name, default: 0] += 1 }
    }
    return counts.mostFrequent.flatMap { $0.value * 4 >= newest.count ? $0.key : nil }
  }
}

extension MapClusters {
  /// The maximum number of clusters that are matched with towns, and of points examined in each.
  private static let maxWithTowns = 250
  private static let pointsForTown = 16
  /// The maximum distance from a town to its entries: about 30 km, and at most this many dots.
  private static let nearTown = 30.0 / 40_075
  private static let dotsToTown = 5.0

  /// Returns the most frequent town among the newest points of each cluster in a part of the map,
  /// by the cluster's anchor.
  func towns(in box: MapBox, of towns: [MapPiece.Town]) -> [MapPoint: String] {
    guard !towns.isEmpty else { return [:] }
    let reach = min(Self.nearTown, Self.dotsToTown / MapViewport.dots(zoom))
    var names: [MapPoint: String] = [:]
    for number in near(box).prefix(Self.maxWithTowns) {
      let cluster = all[number]
      // None of the cluster's points is farther from its middle than its extent.
      let around = towns.filter { $0.point.isNear(cluster.middle, within: reach + extent) }
      guard !around.isEmpty else { continue }
      let newest = points(of: cluster).prefix(Self.pointsForTown)
      var counts: [Int: Int] = [:]
      for index in newest {
        let point = self.index.points[Int(index)].point
        let town = around.firstIndex { $0.point.isNear(point, within: reach) }
        if let town { counts[town, default: 0] += 1 }
      }
      if let best = counts.mostFrequent, best.value * 4 > newest.count {
        names[cluster.anchor] = around[best.key].name
      }
    }
    return names
  }
}

extension MapPoint {
  /// Returns true if another point is within a distance on both axes.
  fileprivate func isNear(_ other: MapPoint, within reach: Double) -> Bool {
    let away = x - other.x
    return abs(away - away.rounded()) < reach && abs(y - other.y) < reach
  }
}

/// The route through a map's clusters in chronological order.
struct MapRoute: Sendable {
  /// The steps between clusters, each pair once in either direction, latest first.
  private(set) var steps: [(from: Int, to: Int)] = []
  /// The numbers of each cluster's stops, from 1.
  private(set) var stops: [Int: [Int]] = [:]
  /// The clusters in the order of the stops.
  private(set) var order: [Int] = []
  /// The clusters by their first visit, and each cluster's position in that order.
  private(set) var turn: [Int] = []
  private(set) var places: [Int: Int] = [:]

  /// The maximum number of steps; more would be too many to follow by eye.
  private static let maxSteps = 2_000

  private struct Step: Hashable {
    let one: Int
    let other: Int
  }

  /// Creates the route.
  /// - Parameter clusters: the indices of each cluster's points.
  init(_ clusters: [ArraySlice<Int32>], _ points: [PlacedEntry]) {
    var owners = [Int](repeating: 0, count: points.count)
    for (cluster, members) in clusters.enumerated() {
      for point in members { owners[Int(point)] = cluster }
    }
    // Points are sorted newest first, and the points of one entry in their own order.
    let inTime = points.indices.sorted {
      (points[$0].sortKey, $0) < (points[$1].sortKey, $1)
    }
    for index in inTime where owners[index] != order.last {
      let cluster = owners[index]
      order.append(cluster)
      stops[cluster, default: []].append(order.count)
      guard places[cluster] == nil else { continue }
      places[cluster] = turn.count
      turn.append(cluster)
    }
    var known: Set<Step> = []
    for (to, from) in zip(order.reversed(), order.reversed().dropFirst())
    where steps.count < Self.maxSteps
      && known.insert(Step(one: min(from, to), other: max(from, to))).inserted
    {
      steps.append((from, to))
    }
  }

  /// Returns the first stops at a cluster: `3`, `1,5` or `1…`.
  func text(of cluster: Int) -> String {
    guard let stops = stops[cluster], let first = stops.first else { return "" }
    return stops.count == 1 ? "\(first)" : stops.count == 2 ? "\(first),\(stops[1])" : "\(first)…"
  }
}

/// The map's points, sorted once for all zoom levels: the points of a square are contiguous at any
/// square size. Created in the background whenever more points have been found, and immutable.
package final class MapIndex: Sendable {
  /// A point's index and its number on the earth.
  struct Place {
    let number: UInt64
    let point: Int32
  }

  /// The points in the order found, newest first.
  let points: [PlacedEntry]
  /// The number of entries that have points.
  let entryCount: Int
  /// The bounding box of all points.
  let around: MapBox?
  let places: [Place]

  package init(_ points: [PlacedEntry] = []) {
    self.points = points
    around = MapBox.around(points.lazy.map(\.point))
    // The points of one entry are adjacent.
    entryCount = zip(points, points.dropFirst())
      .reduce(points.isEmpty ? 0 : 1) { $0 + ($1.0.sortKey.id == $1.1.sortKey.id ? 0 : 1) }
    places = points.enumerated()
      .map { Place(number: MapGrid.number(of: $0.element.point), point: Int32($0.offset)) }
      .sorted { ($0.number, $0.point) < ($1.number, $1.point) }
  }
}

/// A division of the earth into squares: halved by latitude, then by longitude, and so on. Each
/// zoom level has the squares of the level before, each cut in two.
struct MapGrid: Hashable, Sendable {
  struct Square: Hashable, Sendable {
    let x: Int
    let y: Int
  }

  /// The number of cuts.
  private let depth: Int

  private static let deepest = 40
  /// The number of cuts at zoom level 0. It makes squares 16 dots wide and 8 high, or 11 on each
  /// side, so that labels in adjacent squares fit.
  private static let cutsBeforeZoom = 5

  init(depth: Int) { self.depth = max(0, min(depth, Self.deepest)) }

  init(zoom: Int) { self.init(depth: zoom + Self.cutsBeforeZoom) }

  /// A grid with squares eight times as wide and high.
  var coarser: MapGrid { MapGrid(depth: depth - 6) }

  var columns: Int { 1 << (depth / 2) }
  var rows: Int { 1 << ((depth + 1) / 2) }

  func square(of point: MapPoint) -> Square {
    Square(x: Self.part(point.x, of: columns), y: Self.part(point.y, of: rows))
  }

  private static func part(_ value: Double, of count: Int) -> Int {
    max(0, min(Int(value * Double(count)), count - 1))
  }

  /// Returns true if two points are about as close as points in one square.
  func isClose(_ one: MapPoint, _ other: MapPoint) -> Bool {
    abs(one.x - other.x) * Double(columns) < 0.75 && abs(one.y - other.y) * Double(rows) < 0.75
  }

  // MARK: Point numbers

  /// Returns a point's number. The numbers of points in one square, of any grid, share a prefix.
  static func number(of point: MapPoint) -> UInt64 {
    let square = MapGrid(depth: deepest).square(of: point)
    return (0..<deepest / 2).reversed().reduce(0) { number, bit in
      number << 2 | UInt64(square.y >> bit & 1) << 1 | UInt64(square.x >> bit & 1)
    }
  }

  /// Returns the prefix shared by the numbers in a square.
  func beginning(of number: UInt64) -> UInt64 { number >> UInt64(Self.deepest - depth) }
}
