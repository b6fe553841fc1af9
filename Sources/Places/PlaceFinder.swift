import DiaryCore
import Localization

/// Finds places by their names: the other way round than they are given.
struct PlaceFinder {
  let file: PlaceFile

  /// A name that is looked for, taken apart.
  private struct Wanted {
    let name: String
    /// What the place itself may be called, with the words around that.
    let readings: [(place: String, around: [String])]
  }

  /// Without words around it, a town is meant that has as many inhabitants: 2 to the power of half of it.
  private static let wellKnown = 34

  /// What Korea's large cities are, at the end of their whole names.
  static let ranks = ["특별시", "광역시", "특별자치시"]

  func positions(
    of names: Set<String>
  ) throws(PlaceNamesError) -> [String: PhotoDetails.Position] {
    let wanted = names.map { Wanted(name: $0, readings: Self.readings(of: $0)) }
    let texts = Set(wanted.flatMap(\.readings).map(\.place))
    let offsets = try offsets(of: texts)
    guard !offsets.isEmpty else { return [:] }
    var textAt: [Int: String] = [:]
    for (text, offset) in offsets { textAt[offset] = text }
    let districts = try districts(textAt)
    let towns = try towns(textAt)
    var found: [String: PhotoDetails.Position] = [:]
    for wanted in wanted {
      for (place, around) in wanted.readings where found[wanted.name] == nil {
        if let district = try first(of: districts[place] ?? [], around) {
          found[wanted.name] = try middle(of: district)
        } else if let town = try best(of: towns[place] ?? [], around) {
          found[wanted.name] = try position(ofTown: town)
        }
      }
    }
    return found
  }

  /// `Lisbon, Portugal` is Lisbon with Portugal around it, `제주시 애월읍` is 애월읍 with 제주시.
  private static func readings(of name: String) -> [(place: String, around: [String])] {
    var readings: [(String, [String])] = ([""] + ranks).map { (name + $0, []) }
    let parts = name.split(separator: ",").map { String($0.trimmed) }
    if parts.count > 1 { readings.append((parts[0], Array(parts.dropFirst()))) }
    let words = name.split(separator: " ").map(String.init)
    if words.count > 1, let last = words.last {
      readings.append((last, [words.dropLast().joined(separator: " ")]))
    }
    return readings
  }

  // MARK: Texts

  /// Where texts stand in the file.
  private func offsets(of texts: Set<String>) throws(PlaceNamesError) -> [String: Int] {
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

  /// Those that are called so.
  private func districts(_ textAt: [Int: String]) throws(PlaceNamesError) -> [String: [Int]] {
    var districts: [String: [Int]] = [:]
    for number in 0..<file.count(.districts) {
      for offset in [0, 4] {
        guard let text = textAt[try file.uint32(.districts, number, offset)] else { continue }
        districts[text, default: []].append(number)
      }
    }
    return districts
  }

  /// The first that lies in what is said around it. Many are called alike, so that has to be said.
  private func first(of districts: [Int], _ around: [String]) throws(PlaceNamesError) -> Int? {
    for district in districts where try isAround(around, district: district) { return district }
    return nil
  }

  private func isAround(_ around: [String], district: Int) throws(PlaceNamesError) -> Bool {
    guard let last = around.last else { return false }
    let english = try PlaceWording(file: file, language: .english).district(district)
    if english.hasSuffix(", " + around.joined(separator: ", ")) { return true }
    return try PlaceWording(file: file, language: .korean).district(district).hasPrefix(last + " ")
  }

  private func middle(of district: Int) throws(PlaceNamesError) -> PhotoDetails.Position {
    PhotoDetails.Position(
      latitude: Double(try file.int32(.districts, district, 12)) / PlaceRings.Point.units,
      longitude: Double(try file.int32(.districts, district, 16)) / PlaceRings.Point.units)
  }

  // MARK: Towns

  private func towns(_ textAt: [Int: String]) throws(PlaceNamesError) -> [String: [Int]] {
    var towns: [String: [Int]] = [:]
    for number in 0..<file.count(.towns) {
      let offset = try file.uint32(.towns, number, 4) & 0xFF_FFFF
      if let text = textAt[offset] { towns[text, default: []].append(number) }
    }
    for row in 0..<file.count(.koreanNames) {
      guard let text = textAt[try file.uint32(.koreanNames, row, 4)] else { continue }
      let number = try file.uint32(.koreanNames, row)
      guard number < file.count(.towns) else { throw file.damage }
      towns[text, default: []].append(number)
    }
    return towns
  }

  /// The largest that lies in what is said around it.
  private func best(of towns: [Int], _ around: [String]) throws(PlaceNamesError) -> Int? {
    var best: (number: Int, size: Int)?
    for number in towns {
      let size = try file.uint32(.towns, number, 4) >> 24
      guard size > best?.size ?? -1, try isAround(around, town: number, size: size) else {
        continue
      }
      best = (number, size)
    }
    return best?.number
  }

  private func isAround(
    _ around: [String], town: Int, size: Int
  ) throws(PlaceNamesError) -> Bool {
    guard !around.isEmpty else { return size >= Self.wellKnown }
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
    return around.allSatisfy(known.contains)
  }

  /// Towns stand cell by cell.
  private func position(ofTown number: Int) throws(PlaceNamesError) -> PhotoDetails.Position {
    var (low, high) = (0, PlaceFile.cellCount)
    while low < high {
      let middle = (low + high) / 2
      if try file.uint32(.cells, middle + 1) <= number { low = middle + 1 } else { high = middle }
    }
    return PhotoDetails.Position(
      latitude: Double(low / 360 - 90) + Double(try file.uint16(.towns, number)) / 65_536,
      longitude: Double(low % 360 - 180) + Double(try file.uint16(.towns, number, 2)) / 65_536)
  }
}
