import DiaryCore
import Localization
import System

/// How places are called in a language: in English from the small to the large with commas, in Korean the
/// other way round.
struct PlaceWording {
  let file: PlaceFile
  let language: Language

  func isKorea(_ country: Int) throws(PlaceNamesError) -> Bool {
    try file.uint16(.countries, country, 8) == Self.korea
  }

  /// `KR`
  private static let korea = Int(UInt8(ascii: "K")) | Int(UInt8(ascii: "R")) << 8

  /// `제주시 애월읍`, `Aewol-eup, Jeju-si, South Korea`
  func district(_ number: Int) throws(PlaceNamesError) -> String {
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

  /// The district's county and province.
  func above(district number: Int) throws(PlaceNamesError) -> [String] {
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

  private func koreaName() throws(PlaceNamesError) -> String {
    for number in 0..<file.count(.countries) where try isKorea(number) {
      return try country(number)
    }
    return ""
  }

  func country(_ number: Int) throws(PlaceNamesError) -> String {
    let korean = language == .korean ? try file.text(.countries, number, 4) : ""
    return korean.isEmpty ? try file.text(.countries, number, 0) : korean
  }

  /// `Lisbon, Portugal`, `포르투갈 리스본`; with the province where the country has more of that name.
  func town(_ town: PlaceTowns.Town) throws(PlaceNamesError) -> String {
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

  func townName(_ number: Int) throws(PlaceNamesError) -> String {
    if language == .korean, let korean = try koreanName(number) { return korean }
    return try file.text(at: file.uint32(.towns, number, 4) & 0xFF_FFFF)
  }

  /// They are sorted by their towns, of which few have one.
  private func koreanName(_ town: Int) throws(PlaceNamesError) -> String? {
    var (low, high) = (0, file.count(.koreanNames))
    while low < high {
      let middle = (low + high) / 2
      if try file.uint32(.koreanNames, middle) < town { low = middle + 1 } else { high = middle }
    }
    guard low < file.count(.koreanNames), try file.uint32(.koreanNames, low) == town else {
      return nil
    }
    return try file.text(.koreanNames, low, 4)
  }

  private func join(_ parts: [String]) -> String {
    parts.filter { !$0.isEmpty }.joined(separator: language == .english ? ", " : " ")
  }
}
