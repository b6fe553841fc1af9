import DiaryCore
import System

/// Finds the town that a position is in.
///
/// The nearest town center is often the wrong one: a city's center is farther away than that of a
/// neighboring village, and the city's neighborhoods are in the list of towns too. So each town is
/// assumed to be a circle whose area depends on its population.
struct PlaceTowns {
  struct Town {
    let number: Int
    /// The distance to the town's center, and the town's radius, in kilometers.
    let distance: Double
    let radius: Double
    let inhabitants: Double
    let province: Int
    let country: Int

    var containsPosition: Bool { distance < radius }
  }

  let file: PlaceFile

  /// The assumed population per square kilometer.
  private static let density = 2_500.0
  private static let smallestRadius = 0.4
  /// The length of a degree in kilometers, and the degrees to search in each direction.
  private static let kilometersPerDegree = 111.2
  private static let reach = 0.7

  /// Returns the towns in the surrounding cells, which include all within 70 km.
  func around(_ position: PhotoDetails.Position) throws -> [Town] {
    let scale = position.longitudeScale
    let row = min(Int(position.latitude + 90), 179)
    let column = min(Int(position.longitude + 180), 359)
    let wide = min(Int((Self.reach / scale).rounded(.up)), 180)
    var towns: [Town] = []
    for row in max(0, row - 1)...min(179, row + 1) {
      // At the poles, each column is visited once.
      for column in (column - wide)..<(column + min(wide + 1, 360 - wide)) {
        let column = (column + 360) % 360
        let cell = row * 360 + column
        let first = try file.uint32(.cells, cell)
        let end = try file.uint32(.cells, cell + 1)
        guard first <= end, end <= file.count(.towns) else { throw file.damagedError }
        for number in first..<end {
          let y = Double(row - 90) + Double(try file.uint16(.towns, number)) / 65_536
          let x = Double(column - 180) + Double(try file.uint16(.towns, number, 2)) / 65_536
          towns.append(try town(number, y - position.latitude, x - position.longitude, scale))
        }
      }
    }
    return towns
  }

  private func town(
    _ number: Int, _ north: Double, _ east: Double, _ scale: Double
  ) throws -> Town {
    let east = (east > 180 ? east - 360 : east < -180 ? east + 360 : east) * scale
    let size = try file.uint32(.towns, number, 4) >> 24
    let inhabitants = size == 0 ? 0 : Self.power(ofHalves: size)
    let province = try file.uint16(.towns, number, 8)
    return Town(
      number: number,
      distance: (north * north + east * east).squareRoot() * Self.kilometersPerDegree,
      radius: max(Self.smallestRadius, (inhabitants / .pi / Self.density).squareRoot()),
      inhabitants: inhabitants, province: province,
      country: try file.uint16(.provinces, province, 8))
  }

  /// Returns 2 to the power of half of `count`.
  private static func power(ofHalves count: Int) -> Double {
    Double(sign: .plus, exponent: count / 2, significand: count % 2 == 0 ? 1 : 2.squareRoot())
  }

  // MARK: Choosing

  /// The maximum distance in kilometers from a town's edge to be assigned to it: on the land of a
  /// known country, where the next town may be far away, and elsewhere, as on the sea.
  private static let farthestOnLand = 100.0
  private static let farthestAtSea = 25.0
  /// The part of a city's radius where its neighborhoods count as the city itself. They have at
  /// most a fifth of the city's population.
  private static let coreRadius = 0.35
  private static let smallestCity = 100_000.0
  private static let largestQuarter = 0.2
  /// The distance in kilometers within which a town is right even if the borders place it in
  /// another country, because they are drawn for small-scale maps. It must also be three times
  /// nearer than any town of the position's country.
  private static let certainDistance = 0.5
  private static let certainRatio = 3.0

  /// Returns the town that a position is in or near.
  ///
  /// - Parameter country: the country whose borders contain the position.
  func best(of towns: [Town], in country: Int?) -> Town? {
    guard let country else { return Self.best(of: towns, within: Self.farthestAtSea) }
    let own = towns.filter { $0.country == country }
    let best = Self.best(of: own, within: Self.farthestOnLand)
    let nearest = own.map(\.distance).min() ?? .infinity
    let foreign = towns.filter {
      $0.country != country && $0.distance < Self.certainDistance
        && $0.distance * Self.certainRatio < nearest
    }
    if let foreign = foreign.min(by: { $0.distance < $1.distance }) { return foreign }
    if best?.containsPosition != true {
      let other = Self.best(of: towns, within: 0)
      if let other, other.containsPosition { return other }
    }
    return best
  }

  private static func best(of towns: [Town], within maximum: Double) -> Town? {
    let containing = towns.filter(\.containsPosition)
    guard
      let inside = containing.min(by: { $0.distance / $0.radius < $1.distance / $1.radius })
    else {
      return towns.filter { $0.distance - $0.radius < maximum }
        .min { $0.distance - $0.radius < $1.distance - $1.radius }
    }
    let cities = containing.filter {
      $0.distance < coreRadius * $0.radius && $0.inhabitants >= smallestCity
        && inside.inhabitants <= largestQuarter * $0.inhabitants && $0.province == inside.province
    }
    return cities.max { $0.inhabitants < $1.inhabitants } ?? inside
  }
}

extension PhotoDetails.Position {
  /// The length of a degree of longitude here, relative to a degree of latitude. Never 0, even at
  /// the poles.
  var longitudeScale: Double { Double(max((Float(latitude) * .pi / 180).cosine, 1e-4)) }
}

// MARK: - PlaceRings

/// The borders of countries and of Korea's districts, as rings of points.
struct PlaceRings {
  /// The area that a ring encloses.
  enum Owner: Hashable {
    case country(Int)
    case district(Int)

    /// Decodes an owner. The highest bit is set for districts.
    init(number: Int) {
      self = number >= 1 << 31 ? .district(number - 1 << 31) : .country(number)
    }
  }

  /// A position in the file's units.
  struct Point: Hashable {
    var y: Int
    var x: Int

    /// Units per degree.
    static let units = 20_000.0

    init(y: Int, x: Int) {
      self.y = y
      self.x = x
    }

    init(_ position: PhotoDetails.Position) {
      y = Int((position.latitude * Self.units).rounded())
      x = Int((position.longitude * Self.units).rounded())
    }
  }

  /// The number of lines in a chunk.
  private static let chunkSize = 64

  let file: PlaceFile

  /// Returns the areas that contain a place.
  func owners(of place: Point) throws -> Set<Owner> {
    var owners: Set<Owner> = []
    for ring in 0..<file.count(.rings) {
      // Rings are sorted by their southern ends.
      if try file.int32(.rings, ring) > place.y { break }
      guard try file.int32(.rings, ring, 8) >= place.y, try file.int32(.rings, ring, 4) <= place.x,
        try file.int32(.rings, ring, 12) >= place.x, try isInside(place, ring)
      else { continue }
      // An even number of rings of one owner encloses a hole.
      let owner = Owner(number: try file.uint32(.rings, ring, 16))
      if owners.remove(owner) == nil { owners.insert(owner) }
    }
    return owners
  }

  /// Returns the district with the nearest border.
  ///
  /// - Parameters:
  ///   - maximum: the maximum distance in units of latitude.
  ///   - scale: the length of a degree of longitude, relative to a degree of latitude.
  func nearestDistrict(
    to place: Point, within maximum: Int, scale: Double
  ) throws -> Int? {
    var best: (district: Int, square: Double)?
    var limit = Double(maximum) * Double(maximum)
    let maxX = Int(Double(maximum) / scale)
    for ring in 0..<file.count(.rings) {
      if try file.int32(.rings, ring) > place.y + maximum { break }
      guard case .district(let district) = Owner(number: try file.uint32(.rings, ring, 16)),
        try file.int32(.rings, ring, 8) >= place.y - maximum,
        try file.int32(.rings, ring, 4) <= place.x + maxX,
        try file.int32(.rings, ring, 12) >= place.x - maxX
      else { continue }
      for chunk in try chunks(of: ring) {
        try forEachLine(of: chunk) { from, to in
          let square = Self.squaredDistance(of: place, from, to, scale: scale)
          if square <= limit {
            limit = square
            best = (district, square)
          }
        }
      }
    }
    return best?.district
  }

  // MARK: Lines

  private struct Chunk {
    let number: Int
    let lines: Int
  }

  private func chunks(of ring: Int) throws -> [Chunk] {
    let first = try file.uint32(.rings, ring, 20)
    let points = try file.uint32(.rings, ring, 24)
    let count = (points + Self.chunkSize - 1) / Self.chunkSize
    guard first + count <= file.count(.chunks) else { throw file.damagedError }
    return (0..<count).map {
      Chunk(number: first + $0, lines: min(Self.chunkSize, points - $0 * Self.chunkSize))
    }
  }

  private func forEachLine(
    of chunk: Chunk, _ body: (Point, Point) -> Void
  ) throws {
    var from = Point(
      y: try file.int32(.chunks, chunk.number), x: try file.int32(.chunks, chunk.number, 4))
    var offset = try file.uint32(.chunks, chunk.number, 16)
    for _ in 0..<chunk.lines {
      let y = from.y + (try file.difference(&offset))
      let to = Point(y: y, x: from.x + (try file.difference(&offset)))
      body(from, to)
      from = to
    }
  }

  /// Returns `true` if a ring encloses a place: a line eastward from it crosses the ring an odd
  /// number of times.
  private func isInside(_ place: Point, _ ring: Int) throws -> Bool {
    var isInside = false
    for chunk in try chunks(of: ring) {
      guard try file.int32(.chunks, chunk.number, 8) <= place.y,
        try file.int32(.chunks, chunk.number, 12) >= place.y
      else { continue }
      try forEachLine(of: chunk) { from, to in
        guard (from.y > place.y) != (to.y > place.y) else { return }
        let part = Double(place.y - from.y) / Double(to.y - from.y)
        if Double(place.x - from.x) < part * Double(to.x - from.x) { isInside.toggle() }
      }
    }
    return isInside
  }

  private static func squaredDistance(
    of place: Point, _ from: Point, _ to: Point, scale: Double
  ) -> Double {
    let (fromY, fromX) = (Double(from.y - place.y), Double(from.x - place.x) * scale)
    let (dy, dx) = (Double(to.y - from.y), Double(to.x - from.x) * scale)
    let length = dy * dy + dx * dx
    let part = length > 0 ? max(0, min(1, -(fromY * dy + fromX * dx) / length)) : 0
    let (y, x) = (fromY + part * dy, fromX + part * dx)
    return y * y + x * x
  }
}
