import DiaryCore
import TerminalUI

/// The visible part of the earth: the point in the center and the zoom level.
struct MapViewport: Hashable, Sendable {
  var center = MapPoint(x: 0.5, y: 0.4)
  /// The zoom level. Two levels double the size.
  var zoom = 0

  static let most = 34
  /// The maximum zoom level chosen automatically: a part of a city.
  static let maxAlone = 26

  /// The earth's circumference in dots.
  var dotsAround: Double { Self.dots(zoom) }

  static func dots(_ zoom: Int) -> Double {
    let whole = 64 * Double(sign: .plus, exponent: zoom / 2, significand: 1)
    return zoom % 2 == 0 ? whole : whole * 2.squareRoot()
  }
}

/// A viewport on an area of the screen, measured in braille dots: two per cell horizontally and
/// four vertically.
struct MapFrame: Hashable, Sendable {
  let viewport: MapViewport
  let size: Size
  /// The ratio of vertical to horizontal dots for the same distance.
  let stretch: Double

  /// Creates a frame.
  /// - Parameter ratio: a cell's width divided by its height.
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

  /// Returns a point's position in dots.
  func dots(of point: MapPoint) -> (x: Double, y: Double) {
    (
      (point.x - viewport.center.x) * across + width / 2,
      (point.y - viewport.center.y) * down + height / 2
    )
  }

  /// Returns the copy of a point that is nearest to the center, on a map that repeats horizontally.
  func nearest(_ point: MapPoint) -> MapPoint {
    let away = point.x - viewport.center.x
    return MapPoint(x: point.x - away.rounded(), y: point.y)
  }

  /// Returns the cell that contains a point, or `nil` outside the frame.
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

  // MARK: Panning and zooming

  /// The lowest zoom level at which the earth fills the screen's width.
  var minZoom: Int {
    (0...MapViewport.most).first { MapViewport.dots($0) >= width } ?? MapViewport.most
  }

  /// The viewport limited to the map and to valid zoom levels.
  var settled: MapViewport {
    var viewport = viewport
    viewport.zoom = max(minZoom, min(viewport.zoom, MapViewport.most))
    let half = min(0.5, height / 2 / (viewport.dotsAround * stretch))
    viewport.center.y = max(half, min(viewport.center.y, 1 - half))
    viewport.center.x -= viewport.center.x.rounded(.down)
    return viewport
  }

  /// Returns the viewport moved by fractions of the visible area.
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

  /// Returns the viewport that shows a box as large as possible.
  func fitting(_ box: MapBox) -> MapViewport {
    var viewport = MapViewport(
      center: MapPoint(x: (box.west + box.east) / 2, y: (box.north + box.south) / 2))
    let fits = (0...MapViewport.maxAlone).last { zoom in
      let dots = MapViewport.dots(zoom)
      return box.width * dots <= width * 0.8 && box.height * dots * stretch <= height * 0.75
    }
    viewport.zoom = fits ?? 0
    return with(viewport).settled
  }

  /// Returns a viewport that shows a point, centered if it wasn't visible.
  func revealing(_ point: MapPoint) -> MapViewport {
    let (x, y) = dots(of: nearest(point))
    if x >= 4, y >= 4, x < width - 4, y < height - 4 { return viewport }
    var viewport = viewport
    viewport.center = point
    return with(viewport).settled
  }

  /// Returns the same frame with another viewport.
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

  /// Returns the map's lines that intersect the visible area.
  func lines(of piece: MapPiece) -> [(kind: MapPiece.Kind, line: Line)] {
    let box = box
    return piece.lines.compactMap { line in
      // The piece may have been read for the copy of the map one turn of the earth away.
      let turn = ((line.box.west + line.box.east - box.west - box.east) / 2).rounded()
      guard line.box.shifted(by: -turn).intersects(box) else { return nil }
      return (line.kind, line.points.map { dots(of: MapPoint(x: $0.x - turn, y: $0.y)) })
    }
  }

  /// Returns the steps of a route, each along the shorter way around the earth.
  func steps(of route: MapRoute, in clusters: MapClusters) -> [Line] {
    route.steps.map { from, to in
      let start = nearest(clusters.all[from].middle)
      var end = clusters.all[to].middle
      end.x -= (end.x - start.x).rounded()
      return [dots(of: start), dots(of: end)]
    }
  }
}
