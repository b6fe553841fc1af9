import DiaryCore
import TerminalUI
import Text

/// A scrolling page of bars and counts. It isn't a `ChoiceScreen`, because its selectable items are
/// in columns, among rows that can only be scrolled.
protocol FiguresScreen: Screen {
  var selected: FigureItem? { get set }
  var scroll: ScrollPosition { get set }
  func page(in app: AppState) -> FiguresPage
  /// Returns `true` if there is an earlier year to show, or a later one.
  func hasYear(earlier: Bool, in app: AppState) -> Bool
  /// Performs a command; `nil` for the default meaning on pages of statistics.
  mutating func perform(_ command: Command, in app: inout AppState) -> [Effect]?
  /// Shows the entries of an item.
  mutating func open(_ item: FigureItem, in app: inout AppState) -> [Effect]
}

extension FiguresScreen {
  package func isAvailable(_ command: Command, in app: AppState) -> Bool {
    switch command {
    case .previousYear, .nextYear: hasYear(earlier: command == .previousYear, in: app)
    case .open, .focusNext, .focusPrevious: !page(in: app).places.isEmpty
    default: true
    }
  }

  package mutating func handle(_ event: KeyEvent, in app: inout AppState) -> [Effect] {
    guard let command = command(for: event, in: app) else { return [] }
    selected = page(in: app).place(of: selected)?.item
    if let effects = perform(command, in: &app) { return effects }
    let height = ScreenFrame.body(app.size).rows
    switch command {
    case .back: app.pop()
    case .open: return open(in: &app)
    case .down: move(.down, in: app)
    case .up: move(.up, in: app)
    case .pageDown: scroll(by: max(1, height - 1), in: app)
    case .pageUp: scroll(by: -max(1, height - 1), in: app)
    case .halfPageDown: scroll(by: max(1, height / 2), in: app)
    case .halfPageUp: scroll(by: -max(1, height / 2), in: app)
    case .first: goToEnd(.up, in: app)
    case .last: goToEnd(.down, in: app)
    case .focusNext, .focusPrevious: moveSection(forward: command == .focusNext, in: app)
    default: return app.updateEverywhere(command)
    }
    return []
  }

  private mutating func open(in app: inout AppState) -> [Effect] {
    guard let place = page(in: app).place(of: selected), rowsInView(in: app).contains(place.row)
    else { return [] }
    return open(place.item, in: &app)
  }

  package mutating func layOut(in app: AppState) {
    let page = page(in: app)
    let height = ScreenFrame.body(app.size).rows
    guard selected == nil, let place = page.place(of: nil) else {
      return scroll.move(by: 0, content: page.height, height: height)
    }
    selected = place.item
    scroll.reveal(place.row..<place.row + 1, content: page.height, height: height)
  }

  // MARK: Moving

  private func rowsInView(in app: AppState) -> Range<Int> {
    scroll.top..<scroll.top + ScreenFrame.body(app.size).rows
  }

  /// Selects the next visible item in the column. If there is none, first scrolls by one row, so
  /// that rows without items can be read too.
  private mutating func move(_ direction: FiguresDirection, in app: AppState) {
    let page = page(in: app)
    let old = page.place(of: selected)
    func next() -> FiguresPage.ItemPosition? {
      guard let old else { return nil }
      let inView = page.places.filter {
        $0.column == old.column && rowsInView(in: app).contains($0.row)
      }
      return direction == .down
        ? inView.first { $0.row > old.row } : inView.last { $0.row < old.row }
    }
    if next() == nil {
      scroll.move(
        by: direction == .down ? 1 : -1, content: page.height,
        height: ScreenFrame.body(app.size).rows)
    }
    if let next = next() { selected = next.item }
  }

  /// Scrolls, and moves the selection to a visible item, preferably in the same column.
  private mutating func scroll(by rows: Int, in app: AppState) {
    let page = page(in: app)
    scroll.move(by: rows, content: page.height, height: ScreenFrame.body(app.size).rows)
    guard let old = page.place(of: selected), !rowsInView(in: app).contains(old.row)
    else { return }
    let inView = page.places.filter { rowsInView(in: app).contains($0.row) }
    let next = inView.first { $0.column == old.column } ?? inView.first
    if let next { selected = next.item }
  }

  mutating func goToEnd(_ direction: FiguresDirection, in app: AppState) {
    let page = page(in: app)
    if let old = page.place(of: selected) {
      let column = page.places.filter { $0.column == old.column }
      selected = (direction == .up ? column.first : column.last)?.item
    }
    scroll.move(
      by: direction == .up ? -page.height : page.height, content: page.height,
      height: ScreenFrame.body(app.size).rows)
  }

  /// Selects the first item of the next or previous section.
  private mutating func moveSection(forward: Bool, in app: AppState) {
    let page = page(in: app)
    guard let old = page.place(of: selected) else { return }
    var starts: [FiguresPage.ItemPosition] = []
    for place in page.places where starts.last?.item.isBeside(place.item) != true {
      starts.append(place)
    }
    guard let here = starts.firstIndex(where: { $0.item.isBeside(old.item) }) else { return }
    let next = starts[(here + (forward ? 1 : starts.count - 1)) % starts.count]
    selected = next.item
    // Includes the section's heading.
    scroll.reveal(
      next.row - 1..<next.row + 1, content: page.height, height: ScreenFrame.body(app.size).rows)
  }

  // MARK: The mouse

  package mutating func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    switch mouse.action {
    case .scrollUp: scroll(by: -3, in: app)
    case .scrollDown: scroll(by: 3, in: app)
    case .press, .doublePress:
      let page = page(in: app)
      let row = mouse.point.row - ScreenFrame.body(app.size).row + scroll.top
      let place = page.places.first {
        let column = page.columns[$0.column]
        return $0.row == row
          && (column.column..<column.column + column.columns).contains(mouse.point.column)
      }
      guard let place, ScreenFrame.body(app.size).contains(mouse.point) else { return [] }
      selected = place.item
      if mouse.action == .doublePress { return open(in: &app) }
    default: break
    }
    return []
  }
}

/// The direction of a motion.
enum FiguresDirection { case up, down }

// MARK: - Layout

/// The rows of a page of statistics in one or two columns.
struct FiguresPage {
  struct Column {
    /// The column's position and width on the screen.
    let column: Int
    let columns: Int
    let rows: [FigureRow]
  }

  struct ItemPosition: Hashable {
    let item: FigureItem
    let column: Int
    let row: Int
  }

  let columns: [Column]
  /// All selectable items, column by column from the top.
  let places: [ItemPosition]

  private static let widestLeft = 120

  /// Returns the widths of the two columns; `right` is `nil` if only one fits.
  static func columns(_ width: Int) -> (left: Int, right: Int?) {
    guard width >= ScreenFrame.minWidthForTwo else { return (width, nil) }
    let right = min(60, max(26, width * 30 / 100))
    return (min(widestLeft, width - right - 3), right)
  }

  /// Arranges sections in two columns or, on a narrow screen, in one with a different order.
  init(
    width: Int, left: [[FigureRow]], right: [[FigureRow]], narrow: [[FigureRow]]
  ) {
    let (leftColumns, rightColumns) = Self.columns(width)
    func column(_ column: Int, _ columns: Int, _ sections: [[FigureRow]]) -> Column {
      // Without the selection's bar and the margin.
      Column(
        column: column, columns: columns, rows: Self.joined(sections).aligned(columns: columns - 2))
    }
    if let rightColumns {
      columns = [
        column(0, leftColumns, left), column(leftColumns + 3, rightColumns, right),
      ]
    } else {
      columns = [column(0, width, narrow)]
    }
    places = columns.enumerated().flatMap { index, column in
      column.rows.enumerated().compactMap { row, content in
        content.item.map { ItemPosition(item: $0, column: index, row: row) }
      }
    }
  }

  var height: Int { columns.map(\.rows.count).max() ?? 0 }

  /// Returns an item's position. If it is `nil` or gone, returns that of the latest month,
  /// otherwise the first.
  func place(of item: FigureItem?) -> ItemPosition? {
    places.first { $0.item == item } ?? places.last { $0.item.isMonth } ?? places.first
  }

  private static func joined(_ sections: [[FigureRow]]) -> [FigureRow] {
    Array(sections.filter { !$0.isEmpty }.joined(separator: [.blank]))
  }
}

// MARK: - View

extension FiguresScreen {
  func drawPage(in grid: inout Grid, _ body: Rect, _ app: AppState) {
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

  /// Describes the page: its facts, and the selection with its position in its section.
  func spokenPage(_ title: String, in app: AppState) -> AccessibleText {
    let page = page(in: app)
    let facts = page.columns.flatMap(\.rows).compactMap(\.accessibleFact)
    guard let place = page.place(of: selected) else { return AccessibleText(title, facts) }
    let beside = page.places.filter { $0.item.isBeside(place.item) }
    let row = page.columns[place.column].rows[place.row]
    return AccessibleText(
      title, facts,
      selected: AccessibleText.item(
        row.accessibleItem, beside.firstIndex(of: place) ?? 0, of: beside.count))
  }
}

extension FigureRow {
  fileprivate func draw(isSelected: Bool, in grid: inout Grid, _ line: Rect, _ theme: Theme) {
    if isSelected { grid.draw("▌", in: line, theme.accent) }
    let space = line.inset(left: 1, right: 1)
    let style = isSelected ? theme.title : theme.text
    switch self {
    case .blank: break
    case .heading(let title): grid.draw(title, in: space, theme.title)
    case .amountHeading(let title): AmountColumns(space).drawHeading(title, in: &grid, theme)
    case .amount(_, let name, let amount, let most):
      AmountColumns(space).draw(name, style, amount, most: most, in: &grid, theme)
    case .fact(let name, let value, let columns):
      let facts = Self.facts(space, columns)
      let start = grid.draw(trailing: value, in: facts, theme.text)
      grid.draw(name, in: facts.inset(right: facts.endColumn - start + 1), theme.dim)
    case .note(let words, let columns):
      let facts = Self.facts(space, columns)
      grid.draw(trailing: TextWidth.cut(words, columns: facts.columns), in: facts, theme.dim)
    case .count(let item, let name, let count, let most, let columns):
      var isPlace: Bool { if case .place = item { true } else { false } }
      Self.draw(
        name, isPlace: isPlace, count, most: most, columns: columns, style, in: &grid, space, theme)
    case .named(_, let name, let detail):
      let line = space.inset(right: space.endColumn - AmountColumns(space).detailEnd)
      let start = grid.draw(trailing: detail, in: line, theme.dim)
      let rest = line.inset(right: line.endColumn - start + 2)
      grid.draw(TextWidth.cut(name.printable, columns: rest.columns), in: rest, style)
    case .words(let words): grid.draw(words, in: space, theme.dim)
    case .chart(let chart, let line): chart.draw(line: line, in: &grid, space, theme)
    case .months(let chart): chart.drawMonths(in: &grid, space, theme)
    case .mean(_, let name, let mood, let thousandths, let columns, let moods):
      let names = min(columns, space.columns / 2)
      grid.draw(
        TextWidth.cut(name.printable, columns: names),
        in: space.inset(right: space.columns - names), style)
      let rest = space.inset(left: names + 1)
      grid.draw(TextWidth.cut(mood.printable, columns: moods), in: rest, style)
      let bar = rest.inset(left: moods + 1)
      grid.draw(
        Bar.horizontal(max(1, thousandths), of: 1000, columns: bar.columns), in: bar, theme.accent)
    case .hours(let hours, let level): Self.draw(hours, line: level, in: &grid, space, theme)
    case .hourNames:
      for hour in stride(from: 0, to: 24, by: 6) {
        grid.draw("\(hour)", in: space.inset(left: hour * Self.hourColumns(space)), theme.dim)
      }
    }
  }

  /// Returns the part of a line for a name and its value.
  private static func facts(_ space: Rect, _ columns: Int) -> Rect {
    columns == 0 ? space : space.inset(right: max(0, space.columns - columns))
  }

  private static func draw(
    _ name: String, isPlace: Bool, _ count: Int, most: Int, columns: Int, _ style: Style,
    in grid: inout Grid, _ space: Rect, _ theme: Theme
  ) {
    // Names have priority: bars need at most a third of a wide screen.
    let names = min(columns, max(space.columns / 2, space.columns * 2 / 3 - 8))
    // In a narrow column, a town without its country, but never half of a position.
    let hasTown =
      isPlace && name.first?.isLetter == true && TextWidth.exceeds(name, columns: names)
    let town = hasTown ? name.firstRange(of: ", ").map { String(name[..<$0.lowerBound]) } : nil
    grid.draw(
      TextWidth.cut((town ?? name).printable, columns: names),
      in: space.inset(right: space.columns - names), style)
    let rest = space.inset(left: names)
    grid.draw(
      trailing: CountText.grouped(count),
      in: rest.inset(right: max(0, rest.columns - [FigureRow].numberColumns)), theme.dim)
    let bar = rest.inset(left: [FigureRow].numberColumns + 1)
    grid.draw(Bar.horizontal(count, of: most, columns: bar.columns), in: bar, theme.accent)
  }

  private static func hourColumns(_ space: Rect) -> Int { max(1, min(5, space.columns / 24)) }

  private static func draw(
    _ hours: [Int], line: Int, in grid: inout Grid, _ space: Rect, _ theme: Theme
  ) {
    let width = hourColumns(space)
    let bars = hours.map { count in
      let block = Bar.vertical(
        count, of: hours.max() ?? 0, line: line, lines: [FigureRow].hourLines)
      return String(repeating: block, count: max(1, width - 1)) + (width > 1 ? " " : "")
    }
    grid.draw(bars.joined(), in: space, theme.accent)
  }
}
