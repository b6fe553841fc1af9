import DiaryCore
import TerminalUI

/// A map as lines of text, for a terminal that isn't all the program's.
package struct MapText {
  private var map = MapState(.all)
  private let size: Size

  package init(
    of points: [PlacedEntry], size: Size, on earth: any WorldMapping
  ) throws(WorldMapError) {
    self.size = size
    _ = map.request(1)
    map.take(MapIndex(points), 1, isEnd: true)
    try settle(on: earth)
  }

  /// Puts the points together and reads the earth as large as it is looked at.
  private mutating func settle(on earth: any WorldMapping) throws(WorldMapError) {
    map.settle(in: size, cellRatio: 0.5)
    if let zoom = map.viewport?.zoom {
      map.take(MapClusters(map.index, zoom: zoom, withWay: false))
    }
    let request = MapRequest(
      box: frame.box, dot: 1 / frame.viewport.dotsAround, towns: MapState.mostTowns)
    map.piece = (request, try earth.piece(request))
  }

  private var frame: MapFrame {
    MapFrame(map.viewport ?? MapViewport(), size, cellRatio: 0.5)
  }

  /// The map, row by row.
  package var rows: [String] {
    var grid = Grid(size)
    let theme = Theme(colors: .monochrome)
    map.drawLines(in: &grid, grid.bounds, frame, theme)
    MapLabels(map, frame, theme).draw(in: &grid, at: grid.bounds)
    return (0..<size.rows).map(grid.text(ofRow:))
  }

  /// The places on it, those with the most entries first: where each is and its own name if it has one.
  package var places: [(point: MapPoint, name: String?, words: String)] {
    guard let clusters = map.clusters else { return [] }
    return clusters.all.map { cluster in
      (clusters.central(of: cluster), map.name(of: cluster), map.words(of: cluster))
    }
  }
}
