import DiaryCore
import Media
import TestSupport
import Testing
import Text

@Suite struct WorldMapTests {
  private let map = WorldMap(
    path: Checkout.path("Assets/map.bin"),
    places: PlaceNames(path: Checkout.path("Assets/places.bin")))

  private func piece(
    around latitude: Double, _ longitude: Double, degrees: Double, dots: Double = 160
  ) throws -> MapPiece {
    let width = degrees / 360
    let middle = MapPoint(latitude: latitude, longitude: longitude)
    let box = MapBox(
      west: middle.x - width / 2, north: middle.y - width / 2, east: middle.x + width / 2,
      south: middle.y + width / 2)
    return try map.piece(MapRequest(box: box, dot: width / dots, towns: 40))
  }

  /// Returns `true` if the line to the north pole, at sea, crosses an odd number of coasts.
  private func isLand(_ latitude: Double, _ longitude: Double) throws -> Bool {
    let place = MapPoint(latitude: latitude, longitude: longitude)
    let box = MapBox(west: place.x - 0.001, north: 0, east: place.x + 0.001, south: place.y)
    let lines = try map.piece(MapRequest(box: box, dot: 1e-6, towns: 0)).lines
    var crossings = 0
    for line in lines where line.kind == .coast {
      for (from, to) in zip(line.points, line.points.dropFirst())
      where (from.x > place.x) != (to.x > place.x) {
        let part = (place.x - from.x) / (to.x - from.x)
        if from.y + part * (to.y - from.y) < place.y { crossings += 1 }
      }
    }
    return crossings % 2 == 1
  }

  @Test func `puts cities on land, and seas off it`() throws {
    for (latitude, longitude) in [
      (37.5665, 126.978), (48.8566, 2.3522), (40.4168, -3.7038), (-1.2864, 36.8172),
      (39.9042, 116.4074), (-15.7939, -47.8828), (33.38, 126.55), (52.52, 13.405),
    ] { try expect(isLand(latitude, longitude), "\(latitude), \(longitude)") }
    for (latitude, longitude) in [
      (35.5, 124.0), (38.5, 131.0), (0.0, -25.0), (30.0, -45.0), (43.0, 34.0), (-40.0, 100.0),
    ] { try expect(!isLand(latitude, longitude), "\(latitude), \(longitude)") }
  }

  @Test func `has coasts, borders and rivers at their positions`() throws {
    /// Returns the distance in kilometers to the nearest point of a kind.
    func distance(_ kind: MapPiece.Kind, _ latitude: Double, _ longitude: Double) throws -> Double {
      let place = PhotoDetails.Position(latitude: latitude, longitude: longitude)
      let lines = try piece(around: latitude, longitude, degrees: 3, dots: 4_000).lines
      let points = lines.filter { $0.kind == kind }.flatMap(\.points)
      return (points.map { $0.position.distance(to: place) }.min() ?? .infinity) / 1_000
    }
    try expectLess(distance(.coast, 35.158, 129.16), 5)
    try expectLess(distance(.coast, 37.5665, 126.978), 45)
    try expectLess(distance(.border, 47.5958, 7.5886), 5)
    try expectLess(distance(.river, 48.208, 16.42), 10)
    try expectLess(distance(.lake, 46.38, 6.55), 12)
  }

  @Test func `returns few points for large areas`() throws {
    let earth = try map.piece(MapRequest(box: .earth, dot: 1.0 / 160, towns: 160))
    let points = earth.lines.reduce(0) { $0 + $1.points.count }
    expect((3_000..<7_000).contains(points))
    let near = try piece(around: 37.5, 127, degrees: 1)
    expectLess(near.lines.reduce(0) { $0 + $1.points.count }, 3_000)
    expectEqual(earth.towns.count, 160)
  }

  @Test func `repeats lines beyond the edge of the map`() throws {
    let fiji = try piece(around: -17.7, 179.9, degrees: 12)
    let box = fiji.lines.reduce(into: (Double.infinity, -Double.infinity)) {
      $0 = (min($0.0, $1.box.west), max($0.1, $1.box.east))
    }
    expectGreater(box.0, 0.9)
    expectGreater(box.1, 1.0)
  }

  @Test func `lists the largest towns first, in the user's language`() throws {
    let towns = try Language.korean.speaking {
      try piece(around: 37.5, 127, degrees: 2).towns.map(\.name)
    }
    expectEqual(towns.first, "서울")
    try expectEqual(piece(around: 48.86, 2.35, degrees: 3).towns.first?.name, "Paris")
  }

  @Test func `reports a missing or damaged file`() throws {
    let folder = try TemporaryFolder()
    let request = MapRequest(box: .earth, dot: 0.001, towns: 0)
    let bytes = try TemporaryFolder.bytes(of: Checkout.path("Assets/map.bin"))
    var other = bytes
    other[8] = 9
    for wrong in [[], Array("PDMAPLIN".utf8), Array(bytes.prefix(100)), bytes.dropLast(), other] {
      let path = try folder.write(Array(wrong), to: "map.bin")
      let damaged = WorldMap(path: path, places: PlaceNames(path: nil))
      expectThrows(MessageError("The map in \(path) is damaged. Reinstall PhotoDiary.")) {
        try damaged.piece(request)
      }
    }
    let missing = WorldMap(path: folder.path("none"), places: PlaceNames(path: nil))
    expectThrows(MessageError.self) { try missing.piece(request) }
    let none = try WorldMap(path: nil, places: PlaceNames(path: nil)).piece(request)
    expect(none.lines.isEmpty && none.towns.isEmpty && !none.isInstalled)
    try expect(map.piece(request).isInstalled)
  }

  @Test func `returns lines or an error for any damage`() throws {
    let folder = try TemporaryFolder()
    let bytes = try TemporaryFolder.bytes(of: Checkout.path("Assets/map.bin"))
    let mutator = Mutator("map", rounds: 12)
    var random = SeededGenerator(seed: mutator.seed)
    for _ in 0..<mutator.rounds {
      var broken = bytes
      for _ in 0..<4_000 {
        let place = Int.random(in: 64..<bytes.count, using: &random)
        broken[place] = UInt8.random(in: 0...255, using: &random)
      }
      let path = try folder.write(broken, to: "map.bin")
      let map = WorldMap(path: path, places: PlaceNames(path: nil))
      for dot in [0.01, 0.001, 1e-5] {
        do {
          _ = try map.piece(MapRequest(box: .earth, dot: dot, towns: 0))
        } catch { expectLacks(MessageError(error).line, "\n", "seed \(mutator.seed)") }
      }
    }
  }
}

@Suite struct PlaceFinderTests {
  private let places = PlaceNames(path: Checkout.path("Assets/places.bin"))

  private func distance(_ name: String, _ latitude: Double, _ longitude: Double) throws -> Double? {
    try places.positions(ofPlaces: [name])[name]
      .map { $0.distance(to: .init(latitude: latitude, longitude: longitude)) / 1_000 }
  }

  @Test func `finds the positions of the names it returns, in both languages`() throws {
    for language in [Language.english, .korean] {
      try language.speaking {
        for (latitude, longitude) in [
          (33.4633, 126.3098), (38.7139, -9.1334), (35.1478, 129.13), (48.8566, 2.3522),
          (-33.8688, 151.2093), (40.7128, -74.006),
        ] {
          let position = PhotoDetails.Position(latitude: latitude, longitude: longitude)
          let name = try require(try places.names(at: position).first)
          let away = try require(try distance(name, latitude, longitude), "\(name)")
          expectLess(away, 25, "\(name)")
        }
      }
    }
  }

  @Test func `finds Korean cities with or without their suffix`() throws {
    for name in ["Jeju", "Jeju City", "제주", "제주시"] {
      try expectLess(require(try distance(name, 33.5, 126.53), name), 20)
    }
    // Only one district has this name.
    for name in ["애월읍", "Aewol-eup"] {
      try expectLess(require(try distance(name, 33.46, 126.31), name), 20)
    }
    for name in ["경주", "경주시", "Gyeongju"] {
      try expectLess(require(try distance(name, 35.85, 129.21), name), 20)
    }
    try expectNil(distance("Kansas", 39.1, -94.6))
  }

  @Test func `finds only large towns by their names alone`() throws {
    try expectLess(require(try distance("Lisbon", 38.72, -9.14)), 20)
    try expectLess(require(try distance("서울", 37.5665, 126.978)), 20)
    for name in ["Home", "학교", "Grandma's", "", ","] { try expectNil(distance(name, 0, 0), name) }
  }
}
