import DiaryCore
import Synchronization
import Text

/// The map that is installed with the program: lines from a file that is opened on first use, and
/// towns from the names of places.
package final class WorldMap: Sendable {
  private let path: @Sendable () -> String?
  private let places: PlaceNames
  private let file = Mutex<MapFile?>(nil)

  /// Creates a map.
  ///
  /// - Parameter path: the path of the file of lines, evaluated on first use; without a file, the
  ///   map has no lines.
  package init(path: @autoclosure @escaping @Sendable () -> String?, places: PlaceNames) {
    self.path = path
    self.places = places
  }

  /// Returns the lines and towns in a part of the map.
  ///
  /// - Throws: `MessageError` if the file of lines can't be read or is damaged.
  package func piece(_ request: MapRequest) throws -> MapPiece {
    var piece = MapPiece()
    // Without a readable file of names, draw only the lines.
    piece.towns = (try? places.towns(in: request.box, atMost: request.towns)) ?? []
    if let file = try openIfNeeded() {
      piece.lines = try file.lines(in: request.box, dot: request.dot)
    } else {
      piece.isInstalled = false
    }
    return piece
  }

  private func openIfNeeded() throws -> MapFile? {
    if let file = file.withLock({ $0 }) { return file }
    guard let path = path() else { return nil }
    let opened = try MapFile(path: path)
    file.withLock { $0 = opened }
    return opened
  }
}

// MARK: - MapFile

/// The file of the map's lines. `Assets/make-map.py` creates it and documents its format.
final class MapFile: Sendable {
  private let file: SectionedFile

  /// The maximum deviation of simplified lines in degrees, for each level of detail.
  private static let tolerances = [0.5, 0.1, 0.02, 0.003]
  private static let points = tolerances.count
  /// Units per degree.
  private static let units = 10_000.0
  private static let pieceStride = 24
  /// The maximum number of points of a piece.
  private static let maxPoints = 64

  init(path: String) throws {
    file = try SectionedFile(
      path: path, .map, version: 1, strides: Self.tolerances.map { _ in Self.pieceStride } + [1])
  }

  /// Returns the lines that intersect a box, in the level of detail for dots of this width. Lines
  /// beyond the map's edge are repeated on the other side.
  func lines(in box: MapBox, dot: Double) throws -> [MapPiece.Line] {
    let level = Self.level(dot: dot)
    // Compare in the file's integer units, to skip the projection of pieces outside the box.
    let north = Int((MapPoint(x: 0, y: max(0, box.north)).latitude * Self.units).rounded(.up))
    let south = Int((MapPoint(x: 0, y: min(1, box.south)).latitude * Self.units).rounded(.down))
    var lines: [MapPiece.Line] = []
    for piece in 0..<file.count(level) {
      guard Int(try file.load(level, piece, 0, as: Int32.self)) <= north,
        Int(try file.load(level, piece, 8, as: Int32.self)) >= south
      else { continue }
      let west = try file.load(level, piece, 4, as: Int32.self)
      let east = try file.load(level, piece, 12, as: Int32.self)
      let shift = Self.shift(of: Self.x(Int(west)), Self.x(Int(east)), into: box)
      if let shift { lines.append(try line(piece, level: level, shift: shift)) }
    }
    try file.checkReadable()
    return lines
  }

  /// Returns the coarsest level whose deviation is at most half a dot.
  private static func level(dot: Double) -> Int {
    tolerances.firstIndex { $0 <= dot * 180 } ?? tolerances.count - 1
  }

  private static func x(_ units: Int) -> Double { (Double(units) / Self.units + 180) / 360 }

  /// Returns the shift in map widths that makes a line intersect a box; `nil` if none does.
  private static func shift(of west: Double, _ east: Double, into box: MapBox) -> Double? {
    [0.0, -1, 1].first { west + $0 <= box.east && east + $0 >= box.west }
  }

  private func line(
    _ piece: Int, level: Int, shift: Double
  ) throws -> MapPiece.Line {
    var latitude = Int(try file.load(level, piece, 0, as: Int32.self))
    var longitude = Int(try file.load(level, piece, 4, as: Int32.self))
    var offset = Int(try file.load(level, piece, 16, as: UInt32.self))
    let count = Int(try file.load(level, piece, 20, as: UInt16.self))
    let kind = MapPiece.Kind(rawValue: Int(try file.load(level, piece, 22, as: UInt8.self)))
    guard let kind, 2...Self.maxPoints ~= count else { throw file.damagedError }
    var points: [MapPoint] = []
    points.reserveCapacity(count)
    var box = MapBox(west: .infinity, north: .infinity, east: -.infinity, south: -.infinity)
    for _ in 0..<count {
      latitude += try file.difference(Self.points, &offset)
      longitude += try file.difference(Self.points, &offset)
      var point = MapPoint(
        latitude: Double(latitude) / Self.units, longitude: Double(longitude) / Self.units)
      guard abs(latitude) <= 900_000, abs(longitude) <= 1_800_000 else { throw file.damagedError }
      point.x += shift
      box.west = min(box.west, point.x)
      box.east = max(box.east, point.x)
      box.north = min(box.north, point.y)
      box.south = max(box.south, point.y)
      points.append(point)
    }
    return MapPiece.Line(kind: kind, box: box, points: points)
  }
}

// MARK: - MapTowns

/// Finds the towns to show on a part of the map.
struct MapTowns {
  let file: PlaceFile

  private struct Candidate {
    let number: Int
    let size: Int
    let point: MapPoint
  }

  /// Returns up to `count` towns, the largest first.
  func largest(in box: MapBox, atMost count: Int) throws -> [MapPiece.Town] {
    let north = Self.row(MapPoint(x: 0, y: max(0, box.north)).latitude)
    let south = Self.row(MapPoint(x: 0, y: min(1, box.south)).latitude)
    let west = Int((box.west * 360).rounded(.down))
    let east = min(Int((box.east * 360).rounded(.down)), west + 359)
    guard count > 0, south <= north, west <= east else { return [] }
    // Each cell's towns are sorted by size, the largest first.
    let perCell = max(1, 4 * count / ((north - south + 1) * (east - west + 1)))
    var found: [Candidate] = []
    for row in south...north {
      for column in west...east {
        let wrapped = (column % 360 + 360) % 360
        let cell = row * 360 + wrapped
        let first = try file.uint32(.cells, cell)
        let end = try file.uint32(.cells, cell + 1)
        guard first <= end, end <= file.count(.towns) else { throw file.damagedError }
        for number in first..<min(end, first + perCell) {
          let y = Double(row - 90) + Double(try file.uint16(.towns, number)) / 65_536
          let x = Double(wrapped - 180) + Double(try file.uint16(.towns, number, 2)) / 65_536
          var point = MapPoint(latitude: y, longitude: x)
          point.x += Double(column - wrapped) / 360
          guard box.contains(point) else { continue }
          let size = try file.uint32(.towns, number, 4) >> 24
          found.append(Candidate(number: number, size: size, point: point))
        }
      }
    }
    found.sort { ($0.size, -$0.number) > ($1.size, -$1.number) }
    let formatter = PlaceFormatter(file: file, language: Language.current)
    var towns: [MapPiece.Town] = []
    for town in found.prefix(count) {
      towns.append(
        MapPiece.Town(
          name: Self.shortName(of: try formatter.townName(town.number)), point: town.point))
    }
    return towns
  }

  /// Returns a city's short name: `서울` for `서울특별시`.
  private static func shortName(of name: String) -> String {
    for suffix in PlaceFinder.citySuffixes where name.hasSuffix(suffix) && name.count > suffix.count
    {
      return String(name.dropLast(suffix.count))
    }
    return name
  }

  private static func row(_ latitude: Double) -> Int {
    max(0, min(Int((latitude + 90).rounded(.down)), 179))
  }
}
