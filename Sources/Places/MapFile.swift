import DiaryCore

/// The file of the map's lines. `Assets/make-map.py` makes it and tells its format.
final class MapFile: Sendable {
  private let path: String
  private let file: SectionedFile

  /// How far lines may lie beside the published ones, in degrees, for each level of detail.
  private static let tolerances = [0.5, 0.1, 0.02, 0.003]
  private static let points = tolerances.count
  /// Of a degree.
  private static let units = 10_000.0
  private static let pieceStride = 24
  /// Points of a piece.
  private static let mostPoints = 64

  init(path: String) throws(WorldMapError) {
    self.path = path
    do throws(SectionedFile.Fault) {
      file = try SectionedFile(
        path: path, magic: "PDMAPLIN", version: 1,
        strides: Self.tolerances.map { _ in Self.pieceStride } + [1])
    } catch .unreadable(let reason) {
      throw .unreadable(path: path, reason: reason)
    } catch {
      throw .damaged(path: path)
    }
  }

  /// The lines that meet a box, as exact as dots of a width need. Those beyond the map's edge are told
  /// where the map begins again.
  func lines(in box: MapBox, dot: Double) throws(WorldMapError) -> [MapPiece.Line] {
    do throws(SectionedFile.Fault) {
      return try read(in: box, level: Self.level(dot: dot))
    } catch {
      throw .damaged(path: path)
    }
  }

  /// The first level whose lines lie within half a dot.
  private static func level(dot: Double) -> Int {
    tolerances.firstIndex { $0 <= dot * 180 } ?? tolerances.count - 1
  }

  private func read(
    in box: MapBox, level: Int
  ) throws(SectionedFile.Fault) -> [MapPiece.Line] {
    // What is compared with whole numbers needs no projection.
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
    try file.requireBytes()
    return lines
  }

  private static func x(_ units: Int) -> Double { (Double(units) / Self.units + 180) / 360 }

  /// How far a line has to be moved to meet a box; `nil` where it doesn't.
  private static func shift(of west: Double, _ east: Double, into box: MapBox) -> Double? {
    [0.0, -1, 1].first { west + $0 <= box.east && east + $0 >= box.west }
  }

  private func line(
    _ piece: Int, level: Int, shift: Double
  ) throws(SectionedFile.Fault) -> MapPiece.Line {
    var latitude = Int(try file.load(level, piece, 0, as: Int32.self))
    var longitude = Int(try file.load(level, piece, 4, as: Int32.self))
    var offset = Int(try file.load(level, piece, 16, as: UInt32.self))
    let count = Int(try file.load(level, piece, 20, as: UInt16.self))
    let kind = MapPiece.Kind(rawValue: Int(try file.load(level, piece, 22, as: UInt8.self)))
    guard let kind, 2...Self.mostPoints ~= count else { throw .damaged }
    var points: [MapPoint] = []
    points.reserveCapacity(count)
    var box = MapBox(west: .infinity, north: .infinity, east: -.infinity, south: -.infinity)
    for _ in 0..<count {
      latitude += try file.difference(Self.points, &offset)
      longitude += try file.difference(Self.points, &offset)
      var point = MapPoint(
        latitude: Double(latitude) / Self.units, longitude: Double(longitude) / Self.units)
      guard abs(latitude) <= 900_000, abs(longitude) <= 1_800_000 else { throw .damaged }
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
