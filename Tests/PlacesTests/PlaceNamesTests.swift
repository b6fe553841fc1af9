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
    #expect(known.count >= 500)
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
    #expect(others.count * 100 <= known.count * 7, "\(others.joined(separator: "\n"))")
    if ProcessInfo.processInfo.environment["PHOTODIARY_PLACES"] != nil {
      print(others.joined(separator: "\n"))
    }
  }

  @Test func `Korea is told by its 읍, 면 and 동, in the language that is spoken`() throws {
    #expect(
      try names(33.4633, 126.3098, in: .korean) == [
        "제주시 애월읍", "제주시 한림읍", "제주시 외도이동", "제주시 외도일동", "제주시 내도동",
        "제주시", "제주특별자치도",
      ])
    #expect(try names(33.4633, 126.3098).first == "Aewol-eup, Jeju-si, South Korea")
    #expect(try names(37.5663, 126.9779, in: .korean).first == "서울 중구 태평로1가")
    #expect(
      try names(37.5663, 126.9779).first == "Taepyeongno 1-ga, Jung-gu, Seoul, South Korea")
    // Two counties have that name.
    #expect(try names(38.38, 128.468, in: .korean).first == "강원 고성군 간성읍")
    #expect(
      try names(34.976, 128.323).first == "Goseong-eup, Goseong-gun, Gyeongsangnam-do, South Korea")
  }

  @Test func `the world is told by its towns and countries`() throws {
    let lisbon = try names(38.7139, -9.1334)
    #expect(lisbon.first == "Lisbon, Portugal")
    #expect(lisbon.contains("Alfama, Portugal") && lisbon.last == "Portugal")
    #expect(try names(38.7139, -9.1334, in: .korean).first == "포르투갈 리스본")
    #expect(try names(1.2834, 103.8607).first == "Singapore")
    #expect(try names(45.5122, -122.6587).first == "Portland, Oregon, United States")
    #expect(try names(45.5122, -122.6587, in: .korean).first == "미국 오리건 포틀랜드")
    #expect(Set(lisbon).count == lisbon.count)
  }

  @Test func `a border is kept, and a town at hand believed`() throws {
    #expect(try names(47.59, 7.62).first == "Weil am Rhein, Germany")
    #expect(try names(47.5596, 7.5886).first == "Basel, Switzerland")
    #expect(try names(41.9022, 12.4539).first == "Vatican City")
    #expect(try names(37.956, 126.677).first?.hasSuffix("North Korea") == true)
  }

  @Test func `a pier or a boat is at the nearest district, and the sea nowhere`() throws {
    // The Gwangan bridge, and the harbor of Marado.
    #expect(try names(35.1478, 129.13, in: .korean).first?.hasPrefix("부산") == true)
    #expect(try names(33.1115, 126.267, in: .korean).first == "서귀포시 대정읍")
    #expect(try names(71.1685, 25.7836).first == "Honningsvåg, Norway")
    #expect(try names(0, 0) == [])
    #expect(try names(36.5, 131.0) == [])
  }

  @Test(arguments: [
    (90.0, 0.0), (90, 180), (-90, -180), (-90, 12.5), (0, 180), (0, -180), (89.9999, -179.9999),
  ])
  func `the poles and the date line are places like others`(
    _ latitude: Double, _ longitude: Double
  ) throws {
    let names = try names(latitude, longitude)
    #expect(names == (latitude < -89 ? ["Antarctica"] : []))
  }

  @Test func `beyond the date line are towns, too`() throws {
    // Taveuni lies on both sides of it.
    #expect(try names(-16.8, 179.9999).last == names(-16.8, -179.9999).last)
    #expect(try names(64.7337, 177.4968).first == "Anadyr, Russia")
  }

  @Test func `what is no position has no name`() throws {
    for (latitude, longitude) in [(91.0, 0.0), (0, 181), (.nan, 0), (0, .nan), (.infinity, 0)] {
      #expect(try names(latitude, longitude) == [])
    }
  }

  @Test func `without a file there are none`() throws {
    #expect(try PlaceNames(path: nil).names(at: .init(latitude: 37.5, longitude: 127)) == [])
  }
}
