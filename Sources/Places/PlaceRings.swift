import DiaryCore

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
