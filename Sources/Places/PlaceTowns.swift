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
