import DiaryCore
import TerminalUI

/// What of the earth is looked at: the point in the middle, and how large it is.
struct MapViewport: Hashable, Sendable {
  var center = MapPoint(x: 0.5, y: 0.4)
  /// Two steps are twice as large.
  var zoom = 0

  static let most = 34
  /// As near as is gone by itself: a part of a city.
  static let mostAlone = 26

  /// The dots around the earth.
  var dotsAround: Double { Self.dots(zoom) }

  static func dots(_ zoom: Int) -> Double {
    let whole = 64 * Double(sign: .plus, exponent: zoom / 2, significand: 1)
    return zoom % 2 == 0 ? whole : whole * 2.squareRoot()
  }
}

/// A part of the earth on a part of the screen: as many dots, two in a cell's width and four in its height.
struct MapFrame: Hashable, Sendable {
  let viewport: MapViewport
  let size: Size
  /// How many dots there are on a way southwards for each on the same way eastwards.
  let stretch: Double

  /// - Parameter ratio: a cell's width by its height.
  init(_ viewport: MapViewport, _ size: Size, cellRatio ratio: Double) {
    self.viewport = viewport
    self.size = Size(columns: max(1, size.columns), rows: max(1, size.rows))
    stretch = 2 * ratio
  }

  var width: Double { Double(size.columns * 2) }
  var height: Double { Double(size.rows * 4) }
  private var across: Double { viewport.dotsAround }
  private var down: Double { viewport.dotsAround * stretch }

  var box: MapBox {
    let (x, y) = (width / 2 / across, height / 2 / down)
    return MapBox(
      west: viewport.center.x - x, north: viewport.center.y - y, east: viewport.center.x + x,
      south: viewport.center.y + y)
  }

  /// Where a point stands, in dots.
  func dots(of point: MapPoint) -> (x: Double, y: Double) {
    (
      (point.x - viewport.center.x) * across + width / 2,
      (point.y - viewport.center.y) * down + height / 2
    )
  }

  /// A point as near to the middle as it is on a map that begins again at its edge.
  func nearest(_ point: MapPoint) -> MapPoint {
    let away = point.x - viewport.center.x
    return MapPoint(x: point.x - away.rounded(), y: point.y)
  }

  /// The cell that a point stands in; `nil` outside.
  func cell(of point: MapPoint) -> Point? {
    let (x, y) = dots(of: nearest(point))
    guard x >= 0, y >= 0, x < width, y < height else { return nil }
    return Point(column: Int(x) / 2, row: Int(y) / 4)
  }

  func point(at cell: Point) -> MapPoint {
    MapPoint(
      x: viewport.center.x + (Double(cell.column * 2 + 1) - width / 2) / across,
      y: viewport.center.y + (Double(cell.row * 4 + 2) - height / 2) / down)
  }

  // MARK: Moving

  /// Where the earth is as wide as the screen.
  var leastZoom: Int {
    (0...MapViewport.most).first { MapViewport.dots($0) >= width } ?? MapViewport.most
  }

  /// The viewport brought to where it can be.
  var settled: MapViewport {
    var viewport = viewport
    viewport.zoom = max(leastZoom, min(viewport.zoom, MapViewport.most))
    let half = min(0.5, height / 2 / (viewport.dotsAround * stretch))
    viewport.center.y = max(half, min(viewport.center.y, 1 - half))
    viewport.center.x -= viewport.center.x.rounded(.down)
    return viewport
  }

  /// Moved by parts of what is in view.
  func moved(x: Double, y: Double) -> MapViewport {
    var viewport = viewport
    viewport.center.x += x * width / across
    viewport.center.y += y * height / down
    return with(viewport).settled
  }

  func zoomed(by steps: Int) -> MapViewport {
    var viewport = viewport
    viewport.zoom += steps
    return with(viewport).settled
  }

  /// So that a box is in view, as large as it can be.
  func fitting(_ box: MapBox) -> MapViewport {
    var viewport = MapViewport(
      center: MapPoint(x: (box.west + box.east) / 2, y: (box.north + box.south) / 2))
    let fits = (0...MapViewport.mostAlone).last { zoom in
      let dots = MapViewport.dots(zoom)
      return box.width * dots <= width * 0.8 && box.height * dots * stretch <= height * 0.75
    }
    viewport.zoom = fits ?? 0
    return with(viewport).settled
  }

  /// So that a point is in view, in the middle if it wasn't.
  func revealing(_ point: MapPoint) -> MapViewport {
    let (x, y) = dots(of: nearest(point))
    if x >= 4, y >= 4, x < width - 4, y < height - 4 { return viewport }
    var viewport = viewport
    viewport.center = point
    return with(viewport).settled
  }

  /// The same part of the screen.
  func with(_ viewport: MapViewport) -> MapFrame {
    MapFrame(viewport, size, stretch: stretch)
  }

  private init(_ viewport: MapViewport, _ size: Size, stretch: Double) {
    self.viewport = viewport
    self.size = size
    self.stretch = stretch
  }
}

extension MapFrame {
  /// A line in dots.
  typealias Line = [(x: Double, y: Double)]

  /// What meets the part of the earth that is looked at.
  func lines(of piece: MapPiece) -> [(kind: MapPiece.Kind, line: Line)] {
    let box = box
    return piece.lines.compactMap { line in
      // They were read for a part of the map that may lie one turn of the earth away.
      let turn = ((line.box.west + line.box.east - box.west - box.east) / 2).rounded()
      guard line.box.shifted(by: -turn).meets(box) else { return nil }
      return (line.kind, line.points.map { dots(of: MapPoint(x: $0.x - turn, y: $0.y)) })
    }
  }

  /// The steps of a way, each on the shorter side of the earth.
  func steps(of way: MapWay, in clusters: MapClusters) -> [Line] {
    way.steps.map { from, to in
      let start = nearest(clusters.all[from].middle)
      var end = clusters.all[to].middle
      end.x -= (end.x - start.x).rounded()
      return [dots(of: start), dots(of: end)]
    }
  }
}
