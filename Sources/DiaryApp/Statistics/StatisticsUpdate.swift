import DiaryCore
import Localization
import TerminalUI

extension StatisticsState: Screen {
  package var opener: Command? { .statistics }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.statistics]] }

  package func location(in app: ScreenContext) -> Location.Screen? {
    Location.Screen(kind: .statistics)
  }

  package mutating func handle(_ event: KeyEvent, in app: inout ScreenContext) -> [Effect] {
    guard let command = command(for: event, in: app) else { return [] }
    selected = StatisticsPage(self, app).place(of: selected)?.item
    let statistics = app.figures?.statistics ?? DiaryStatistics()
    switch command {
    case .back: app.pop()
    case .open: return open(in: &app)
    case .places: PlacesState.open(in: &app)
    case .map: MapState.open(.all, in: &app)
    case .down: move(.down, in: app)
    case .up: move(.up, in: app)
    case .pageDown: scroll(by: max(1, ScreenFrame.body(app.size).rows - 1), in: app)
    case .pageUp: scroll(by: -max(1, ScreenFrame.body(app.size).rows - 1), in: app)
    case .first: goToEnd(.up, in: app)
    case .last: goToEnd(.down, in: app)
    case .previousYear, .nextYear:
      moveYear(older: command == .previousYear, statistics, today: app.now.day)
    case .focusNext, .focusPrevious: moveSection(forward: command == .focusNext, in: app)
    default: return app.updateEverywhere(command)
    }
    return []
  }

  /// Shows the entries of what is selected; of a year, its months.
  private mutating func open(in app: inout ScreenContext) -> [Effect] {
    guard let place = StatisticsPage(self, app).place(of: selected),
      rowsInView(in: app).contains(place.row)
    else { return [] }
    switch place.item {
    case .month(let month):
      let months = self.months(of: app.figures?.statistics ?? DiaryStatistics(), today: app.now.day)
      let name = DateWords.month(month)
      guard months.contains(where: { $0.first == month && $0.amount.entries > 0 }) else {
        app.toast = localized("No entries in \(name).")
        return []
      }
      return [.show(ListScope(.month(month), today: app.now.day))]
    case .year(let year):
      show(.year(year.year), today: app.now.day)
      goToEnd(.up, in: app)
      return []
    case .tag(let name): return [.show(ListScope(.tag(name), today: app.now.day))]
    case .place(let name): return [.show(ListScope(.place(name), today: app.now.day))]
    }
  }

  // MARK: Moving

  private enum Direction { case up, down }

  private func rowsInView(in app: ScreenContext) -> Range<Int> {
    scroll.top..<scroll.top + ScreenFrame.body(app.size).rows
  }

  /// Selects the next thing in its column that is in view, if need be after scrolling a line towards
  /// it: what can't be selected is to be seen as well.
  private mutating func move(_ direction: Direction, in app: ScreenContext) {
    let page = StatisticsPage(self, app)
    guard let old = page.place(of: selected) else { return }
    func next() -> StatisticsPage.ItemPosition? {
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

  /// The selection comes along where something of its column is in view.
  private mutating func scroll(by rows: Int, in app: ScreenContext) {
    let page = StatisticsPage(self, app)
    scroll.move(by: rows, content: page.height, height: ScreenFrame.body(app.size).rows)
    guard let old = page.place(of: selected), !rowsInView(in: app).contains(old.row)
    else { return }
    let inView = page.places.filter { rowsInView(in: app).contains($0.row) }
    let next = inView.first { $0.column == old.column } ?? inView.first
    if let next { selected = next.item }
  }

  private mutating func goToEnd(_ direction: Direction, in app: ScreenContext) {
    let page = StatisticsPage(self, app)
    guard let old = page.place(of: selected) else { return }
    let column = page.places.filter { $0.column == old.column }
    selected = (direction == .up ? column.first : column.last)?.item
    scroll.move(
      by: direction == .up ? -page.height : page.height, content: page.height,
      height: ScreenFrame.body(app.size).rows)
  }

  /// To the first line below the next heading that has something to select.
  private mutating func moveSection(forward: Bool, in app: ScreenContext) {
    let page = StatisticsPage(self, app)
    guard let old = page.place(of: selected) else { return }
    var starts: [StatisticsPage.ItemPosition] = []
    for place in page.places where starts.last?.item.isBeside(place.item) != true {
      starts.append(place)
    }
    guard let here = starts.firstIndex(where: { $0.item.isBeside(old.item) }) else { return }
    let next = starts[(here + (forward ? 1 : starts.count - 1)) % starts.count]
    selected = next.item
    // With its heading.
    scroll.reveal(
      next.row - 1..<next.row + 1, content: page.height, height: ScreenFrame.body(app.size).rows)
  }

  // MARK: The mouse

  package mutating func click(_ mouse: MouseEvent, in app: inout ScreenContext) -> [Effect] {
    switch mouse.action {
    case .scrollUp: scroll(by: -3, in: app)
    case .scrollDown: scroll(by: 3, in: app)
    case .press, .doublePress:
      let page = StatisticsPage(self, app)
      let row = mouse.point.row - ScreenFrame.body(app.size).row + scroll.top
      let place = page.places.first {
        let column = page.columns[$0.column]
        return $0.row == row
          && (column.column..<column.column + column.columns).contains(mouse.point.column)
      }
      guard let place, ScreenFrame.body(app.size).contains(mouse.point) else { return [] }
      selected = place.item
      if mouse.action == .doublePress {
        return open(in: &app)
      }
    default: break
    }
    return []
  }
}
