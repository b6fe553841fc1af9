import DiaryCore
import Localization
import TerminalUI

extension MapState: Screen {
  package var opener: Command? { .map }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.map]] }

  /// Opens a map, from which Ctrl-O leads back.
  package static func open(_ scope: MapScope, in app: inout ScreenContext) {
    app.jump(to: MapState(scope))
  }

  /// One of chosen entries is come back to only from their list.
  package func location(in app: ScreenContext) -> Location.Screen? {
    scope == .all || scope == app.mapScope
      ? Location.Screen(kind: .map, name: scope.title) : nil
  }

  func frame(in app: ScreenContext) -> MapFrame {
    MapFrame(
      viewport ?? MapViewport(), MapPanes(app).map.size, cellRatio: app.facts.cellRatio)
  }

  package mutating func layOut(in app: ScreenContext) {
    settle(in: MapPanes(app).map.size, cellRatio: app.facts.cellRatio)
  }

  // MARK: Keys

  package mutating func handle(_ key: KeyEvent, in app: inout ScreenContext) -> [Effect] {
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
    case .wholeMap: isWhole = true
    case .next: step(1, frame)
    case .previous: step(-1, frame)
    case .way:
      toggleWay()
      app.toast = showsWay ? localized("The way is drawn.") : localized("The way is hidden.")
    default: return app.updateEverywhere(command)
    }
    return []
  }

  private mutating func move(to frame: MapFrame) {
    viewport = frame.viewport
    isWhole = false
    selectInView(frame)
  }

  /// Towards what is selected where that is in view.
  private mutating func zoom(by steps: Int, _ frame: MapFrame) {
    var viewport = frame.viewport
    let point = selectedPoint.flatMap { frame.cell(of: $0) == nil ? nil : $0 }
    if steps > 0, let point { viewport.center = point }
    let zoomed = frame.with(frame.with(viewport).zoomed(by: steps))
    self.viewport = point.map { zoomed.revealing($0) } ?? zoomed.viewport
    isWhole = false
    if let selectedCluster { choose(selectedCluster) }
  }

  var selectedPoint: MapPoint? { selection?.middle }

  /// To the next cluster in their turn, which comes into view.
  private mutating func step(_ count: Int, _ frame: MapFrame) {
    guard let all = clusters?.all.count, all > 0 else { return }
    let next = selectedCluster.map { (turn(of: $0) + count + all) % all } ?? 0
    choose(cluster(inTurn: next))
    guard let point = selectedPoint, frame.cell(of: point) == nil || !isWhole else { return }
    viewport = frame.revealing(point)
    isWhole = false
  }

  /// Where what is selected has gone out of view, what is nearest to the middle is.
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

  /// Shows the entries of what is selected in the list.
  private func open(in app: inout ScreenContext) -> [Effect] {
    guard let clusters, let cluster = selection else { return [] }
    let title = name(of: cluster) ?? scope.title ?? localized("Map")
    return [.list(cluster, of: clusters, title: title)]
  }

  // MARK: The mouse

  package mutating func click(_ mouse: MouseEvent, in app: inout ScreenContext) -> [Effect] {
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

  // MARK: What is read

  /// The lines of a part of the earth somewhat larger than what is in view are read, so that moving on
  /// shows them at once.
  private static let margin = 0.6
  /// Clusters that are named at once.
  private static let mostNames = 48
  /// Towns that are known by to know one's way.
  static let mostTowns = 160
  /// Entries that stand beside.
  static let mostShown = 24

  package mutating func requests(in app: inout ScreenContext) -> [Effect] {
    // A key may have changed what is looked at.
    layOut(in: app)
    var effects: [Effect] = []
    if request(app.requestID + 1) {
      effects.append(.readMap(scope.predicate, requestID: app.nextRequestID()))
    }
    let frame = frame(in: app)
    effects += missingZooms().map { .putTogether(index, zoom: $0, withWay: showsWay) }
    if let request = missingPiece(frame, detail: MapPixels.detail(app)) {
      wantedPiece = request
      effects.append(.loadMapPiece(request))
    }
    let unnamed = unnamed(frame)
    if !unnamed.isEmpty {
      noteAsked(unnamed.map(\.anchor))
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
    where known.dot == dot && known.box.contains(frame.box.grown(by: 0)) {
      return nil
    }
    return MapRequest(box: frame.box.grown(by: Self.margin), dot: dot, towns: Self.mostTowns)
  }

  private func unnamed(_ frame: MapFrame) -> [MapAnchor] {
    guard let clusters else { return [] }
    var unnamed: [MapAnchor] = []
    for index in clusters.near(frame.box) {
      let cluster = clusters.all[index]
      guard cluster.name == nil, !askedNames.contains(cluster.anchor),
        frame.cell(of: cluster.middle) != nil
      else { continue }
      unnamed.append(MapAnchor(anchor: cluster.anchor, point: clusters.central(of: cluster)))
      if unnamed.count == Self.mostNames { break }
    }
    return unnamed
  }

  private var selectedIDs: [ID<Entry>]? {
    guard let clusters, let cluster = selection else { return nil }
    var ids: [ID<Entry>] = []
    for index in clusters.points(of: cluster) {
      guard ids.count < Self.mostShown else { break }
      let id = clusters.index.points[Int(index)].order.id
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
