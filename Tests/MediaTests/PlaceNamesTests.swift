import DiaryCore
import Foundation
import Media
import TestSupport
import Testing
import Text

@Suite struct PlaceNamesTests {
  private let places = PlaceNames(path: Checkout.path("Assets/places.bin"))

  private func names(_ latitude: Double, _ longitude: Double, in language: Language = .english)
    throws -> [String]
  {
    try language.speaking { try places.names(at: .init(latitude: latitude, longitude: longitude)) }
  }

  @Test func `agrees with reference names of positions`() throws {
    let path = Checkout.path("Tests/MediaTests/Fixtures/positions.txt")
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
    expectAtLeast(lines.count, 500)
    var others: [String] = []
    for line in lines {
      let parts = line.split(separator: " ", maxSplits: 2)
      try require(parts.count == 3)
      let isKorean = parts[2].unicodeScalars.contains { ("가"..."힣").contains($0) }
      let names = try names(
        require(Double(parts[0])), require(Double(parts[1])), in: isKorean ? .korean : .english)
      if names.first?.hasPrefix(parts[2]) != true {
        others.append("\(parts[2]): \(names.joined(separator: " | "))")
      }
    }
    // Different answers name a neighbor: a quarter of a city, or the next town.
    expectAtMost(others.count * 100, lines.count * 7, "\(others.joined(separator: "\n"))")
  }

  @Test func `names places in Korea by their 읍, 면 and 동, in the user's language`() throws {
    try expectEqual(
      names(33.4633, 126.3098, in: .korean),
      ["제주시 애월읍", "제주시 한림읍", "제주시 외도이동", "제주시 외도일동", "제주시 내도동", "제주시", "제주특별자치도"])
    try expectEqual(names(33.4633, 126.3098).first, "Aewol-eup, Jeju-si, South Korea")
    try expectEqual(names(37.5663, 126.9779, in: .korean).first, "서울 중구 태평로1가")
    try expectEqual(names(37.5663, 126.9779).first, "Taepyeongno 1-ga, Jung-gu, Seoul, South Korea")
    // Two counties have that name.
    try expectEqual(names(38.38, 128.468, in: .korean).first, "강원 고성군 간성읍")
    try expectEqual(
      names(34.976, 128.323).first, "Goseong-eup, Goseong-gun, Gyeongsangnam-do, South Korea")
  }

  @Test func `names places elsewhere by their towns and countries`() throws {
    let lisbon = try names(38.7139, -9.1334)
    expectEqual(lisbon.first, "Lisbon, Portugal")
    expectContains(lisbon, "Alfama, Portugal")
    expectEqual(lisbon.last, "Portugal")
    try expectEqual(names(38.7139, -9.1334, in: .korean).first, "포르투갈 리스본")
    try expectEqual(names(1.2834, 103.8607).first, "Singapore")
    try expectEqual(names(45.5122, -122.6587).first, "Portland, Oregon, United States")
    try expectEqual(names(45.5122, -122.6587, in: .korean).first, "미국 오리건 포틀랜드")
    expectEqual(Set(lisbon).count, lisbon.count)
  }

  @Test func `prefers towns of the country, except for one nearby`() throws {
    try expectEqual(names(47.59, 7.62).first, "Weil am Rhein, Germany")
    try expectEqual(names(47.5596, 7.5886).first, "Basel, Switzerland")
    try expectEqual(names(41.9022, 12.4539).first, "Vatican City")
    try expectEqual(names(37.956, 126.677).first?.hasSuffix("North Korea"), true)
  }

  @Test func `finds the nearest district for a pier or a boat, and none at sea`() throws {
    // The Gwangan bridge, and the harbor of Marado.
    try expectEqual(names(35.1478, 129.13, in: .korean).first?.hasPrefix("부산"), true)
    try expectEqual(names(33.1115, 126.267, in: .korean).first, "서귀포시 대정읍")
    try expectEqual(names(71.1685, 25.7836).first, "Honningsvåg, Norway")
    // The sea, and invalid positions.
    for (latitude, longitude) in [
      (0.0, 0.0), (36.5, 131), (91, 0), (0, 181), (.nan, 0), (0, .nan), (.infinity, 0),
    ] { try expectEqual(names(latitude, longitude), []) }
  }

  @Test(arguments: [
    (90.0, 0.0), (90, 180), (-90, -180), (-90, 12.5), (0, 180), (0, -180), (89.9999, -179.9999),
  ]) func `handles the poles and the date line`(
    _ latitude: Double, _ longitude: Double
  ) throws {
    let names = try names(latitude, longitude)
    expectEqual(names, (latitude < -89 ? ["Antarctica"] : []))
    // Taveuni is on both sides of the date line.
    try expectEqual(self.names(-16.8, 179.9999).last, self.names(-16.8, -179.9999).last)
    try expectEqual(self.names(64.7337, 177.4968).first, "Anadyr, Russia")
  }
}

@Suite struct HostilePlaceFileTests {
  private let folder = try! TemporaryFolder()
  private let positions: [PhotoDetails.Position] = [
    .init(latitude: 33.4633, longitude: 126.3098), .init(latitude: 38.7139, longitude: -9.1334),
    .init(latitude: 35.1478, longitude: 129.13), .init(latitude: 89, longitude: 179.9),
  ]

  private func sound() throws -> [UInt8] {
    try TemporaryFolder.bytes(of: Checkout.path("Assets/places.bin"))
  }

  /// Returns the errors of looking up names in a file with these bytes.
  private func errors(_ bytes: [UInt8]) throws -> [String] {
    let path = try folder.write(bytes, to: "places.bin")
    let places = PlaceNames(path: path)
    return positions.compactMap { position in
      do {
        _ = try places.names(at: position)
        return nil
      } catch { return MessageError(error).line }
    }
  }

  @Test func `reports a missing or damaged file, and finds no names without one`() throws {
    try expectEqual(PlaceNames(path: nil).names(at: positions[0]), [])
    let missing = PlaceNames(path: folder.path("none"))
    expectThrows(MessageError.self) { try missing.names(at: positions[0]) }
    let bytes = try sound()
    var other = bytes
    other[8] = 2
    for wrong in [[], Array("PDPLACES".utf8), Array(bytes.prefix(200)), bytes.dropLast(), other] {
      let errors = try errors(Array(wrong))
      expectEqual(errors.count, positions.count)
      for line in errors {
        expectContains(line, "are damaged")
        expectLacks(line, "\n")
      }
    }
  }

  @Test func `returns names or an error for any damage`() throws {
    let bytes = try sound()
    let mutator = Mutator("places", rounds: 20)
    var random = SeededGenerator(seed: mutator.seed)
    for round in 0..<mutator.rounds {
      var broken = bytes
      // In the header, the strings or the records, whose numbers then point elsewhere.
      let header = Int.random(in: 0...4, using: &random) == 0 ? 1 : 0
      for (range, count) in [
        (0..<112, header), (112..<2_500_000, 2_000), (2_500_000..<bytes.count, 20_000),
      ] {
        for _ in 0..<count {
          broken[Int.random(in: range, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
      }
      for line in try errors(broken) {
        expectLacks(line, "\n", "seed \(mutator.seed), round \(round)")
      }
    }
  }
}
