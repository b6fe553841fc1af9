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

  func index(at point: Point) -> Int? { tiles.first { $0.rect.contains(point) }?.index }

  func requests(_ state: AppState) -> [PictureRequest] {
    let tiles = tiles
    return tiles.flatMap { picture($0, among: tiles.count, state).requests }
  }

  func draw(in grid: inout Grid, _ state: AppState) {
    let tiles = tiles
    for tile in tiles {
      picture(tile, among: tiles.count, state).draw(in: &grid)
      let photo = photos[tile.index]
      let line = tile.rect.inset(right: 1).line(tile.rect.rows - 2)
      if tile.index == marked { grid.draw("▌", in: line, state.theme.accent) }
      grid.draw(
        "\(photo.date.clock) \(photo.name.printable)", in: line.inset(left: 1),
        tile.index == marked ? state.theme.title : state.theme.dim)
    }
  }

  private func picture(
    _ tile: (index: Int, rect: Rect), among count: Int, _ state: AppState
  ) -> FilePicture {
    FilePicture(
      photos[tile.index].path, in: tile.rect.inset(left: 1, right: 1, bottom: 2), among: count,
      state)
  }
}
