import DiaryCore

extension MapClusters {
  /// Clusters for which towns are looked for, and points of each.
  private static let mostWithTowns = 250
  private static let pointsForTown = 16
  /// How far away a town's entries are at most: about 30 km, and so many dots.
  private static let nearTown = 30.0 / 40_075
  private static let dotsToTown = 5.0

  /// The towns that the clusters in a part of the map have most of their entries in, by the newest points of
  /// these.
  func towns(in box: MapBox, of towns: [MapPiece.Town]) -> [MapPoint: String] {
    guard !towns.isEmpty else { return [:] }
    let reach = min(Self.nearTown, Self.dotsToTown / MapViewport.dots(zoom))
    var names: [MapPoint: String] = [:]
    for number in near(box).prefix(Self.mostWithTowns) {
      let cluster = all[number]
      // No point of it is farther away from its middle.
      let around = towns.filter { $0.point.isNear(cluster.middle, within: reach + extent) }
      guard !around.isEmpty else { continue }
      let newest = points(of: cluster).prefix(Self.pointsForTown)
      var counts: [Int: Int] = [:]
      for index in newest {
        let point = self.index.points[Int(index)].point
        let town = around.firstIndex { $0.point.isNear(point, within: reach) }
        if let town { counts[town, default: 0] += 1 }
      }
      if let best = counts.mostFrequent, best.value * 4 > newest.count {
        names[cluster.anchor] = around[best.key].name
      }
    }
    return names
  }
}

extension MapPoint {
  /// Whether another point is not farther away than that in either direction.
  fileprivate func isNear(_ other: MapPoint, within reach: Double) -> Bool {
    let away = x - other.x
    return abs(away - away.rounded()) < reach && abs(y - other.y) < reach
  }
}
