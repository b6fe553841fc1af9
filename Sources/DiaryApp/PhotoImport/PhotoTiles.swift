import DiaryCore
import TerminalUI

/// Photos of files side by side, those around the marked one.
struct PhotoTiles {
  private let photos: [FoundPhoto]
  private let marked: Int
  private let rect: Rect
  private let columns: Int
  /// The first photo in view.
  private let first: Int

  /// With a line for the name below, and a blank column beside.
  private static let tile = Size(columns: 15, rows: 6)

  init(_ photos: [FoundPhoto], marked: Int, in rect: Rect) {
    self.photos = photos
    self.marked = marked
    self.rect = rect
    columns = max(1, rect.columns / Self.tile.columns)
    let rows = max(1, rect.rows / Self.tile.rows)
    first = max(0, marked / columns - rows + 1) * columns
  }

  private var tiles: [(index: Int, rect: Rect)] {
    let rows = max(1, rect.rows / Self.tile.rows)
    return (first..<min(photos.count, first + rows * columns)).map { index in
      let place = index - first
      let tile = Rect(
        column: rect.column + place % columns * Self.tile.columns,
        row: rect.row + place / columns * Self.tile.rows, columns: Self.tile.columns,
        rows: Self.tile.rows)
      return (index, tile.intersection(rect))
    }
  }

  func requests(_ state: AppState) -> [PictureRequest] {
    tiles.map { request(photos[$0.index], $0.rect, state) }
  }

  func index(at point: Point) -> Int? { tiles.first { $0.rect.contains(point) }?.index }

  func draw(in grid: inout Grid, _ state: AppState) {
    for (index, tile) in tiles {
      let picture = tile.inset(left: 1, right: 1, bottom: 2)
      switch state.pictures[request(photos[index], tile, state)] {
      case .made(let made): grid.draw(made, in: picture)
      case .failed: grid.draw("▣ can't be shown", in: picture, state.theme.dim)
      case .pending, nil: grid.draw("…", in: picture, state.theme.dim)
      }
      let line = tile.inset(right: 1).line(tile.rows - 2)
      if index == marked { grid.draw("▌", in: line, state.theme.accent) }
      grid.draw(
        "\(photos[index].date.clock) \(photos[index].name.printable)", in: line.inset(left: 1),
        index == marked ? state.theme.title : state.theme.dim)
    }
  }

  private func request(_ photo: FoundPhoto, _ tile: Rect, _ state: AppState) -> PictureRequest {
    PictureRequest(
      source: .file(photo.path), size: tile.inset(left: 1, right: 1, bottom: 2).size,
      colors: state.colors)
  }
}
