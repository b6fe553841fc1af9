import TerminalUI

/// How large the tiles of a contact sheet are, and how many stand beside each other.
struct TileLayout: Hashable, Sendable {
  /// Tiles in a row.
  let columns: Int
  /// Of a tile, in cells: with the gaps at its sides.
  let width: Int
  /// Of a tile, in cells: the picture, the caption, and the gap below.
  let rows: Int

  /// As many as are large enough to tell what is on them: two on the smallest screen, with a
  /// heading above one row of them. `ratio` is a cell's width by its height.
  init(for body: Size, cellRatio ratio: Double) {
    columns = max(2, body.columns / (18 + max(0, body.columns) / 40))
    width = max(3, body.columns / columns)
    // Most photos are four by three.
    let picture = (Double(width - Self.margin) * 0.75 * ratio).rounded()
    rows = max(2, min(Int(picture), body.rows - Self.foot - 1)) + Self.foot
  }

  /// The columns at the sides of the picture: the mark of the selection, and a gap.
  static let margin = 2
  /// The rows below the picture: the caption, and a gap.
  static let foot = 2

  /// Where the picture of a tile is.
  static func picture(in tile: Rect) -> Rect { tile.inset(left: 1, right: 1, bottom: foot) }

  static func caption(in tile: Rect) -> Rect {
    tile.inset(left: 1, right: 1).line(tile.rows - foot)
  }
}
