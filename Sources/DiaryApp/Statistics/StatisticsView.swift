import DiaryCore
import Localization
import TerminalUI

// The diary in numbers: a page of bars and counts that scrolls.
extension StatisticsState {
  package mutating func layOut(in app: ScreenContext) {
    let page = StatisticsPage(self, app)
    let height = ScreenFrame.body(app.size).rows
    guard selected == nil, let place = page.place(of: nil) else {
      return scroll.move(by: 0, content: page.height, height: height)
    }
    selected = place.item
    scroll.reveal(place.row..<place.row + 1, content: page.height, height: height)
  }

  package func draw(in grid: inout Grid, _ app: ScreenContext) -> Point? {
    let frame = ScreenFrame(
      title: localized("Statistics"), trailing: Self.trailing(app),
      hints: app.keys[.statistics].bindings, in: &grid, app)
    guard app.figures?.isEmpty != true else {
      let room = frame.body.inset(left: 3, top: 1, right: 3)
      grid.draw(paragraph: Self.emptyWords(app), in: room, app.theme.dim)
      return nil
    }
    let page = StatisticsPage(self, app)
    let selected = page.place(of: self.selected)?.item
    for column in page.columns {
      for row in 0..<frame.body.rows {
        let index = scroll.top + row
        guard column.rows.indices.contains(index) else { break }
        let line = Rect(
          column: frame.body.column + column.column, row: frame.body.row + row,
          columns: column.columns, rows: 1)
        let content = column.rows[index]
        Self.draw(
          content, isSelected: content.item.map { $0 == selected } ?? false, in: &grid, line, app)
      }
    }
    return nil
  }

  /// How many entries there are, or how many of them have been counted.
  static func trailing(_ app: ScreenContext) -> String {
    guard let figures = app.figures else { return "" }
    let counted = figures.statistics.total.entries
    guard !figures.isWhole else { return CountWords.entries(counted) }
    let total = max(counted, app.list.total ?? 0)
    return localized("counting… \(total == 0 ? 0 : counted * 100 / total)%")
  }

  static func emptyWords(_ app: ScreenContext) -> String {
    guard let key = app.keys[.list].keyName(of: .new) else {
      return localized("Nothing to count yet.")
    }
    return localized("Nothing to count yet. Press \(key) in the list to write your first entry.")
  }

  // MARK: Lines

  private static func draw(
    _ row: StatisticsRow, isSelected: Bool, in grid: inout Grid, _ line: Rect, _ app: ScreenContext
  ) {
    let theme = app.theme
    if isSelected { grid.draw("▌", in: line, theme.accent) }
    let room = line.inset(left: 1, right: 1)
    let style = isSelected ? theme.title : theme.text
    switch row {
    case .blank: break
    case .heading(let title): grid.draw(title, in: room, theme.title)
    case .amountHeading(let title): AmountColumns(room).drawHeading(title, in: &grid, theme)
    case .amount(_, let name, let amount, let most):
      AmountColumns(room).draw(name, style, amount, most: most, in: &grid, theme)
    case .fact(let name, let value):
      let start = grid.draw(trailing: value, in: facts(room), theme.text)
      grid.draw(name, in: facts(room).inset(right: facts(room).endColumn - start + 1), theme.dim)
    case .note(let words):
      grid.draw(
        trailing: TextWidth.cut(words, columns: facts(room).columns), in: facts(room), theme.dim)
    case .count(_, let name, let count, let most, let columns):
      drawCount(name, count, most: most, columns: columns, style, in: &grid, room, theme)
    case .hours(let level): drawHours(level, in: &grid, room, app)
    case .hourNames: drawHourNames(in: &grid, room, theme)
    }
  }

  /// Numbers don't stand far from their names on a wide screen.
  private static func facts(_ room: Rect) -> Rect { room.inset(right: max(0, room.columns - 36)) }

  private static func drawCount(
    _ name: String, _ count: Int, most: Int, columns: Int, _ style: Style, in grid: inout Grid,
    _ room: Rect, _ theme: Theme
  ) {
    let names = min(columns, room.columns / 2)
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

  // MARK: Hours

  private static func hourColumns(_ room: Rect) -> Int { max(1, min(3, room.columns / 24)) }

  private static func drawHours(
    _ level: Int, in grid: inout Grid, _ room: Rect, _ app: ScreenContext
  ) {
    let hours = app.figures?.statistics.hours ?? []
    let most = hours.max() ?? 0
    let width = hourColumns(room)
    let bars = hours.map { count in
      let block = Bar.standing(count, of: most, line: level, lines: StatisticsPage.hourLines)
      return String(repeating: block, count: max(1, width - 1)) + (width > 1 ? " " : "")
    }
    grid.draw(bars.joined(), in: room, app.theme.accent)
  }

  private static func drawHourNames(in grid: inout Grid, _ room: Rect, _ theme: Theme) {
    for hour in stride(from: 0, to: 24, by: 6) {
      grid.draw("\(hour)", in: room.inset(left: hour * hourColumns(room)), theme.dim)
    }
  }

  package func accessibleText(in app: ScreenContext) -> AccessibleText {
    let title = "\(localized("Statistics")), \(Self.trailing(app))"
    guard app.figures?.isEmpty != true else {
      return AccessibleText(title, [Self.emptyWords(app)])
    }
    let page = StatisticsPage(self, app)
    let rows = page.columns.flatMap(\.rows)
    guard let place = page.place(of: selected) else { return AccessibleText(title) }
    let beside = page.places.filter { $0.item.isBeside(place.item) }
    let row = page.columns[place.column].rows[place.row]
    return AccessibleText(
      title, rows.compactMap(\.spokenFact),
      selected: AccessibleText.item(
        row.spokenItem, beside.firstIndex(of: place) ?? 0, of: beside.count))
  }
}

extension StatisticsRow {
  /// What is told beside the selection.
  fileprivate var spokenFact: String? {
    switch self {
    case .fact(let name, let value): "\(name): \(value)"
    case .count(nil, let name, let count, _, _): "\(name): \(CountWords.entries(count))"
    default: nil
    }
  }

  fileprivate var spokenItem: String {
    switch self {
    case .amount(let item, let name, let amount, _):
      [
        item.spokenName ?? name, CountWords.entries(amount.entries), CountWords.words(amount.words),
        CountWords.photos(amount.photos),
      ].joined(separator: ", ")
    case .count(_, let name, let count, _, _): "\(name), \(CountWords.entries(count))"
    default: ""
    }
  }
}

extension StatisticsItem {
  fileprivate var spokenName: String? {
    if case .month(let month) = self { DateWords.month(month) } else { nil }
  }
}

extension Location.Kind {
  static let statistics = Self(name: "statistics") { _, _, old, _ in
    (old as? StatisticsState ?? StatisticsState(), [])
  }
}
