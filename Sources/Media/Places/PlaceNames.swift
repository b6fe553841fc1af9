import DiaryCore
import Synchronization
import System
import Text

/// Names of places, from a file that is installed with the program and opened on first use. In
/// Korea, the 읍, 면 or 동 whose borders contain the place; elsewhere, a town in the country whose
/// borders contain it.
package final class PlaceNames: PlaceNaming {
  private let path: @Sendable () -> String?
  private let file = Mutex<PlaceFile?>(nil)

  /// Creates a source of names.
  ///
  /// - Parameter path: the path of the file, evaluated on first use; without a file, places have no
  ///   names.
  package init(path: @autoclosure @escaping @Sendable () -> String?) { self.path = path }

  /// The number of nearby places in addition to the main one.
  private static let nearbyCount = 4
  /// The maximum distance of a nearby place in kilometers.
  private static let nearbyDistance = 20.0
  /// The maximum distance from a Korean district's border for a pier, a bridge or a boat, in units
  /// of `PlaceRings.Point`: about 3 km.
  private static let offshoreDistance = 540

  package var isInstalled: Bool { path() != nil }

  /// Returns the names of a place, the best one first.
  ///
  /// - Throws: `MessageError` if the file of names can't be read or is damaged.
  package func names(at position: PhotoDetails.Position) throws -> [String] {
    guard abs(position.latitude) <= 90, abs(position.longitude) <= 180,
      let file = try openIfNeeded()
    else { return [] }
    let place = PlaceRings.Point(position)
    let rings = PlaceRings(file: file)
    var country: Int?
    var district: Int?
    for owner in try rings.owners(of: place) {
      switch owner {
      case .country(let number): country = min(country ?? number, number)
      case .district(let number): district = min(district ?? number, number)
      }
    }
    let formatter = PlaceFormatter(file: file, language: Language.current)
    var mayBeKorea = true
    if let country { mayBeKorea = try formatter.isKorea(country) }
    if district == nil, mayBeKorea {
      district = try rings.nearestDistrict(
        to: place, within: Self.offshoreDistance, scale: position.longitudeScale)
    }
    let names: [String]
    if let district {
      names = try Self.names(ofDistrict: district, place, position, formatter)
    } else {
      names = try Self.names(ofTownsAt: position, in: country, formatter)
    }
    var known: Set<String> = [""]
    return names.filter { known.insert($0).inserted }
  }

  /// Returns the positions of the places that are found by name.
  ///
  /// - Throws: `MessageError` if the file of names can't be read or is damaged.
  package func positions(
    ofPlaces names: Set<String>
  ) throws -> [String: PhotoDetails.Position] {
    guard !names.isEmpty, let file = try openIfNeeded() else { return [:] }
    return try PlaceFinder(file: file).positions(of: names)
  }

  /// Returns the largest towns in a part of the map.
  func towns(in box: MapBox, atMost count: Int) throws -> [MapPiece.Town] {
    guard let file = try openIfNeeded() else { return [] }
    return try MapTowns(file: file).largest(in: box, atMost: count)
  }

  private func openIfNeeded() throws -> PlaceFile? {
    if let file = file.withLock({ $0 }) { return file }
    guard let path = path() else { return nil }
    let opened = try PlaceFile(path: path)
    file.withLock { $0 = opened }
    return opened
  }

  /// Returns the names of the district, of nearby districts, and of its county and province.
  private static func names(
    ofDistrict district: Int, _ place: PlaceRings.Point, _ position: PhotoDetails.Position,
    _ formatter: PlaceFormatter
  ) throws -> [String] {
    let file = formatter.file
    let scale = position.longitudeScale
    var nearby: [(district: Int, square: Double)] = []
    let limit = nearbyDistance / 111.2 * PlaceRings.Point.units
    for number in 0..<file.count(.districts) where number != district {
      let y = Double(try file.int32(.districts, number, 12) - place.y)
      guard abs(y) < limit else { continue }
      let x = Double(try file.int32(.districts, number, 16) - place.x) * scale
      if y * y + x * x < limit * limit { nearby.append((number, y * y + x * x)) }
    }
    nearby.sort { $0.square < $1.square }
    var names = [try formatter.district(district)]
    for other in nearby.prefix(nearbyCount) { names.append(try formatter.district(other.district)) }
    return names + (try formatter.containers(ofDistrict: district))
  }

  /// Returns the names of the town, of the largest town that contains the position, of nearby
  /// towns, and of the country.
  private static func names(
    ofTownsAt position: PhotoDetails.Position, in country: Int?, _ formatter: PlaceFormatter
  ) throws -> [String] {
    let towns = PlaceTowns(file: formatter.file)
    let around = try towns.around(position)
    let largest = around.filter(\.containsPosition).max { $0.inhabitants < $1.inhabitants }
    let near = around.filter { $0.distance < nearbyDistance }
      .sorted { $0.distance < $1.distance }.prefix(nearbyCount)
    var names: [String] = []
    for town in [towns.best(of: around, in: country), largest].compactMap(\.self) + near {
      names.append(try formatter.town(town))
    }
    if let country { names.append(try formatter.country(country)) }
    return names
  }
}

// MARK: - PlaceFormatter

/// Formats place names in a language: in English from small to large, separated by commas; in
/// Korean from large to small.
struct PlaceFormatter {
  let file: PlaceFile
  let language: Language

  func isKorea(_ country: Int) throws -> Bool {
    try file.uint16(.countries, country, 8) == Self.korea
  }

  /// The country code `KR`.
  private static let korea = Int(UInt8(ascii: "K")) | Int(UInt8(ascii: "R")) << 8

  /// Returns a district with its county: `제주시 애월읍`, `Aewol-eup, Jeju-si, South Korea`.
  func district(_ number: Int) throws -> String {
    let county = try file.uint32(.districts, number, 8)
    guard language == .english else {
      return join([
        try file.text(.counties, county, 4), try file.text(.districts, number, 4),
      ])
    }
    return join([
      try file.text(.districts, number, 0), try file.text(.counties, county, 0), try koreaName(),
    ])
  }

  /// Returns the county and the province of a district.
  func containers(ofDistrict number: Int) throws -> [String] {
    let county = try file.uint32(.districts, number, 8)
    guard language == .english else {
      return [try file.text(.counties, county, 4), try file.text(.counties, county, 12)]
    }
    let korea = try koreaName()
    return [
      join([try file.text(.counties, county, 0), korea]),
      join([try file.text(.counties, county, 8), korea]),
    ]
  }

  private func koreaName() throws -> String {
    for number in 0..<file.count(.countries) where try isKorea(number) {
      return try country(number)
    }
    return ""
  }

  func country(_ number: Int) throws -> String {
    let korean = language == .korean ? try file.text(.countries, number, 4) : ""
    return korean.isEmpty ? try file.text(.countries, number, 0) : korean
  }

  /// Returns a town with its country: `Lisbon, Portugal`, `포르투갈 리스본`. Includes the province if the
  /// country has several towns of that name.
  func town(_ town: PlaceTowns.Town) throws -> String {
    let name = try townName(town.number)
    let country = try country(town.country)
    var parts = [name]
    if try file.uint16(.towns, town.number, 10) == 1 {
      let offset = language == .korean ? 4 : 0
      parts.append(try file.text(.provinces, town.province, offset))
    }
    if name != country { parts.append(country) }
    return join(language == .korean ? parts.reversed() : parts)
  }

  func townName(_ number: Int) throws -> String {
    if language == .korean, let korean = try koreanName(number) { return korean }
    return try file.text(at: file.uint32(.towns, number, 4) & 0xFF_FFFF)
  }

  /// Returns a town's Korean name, by binary search; few towns have one.
  private func koreanName(_ town: Int) throws -> String? {
    let count = file.count(.koreanNames)
    let place = try partitionPoint(count) { place in
      try file.uint32(.koreanNames, place) < town
    }
    guard place < count, try file.uint32(.koreanNames, place) == town else { return nil }
    return try file.text(.koreanNames, place, 4)
  }

  private func join(_ parts: [String]) -> String {
    parts.filter { !$0.isEmpty }.joined(separator: language == .english ? ", " : " ")
  }
}
