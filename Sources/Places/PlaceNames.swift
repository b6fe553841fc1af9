import DiaryCore
import Localization
import Synchronization

/// Names of places, from a file that comes with the program: of Korea its 읍, 면 and 동 by their borders, of
/// the world its towns, in the country whose borders are around a place. The file is opened when the first
/// name is asked for.
package final class PlaceNames: PlaceNaming {
  private let path: @Sendable () -> String?
  private let file = Mutex<PlaceFile?>(nil)

  /// Names in the file at a path, which is looked for with the first name; none without one.
  package init(path: @autoclosure @escaping @Sendable () -> String?) { self.path = path }

  /// Others around it that are told, too.
  private static let mostAround = 4
  /// Names around a place are no more than so many kilometres away.
  private static let farthestAround = 20.0
  /// From the borders of Korea's districts, as far as a pier, a bridge or a boat may be: about 3 km.
  private static let farthestOffshore = 540

  package func names(at position: PhotoDetails.Position) throws(PlaceNamesError) -> [String] {
    guard abs(position.latitude) <= 90, abs(position.longitude) <= 180, let file = try opened()
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
    let wording = PlaceWording(file: file, language: Language.current)
    var mayBeKorea = true
    if let country { mayBeKorea = try wording.isKorea(country) }
    if district == nil, mayBeKorea {
      district = try rings.nearestDistrict(
        to: place, within: Self.farthestOffshore, scale: position.longitudeScale)
    }
    let names: [String]
    if let district {
      names = try Self.names(ofDistrict: district, place, position, wording)
    } else {
      names = try Self.names(ofTownsAt: position, in: country, wording)
    }
    var known: Set<String> = [""]
    return names.filter { known.insert($0).inserted }
  }

  package func positions(
    ofPlaces names: Set<String>
  ) throws(PlaceNamesError) -> [String: PhotoDetails.Position] {
    guard !names.isEmpty, let file = try opened() else { return [:] }
    return try PlaceFinder(file: file).positions(of: names)
  }

  /// The largest towns of a part of the map.
  func towns(in box: MapBox, atMost count: Int) throws(PlaceNamesError) -> [MapPiece.Town] {
    guard let file = try opened() else { return [] }
    return try MapTowns(file: file).largest(in: box, atMost: count)
  }

  private func opened() throws(PlaceNamesError) -> PlaceFile? {
    if let file = file.withLock({ $0 }) { return file }
    guard let path = path() else { return nil }
    let opened = try PlaceFile(path: path)
    file.withLock { $0 = opened }
    return opened
  }

  /// The district, those beside it, and what it is a part of.
  private static func names(
    ofDistrict district: Int, _ place: PlaceRings.Point, _ position: PhotoDetails.Position,
    _ wording: PlaceWording
  ) throws(PlaceNamesError) -> [String] {
    let file = wording.file
    let scale = position.longitudeScale
    var others: [(district: Int, square: Double)] = []
    let most = farthestAround / 111.2 * PlaceRings.Point.units
    for number in 0..<file.count(.districts) where number != district {
      let y = Double(try file.int32(.districts, number, 12) - place.y)
      guard abs(y) < most else { continue }
      let x = Double(try file.int32(.districts, number, 16) - place.x) * scale
      if y * y + x * x < most * most { others.append((number, y * y + x * x)) }
    }
    others.sort { $0.square < $1.square }
    var names = [try wording.district(district)]
    for other in others.prefix(mostAround) { names.append(try wording.district(other.district)) }
    return names + (try wording.above(district: district))
  }

  /// The town, the largest one that the place is in, those beside it, and the country.
  private static func names(
    ofTownsAt position: PhotoDetails.Position, in country: Int?, _ wording: PlaceWording
  ) throws(PlaceNamesError) -> [String] {
    let towns = PlaceTowns(file: wording.file)
    let around = try towns.around(position)
    let largest = around.filter(\.holds).max { $0.inhabitants < $1.inhabitants }
    let near = around.filter { $0.distance < farthestAround }
      .sorted { $0.distance < $1.distance }.prefix(mostAround)
    var names: [String] = []
    for town in [towns.best(of: around, in: country), largest].compactMap(\.self) + near {
      names.append(try wording.town(town))
    }
    if let country { names.append(try wording.country(country)) }
    return names
  }
}
