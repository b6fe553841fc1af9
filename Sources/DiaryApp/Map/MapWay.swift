import DiaryCore

/// The way through the clusters of a map in the order of time.
struct MapWay: Sendable {
  /// The steps from one cluster to the next, each once in either direction: the last of them.
  private(set) var steps: [(from: Int, to: Int)] = []
  /// By clusters, which stops they are, from 1.
  private(set) var stops: [Int: [Int]] = [:]
  /// The clusters in their order.
  private(set) var order: [Int] = []
  /// The clusters by when they were first come to, and of each which one it is.
  private(set) var turn: [Int] = []
  private(set) var places: [Int: Int] = [:]

  /// More steps are no way that one could follow with one's eyes.
  private static let mostSteps = 2_000

  private struct Step: Hashable {
    let one: Int
    let other: Int
  }

  /// - Parameter clusters: the points of each.
  init(_ clusters: [ArraySlice<Int32>], _ points: [PlacedEntry]) {
    var owners = [Int](repeating: 0, count: points.count)
    for (cluster, members) in clusters.enumerated() {
      for point in members { owners[Int(point)] = cluster }
    }
    // The newest come first, and the points of one entry in their own order.
    let inTime = points.indices.sorted {
      (points[$0].order, $0) < (points[$1].order, $1)
    }
    for index in inTime where owners[index] != order.last {
      let cluster = owners[index]
      order.append(cluster)
      stops[cluster, default: []].append(order.count)
      guard places[cluster] == nil else { continue }
      places[cluster] = turn.count
      turn.append(cluster)
    }
    var known: Set<Step> = []
    for (to, from) in zip(order.reversed(), order.reversed().dropFirst())
    where steps.count < Self.mostSteps
      && known.insert(Step(one: min(from, to), other: max(from, to))).inserted
    {
      steps.append((from, to))
    }
  }

  /// `3`, `1,5`: the first of the stops at a cluster.
  func words(of cluster: Int) -> String {
    guard let stops = stops[cluster], let first = stops.first else { return "" }
    return stops.count == 1 ? "\(first)" : stops.count == 2 ? "\(first),\(stops[1])" : "\(first)…"
  }
}
