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
