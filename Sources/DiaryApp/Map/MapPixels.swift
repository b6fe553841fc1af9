import TerminalUI

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
