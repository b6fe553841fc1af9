import DiaryCore
import TerminalUI

/// The map: entries at their places, together where they are close.
package struct MapState: Sendable {
  let scope: MapScope
  /// Whether the way from place to place is drawn.
  private(set) var showsWay: Bool
  /// What is looked at; `nil` until the screen is laid out.
  var viewport: MapViewport?
  /// Whether it is to show all points, as it does until a person moves.
  var isWhole = true

  /// As they were found: the newest first.
  private(set) var points: [PlacedEntry] = []
  /// How many entries they are of, and what is around all of them.
  private(set) var entryCount = 0
  private var around: MapBox?
  private(set) var clusters: MapClusters?
  private(set) var way: MapWay?
  /// The point whose cluster is selected.
  private(set) var selected: Int?
  /// Whether a person has chosen it; else it is the first in turn.
  private var isChosen = false

  var reading = MapReading()
  /// What of the earth has been read to be drawn, and what is being read.
  var piece: (request: MapRequest, piece: MapPiece)? { didSet { renewTowns() } }
  var wantedPiece: MapRequest?
  /// The towns that clusters have most of their entries in, by their newest points.
  private var townNames: [Int: String] = [:]
  /// What entries call the largest clusters, by their newest points.
  private var ownNames: [Int: String?] = [:]
  /// What clusters without names of their own are called, by their newest points; `""` where nothing is.
  private(set) var names: [Int: String] = [:]
  private(set) var askedNames: Set<Int> = []
  /// How often the points have been numbered anew.
  private(set) var generation = 0
  /// The newest entries of the selected cluster, once they are read.
  var shown: MapSelection?

  /// Of the frame that the points were put together for.
  private var lastStretch = 1.0

  init(_ scope: MapScope) {
    self.scope = scope
    showsWay = scope.showsWay
  }

  // MARK: Clusters

  var selectedCluster: Int? {
    guard let selected, selected < points.count else { return nil }
    return clusters?.index(of: points[selected].point)
  }

  /// What is selected, as a cluster.
  var selection: MapClusters.Cluster? {
    selectedCluster.flatMap { clusters?.all.element(at: $0) }
  }

  /// What a cluster is called: as most of its entries call it, else by a town that is large enough to be
  /// told of where so much of the earth is in view, else as what lies there; `nil` while nothing is known.
  func name(of cluster: MapClusters.Cluster) -> String? {
    if let name = ownName(of: cluster) { return name }
    if let town = townNames[cluster.anchor] { return town }
    return names[cluster.anchor].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// What its entries call it most often.
  func ownName(of cluster: MapClusters.Cluster) -> String? {
    // To ask the points of a large one takes a while.
    ownNames[cluster.anchor] ?? cluster.name(among: points)
  }

  private mutating func renewOwnNames() {
    ownNames = [:]
    for cluster in clusters?.all.prefix(Self.mostWithTowns) ?? [] {
      ownNames[cluster.anchor] = .some(cluster.name(among: points))
    }
  }

  /// Clusters for which towns are looked for, and points of each.
  private static let mostWithTowns = 250
  private static let pointsForTown = 16
  /// How far away a town's entries are at most: about 30 km, and so many dots.
  private static let nearTown = 30.0 / 40_075
  private static let dotsToTown = 5.0

  private mutating func renewTowns() {
    townNames = [:]
    guard let clusters, let towns = piece?.piece.towns, !towns.isEmpty else { return }
    let reach = min(Self.nearTown, Self.dotsToTown / MapViewport.dots(clusters.zoom))
    for cluster in clusters.all.prefix(Self.mostWithTowns) {
      let newest = cluster.points.prefix(Self.pointsForTown)
      var counts: [Int: Int] = [:]
      for index in newest {
        let point = points[Int(index)].point
        let town = towns.firstIndex { town in
          let x = town.point.x - point.x
          return abs(x - x.rounded()) < reach && abs(town.point.y - point.y) < reach
        }
        if let town { counts[town, default: 0] += 1 }
      }
      let best = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
      if let best, best.value * 4 > newest.count {
        townNames[cluster.anchor] = towns[best.key].name
      }
    }
  }

  /// The clusters in the order in which keys go through them: that of the way, else the largest first.
  var turn: [Int] {
    guard let clusters else { return [] }
    guard showsWay, let way else { return Array(clusters.all.indices) }
    var known: Set<Int> = []
    return way.order.filter { known.insert($0).inserted }
  }

  /// Selects what a person has chosen.
  mutating func choose(_ cluster: Int) {
    isChosen = true
    select(cluster)
  }

  private mutating func select(_ cluster: Int?) {
    selected = cluster.flatMap { clusters?.all.element(at: $0)?.anchor }
  }

  mutating func toggleWay() {
    showsWay.toggle()
    renewWay()
  }

  private mutating func renewWay() {
    way = showsWay ? clusters.map { MapWay($0, points) } : nil
  }

  // MARK: What is read

  /// Takes points that were found; the first of a reading anew takes the place of all only once that is
  /// done.
  mutating func take(_ found: [PlacedEntry], _ requestID: Int, isEnd: Bool) {
    let isAnew = reading.isComplete
    guard let points = reading.take(found, requestID, isEnd: isEnd, after: points) else { return }
    // In place of others, they have other numbers.
    if isAnew {
      let kept = selected.flatMap { self.points.element(at: $0)?.point }
      (clusters, names, askedNames, shown) = (nil, [:], [], nil)
      generation += 1
      selected = kept.flatMap { point in points.firstIndex { $0.point == point } }
    }
    self.points = points
    around = MapBox.around(points.lazy.map(\.point))
    entryCount = zip(points, points.dropFirst())
      .reduce(points.isEmpty ? 0 : 1) { $0 + ($1.0.order.id == $1.1.order.id ? 0 : 1) }
    if let viewport { cluster(zoom: viewport.zoom) }
  }

  mutating func take(_ names: [Int: String]) { self.names.merge(names) { $1 } }

  mutating func noteAsked(_ anchors: [Int]) { askedNames.formUnion(anchors) }

  /// Puts the points together as they are looked at.
  private mutating func cluster(zoom: Int) {
    if clusters?.zoom != zoom { clusters = MapClusters(zoom: zoom, stretch: lastStretch) }
    clusters?.take(points)
    renewWay()
    renewOwnNames()
    renewTowns()
    if !isChosen || selected == nil { select(turn.first) }
  }

  // MARK: Layout

  /// Fits what is looked at into the screen, and the points into that.
  mutating func settle(in size: Size, cellRatio: Double) {
    var frame = MapFrame(viewport ?? MapViewport(), size, cellRatio: cellRatio)
    if isWhole {
      frame = frame.with(around.map { frame.fitting($0) } ?? frame.settled)
    }
    let settled = frame.settled
    if lastStretch != frame.stretch {
      (lastStretch, clusters) = (frame.stretch, nil)
    }
    viewport = settled
    if clusters?.zoom != settled.zoom { cluster(zoom: settled.zoom) }
  }
}

/// The newest entries of a cluster.
struct MapSelection: Sendable {
  let ids: [ID<Entry>]
  /// `nil` until they are read.
  var entries: [Entry]?
}

/// What has been read of the entries' places.
struct MapReading: Sendable {
  private(set) var requestID: Int?
  /// Whether all of them are known.
  private(set) var isComplete = false
  private var isStale = true
  /// Those of a reading anew.
  private var anew: [PlacedEntry] = []

  var isGoingOn: Bool { requestID != nil }

  mutating func renew() { isStale = true }

  /// Whether they have to be read, which is then noted.
  mutating func request(_ requestID: Int) -> Bool {
    guard isStale else { return false }
    (self.requestID, isStale, anew) = (requestID, false, [])
    return true
  }

  mutating func fail(_ requestID: Int) { if self.requestID == requestID { self.requestID = nil } }

  /// All points that are to be shown once some have come; `nil` for as they were.
  mutating func take(
    _ found: [PlacedEntry], _ requestID: Int, isEnd: Bool, after points: [PlacedEntry]
  ) -> [PlacedEntry]? {
    guard self.requestID == requestID else { return nil }
    defer {
      if isEnd { (self.requestID, isComplete, anew) = (nil, true, []) }
    }
    guard isComplete else { return points + found }
    anew += found
    return isEnd ? anew : nil
  }
}
