import DiaryCore

/// Points of the map that stand together, as large as it is shown at one step of the zoom: each belongs to a
/// square of a grid that lies on the earth, so that moving changes nothing; squares whose points are close are
/// one. They are put together beside the screen.
package struct MapClusters: Sendable {
  /// Points that stand together.
  struct Cluster: Sendable {
    /// Which of the members of all clusters they are, the newest first.
    fileprivate let members: Range<Int>
    /// Entries, each once.
    let count: Int
    /// From the first to the last of their days.
    let days: ClosedRange<CalendarDay>
    /// The middle of its points.
    let middle: MapPoint
    /// Its newest point, by which it is known.
    let anchor: MapPoint
    /// What its entries call it most often.
    let name: String?
  }

  let index: MapIndex
  let zoom: Int
  /// The largest first.
  let all: [Cluster]
  /// `nil` where nobody has asked for it.
  let way: MapWay?

  private let grid: MapGrid
  private let members: [Int32]
  /// The squares with points by their places, and the cluster of each.
  private let squares: [MapGrid.Square: Int]
  private let owners: [Int?]
  /// The clusters that have their middles in squares of the coarser grid.
  private let tiles: [MapGrid.Square: [Int]]

  package init(_ index: MapIndex, zoom: Int, withWay: Bool) {
    let grid = MapGrid(zoom: zoom)
    var joining = Joining(index, grid)
    let all = joining.clusters()
    (self.index, self.zoom, self.grid, self.all) = (index, zoom, grid, all)
    (members, squares, owners) = (joining.members, joining.squares, joining.owners)
    tiles = Dictionary(grouping: all.indices) { grid.coarser.square(of: all[$0].middle) }
    way = withWay ? MapWay(all.map { joining.members[$0.members] }, index.points) : nil
  }

  /// How far a cluster goes from its middle at most: two squares of it beside each other.
  var extent: Double { 2 / Double(min(grid.columns, grid.rows)) }

  /// The cluster that a point is in.
  func index(of point: MapPoint) -> Int? { squares[grid.square(of: point)].flatMap { owners[$0] } }

  /// Those with their middles in a part of the map, and some around it, the largest first.
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

  /// Its points by their places among all, the newest first.
  func points(of cluster: Cluster) -> ArraySlice<Int32> { members[cluster.members] }

  /// Of its newest points the one that is nearest to its middle.
  func central(of cluster: Cluster) -> MapPoint {
    func square(_ point: MapPoint) -> Double {
      let (x, y) = (point.x - cluster.middle.x, point.y - cluster.middle.y)
      return x * x + y * y
    }
    return points(of: cluster).prefix(MapClusters.newest).lazy
      .map { index.points[Int($0)].point }
      .min { square($0) < square($1) } ?? cluster.middle
  }

  /// So many points tell for all of a cluster.
  fileprivate static let newest = 64
}

/// Makes clusters of squares.
private struct Joining {
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

  /// From the square with the most points on, those beside it whose points are close to its are its own.
  mutating func clusters() -> [MapClusters.Cluster] {
    let order = cells.indices.sorted { one, other in
      let (one, other) = (cells[one], cells[other])
      return (one.places.count, other.square.y, other.square.x)
        > (other.places.count, one.square.y, one.square.x)
    }
    var clusters: [MapClusters.Cluster] = []
    for number in order where owners[number] == nil {
      let start = members.count
      take(number, into: clusters.count)
      let (square, middle) = (cells[number].square, cells[number].middle)
      for y in square.y - 1...square.y + 1 {
        for x in square.x - 1...square.x + 1 {
          guard let beside = squares[MapGrid.Square(x: x, y: y)], owners[beside] == nil,
            grid.isClose(cells[beside].middle, middle)
          else { continue }
          take(beside, into: clusters.count)
        }
      }
      members[start...].sort()
      clusters.append(cluster(of: start..<members.count))
    }
    return clusters
  }

  private mutating func take(_ cell: Int, into cluster: Int) {
    owners[cell] = cluster
    members += cells[cell].places.lazy.map(\.point)
  }

  private func cluster(of range: Range<Int>) -> MapClusters.Cluster {
    let points = members[range]
    let newest = index.points[Int(points[range.lowerBound])]
    var (count, last) = (0, ID<Entry>?.none)
    var days = newest.day...newest.day
    for point in points {
      let (id, day) = (index.points[Int(point)].order.id, index.points[Int(point)].day)
      days = min(days.lowerBound, day)...max(days.upperBound, day)
      if id != last { count += 1 }
      last = id
    }
    return MapClusters.Cluster(
      members: range, count: count, days: days, middle: middle(of: points),
      anchor: newest.point, name: name(of: points))
  }

  /// What the entries of points say most often, if a fourth of them do, judged by the newest of them.
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
  /// Clusters for which towns are looked for, and points of each.
  private static let mostWithTowns = 250
  private static let pointsForTown = 16
  /// How far away a town's entries are at most: about 30 km, and so many dots.
  private static let nearTown = 30.0 / 40_075
  private static let dotsToTown = 5.0

  /// The towns that the clusters in a part of the map have most of their entries in, by the newest points of
  /// these.
  func towns(in box: MapBox, of towns: [MapPiece.Town]) -> [MapPoint: String] {
    guard !towns.isEmpty else { return [:] }
    let reach = min(Self.nearTown, Self.dotsToTown / MapViewport.dots(zoom))
    var names: [MapPoint: String] = [:]
    for number in near(box).prefix(Self.mostWithTowns) {
      let cluster = all[number]
      // No point of it is farther away from its middle.
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
  /// Whether another point is not farther away than that in either direction.
  fileprivate func isNear(_ other: MapPoint, within reach: Double) -> Bool {
    let away = x - other.x
    return abs(away - away.rounded()) < reach && abs(y - other.y) < reach
  }
}

/// The way through the clusters of a map in the order of time.
struct MapWay: Sendable {
  /// The steps from one cluster to the next, each once in either direction: the last of them.
  private(set) var steps: [(from: Int, to: Int)] = []
  /// By clusters, which stops they are, from 1.
  private(set) var stops: [Int: [Int]] = [:]
  /// The clusters in their order.
  private(set) var order: [Int] = []
  /// The clusters by when they were first come to, and of each which one it is.
  private(set) var turn: [Int] = []
  private(set) var places: [Int: Int] = [:]

  /// More steps are no way that one could follow with one's eyes.
  private static let mostSteps = 2_000

  private struct Step: Hashable {
    let one: Int
    let other: Int
  }

  /// - Parameter clusters: the points of each.
  init(_ clusters: [ArraySlice<Int32>], _ points: [PlacedEntry]) {
    var owners = [Int](repeating: 0, count: points.count)
    for (cluster, members) in clusters.enumerated() {
      for point in members { owners[Int(point)] = cluster }
    }
    // The newest come first, and the points of one entry in their own order.
    let inTime = points.indices.sorted {
      (points[$0].order, $0) < (points[$1].order, $1)
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
    where steps.count < Self.mostSteps
      && known.insert(Step(one: min(from, to), other: max(from, to))).inserted
    {
      steps.append((from, to))
    }
  }

  /// `3`, `1,5`: the first of the stops at a cluster.
  func words(of cluster: Int) -> String {
    guard let stops = stops[cluster], let first = stops.first else { return "" }
    return stops.count == 1 ? "\(first)" : stops.count == 2 ? "\(first),\(stops[1])" : "\(first)…"
  }
}

/// The points of a map, sorted once for all steps of the zoom: those of a square stand in a row, however large
/// the squares are. It is made beside the screen whenever more points have been found, and never changed.
package final class MapIndex: Sendable {
  /// A point by its place among all, and its number on the earth.
  struct Place {
    let number: UInt64
    let point: Int32
  }

  /// As they were found: the newest first.
  let points: [PlacedEntry]
  /// How many entries they are of.
  let entryCount: Int
  /// What is around all of them.
  let around: MapBox?
  let places: [Place]

  package init(_ points: [PlacedEntry] = []) {
    self.points = points
    around = MapBox.around(points.lazy.map(\.point))
    // The points of one entry stand beside each other.
    entryCount = zip(points, points.dropFirst())
      .reduce(points.isEmpty ? 0 : 1) { $0 + ($1.0.order.id == $1.1.order.id ? 0 : 1) }
    places = points.enumerated()
      .map { Place(number: MapGrid.number(of: $0.element.point), point: Int32($0.offset)) }
      .sorted { ($0.number, $0.point) < ($1.number, $1.point) }
  }
}

/// The earth cut into squares: in half southwards, each half in half eastwards, and so on. So the squares of a
/// step of the zoom are those of the step before, each cut in two.
struct MapGrid: Hashable, Sendable {
  struct Square: Hashable, Sendable {
    let x: Int
    let y: Int
  }

  /// How often the earth is cut.
  private let depth: Int

  private static let deepest = 40
  /// With so many cuts more than steps, a square is 16 dots wide and 8 high, or 11 each: marks with their
  /// numbers have room beside each other.
  private static let cutsBeforeZoom = 5

  init(depth: Int) { self.depth = max(0, min(depth, Self.deepest)) }

  init(zoom: Int) { self.init(depth: zoom + Self.cutsBeforeZoom) }

  /// Eight of its squares are one of these in either direction.
  var coarser: MapGrid { MapGrid(depth: depth - 6) }

  var columns: Int { 1 << (depth / 2) }
  var rows: Int { 1 << ((depth + 1) / 2) }

  func square(of point: MapPoint) -> Square {
    Square(x: Self.part(point.x, of: columns), y: Self.part(point.y, of: rows))
  }

  private static func part(_ value: Double, of count: Int) -> Int {
    max(0, min(Int(value * Double(count)), count - 1))
  }

  /// Whether two points are as close as in one square.
  func isClose(_ one: MapPoint, _ other: MapPoint) -> Bool {
    abs(one.x - other.x) * Double(columns) < 0.75 && abs(one.y - other.y) * Double(rows) < 0.75
  }

  // MARK: Numbers

  /// A number for each point on the earth. Those of one square, of whatever grid, begin alike.
  static func number(of point: MapPoint) -> UInt64 {
    let square = MapGrid(depth: deepest).square(of: point)
    return (0..<deepest / 2).reversed().reduce(0) { number, bit in
      number << 2 | UInt64(square.y >> bit & 1) << 1 | UInt64(square.x >> bit & 1)
    }
  }

  /// What the numbers of a square begin with.
  func beginning(of number: UInt64) -> UInt64 { number >> UInt64(Self.deepest - depth) }
}
