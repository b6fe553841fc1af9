import DiaryCore
import TerminalUI
import Text

/// The state of the map screen, which shows entries at their locations, clustered by distance.
package struct MapState: Sendable {
  let scope: MapScope
  /// True if the route between places is drawn.
  private(set) var showsRoute: Bool
  /// The visible part of the earth, or `nil` until the first layout.
  var viewport: MapViewport?
  /// True while the map fits all points, until the user moves it.
  var fitsAllPoints = true

  private(set) var reading = Loadable<EntryPredicate, MapIndex>()
  /// The clusters of the current zoom level, or of the nearest level that is ready.
  private(set) var clusters: MapClusters?
  /// The clusters of `index` by zoom level, and the levels that are requested.
  private var known: [Int: MapClusters] = [:]
  private var requestedZooms: Set<Int> = []
  /// A point in the selected cluster.
  private(set) var selected: MapPoint?
  /// True if the user chose the selection; otherwise it is the first cluster.
  private var isChosen = false

  /// The part of the world map that has been read, with its request.
  var piece: (request: MapRequest, piece: MapPiece)? { didSet { renewTowns() } }
  var wantedPiece: MapRequest?
  /// The town of each visible cluster, by the cluster's newest point.
  private var townNames: [MapPoint: String] = [:]
  /// The looked-up names of clusters by their newest point, or `""` if there is none.
  private(set) var names: [MapPoint: String] = [:]
  private(set) var requestedNames: Set<MapPoint> = []
  /// The newest entries of the selected cluster, once they are read.
  var shown: MapSelection?

  init(_ scope: MapScope) {
    self.scope = scope
    showsRoute = scope.showsRoute
  }

  private static let nothing = MapIndex()

  /// The locations found so far. `clusters` may belong to an earlier index.
  var index: MapIndex { reading.value ?? Self.nothing }

  // MARK: Clusters

  var selectedCluster: Int? { selected.flatMap { clusters?.index(of: $0) } }

  /// The selected cluster.
  var selection: MapClusters.Cluster? {
    selectedCluster.flatMap { clusters?.all.element(at: $0) }
  }

  /// Returns a cluster's name: its most frequent place name, otherwise a town important enough for
  /// the zoom level, otherwise the looked-up name, or `nil` until there is one.
  func name(of cluster: MapClusters.Cluster) -> String? {
    if let name = cluster.name { return name }
    if let town = townNames[cluster.anchor] { return town }
    return names[cluster.anchor].flatMap { $0.isEmpty ? nil : $0 }
  }

  private mutating func renewTowns() {
    townNames = piece.flatMap { clusters?.towns(in: $0.request.box, of: $0.piece.towns) } ?? [:]
  }

  /// The route, if it is shown and has been computed.
  var route: MapRoute? { showsRoute ? clusters?.route : nil }

  /// Returns the cluster at a position in the order of the keys: along the route, or largest first.
  func cluster(inTurn place: Int) -> Int { route?.turn[place] ?? place }

  func turn(of cluster: Int) -> Int { route?.places[cluster] ?? cluster }

  /// Selects a cluster on the user's request.
  mutating func choose(_ cluster: Int) {
    isChosen = true
    selected = clusters?.all.element(at: cluster)?.anchor
  }

  private mutating func selectFirst() {
    guard !isChosen || selectedCluster == nil, let first = clusters?.all.first else { return }
    selected = route.map { clusters?.all[$0.turn[0]].anchor } ?? first.anchor
  }

  mutating func toggleRoute() {
    showsRoute.toggle()
    if showsRoute { (known, requestedZooms) = (known.filter { $0.value.route != nil }, []) }
    selectFirst()
  }

  // MARK: Loading

  mutating func fail(_ requestID: Int) { reading.fail(requestID) }

  /// Shows an index that was read by the caller.
  mutating func show(_ index: MapIndex) {
    _ = reading.request(on: scope.predicate, requestID: 0)
    receive(index, 0, isEnd: true)
  }

  /// Repeats requests whose result may be outdated, or may have been lost while the screen was
  /// closed.
  package mutating func diaryChanged() {
    reading.reload()
    (requestedZooms, wantedPiece) = (Set(known.keys), nil)
  }

  /// Merges found locations. A repeated search replaces the old result only when complete.
  mutating func receive(_ index: MapIndex, _ requestID: Int, isEnd: Bool) {
    let isRepeated = reading.isComplete
    guard reading.receive(index, requestID, isEnd: isEnd) else { return }
    (known, requestedZooms) = ([:], [])
    if index.points.isEmpty { clusters = nil }
    if isRepeated { shown = nil }
  }

  /// Records and returns the zoom levels whose clusters must be computed: the current one and, once
  /// all locations are known, its neighbors.
  mutating func missingZooms() -> [Int] {
    guard let zoom = viewport?.zoom, !index.points.isEmpty else { return [] }
    let wanted = reading.isReading ? [zoom] : [zoom, zoom + 1, zoom - 1]
    let missing = wanted.filter { 0...MapViewport.most ~= $0 && !requestedZooms.contains($0) }
    requestedZooms.formUnion(missing)
    return missing
  }

  /// Stores computed clusters.
  mutating func receive(_ clusters: MapClusters) {
    guard clusters.index === index, !showsRoute || clusters.route != nil else { return }
    known[clusters.zoom] = clusters
    showClusters()
  }

  mutating func receive(_ names: [MapPoint: String]) { self.names.merge(names) { $1 } }

  mutating func recordNameRequests(_ anchors: [MapPoint]) { requestedNames.formUnion(anchors) }

  /// The number of zoom levels kept on either side.
  private static let keptZooms = 2

  /// Shows the clusters of the current zoom level, or of the nearest level that is ready.
  private mutating func showClusters() {
    guard let zoom = viewport?.zoom else { return }
    known = known.filter { abs($0.key - zoom) <= Self.keptZooms }
    requestedZooms = requestedZooms.filter { abs($0 - zoom) <= Self.keptZooms }
    guard let nearest = known.values.min(by: { abs($0.zoom - zoom) < abs($1.zoom - zoom) }) else {
      return
    }
    let isSame = clusters?.zoom == nearest.zoom && clusters?.index === nearest.index
    clusters = nearest
    if !isSame { renewTowns() }
    selectFirst()
  }

  // MARK: Layout

  /// Fits the viewport into the screen and, if the map isn't moved, all points into the viewport.
  mutating func settle(in size: Size, cellRatio: Double) {
    var frame = MapFrame(viewport ?? MapViewport(), size, cellRatio: cellRatio)
    if fitsAllPoints {
      frame = frame.with(index.around.map { frame.fitting($0) } ?? frame.settled)
    }
    viewport = frame.settled
    if viewport?.zoom != clusters?.zoom { showClusters() }
  }
}

/// The newest entries of a cluster.
struct MapSelection: Sendable {
  let ids: [ID<Entry>]
  /// The entries, or `nil` until they are read.
  var entries: [Entry]?
}

/// The entries that a map shows.
package struct MapScope: Hashable, Sendable {
  /// The map's title, or `nil` for the complete diary.
  package let title: String?
  package let predicate: EntryPredicate
  /// True if the map opens with the route drawn.
  package let showsRoute: Bool

  package static let all = MapScope(title: nil, .all)

  package init(title: String?, _ predicate: EntryPredicate, showsRoute: Bool = false) {
    self.title = title
    self.predicate = predicate
    self.showsRoute = showsRoute
  }

  /// Returns a scope with these entries and the route through their places.
  package static func journey(of entries: some Sequence<ID<Entry>>, title: String) -> MapScope {
    MapScope(title: title, .ids(Set(entries)), showsRoute: true)
  }
}

extension AppState {
  /// The map scope of the entries in the list.
  var mapScope: MapScope {
    if let search, let predicate = search.found.predicate {
      return MapScope(title: search.field.text.trimmed.description, predicate)
    }
    return scope.map { MapScope(title: $0.title, $0.predicate) } ?? .all
  }
}

// MARK: - Commands

extension MapState: Screen {
  package var opener: Command? { .map }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.map]] }

  /// Opens a map and records a jump, so that Ctrl-O leads back.
  package static func open(_ scope: MapScope, in app: inout AppState) {
    app.jump(to: MapState(scope))
  }

  /// Returns a location for Ctrl-O, if the map shows the complete diary or the list's entries.
  /// Other maps can't be reopened.
  package func location(in app: AppState) -> Location.Screen? {
    scope == .all || scope == app.mapScope
      ? Location.Screen(kind: .map, name: scope.title) : nil
  }

  func frame(in app: AppState) -> MapFrame {
    MapFrame(
      viewport ?? MapViewport(), MapPanes(app).map.size, cellRatio: app.facts.cellRatio)
  }

  package mutating func layOut(in app: AppState) {
    settle(in: MapPanes(app).map.size, cellRatio: app.facts.cellRatio)
  }

  // MARK: Keys

  package func isAvailable(_ command: Command, in app: AppState) -> Bool {
    switch command {
    case .open: selection != nil
    case .next, .previous, .route: clusters.map { $0.all.count > 1 } ?? !isEmpty
    case .zoomIn, .zoomOut, .wholeMap: !isEmpty
    default: true
    }
  }

  /// Indicates that no entry has a location.
  var isEmpty: Bool { reading.isComplete && index.points.isEmpty }

  package mutating func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    guard let command = command(for: key, in: app) else { return [] }
    let frame = frame(in: app)
    switch command {
    case .back:
      app.pop()
      return [.stopReadingMap]
    case .open: return open(in: &app)
    case .left: move(to: frame.with(frame.moved(x: -0.25, y: 0)))
    case .right: move(to: frame.with(frame.moved(x: 0.25, y: 0)))
    case .up: move(to: frame.with(frame.moved(x: 0, y: -0.25)))
    case .down: move(to: frame.with(frame.moved(x: 0, y: 0.25)))
    case .pageUp: move(to: frame.with(frame.moved(x: 0, y: -0.9)))
    case .pageDown: move(to: frame.with(frame.moved(x: 0, y: 0.9)))
    case .zoomIn: zoom(by: 1, frame)
    case .zoomOut: zoom(by: -1, frame)
    case .wholeMap: fitsAllPoints = true
    case .next: step(1, frame)
    case .previous: step(-1, frame)
    case .route:
      toggleRoute()
      app.toast = showsRoute ? localized("Showing the route.") : localized("Route hidden.")
    default: return app.updateEverywhere(command)
    }
    return []
  }

  private mutating func move(to frame: MapFrame) {
    viewport = frame.viewport
    fitsAllPoints = false
    selectInView(frame)
  }

  /// Zooms toward the selected cluster if it is visible.
  private mutating func zoom(by steps: Int, _ frame: MapFrame) {
    var viewport = frame.viewport
    let point = selectedPoint.flatMap { frame.cell(of: $0) == nil ? nil : $0 }
    if steps > 0, let point { viewport.center = point }
    let zoomed = frame.with(frame.with(viewport).zoomed(by: steps))
    self.viewport = point.map { zoomed.revealing($0) } ?? zoomed.viewport
    fitsAllPoints = false
    if let selectedCluster { choose(selectedCluster) }
  }

  var selectedPoint: MapPoint? { selection?.middle }

  /// Selects the next cluster and scrolls it into view.
  private mutating func step(_ count: Int, _ frame: MapFrame) {
    guard let all = clusters?.all.count, all > 0 else { return }
    let next = selectedCluster.map { (turn(of: $0) + count + all) % all } ?? 0
    choose(cluster(inTurn: next))
    guard let point = selectedPoint, frame.cell(of: point) == nil || !fitsAllPoints else { return }
    viewport = frame.revealing(point)
    fitsAllPoints = false
  }

  /// If the selected cluster is out of view, selects the one nearest to the center.
  private mutating func selectInView(_ frame: MapFrame) {
    guard let clusters else { return }
    if let point = selectedPoint, frame.cell(of: point) != nil { return }
    var best: (cluster: Int, square: Double)?
    for index in clusters.near(frame.box) {
      let middle = frame.nearest(clusters.all[index].middle)
      guard frame.cell(of: middle) != nil else { continue }
      let (x, y) = frame.dots(of: middle)
      let (dx, dy) = (x - frame.width / 2, y - frame.height / 2)
      if dx * dx + dy * dy < best?.square ?? .infinity { best = (index, dx * dx + dy * dy) }
    }
    if let best { choose(best.cluster) }
  }

  /// Shows the selected cluster's entries in the list.
  private func open(in app: inout AppState) -> [Effect] {
    guard let clusters, let cluster = selection else { return [] }
    return [.list(cluster, of: clusters, name: name(of: cluster), in: scope)]
  }

  // MARK: Mouse

  package mutating func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    let (frame, panes) = (frame(in: app), MapPanes(app))
    switch mouse.action {
    case .scrollUp: zoom(by: 1, frame)
    case .scrollDown: zoom(by: -1, frame)
    case .press, .doublePress:
      guard panes.map.contains(mouse.point) else { return [] }
      let cell = Point(
        column: mouse.point.column - panes.map.column, row: mouse.point.row - panes.map.row)
      guard let cluster = nearestCluster(to: cell, frame) else { return [] }
      choose(cluster)
      if mouse.action == .doublePress { return open(in: &app) }
    default: break
    }
    return []
  }

  private func nearestCluster(to cell: Point, _ frame: MapFrame) -> Int? {
    guard let clusters else { return nil }
    var best: (cluster: Int, away: Int)?
    for index in clusters.near(frame.box) {
      guard let place = frame.cell(of: clusters.all[index].middle) else { continue }
      let away = abs(place.column - cell.column) + 2 * abs(place.row - cell.row)
      if away <= min(6, best.map { $0.away - 1 } ?? 6) { best = (index, away) }
    }
    return best?.cluster
  }

  // MARK: Loading

  /// The fraction by which the part of the world map that is read exceeds the visible part, so that
  /// panning is immediate.
  private static let margin = 0.6
  /// The maximum number of names looked up in one request.
  private static let maxNames = 48
  /// The maximum number of towns read for labels.
  static let maxTowns = 160
  /// The maximum number of entries shown next to the map.
  static let maxShown = 24

  package mutating func requests(in app: inout AppState) -> [Effect] {
    // A key may have moved the map.
    layOut(in: app)
    var effects = reading.need(scope.predicate, in: &app, Effect.readMap)
    let frame = frame(in: app)
    effects += missingZooms().map { .computeClusters(index, zoom: $0, withRoute: showsRoute) }
    if let request = missingPiece(frame, detail: MapPixels.detail(app)) {
      wantedPiece = request
      effects.append(.loadMapPiece(request))
    }
    let unnamed = unnamed(frame)
    if !unnamed.isEmpty {
      recordNameRequests(unnamed.map(\.anchor))
      effects.append(.nameOnMap(unnamed))
    }
    if MapPanes(app).beside != nil, let ids = selectedIDs, shown?.ids != ids {
      shown = MapSelection(ids: ids)
      effects.append(.loadMapEntries(ids))
    }
    return effects
  }

  private func missingPiece(_ frame: MapFrame, detail: Double) -> MapRequest? {
    let dot = 1 / frame.viewport.dotsAround / detail
    for known in [wantedPiece, piece?.request].compactMap(\.self)
    where known.dot == dot && known.box.contains(frame.box.expanded(by: 0)) {
      return nil
    }
    return MapRequest(box: frame.box.expanded(by: Self.margin), dot: dot, towns: Self.maxTowns)
  }

  private func unnamed(_ frame: MapFrame) -> [MapAnchor] {
    guard let clusters else { return [] }
    var unnamed: [MapAnchor] = []
    for index in clusters.near(frame.box) {
      let cluster = clusters.all[index]
      guard cluster.name == nil, !requestedNames.contains(cluster.anchor),
        frame.cell(of: cluster.middle) != nil
      else { continue }
      unnamed.append(MapAnchor(anchor: cluster.anchor, point: clusters.central(of: cluster)))
      if unnamed.count == Self.maxNames { break }
    }
    return unnamed
  }

  private var selectedIDs: [ID<Entry>]? {
    guard let clusters, let cluster = selection else { return nil }
    var ids: [ID<Entry>] = []
    for index in clusters.points(of: cluster) {
      guard ids.count < Self.maxShown else { break }
      let id = clusters.index.points[Int(index)].sortKey.id
      if ids.last != id { ids.append(id) }
    }
    return ids
  }
}

extension Location.Kind {
  static let map = Self(name: "map") { location, _, old, app in
    let scope = location.name == nil ? MapScope.all : app.mapScope
    if let old = old as? MapState, old.scope == scope { return (old, []) }
    return (MapState(scope), [])
  }
}
