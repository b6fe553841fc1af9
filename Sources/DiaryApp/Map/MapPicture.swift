import DiaryCore
import TerminalUI

/// A part of the map in pixels: two are the same where they are of the same place, as large, and look alike.
package struct MapPicture: Sendable {
  private struct Key: Hashable {
    let frame: MapFrame
    /// In cells.
    let part: Rect
    let cell: PixelSize
    let background: UInt32
    let earth: MapRequest
    /// What the way leads through; `nil` where it isn't drawn.
    let way: ObjectIdentifier?
  }

  private let key: Key
  private let earth: MapPiece
  private let way: (way: MapWay, clusters: MapClusters)?

  /// `nil` while what is looked at is being read.
  init?(of map: MapState, _ frame: MapFrame, part: Rect, cell: PixelSize, over background: UInt32) {
    guard map.wantedPiece == nil, let (request, earth) = map.piece else { return nil }
    self.earth = earth
    way = map.way.flatMap { way in map.clusters.map { (way, $0) } }
    key = Key(
      frame: frame, part: part, cell: cell, background: background, earth: request,
      way: way.map { ObjectIdentifier($0.clusters.index) })
  }

  /// From the lowest to the highest.
  package var lines: [PixelLine] {
    let pens = MapPens(over: key.background, cell: key.cell)
    let lines = key.frame.lines(of: earth)
    var drawn = [MapPiece.Kind.river, .lake, .border, .coast].flatMap { kind in
      lines.filter { $0.kind == kind }.map { placed($0.line, pens[kind]) }
    }
    if let (way, clusters) = way {
      drawn += key.frame.steps(of: way, in: clusters).map { placed($0, pens.way) }
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

/// What the map's lines look like in pixels.
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

  var way: PixelLine.Pen { pen(dark: 0xF0B840, light: 0xB86A00, 1.8) }

  private func pen(
    dark: UInt32, light: UInt32, _ width: Double, dash: Double = 0
  ) -> PixelLine.Pen {
    PixelLine.Pen(color: isLight ? light : dark, width: thin * width, dash: dash)
  }
}

/// The map's lines in pixels, where the terminal shows them: around its labels, so that text is read as anywhere.
/// They come once the keys rest; until then, and under a dialog, there are the lines of dots.
struct MapPixels {
  /// What is free of labels.
  private let parts: [Rect]
  private let whole: Size
  /// One for all parts where the terminal cuts it, else one for each.
  let requests: [PictureRequest]

  /// What else may be on the screen in pixels.
  private static let otherPictures = 4
  /// More would come too slowly where each is a picture of its own.
  private static let mostPictures = 120

  /// - Parameter labels: asked for only where the terminal shows pixels.
  init?(
    _ map: MapState, _ labels: @autoclosure () -> MapLabels, _ frame: MapFrame,
    _ app: ScreenContext
  ) {
    guard Self.graphics(app) != nil, let background = app.facts.background else { return nil }
    let parts = Self.parts(of: frame.size, without: labels().places)
    guard parts.count <= Self.mostPictures,
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

  /// How the terminal shows them, if it does; its background is told where it is drawn over.
  private static func graphics(_ app: ScreenContext) -> PixelGraphics? {
    app.showsPhotos && app.theme.hasColors && app.facts.background != nil
      ? app.facts.graphics : nil
  }

  /// How many times finer than dots they are.
  static func detail(_ app: ScreenContext) -> Double {
    graphics(app).map { max(1, Double($0.cell.width) / 2) } ?? 1
  }

  /// Draws them once all are there.
  func draw(in grid: inout Grid, at rect: Rect, _ app: ScreenContext) {
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

  /// Cuts what is free of labels into rectangles, those from the top first: as wide as they can be, and then as
  /// high.
  static func parts(of size: Size, without labels: [Rect]) -> [Rect] {
    var parts: [Rect] = []
    var above: [Rect] = []
    for row in 0..<size.rows {
      let taken = labels.filter { $0.row == row }.sorted { $0.column < $1.column }
      var column = 0
      var free: [Rect] = []
      for label in taken + [Rect(column: size.columns, row: row, columns: 0, rows: 1)] {
        if label.column > column {
          free.append(Rect(column: column, row: row, columns: label.column - column, rows: 1))
        }
        column = max(column, label.endColumn)
      }
      for index in free.indices {
        let wider = above.firstIndex {
          $0.column == free[index].column && $0.columns == free[index].columns
        }
        guard let wider else { continue }
        let part = above.remove(at: wider)
        free[index] = Rect(
          column: part.column, row: part.row, columns: part.columns, rows: part.rows + 1)
      }
      parts += above
      above = free
    }
    return parts + above
  }
}
