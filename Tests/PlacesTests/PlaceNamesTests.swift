import DiaryCore
import Foundation
import Localization
import Places
import TestSupport
import Testing

@Suite struct PlaceNamesTests {
  private let places = PlaceNames(path: Checkout.path("Assets/places.bin"))

  private func names(
    _ latitude: Double, _ longitude: Double, in language: Language = .english
  ) throws -> [String] {
    try language.speaking {
      try places.names(at: .init(latitude: latitude, longitude: longitude))
    }
  }

  @Test func `positions that others know are called as they are`() throws {
    let known = try KnownPosition.all()
    expectAtLeast(known.count, 500)
    var others: [String] = []
    for place in known {
      let names = try names(
        place.position.latitude, place.position.longitude,
        in: place.isKorean ? .korean : .english)
      if names.first?.hasPrefix(place.name) != true {
        others.append("\(place.name): \(names.joined(separator: " | "))")
      }
    }
    // What is told instead is beside it, a quarter of a city or a town next to it.
    expectAtMost(others.count * 100, known.count * 7, "\(others.joined(separator: "\n"))")
    if ProcessInfo.processInfo.environment["PHOTODIARY_PLACES"] != nil {
      print(others.joined(separator: "\n"))
    }
  }

  @Test func `Korea is told by its 읍, 면 and 동, in the language that is spoken`() throws {
    try expectEqual(
      names(33.4633, 126.3098, in: .korean),
      [
        "제주시 애월읍", "제주시 한림읍", "제주시 외도이동", "제주시 외도일동", "제주시 내도동",
        "제주시", "제주특별자치도",
      ])
    try expectEqual(names(33.4633, 126.3098).first, "Aewol-eup, Jeju-si, South Korea")
    try expectEqual(names(37.5663, 126.9779, in: .korean).first, "서울 중구 태평로1가")
    try expectEqual(names(37.5663, 126.9779).first, "Taepyeongno 1-ga, Jung-gu, Seoul, South Korea")
    // Two counties have that name.
    try expectEqual(names(38.38, 128.468, in: .korean).first, "강원 고성군 간성읍")
    try expectEqual(
      names(34.976, 128.323).first, "Goseong-eup, Goseong-gun, Gyeongsangnam-do, South Korea")
  }

  @Test func `the world is told by its towns and countries`() throws {
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

  @Test func `a border is kept, and a town at hand believed`() throws {
    try expectEqual(names(47.59, 7.62).first, "Weil am Rhein, Germany")
    try expectEqual(names(47.5596, 7.5886).first, "Basel, Switzerland")
    try expectEqual(names(41.9022, 12.4539).first, "Vatican City")
    try expectEqual(names(37.956, 126.677).first?.hasSuffix("North Korea"), true)
  }

  @Test func `a pier or a boat is at the nearest district, and the sea nowhere`() throws {
    // The Gwangan bridge, and the harbor of Marado.
    try expectEqual(names(35.1478, 129.13, in: .korean).first?.hasPrefix("부산"), true)
    try expectEqual(names(33.1115, 126.267, in: .korean).first, "서귀포시 대정읍")
    try expectEqual(names(71.1685, 25.7836).first, "Honningsvåg, Norway")
    try expectEqual(names(0, 0), [])
    try expectEqual(names(36.5, 131.0), [])
  }

  @Test(arguments: [
    (90.0, 0.0), (90, 180), (-90, -180), (-90, 12.5), (0, 180), (0, -180), (89.9999, -179.9999),
  ])
  func `the poles and the date line are places like others`(
    _ latitude: Double, _ longitude: Double
  ) throws {
    let names = try names(latitude, longitude)
    expectEqual(names, (latitude < -89 ? ["Antarctica"] : []))
  }

  @Test func `beyond the date line are towns, too`() throws {
    // Taveuni lies on both sides of it.
    try expectEqual(names(-16.8, 179.9999).last, names(-16.8, -179.9999).last)
    try expectEqual(names(64.7337, 177.4968).first, "Anadyr, Russia")
  }

  @Test func `what is no position has no name`() throws {
    for (latitude, longitude) in [(91.0, 0.0), (0, 181), (.nan, 0), (0, .nan), (.infinity, 0)] {
      try expectEqual(names(latitude, longitude), [])
    }
  }

  @Test func `without a file there are none`() throws {
    try expectEqual(PlaceNames(path: nil).names(at: .init(latitude: 37.5, longitude: 127)), [])
  }
}
