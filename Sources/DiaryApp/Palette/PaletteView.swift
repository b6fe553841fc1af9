import DiaryCore
import Localization
import TerminalUI

/// Where the parts of the palette are. It is as tall as all commands need, whatever is typed, so
/// that nothing jumps.
struct PaletteLayout {
  let box: Rect
  let field: Rect
  let rows: Rect

  private static let widest = 76

  init(_ palette: PaletteState, _ size: Size) {
    let width = size.columns < 70 ? size.columns : min(Self.widest, size.columns - 4)
    let height = min(palette.items.count + 4, size.rows - (size.rows < 18 ? 1 : 4))
    box = Rect(
      column: (size.columns - width) / 2, row: size.rows < 18 ? 0 : 2, columns: width, rows: height)
    let inner = box.inset(left: 2, top: 1, right: 2, bottom: 1)
    field = inner.line(0)
    rows = inner.inset(top: 2)
  }
}

extension PaletteState {
  func rowCount(in app: ScreenContext) -> Int { shown.count }

  func list(in app: ScreenContext) -> Rect { PaletteLayout(self, app.size).rows }

  package func draw(in grid: inout Grid, _ app: ScreenContext) -> Point? {
    let theme = app.theme
    let layout = PaletteLayout(self, grid.size)
    DialogBox.drawBorder(in: &grid, layout.box, theme.rule)
    let line = layout.field
    grid.draw(":", in: line, theme.accent)
    let start = grid.draw(trailing: CountWords.commands(shown.count), in: line, theme.dim)
    let caret = filter.draw(
      in: &grid, line.inset(left: 2, right: line.endColumn - start + 1), theme.title)
    grid.draw(
      String(repeating: "─", count: layout.box.columns - 2),
      in: layout.box.line(2).inset(left: 1, right: 1), theme.rule)
    if shown.isEmpty {
      grid.draw(localized("No matching commands."), in: layout.rows.line(0), theme.dim)
    }
    drawRows(in: &grid, app)
    return caret
  }

  /// `▌Calendar  calendar                List c`: what it does, its name where that was meant, its
  /// keys.
  func draw(row: Int, isSelected: Bool, in grid: inout Grid, _ line: Rect, _ app: ScreenContext) {
    let theme = app.theme
    let (item, match) = shown[row]
    if isSelected { grid.draw("▌", in: line.inset(left: -1), theme.accent) }
    var room = line
    // The words go first where both have no room.
    let keys = TextWidth.cut(item.keys, columns: line.columns / 3)
    if !keys.isEmpty {
      let start = grid.draw(trailing: keys, in: line, item.screen == nil ? theme.accent : theme.dim)
      room = line.inset(right: line.endColumn - start + 2)
      if let screen = item.screen, line.columns >= 60 {
        let start = grid.draw(trailing: screen, in: room.inset(right: -1), theme.dim)
        room = line.inset(right: line.endColumn - start + 2)
      }
    }
    let end = FoundText(item.words, matches: match.words)
      .draw(in: &grid, room, isSelected ? theme.title : theme.text, theme)
    guard let name = match.name else { return }
    FoundText(item.name, matches: name)
      .draw(in: &grid, room.inset(left: end + 2 - room.column), theme.dim, theme)
  }

  func words(ofRow row: Int, in app: ScreenContext) -> String {
    [shown[row].item.words, shown[row].item.keys].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  package func accessibleText(in app: ScreenContext) -> AccessibleText {
    AccessibleText(
      localized("Commands"), selected: selectedWords(in: app),
      field: .init(localized("Search"), filter))
  }
}
