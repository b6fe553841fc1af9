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
