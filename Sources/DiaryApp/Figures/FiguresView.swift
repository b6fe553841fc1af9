import DiaryCore
import Localization
import TerminalUI

// The lines of a page of figures.
extension FiguresScreen {
  func drawPage(in grid: inout Grid, _ body: Rect, _ app: ScreenContext) {
    let page = page(in: app)
    let selected = page.place(of: self.selected)?.item
    for column in page.columns {
      for row in 0..<body.rows {
        let index = scroll.top + row
        guard column.rows.indices.contains(index) else { break }
        let line = Rect(
          column: body.column + column.column, row: body.row + row, columns: column.columns, rows: 1
        )
        let content = column.rows[index]
        content.draw(
          isSelected: content.item.map { $0 == selected } ?? false, in: &grid, line, app.theme)
      }
    }
  }

  /// The page in words: its facts, and the selection among those of its section.
  func spokenPage(_ title: String, in app: ScreenContext) -> AccessibleText {
    let page = page(in: app)
    let facts = page.columns.flatMap(\.rows).compactMap(\.spokenFact)
    guard let place = page.place(of: selected) else { return AccessibleText(title, facts) }
    let beside = page.places.filter { $0.item.isBeside(place.item) }
    let row = page.columns[place.column].rows[place.row]
    return AccessibleText(
      title, facts,
      selected: AccessibleText.item(
        row.spokenItem, beside.firstIndex(of: place) ?? 0, of: beside.count))
  }
}

extension FigureRow {
  fileprivate func draw(isSelected: Bool, in grid: inout Grid, _ line: Rect, _ theme: Theme) {
    if isSelected { grid.draw("▌", in: line, theme.accent) }
    let room = line.inset(left: 1, right: 1)
    let style = isSelected ? theme.title : theme.text
    switch self {
    case .blank: break
    case .heading(let title): grid.draw(title, in: room, theme.title)
    case .amountHeading(let title): AmountColumns(room).drawHeading(title, in: &grid, theme)
    case .amount(_, let name, let amount, let most):
      AmountColumns(room).draw(name, style, amount, most: most, in: &grid, theme)
    case .fact(let name, let value):
      let facts = Self.facts(room)
      let start = grid.draw(trailing: value, in: facts, theme.text)
      grid.draw(name, in: facts.inset(right: facts.endColumn - start + 1), theme.dim)
    case .note(let words):
      let facts = Self.facts(room)
      grid.draw(trailing: TextWidth.cut(words, columns: facts.columns), in: facts, theme.dim)
    case .count(_, let name, let count, let most, let columns):
      Self.draw(name, count, most: most, columns: columns, style, in: &grid, room, theme)
    case .named(_, let name, let detail):
      let line = room.inset(right: max(0, room.columns - 70))
      let start = grid.draw(trailing: detail, in: line, theme.dim)
      let rest = line.inset(right: line.endColumn - start + 2)
      grid.draw(TextWidth.cut(name.printable, columns: rest.columns), in: rest, style)
    case .words(let words): grid.draw(words, in: room, theme.dim)
    case .chart(let chart, let line): chart.draw(line: line, in: &grid, room, theme)
    case .months(let chart): chart.drawMonths(in: &grid, room, theme)
    case .mean(_, let name, let mood, let thousandths, let columns):
      let names = min(columns, room.columns / 2)
      grid.draw(
        TextWidth.cut(name.printable, columns: names),
        in: room.inset(right: room.columns - names), style)
      let rest = room.inset(left: names + 1)
      let end = grid.draw(TextWidth.cut(mood.printable, columns: 12), in: rest, style)
      let bar = rest.inset(left: max(4, end - rest.column + 1))
      grid.draw(
        Bar.lying(max(1, thousandths), of: 1000, columns: min(bar.columns, 40)), in: bar,
        theme.accent)
    case .hours(let hours, let level): Self.draw(hours, line: level, in: &grid, room, theme)
    case .hourNames:
      for hour in stride(from: 0, to: 24, by: 6) {
        grid.draw("\(hour)", in: room.inset(left: hour * Self.hourColumns(room)), theme.dim)
      }
    }
  }

  /// Numbers don't stand far from their names on a wide screen.
  private static func facts(_ room: Rect) -> Rect { room.inset(right: max(0, room.columns - 36)) }

  private static func draw(
    _ name: String, _ count: Int, most: Int, columns: Int, _ style: Style, in grid: inout Grid,
    _ room: Rect, _ theme: Theme
  ) {
    // Names first: on a wide screen bars need no more than a third of it.
    let names = min(columns, max(room.columns / 2, room.columns * 2 / 3 - 8))
    grid.draw(
      TextWidth.cut(name.printable, columns: names),
      in: room.inset(right: room.columns - names), style)
    let rest = room.inset(left: names)
    grid.draw(
      trailing: CountWords.grouped(count), in: rest.inset(right: max(0, rest.columns - 7)),
      theme.dim)
    let bar = rest.inset(left: 8)
    grid.draw(
      Bar.lying(count, of: most, columns: min(bar.columns, 40)), in: bar, theme.accent)
  }

  private static func hourColumns(_ room: Rect) -> Int { max(1, min(3, room.columns / 24)) }

  private static func draw(
    _ hours: [Int], line: Int, in grid: inout Grid, _ room: Rect, _ theme: Theme
  ) {
    let width = hourColumns(room)
    let bars = hours.map { count in
      let block = Bar.standing(
        count, of: hours.max() ?? 0, line: line, lines: [FigureRow].hourLines)
      return String(repeating: block, count: max(1, width - 1)) + (width > 1 ? " " : "")
    }
    grid.draw(bars.joined(), in: room, theme.accent)
  }
}
