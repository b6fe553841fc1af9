import DiaryCore

/// Points of the map that stand together, as large as it is shown: each point belongs to a square of a grid
/// that lies on the earth, so that moving changes nothing; squares whose points are close are one.
struct MapClusters: Sendable {
  /// Points that stand together, by their places among all.
  struct Cluster: Sendable {
    fileprivate(set) var points: [Int32]
    /// Entries, each once.
    fileprivate(set) var count: Int
    /// From the first to the last of their days.
    fileprivate(set) var days: ClosedRange<CalendarDay>
    fileprivate var sum: MapPoint

    /// The newest point, by which it is known.
    var anchor: Int { Int(points[0]) }

    /// The middle of its points.
    var middle: MapPoint {
      let count = Double(points.count)
      return MapPoint(x: sum.x / count, y: sum.y / count)
    }
  }

  private struct Square: Hashable {
    let x: Int32
    let y: Int32
  }

  /// In dots: marks with their numbers are to have room beside each other.
  private static let squareWidth = 12.0
  private static let squareHeight = 8.0

  let zoom: Int
  private let width: Double
  private let height: Double
  private var squares: [Square: Cluster] = [:]
  private var indices: [Square: Int] = [:]
  /// The largest first.
  private(set) var all: [Cluster] = []
  private var count = 0

  init(zoom: Int, stretch: Double) {
    self.zoom = zoom
    width = Self.squareWidth / MapViewport.dots(zoom)
    height = Self.squareHeight / (MapViewport.dots(zoom) * stretch)
  }

  private func square(of point: MapPoint) -> Square {
    Square(
      x: Int32((point.x / width).rounded(.down)), y: Int32((point.y / height).rounded(.down)))
  }

  /// The cluster that a point is in.
  func index(of point: MapPoint) -> Int? { indices[square(of: point)] }

  /// Takes the points in that have come since.
  mutating func take(_ points: [PlacedEntry]) {
    guard points.count > count else { return }
    for index in count..<points.count {
      let point = points[index].point
      let square = square(of: point)
      let day = points[index].day
      let new = Cluster(points: [], count: 0, days: day...day, sum: MapPoint(x: 0, y: 0))
      squares[square, default: new].add(Int32(index), point, day)
    }
    count = points.count
    join(points)
  }

  /// Makes clusters of the squares: from the one with the most points on, those beside it whose points are
  /// close to its are its own.
  private mutating func join(_ points: [PlacedEntry]) {
    let order = squares.sorted {
      ($0.value.points.count, $1.key.y, $1.key.x) > ($1.value.points.count, $0.key.y, $0.key.x)
    }
    indices = Dictionary(minimumCapacity: squares.count)
    all = []
    for (square, first) in order where indices[square] == nil {
      var cluster = first
      let middle = cluster.middle
      indices[square] = all.count
      for (x, y) in Self.around {
        let beside = Square(x: square.x + x, y: square.y + y)
        guard indices[beside] == nil, let other = squares[beside] else { continue }
        let away = other.middle
        guard abs(away.x - middle.x) < width * 0.75, abs(away.y - middle.y) < height * 0.75 else {
          continue
        }
        cluster.add(other)
        indices[beside] = all.count
      }
      cluster.settle(points)
      all.append(cluster)
    }
  }

  private static let around: [(x: Int32, y: Int32)] = [
    (-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1),
  ]
}

extension MapClusters.Cluster {
  fileprivate mutating func add(_ index: Int32, _ point: MapPoint, _ day: CalendarDay) {
    points.append(index)
    days = min(days.lowerBound, day)...max(days.upperBound, day)
    sum.x += point.x
    sum.y += point.y
  }

  fileprivate mutating func add(_ other: Self) {
    points += other.points
    let first = min(days.lowerBound, other.days.lowerBound)
    days = first...max(days.upperBound, other.days.upperBound)
    sum.x += other.sum.x
    sum.y += other.sum.y
  }

  /// Counts entries. The points of one stand beside each other.
  fileprivate mutating func settle(_ all: [PlacedEntry]) {
    points.sort()
    count = 0
    var last: ID<Entry>?
    for index in points where all[Int(index)].order.id != last {
      last = all[Int(index)].order.id
      count += 1
    }
  }

  /// Of its newest points the one that is nearest to its middle.
  func central(among all: [PlacedEntry]) -> MapPoint {
    let middle = middle
    func square(_ index: Int32) -> Double {
      let point = all[Int(index)].point
      let (x, y) = (point.x - middle.x, point.y - middle.y)
      return x * x + y * y
    }
    let central = points.prefix(64).min { square($0) < square($1) }
    return central.map { all[Int($0)].point } ?? middle
  }

  /// What its entries call it most often, if a fourth of them do, judged by the newest of them.
  func name(among all: [PlacedEntry]) -> String? {
    let newest = points.prefix(64)
    var counts: [String: Int] = [:]
    for index in newest {
      if let name = all[Int(index)].name { counts[name, default: 0] += 1 }
    }
    let best = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
    return best.flatMap { $0.value * 4 >= newest.count ? $0.key : nil }
  }
}
