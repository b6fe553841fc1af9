import DiaryCore
import TerminalUI

/// A part of the map as pixel lines. Two values are equal if they draw the same.
package struct MapPicture: Sendable {
  private struct Key: Hashable {
    let frame: MapFrame
    /// The part of the frame, in cells.
    let part: Rect
    let cell: PixelSize
    let background: UInt32
    let earth: MapRequest
    /// The points that the route leads through, or `nil` if it isn't drawn.
    let route: ObjectIdentifier?
  }

  private let key: Key
  private let earth: MapPiece
  private let route: (route: MapRoute, clusters: MapClusters)?

  /// Returns `nil` while the visible part of the world map is being read.
  init?(of map: MapState, _ frame: MapFrame, part: Rect, cell: PixelSize, over background: UInt32) {
    guard map.wantedPiece == nil, let (request, earth) = map.piece else { return nil }
    self.earth = earth
    route = map.route.flatMap { route in map.clusters.map { (route, $0) } }
    key = Key(
      frame: frame, part: part, cell: cell, background: background, earth: request,
      route: route.map { ObjectIdentifier($0.clusters.index) })
  }

  /// The lines to draw, bottom layer first.
  package var lines: [PixelLine] {
    let pens = MapPens(over: key.background, cell: key.cell)
    let lines = key.frame.lines(of: earth)
    var drawn = [MapPiece.Kind.river, .lake, .border, .coast].flatMap { kind in
      lines.filter { $0.kind == kind }.map { placed($0.line, pens[kind]) }
    }
    if let (route, clusters) = route {
      drawn += key.frame.steps(of: route, in: clusters).map { placed($0, pens.route) }
    }
    return drawn
  }

  private func placed(_ line: MapFrame.Line, _ pen: PixelLine.Pen) -> PixelLine {
    let (cell, part) = (key.cell, key.part)
    return PixelLine(
      pen,
      line.map { dot in
        (
          (dot.x / 2 - Double(part.column)) * Double(cell.width),
          (dot.y / 4 - Double(part.row)) * Double(cell.height)
        )
      })
  }
}

extension MapPicture: Hashable {
  package static func == (left: MapPicture, right: MapPicture) -> Bool { left.key == right.key }
  package func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

/// The pens for the map's lines in pixels.
private struct MapPens {
  private let thin: Double
  private let isLight: Bool

  init(over background: UInt32, cell: PixelSize) {
    thin = max(1, Double(cell.width) / 8)
    isLight = ThemePalette.isLight(background)
  }

  subscript(kind: MapPiece.Kind) -> PixelLine.Pen {
    switch kind {
    case .river, .lake: pen(dark: 0x3F6F8F, light: 0x6FA3C0, 1)
    case .border: pen(dark: 0x7A7468, light: 0x9A9488, 1, dash: thin * 3)
    case .coast: pen(dark: 0xA8A498, light: 0x5A564C, 1.4)
    }
  }

  var route: PixelLine.Pen { pen(dark: 0xF0B840, light: 0xB86A00, 1.8) }

  private func pen(
    dark: UInt32, light: UInt32, _ width: Double, dash: Double = 0
  ) -> PixelLine.Pen {
    PixelLine.Pen(color: isLight ? light : dark, width: thin * width, dash: dash)
  }
}

/// The map's lines drawn with pixels, if the terminal supports it. They leave the labels free, so
/// that these remain text. Until the pictures are ready, the lines are drawn with braille dots.
struct MapPixels {
  /// The rectangles that are free of labels.
  private let parts: [Rect]
  private let whole: Size
  /// One request for all parts if the terminal can crop pictures, otherwise one for each part.
  let requests: [PictureRequest]

  /// The number of pictures allowed for the rest of the screen.
  private static let otherPictures = 4
  /// The maximum number of parts; more separate pictures would be too slow.
  private static let maxPictures = 120

  /// Returns `nil` if the terminal can't show the map in pixels.
  /// - Parameter labels: evaluated only if the terminal shows pixels.
  init?(
    _ map: MapState, _ labels: @autoclosure () -> MapLabels, _ frame: MapFrame,
    _ app: AppState
  ) {
    guard Self.graphics(app) != nil, let background = app.background else { return nil }
    let parts = Self.parts(of: frame.size, without: labels().places)
    guard parts.count <= Self.maxPictures,
      case .pixels(let graphics) = app.pictureForm(among: parts.count + Self.otherPictures),
      frame.size.columns * graphics.cell.width <= graphics.largest.width,
      frame.size.rows * graphics.cell.height <= graphics.largest.height
    else { return nil }
    self.parts = parts
    whole = frame.size
    let made = graphics.cutsPictures ? [Rect(frame.size)] : parts
    var requests: [PictureRequest] = []
    for part in made {
      let picture = MapPicture(
        of: map, frame, part: part, cell: graphics.cell, over: background)
      guard let picture else { return nil }
      requests.append(
        PictureRequest(
          source: .map(picture), size: part.size, form: .pixels(graphics),
          background: background))
    }
    self.requests = requests
  }

  /// Returns the terminal's graphics if the map can use them. They need a known background color to
  /// draw on.
  private static func graphics(_ app: AppState) -> PixelGraphics? {
    app.showsPhotos && app.theme.hasColors && app.background != nil
      ? app.facts.graphics : nil
  }

  /// The resolution relative to braille dots, at least 1.
  static func detail(_ app: AppState) -> Double {
    graphics(app).map { max(1, Double($0.cell.width) / 2) } ?? 1
  }

  /// Draws the pictures once all of them are ready.
  func draw(in grid: inout Grid, at rect: Rect, _ app: AppState) {
    let pictures = requests.compactMap { request -> PixelPicture? in
      guard case .made(.pixels(let picture)) = app.pictures[request] else { return nil }
      return picture
    }
    guard pictures.count == requests.count else { return }
    for (number, part) in parts.enumerated() {
      let place = part.moved(columns: rect.column, rows: rect.row)
      if pictures.count == parts.count {
        grid.place(PlacedPicture(pictures[number], rect: place))
      } else {
        grid.place(
          PlacedPicture(
            pictures[0], rect: place, whole: whole, skippedRows: part.row,
            skippedColumns: part.column))
      }
    }
  }

  /// Returns the areas free of labels as rectangles, top first: each as wide as possible, then as
  /// high as possible.
  static func parts(of size: Size, without labels: [Rect]) -> [Rect] {
    Rect.covering(0..<size.rows) { row in
      let taken = labels.filter { $0.row == row }.sorted { $0.column < $1.column }
      var column = 0
      var free: [Range<Int>] = []
      for label in taken + [Rect(column: size.columns, row: row, columns: 0, rows: 1)] {
        if label.column > column { free.append(column..<label.column) }
        column = max(column, label.endColumn)
      }
      return free
    }
  }
}
