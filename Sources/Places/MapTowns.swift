import DiaryCore
import Localization

/// The towns of a part of the map.
struct MapTowns {
  let file: PlaceFile

  private struct Found {
    let number: Int
    let size: Int
    let point: MapPoint
  }

  /// The largest, so many at most, and the largest of them first.
  func largest(in box: MapBox, atMost count: Int) throws(PlaceNamesError) -> [MapPiece.Town] {
    let north = Self.row(MapPoint(x: 0, y: max(0, box.north)).latitude)
    let south = Self.row(MapPoint(x: 0, y: min(1, box.south)).latitude)
    let west = Int((box.west * 360).rounded(.down))
    let east = min(Int((box.east * 360).rounded(.down)), west + 359)
    guard count > 0, south <= north, west <= east else { return [] }
    // Those of a cell stand with the largest first.
    let most = max(1, 4 * count / ((north - south + 1) * (east - west + 1)))
    var found: [Found] = []
    for row in south...north {
      for column in west...east {
        let turn = (column % 360 + 360) % 360
        let cell = row * 360 + turn
        let first = try file.uint32(.cells, cell)
        let end = try file.uint32(.cells, cell + 1)
        guard first <= end, end <= file.count(.towns) else { throw file.damage }
        for number in first..<min(end, first + most) {
          let y = Double(row - 90) + Double(try file.uint16(.towns, number)) / 65_536
          let x = Double(turn - 180) + Double(try file.uint16(.towns, number, 2)) / 65_536
          var point = MapPoint(latitude: y, longitude: x)
          point.x += Double(column - turn) / 360
          guard box.contains(point) else { continue }
          let size = try file.uint32(.towns, number, 4) >> 24
          found.append(Found(number: number, size: size, point: point))
        }
      }
    }
    found.sort { ($0.size, -$0.number) > ($1.size, -$1.number) }
    let wording = PlaceWording(file: file, language: Language.current)
    var towns: [MapPiece.Town] = []
    for town in found.prefix(count) {
      towns.append(
        MapPiece.Town(name: Self.short(try wording.townName(town.number)), point: town.point))
    }
    return towns
  }

  /// `서울` of `서울특별시`: as one says it.
  private static func short(_ name: String) -> String {
    for rank in PlaceFinder.ranks where name.hasSuffix(rank) && name.count > rank.count {
      return String(name.dropLast(rank.count))
    }
    return name
  }

  private static func row(_ latitude: Double) -> Int {
    max(0, min(Int((latitude + 90).rounded(.down)), 179))
  }
}
