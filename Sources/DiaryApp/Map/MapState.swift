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

  /// What has been found; what is shown of it may be of an earlier one.
  private(set) var index = MapIndex()
  /// The points as they are together at the step of the zoom, or at the nearest that is known.
  private(set) var clusters: MapClusters?
  /// Those of what has been found, by steps of the zoom, and for which of these they are being put together.
  private var known: [Int: MapClusters] = [:]
  private var asked: Set<Int> = []
  /// The point whose cluster is selected.
  private(set) var selected: MapPoint?
  /// Whether a person has chosen it; else it is the first in turn.
  private var isChosen = false

  private(set) var reading = MapReading()
  /// What of the earth has been read to be drawn, and what is being read.
  var piece: (request: MapRequest, piece: MapPiece)? { didSet { renewTowns() } }
  var wantedPiece: MapRequest?
  /// The towns that clusters in view have most of their entries in, by their newest points.
  private var townNames: [MapPoint: String] = [:]
  /// What clusters without names of their own are called, by their newest points; `""` where nothing is.
  private(set) var names: [MapPoint: String] = [:]
  private(set) var askedNames: Set<MapPoint> = []
  /// The newest entries of the selected cluster, once they are read.
  var shown: MapSelection?

  init(_ scope: MapScope) {
    self.scope = scope
    showsWay = scope.showsWay
  }

  // MARK: Clusters

  var selectedCluster: Int? { selected.flatMap { clusters?.index(of: $0) } }

  /// What is selected, as a cluster.
  var selection: MapClusters.Cluster? {
    selectedCluster.flatMap { clusters?.all.element(at: $0) }
  }

  /// What a cluster is called: as most of its entries call it, else by a town that is large enough to be
  /// told of where so much of the earth is in view, else as what lies there; `nil` while nothing is known.
  func name(of cluster: MapClusters.Cluster) -> String? {
    if let name = cluster.name { return name }
    if let town = townNames[cluster.anchor] { return town }
    return names[cluster.anchor].flatMap { $0.isEmpty ? nil : $0 }
  }

  private mutating func renewTowns() {
    townNames = piece.flatMap { clusters?.towns(in: $0.request.box, of: $0.piece.towns) } ?? [:]
  }

  /// The way, where it is drawn and has been found.
  var way: MapWay? { showsWay ? clusters?.way : nil }

  /// The clusters in the order in which keys go through them: that of the way, else the largest first.
  func cluster(inTurn place: Int) -> Int { way?.turn[place] ?? place }

  func turn(of cluster: Int) -> Int { way?.places[cluster] ?? cluster }

  /// Selects what a person has chosen.
  mutating func choose(_ cluster: Int) {
    isChosen = true
    selected = clusters?.all.element(at: cluster)?.anchor
  }

  private mutating func selectFirst() {
    guard !isChosen || selectedCluster == nil, let first = clusters?.all.first else { return }
    selected = way.map { clusters?.all[$0.turn[0]].anchor } ?? first.anchor
  }

  mutating func toggleWay() {
    showsWay.toggle()
    if showsWay { (known, asked) = (known.filter { $0.value.way != nil }, []) }
    selectFirst()
  }

  // MARK: What is read

  /// Whether the entries' places have to be read, which is then noted.
  mutating func request(_ requestID: Int) -> Bool { reading.request(requestID) }

  mutating func fail(_ requestID: Int) { reading.fail(requestID) }

  /// Reads anew what may have changed, or was told while this screen wasn't there to take it.
  mutating func renew() {
    reading.renew()
    (asked, wantedPiece) = (Set(known.keys), nil)
  }

  /// Takes what was found; the first of a reading anew takes the place of all only once that is done.
  mutating func take(_ index: MapIndex, _ requestID: Int, isEnd: Bool) {
    let isAnew = reading.isComplete
    guard reading.take(requestID, isEnd: isEnd) else { return }
    self.index = index
    (known, asked) = ([:], [])
    if index.points.isEmpty { clusters = nil }
    if isAnew { shown = nil }
  }

  /// The steps of the zoom for which points are to be put together, which is then noted: the one that is
  /// looked at, and those before and after it once all are there.
  mutating func missingZooms() -> [Int] {
    guard let zoom = viewport?.zoom, !index.points.isEmpty else { return [] }
    let wanted = reading.isGoingOn ? [zoom] : [zoom, zoom + 1, zoom - 1]
    let missing = wanted.filter { 0...MapViewport.most ~= $0 && !asked.contains($0) }
    asked.formUnion(missing)
    return missing
  }

  /// Takes what was put together.
  mutating func take(_ clusters: MapClusters) {
    guard clusters.index === index, !showsWay || clusters.way != nil else { return }
    known[clusters.zoom] = clusters
    showClusters()
  }

  mutating func take(_ names: [MapPoint: String]) { self.names.merge(names) { $1 } }

  mutating func noteAsked(_ anchors: [MapPoint]) { askedNames.formUnion(anchors) }

  /// Steps of the zoom on either side for which they are kept.
  private static let keptZooms = 2

  /// Shows the points as they are together at the step of the zoom, or at the nearest that is known.
  private mutating func showClusters() {
    guard let zoom = viewport?.zoom else { return }
    known = known.filter { abs($0.key - zoom) <= Self.keptZooms }
    asked = asked.filter { abs($0 - zoom) <= Self.keptZooms }
    guard let nearest = known.values.min(by: { abs($0.zoom - zoom) < abs($1.zoom - zoom) }) else {
      return
    }
    let isSame = clusters?.zoom == nearest.zoom && clusters?.index === nearest.index
    clusters = nearest
    if !isSame { renewTowns() }
    selectFirst()
  }

  // MARK: Layout

  /// Fits what is looked at into the screen, and the points into that.
  mutating func settle(in size: Size, cellRatio: Double) {
    var frame = MapFrame(viewport ?? MapViewport(), size, cellRatio: cellRatio)
    if isWhole {
      frame = frame.with(index.around.map { frame.fitting($0) } ?? frame.settled)
    }
    viewport = frame.settled
    if viewport?.zoom != clusters?.zoom { showClusters() }
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

  var isGoingOn: Bool { requestID != nil }

  mutating func renew() { isStale = true }

  /// Whether they have to be read, which is then noted.
  mutating func request(_ requestID: Int) -> Bool {
    guard isStale else { return false }
    (self.requestID, isStale) = (requestID, false)
    return true
  }

  mutating func fail(_ requestID: Int) { if self.requestID == requestID { self.requestID = nil } }

  /// Whether what was found is to be shown.
  mutating func take(_ requestID: Int, isEnd: Bool) -> Bool {
    guard self.requestID == requestID else { return false }
    defer { if isEnd { (self.requestID, isComplete) = (nil, true) } }
    return isEnd || !isComplete
  }
}
