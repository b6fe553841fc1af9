import DiaryCore
import System

/// The towns around a place, and which of them it is said to be in. The nearest one is often another: a
/// city's middle is further away than that of a village beside it, and its quarters stand among the towns.
/// So each is taken to be as large as its inhabitants need.
struct PlaceTowns {
  struct Town {
    let number: Int
    /// Kilometres to its middle, and from there to where it ends.
    let distance: Double
    let radius: Double
    let inhabitants: Double
    let province: Int
    let country: Int

    var holds: Bool { distance < radius }
  }

  let file: PlaceFile

  /// Of a square kilometre of a town.
  private static let density = 2_500.0
  private static let smallestRadius = 0.4
  /// Of a degree, and of the degrees that are looked at on each side.
  private static let kilometres = 111.2
  private static let reach = 0.7

  /// Those in the cells around, which hold all within 70 km.
  func around(_ position: PhotoDetails.Position) throws(PlaceNamesError) -> [Town] {
    let scale = position.longitudeScale
    let row = min(Int(position.latitude + 90), 179)
    let column = min(Int(position.longitude + 180), 359)
    let wide = min(Int((Self.reach / scale).rounded(.up)), 180)
    var towns: [Town] = []
    for row in max(0, row - 1)...min(179, row + 1) {
      // At the poles all columns, each once.
      for column in (column - wide)..<(column + min(wide + 1, 360 - wide)) {
        let column = (column + 360) % 360
        let cell = row * 360 + column
        let first = try file.uint32(.cells, cell)
        let end = try file.uint32(.cells, cell + 1)
        guard first <= end, end <= file.count(.towns) else { throw file.damage }
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
  ) throws(PlaceNamesError) -> Town {
    let east = (east > 180 ? east - 360 : east < -180 ? east + 360 : east) * scale
    let size = try file.uint32(.towns, number, 4) >> 24
    let inhabitants = size == 0 ? 0 : Self.power(ofHalves: size)
    let province = try file.uint16(.towns, number, 8)
    return Town(
      number: number, distance: (north * north + east * east).squareRoot() * Self.kilometres,
      radius: max(Self.smallestRadius, (inhabitants / .pi / Self.density).squareRoot()),
      inhabitants: inhabitants, province: province,
      country: try file.uint16(.provinces, province, 8))
  }

  /// 2 to the power of half a number.
  private static func power(ofHalves count: Int) -> Double {
    Double(sign: .plus, exponent: count / 2, significand: count % 2 == 0 ? 1 : 2.squareRoot())
  }

  // MARK: Choosing

  /// Farther from its end than so many kilometres, a place isn't said to be at a town: on land of a known
  /// country, where there may be no other town, and elsewhere, as on the sea.
  private static let farthestOnLand = 100.0
  private static let farthestAtSea = 25.0
  /// The part of a city's radius in which its quarters, which have a fifth of its inhabitants at most,
  /// count as the city.
  private static let core = 0.35
  private static let smallestCity = 100_000.0
  private static let largestQuarter = 0.2
  /// A town that near is the right one, even if the borders, which are drawn for small maps, say that it
  /// is in another country; and three times nearer than what is in that.
  private static let atHand = 0.5
  private static let clearlyNearer = 3.0

  /// The town that a place is said to be in or at. `country` is the one whose borders are around it.
  func best(of towns: [Town], in country: Int?) -> Town? {
    guard let country else { return Self.best(of: towns, within: Self.farthestAtSea) }
    let own = towns.filter { $0.country == country }
    let best = Self.best(of: own, within: Self.farthestOnLand)
    let nearest = own.map(\.distance).min() ?? .infinity
    let foreign = towns.filter {
      $0.country != country && $0.distance < Self.atHand
        && $0.distance * Self.clearlyNearer < nearest
    }
    if let foreign = foreign.min(by: { $0.distance < $1.distance }) { return foreign }
    if best?.holds != true {
      let other = Self.best(of: towns, within: 0)
      if let other, other.holds { return other }
    }
    return best
  }

  private static func best(of towns: [Town], within most: Double) -> Town? {
    let holding = towns.filter(\.holds)
    guard
      let inside = holding.min(by: { $0.distance / $0.radius < $1.distance / $1.radius })
    else {
      return towns.filter { $0.distance - $0.radius < most }
        .min { $0.distance - $0.radius < $1.distance - $1.radius }
    }
    let cities = holding.filter {
      $0.distance < core * $0.radius && $0.inhabitants >= smallestCity
        && inside.inhabitants <= largestQuarter * $0.inhabitants && $0.province == inside.province
    }
    return cities.max { $0.inhabitants < $1.inhabitants } ?? inside
  }
}

extension PhotoDetails.Position {
  /// How much shorter a degree eastwards is here than one northwards; never 0, even at the poles.
  var longitudeScale: Double { Double(max((Float(latitude) * .pi / 180).cosine, 1e-4)) }
}

// MARK: - PlaceRings

/// The borders of countries and of Korea's districts.
struct PlaceRings {
  /// Whose land a ring is around.
  enum Owner: Hashable {
    case country(Int)
    case district(Int)

    /// Districts have the highest bit.
    init(number: Int) {
      self = number >= 1 << 31 ? .district(number - 1 << 31) : .country(number)
    }
  }

  /// A place in the file's units.
  struct Point: Hashable {
    var y: Int
    var x: Int

    /// Of a degree.
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

  /// Lines of a ring that stand in one chunk.
  private static let chunk = 64

  let file: PlaceFile

  /// Those that a place lies in.
  func owners(of place: Point) throws(PlaceNamesError) -> Set<Owner> {
    var owners: Set<Owner> = []
    for ring in 0..<file.count(.rings) {
      // They are sorted by their southern ends.
      if try file.int32(.rings, ring) > place.y { break }
      guard try file.int32(.rings, ring, 8) >= place.y, try file.int32(.rings, ring, 4) <= place.x,
        try file.int32(.rings, ring, 12) >= place.x, try isAround(place, ring)
      else { continue }
      // An even number of rings is around a hole.
      let owner = Owner(number: try file.uint32(.rings, ring, 16))
      if owners.remove(owner) == nil { owners.insert(owner) }
    }
    return owners
  }

  /// The district that is nearest to a place and at most so far away, in units northwards; eastwards they
  /// are shorter by `scale`.
  func nearestDistrict(
    to place: Point, within most: Int, scale: Double
  ) throws(PlaceNamesError) -> Int? {
    var best: (district: Int, square: Double)?
    var limit = Double(most) * Double(most)
    let wide = Int(Double(most) / scale)
    for ring in 0..<file.count(.rings) {
      if try file.int32(.rings, ring) > place.y + most { break }
      guard case .district(let district) = Owner(number: try file.uint32(.rings, ring, 16)),
        try file.int32(.rings, ring, 8) >= place.y - most,
        try file.int32(.rings, ring, 4) <= place.x + wide,
        try file.int32(.rings, ring, 12) >= place.x - wide
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

  private func chunks(of ring: Int) throws(PlaceNamesError) -> [Chunk] {
    let first = try file.uint32(.rings, ring, 20)
    let points = try file.uint32(.rings, ring, 24)
    let count = (points + Self.chunk - 1) / Self.chunk
    guard first + count <= file.count(.chunks) else { throw file.damage }
    return (0..<count).map {
      Chunk(number: first + $0, lines: min(Self.chunk, points - $0 * Self.chunk))
    }
  }

  private func forEachLine(
    of chunk: Chunk, _ body: (Point, Point) -> Void
  ) throws(PlaceNamesError) {
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

  /// Whether a ring is around a place: then a line eastwards crosses it an odd number of times.
  private func isAround(_ place: Point, _ ring: Int) throws(PlaceNamesError) -> Bool {
    var isAround = false
    for chunk in try chunks(of: ring) {
      guard try file.int32(.chunks, chunk.number, 8) <= place.y,
        try file.int32(.chunks, chunk.number, 12) >= place.y
      else { continue }
      try forEachLine(of: chunk) { from, to in
        guard (from.y > place.y) != (to.y > place.y) else { return }
        let part = Double(place.y - from.y) / Double(to.y - from.y)
        if Double(place.x - from.x) < part * Double(to.x - from.x) { isAround.toggle() }
      }
    }
    return isAround
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
