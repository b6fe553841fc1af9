import System

/// Returns a part of the installed world map, with its lines and towns. Works offline. The part is
/// empty if no map is installed.
///
/// - Throws: `MessageError` if the map can't be read.
package typealias MapReader = @Sendable (MapRequest) throws -> MapPiece

/// A request for a part of the map.
package struct MapRequest: Hashable, Sendable {
  package var box: MapBox
  /// The size of a dot. Lines are as exact as dots of this size can show.
  package var dot: Double
  /// The greatest number of towns to return, the largest first.
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

  /// A line through points in order.
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
  /// `false` if the map's lines aren't installed.
  package var isInstalled = true

  package init(lines: [Line] = [], towns: [Town] = []) {
    self.lines = lines
    self.towns = towns
  }
}

// MARK: - Points and boxes

/// A point on a world map in Mercator projection: x from west to east and y from north to south,
/// each from 0 to 1. The map is a square that ends at about 85 degrees; points closer to a pole are
/// moved to its edge.
package struct MapPoint: Hashable, Sendable {
  package var x: Double
  package var y: Double

  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The latitude of the map's edges in degrees.
  private static let mostLatitude = 85.051_128

  /// Creates a point from degrees. Latitudes beyond the map are moved to its edge.
  package init(latitude: Double, longitude: Double) {
    x = (longitude + 180) / 360
    let latitude = max(-Self.mostLatitude, min(latitude, Self.mostLatitude))
    let sine = Double(Float(latitude * .pi / 180).sine)
    y = 0.5 - Double(Float((1 + sine) / (1 - sine)).naturalLogarithm) / (4 * .pi)
  }

  /// Creates a point from a position; `nil` if it isn't on the earth.
  package init?(_ position: PhotoDetails.Position) {
    // NaN fails this check, too.
    guard abs(position.latitude) <= 90, abs(position.longitude) <= 180 else { return nil }
    self.init(latitude: position.latitude, longitude: position.longitude)
  }

  package var longitude: Double { x * 360 - 180 }

  package var latitude: Double {
    // Latitude decreases monotonically with y, so bisection finds it.
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

/// A rectangle on the map. It may extend beyond the eastern or western edge, where the map repeats.
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

  /// Returns `true` if the rectangles overlap or touch.
  package func intersects(_ other: MapBox) -> Bool {
    west <= other.east && other.west <= east && north <= other.south && other.north <= south
  }

  package func contains(_ point: MapPoint) -> Bool {
    (west...east).contains(point.x) && (north...south).contains(point.y)
  }

  /// Returns the rectangle moved eastwards.
  package func shifted(by x: Double) -> MapBox {
    MapBox(west: west + x, north: north, east: east + x, south: south)
  }

  /// Returns the rectangle enlarged on each side by a fraction of its size, limited by the map's
  /// northern and southern edges.
  package func expanded(by part: Double) -> MapBox {
    let (x, y) = (width * part, height * part)
    return MapBox(
      west: west - x, north: max(0, north - y), east: east + x, south: min(1, south + y))
  }

  /// Returns the smallest rectangle around all points, which crosses the map's edge if that makes
  /// it smaller; `nil` without points.
  package static func around(_ points: some Sequence<MapPoint>) -> MapBox? {
    // Columns, of one degree each, that contain points.
    var columns = [Bool](repeating: false, count: columnCount)
    var (north, south) = (Double.infinity, -Double.infinity)
    for point in points {
      columns[column(of: point)] = true
      north = min(north, point.y)
      south = max(south, point.y)
    }
    guard north <= south, let first = columns.firstIndex(of: true) else { return nil }
    // The widest range of empty columns is outside the rectangle.
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
