import System

/// Knows the lines of the earth and its towns, and asks nobody for them.
package protocol WorldMapping: Sendable {
  /// What stands in a part of the map. Nothing, where no map is installed.
  func piece(_ request: MapRequest) throws(WorldMapError) -> MapPiece
}

/// What is to be told of the map.
package struct MapRequest: Hashable, Sendable {
  package var box: MapBox
  /// The width of what can be told apart: lines are as exact as that needs.
  package var dot: Double
  /// How many towns are to be told at most, the largest.
  package var towns: Int

  package init(box: MapBox, dot: Double, towns: Int) {
    self.box = box
    self.dot = dot
    self.towns = towns
  }
}

/// A part of the map.
package struct MapPiece: Sendable {
  package enum Kind: Int, CaseIterable, Sendable {
    case coast, border, lake, river
  }

  /// A line, its points in their order.
  package struct Line: Hashable, Sendable {
    package let kind: Kind
    package let box: MapBox
    package let points: [MapPoint]

    package init(kind: Kind, box: MapBox, points: [MapPoint]) {
      self.kind = kind
      self.box = box
      self.points = points
    }
  }

  package struct Town: Hashable, Sendable {
    package let name: String
    package let point: MapPoint

    package init(name: String, point: MapPoint) {
      self.name = name
      self.point = point
    }
  }

  package var lines: [Line]
  /// The largest first.
  package var towns: [Town]

  package init(lines: [Line] = [], towns: [Town] = []) {
    self.lines = lines
    self.towns = towns
  }
}

// MARK: - Points and boxes

/// A place on a map of the whole earth by Mercator: from the west eastwards and from the north southwards,
/// each 0 to 1. It ends where the map is a square, at about 85 degrees; what is nearer to a pole stands at
/// the edge.
package struct MapPoint: Hashable, Sendable {
  package var x: Double
  package var y: Double

  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Places north and south of it stand at the edge.
  private static let mostLatitude = 85.051_128

  /// In degrees, which are brought onto the earth where they lie outside of it.
  package init(latitude: Double, longitude: Double) {
    x = (longitude + 180) / 360
    let latitude = max(-Self.mostLatitude, min(latitude, Self.mostLatitude))
    let sine = Double(Float(latitude * .pi / 180).sine)
    y = 0.5 - Double(Float((1 + sine) / (1 - sine)).naturalLogarithm) / (4 * .pi)
  }

  /// `nil` for what is no place on the earth.
  package init?(_ position: PhotoDetails.Position) {
    // No number isn't within anything.
    guard abs(position.latitude) <= 90, abs(position.longitude) <= 180 else { return nil }
    self.init(latitude: position.latitude, longitude: position.longitude)
  }

  package var longitude: Double { x * 360 - 180 }

  package var latitude: Double {
    // It only ever falls southwards.
    var (north, south) = (Self.mostLatitude, -Self.mostLatitude)
    for _ in 0..<40 {
      let middle = (north + south) / 2
      if MapPoint(latitude: middle, longitude: 0).y < y { north = middle } else { south = middle }
    }
    return (north + south) / 2
  }

  package var position: PhotoDetails.Position {
    PhotoDetails.Position(latitude: latitude, longitude: longitude)
  }
}

/// A part of the map. It may go beyond the map's edges to the east and west, where the map begins again.
package struct MapBox: Hashable, Sendable {
  package var west: Double
  package var north: Double
  package var east: Double
  package var south: Double

  package init(west: Double, north: Double, east: Double, south: Double) {
    self.west = west
    self.north = north
    self.east = east
    self.south = south
  }

  package static let earth = MapBox(west: 0, north: 0, east: 1, south: 1)

  package var width: Double { east - west }
  package var height: Double { south - north }

  package func contains(_ other: MapBox) -> Bool {
    west <= other.west && north <= other.north && east >= other.east && south >= other.south
  }

  package func meets(_ other: MapBox) -> Bool {
    west <= other.east && other.west <= east && north <= other.south && other.north <= south
  }

  package func contains(_ point: MapPoint) -> Bool {
    (west...east).contains(point.x) && (north...south).contains(point.y)
  }

  /// Moved eastwards.
  package func shifted(by x: Double) -> MapBox {
    MapBox(west: west + x, north: north, east: east + x, south: south)
  }

  /// By a part of its extent larger on each side, within the north and the south of the map.
  package func grown(by part: Double) -> MapBox {
    let (x, y) = (width * part, height * part)
    return MapBox(
      west: west - x, north: max(0, north - y), east: east + x, south: min(1, south + y))
  }

  /// The smallest one around all points, which goes over the map's edge where they are nearer to each other
  /// that way; `nil` of none.
  package static func around(_ points: some Sequence<MapPoint>) -> MapBox? {
    // Where there are points, of columns of one degree.
    var columns = [Bool](repeating: false, count: columnCount)
    var (north, south) = (Double.infinity, -Double.infinity)
    for point in points {
      columns[column(of: point)] = true
      north = min(north, point.y)
      south = max(south, point.y)
    }
    guard north <= south, let first = columns.firstIndex(of: true) else { return nil }
    // What they leave widest free lies outside.
    var (free, start, last) = (0, first, first)
    for column in (first + 1)...(first + columnCount) where columns[column % columnCount] {
      if column - last > free { (free, start) = (column - last, column % columnCount) }
      last = column
    }
    var (west, east) = (Double.infinity, -Double.infinity)
    for point in points {
      let x = column(of: point) < start ? point.x + 1 : point.x
      west = min(west, x)
      east = max(east, x)
    }
    return MapBox(west: west, north: north, east: east, south: south)
  }

  private static let columnCount = 360

  private static func column(of point: MapPoint) -> Int {
    max(0, min(Int(point.x * Double(columnCount)), columnCount - 1))
  }
}
