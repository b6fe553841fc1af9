import DiaryCore

/// The way through the clusters of a map in the order of time.
struct MapWay: Sendable {
  /// The steps from one cluster to the next, each once in either direction.
  private(set) var steps: [(from: Int, to: Int)] = []
  /// By clusters, which stops they are, from 1.
  private(set) var stops: [Int: [Int]] = [:]
  /// The clusters in their order.
  private(set) var order: [Int] = []

  private struct Step: Hashable {
    let one: Int
    let other: Int
  }

  init(_ clusters: MapClusters, _ points: [PlacedEntry]) {
    var known: Set<Step> = []
    // The newest come first, and the points of one entry in their own order.
    let inTime = points.indices.sorted {
      (points[$0].order, $0) < (points[$1].order, $1)
    }
    for index in inTime {
      guard let cluster = clusters.index(of: points[index].point), cluster != order.last else {
        continue
      }
      if let last = order.last,
        known.insert(Step(one: min(last, cluster), other: max(last, cluster))).inserted
      {
        steps.append((last, cluster))
      }
      order.append(cluster)
      stops[cluster, default: []].append(order.count)
    }
  }

  /// `3`, `1,5`: the first of the stops at a cluster.
  func words(of cluster: Int) -> String {
    guard let stops = stops[cluster], let first = stops.first else { return "" }
    return stops.count == 1 ? "\(first)" : stops.count == 2 ? "\(first),\(stops[1])" : "\(first)…"
  }
}
