import DiaryCore
import TerminalUI

/// A name and a number of entries as one line of a list.
enum CountedRow {
  /// In columns: numbers don't stand far from the names on a wide screen.
  private static let widest = 60
  /// Numbers stand below each other whatever is told beside them.
  private static let detailColumns = 14

  static func draw(
    _ name: String, count: Int?, detail: String = "", mark: Style? = nil, isSelected: Bool,
    in grid: inout Grid, _ rect: Rect, _ theme: Theme
  ) {
    let line = rect.inset(right: max(0, rect.columns - widest))
    if isSelected { grid.draw("▌", in: line, theme.accent) }
    var room = line.inset(left: 1, right: 2)
    if !detail.isEmpty {
      grid.draw(trailing: detail, in: room, theme.dim)
      room = room.inset(right: detailColumns)
    }
    let number = count.map(CountWords.grouped) ?? ""
    let start = grid.draw(trailing: number, in: room, theme.dim)
    room = room.inset(right: number.isEmpty ? 0 : room.endColumn - start + 2)
    if let mark {
      grid.draw(JournalMark.text, in: room, mark)
      room = room.inset(left: 2)
    }
    grid.draw(
      TextWidth.cut(name.printable, columns: room.columns), in: room,
      isSelected ? theme.title : theme.text)
  }
}
