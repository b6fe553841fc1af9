import TerminalUI

/// A row of a list with a name, and what is told of it in words beside.
enum DetailRow {
  /// In columns, of the name and its mark: words stand below each other.
  private static let nameColumns = 24
  /// In fewer columns the words stand at the end, with all the room that the name leaves.
  private static let fewest = 60

  static func isNarrow(_ rect: Rect) -> Bool { rect.columns < fewest }

  static func draw(
    _ name: String, detail: String, mark: String, isSelected: Bool, in grid: inout Grid,
    _ rect: Rect, _ theme: Theme
  ) {
    if isSelected { grid.draw("▌", in: rect, theme.accent) }
    let room = rect.inset(left: 1)
    grid.draw(mark, in: room, theme.dim)
    let columns = min(nameColumns, room.columns) - 2
    let end = grid.draw(
      TextWidth.cut(name.printable, columns: columns), in: room.inset(left: 2),
      isSelected ? theme.title : theme.text)
    let isNarrow = isNarrow(rect)
    let rest =
      isNarrow
      ? room.inset(left: end + 2 - room.column, right: 2) : room.inset(left: nameColumns + 1)
    guard rest.columns > 0 else { return }
    let words = TextWidth.cut(detail.printable, columns: rest.columns)
    if isNarrow {
      grid.draw(trailing: words, in: rest, theme.dim)
    } else {
      grid.draw(words, in: rest, theme.dim)
    }
  }
}
