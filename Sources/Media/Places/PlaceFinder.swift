import DiaryCore
import System
import Text

/// Finds the positions of places by name, the reverse of `PlaceNames.names(at:)`.
struct PlaceFinder {
  let file: PlaceFile

  /// A name to find, with the ways to interpret it.
  private struct Query {
    let name: String
    /// The possible names of the place itself, each with the names of what contains it.
    let readings: [(place: String, containers: [String])]
  }

  /// The minimum size of a town to be found by its name alone, in half powers of two: 131,072
  /// inhabitants.
  private static let minimumSizeAlone = 34

  /// The suffixes of the official names of Korea's large cities.
  static let citySuffixes = ["특별시", "광역시", "특별자치시"]

  func positions(
    of names: Set<String>
  ) throws -> [String: PhotoDetails.Position] {
    let queries = names.map { Query(name: $0, readings: Self.readings(of: $0)) }
    let texts = Set(queries.flatMap(\.readings).map(\.place))
    let offsets = try offsets(of: texts)
    guard !offsets.isEmpty else { return [:] }
    var textAt: [Int: String] = [:]
    for (text, offset) in offsets { textAt[offset] = text }
    let districts = try districts(textAt)
    let towns = try towns(textAt)
    var found: [String: PhotoDetails.Position] = [:]
    for query in queries {
      for (place, containers) in query.readings where found[query.name] == nil {
        if let district = try first(of: districts[place] ?? [], containers) {
          found[query.name] = try center(of: district)
        } else if let town = try best(of: towns[place] ?? [], containers) {
          found[query.name] = try position(ofTown: town)
        }
      }
    }
    return found
  }

  /// Splits a name: `Lisbon, Portugal` is Lisbon in Portugal, `제주시 애월읍` is 애월읍 in 제주시. A Korean
  /// city is found without its suffix, too: `제주`, `Jeju`.
  private static func readings(of name: String) -> [(place: String, containers: [String])] {
    var readings: [(String, [String])] = ([""] + citySuffixes + ["시"]).map { (name + $0, []) }
    readings.append((name + " City", ["South Korea"]))
    let parts = name.split(separator: ",").map { String($0.trimmed) }
    if parts.count > 1 { readings.append((parts[0], Array(parts.dropFirst()))) }
    let words = name.split(separator: " ").map(String.init)
    if words.count > 1, let last = words.last {
      readings.append((last, [words.dropLast().joined(separator: " ")]))
    }
    return readings
  }

  // MARK: Texts

  /// Returns the offsets of texts in the strings section.
  private func offsets(of texts: Set<String>) throws -> [String: Int] {
    let lengths = Set(texts.map(\.utf8.count))
    var offsets: [String: Int] = [:]
    var offset = 1
    while offset < file.count(.strings) {
      let length = try file.length(ofTextAt: offset)
      if lengths.contains(length) {
        let text = try file.text(at: offset)
        if texts.contains(text) { offsets[text] = offset }
      }
      offset += 1 + length
    }
    return offsets
  }

  // MARK: Korea

  /// Returns the districts with each name, in Korean or English.
  private func districts(_ textAt: [Int: String]) throws -> [String: [Int]] {
    var districts: [String: [Int]] = [:]
    for number in 0..<file.count(.districts) {
      for offset in [0, 4] {
        guard let text = textAt[try file.uint32(.districts, number, offset)] else { continue }
        districts[text, default: []].append(number)
      }
    }
    return districts
  }

  /// Returns the first district inside the named container. Many districts share a name, so the
  /// container is required unless there is only one.
  private func first(of districts: [Int], _ containers: [String]) throws -> Int? {
    if containers.isEmpty, districts.count == 1 { return districts[0] }
    for district in districts where try isInside(containers, district: district) { return district }
    return nil
  }

  private func isInside(_ containers: [String], district: Int) throws -> Bool {
    guard let last = containers.last else { return false }
    let english = try PlaceFormatter(file: file, language: .english).district(district)
    if english.hasSuffix(", " + containers.joined(separator: ", ")) { return true }
    return try PlaceFormatter(file: file, language: .korean).district(district).hasPrefix(
      last + " ")
  }

  private func center(of district: Int) throws -> PhotoDetails.Position {
    PhotoDetails.Position(
      latitude: Double(try file.int32(.districts, district, 12)) / PlaceRings.Point.units,
      longitude: Double(try file.int32(.districts, district, 16)) / PlaceRings.Point.units)
  }

  // MARK: Towns

  private func towns(_ textAt: [Int: String]) throws -> [String: [Int]] {
    var towns: [String: [Int]] = [:]
    for number in 0..<file.count(.towns) {
      let offset = try file.uint32(.towns, number, 4) & 0xFF_FFFF
      if let text = textAt[offset] { towns[text, default: []].append(number) }
    }
    for row in 0..<file.count(.koreanNames) {
      guard let text = textAt[try file.uint32(.koreanNames, row, 4)] else { continue }
      let number = try file.uint32(.koreanNames, row)
      guard number < file.count(.towns) else { throw file.damagedError }
      towns[text, default: []].append(number)
    }
    return towns
  }

  /// Returns the largest town inside the named containers.
  private func best(of towns: [Int], _ containers: [String]) throws -> Int? {
    var best: (number: Int, size: Int)?
    for number in towns {
      let size = try file.uint32(.towns, number, 4) >> 24
      guard size > best?.size ?? -1, try isInside(containers, town: number, size: size) else {
        continue
      }
      best = (number, size)
    }
    return best?.number
  }

  private func isInside(
    _ containers: [String], town: Int, size: Int
  ) throws -> Bool {
    guard !containers.isEmpty else { return size >= Self.minimumSizeAlone }
    let province = try file.uint16(.towns, town, 8)
    let country = try file.uint16(.provinces, province, 8)
    var known: Set<String> = []
    for offset in [0, 4] {
      let (inner, outer) = (
        try file.text(.provinces, province, offset), try file.text(.countries, country, offset)
      )
      known.formUnion([inner, outer, outer + " " + inner])
    }
    known.remove("")
    return containers.allSatisfy(known.contains)
  }

  /// Returns a town's position, after finding its cell: towns are sorted by cell.
  private func position(ofTown number: Int) throws -> PhotoDetails.Position {
    let cell = try partitionPoint(PlaceFile.cellCount) { cell in
      try file.uint32(.cells, cell + 1) <= number
    }
    return PhotoDetails.Position(
      latitude: Double(cell / 360 - 90) + Double(try file.uint16(.towns, number)) / 65_536,
      longitude: Double(cell % 360 - 180) + Double(try file.uint16(.towns, number, 2)) / 65_536)
  }
}
