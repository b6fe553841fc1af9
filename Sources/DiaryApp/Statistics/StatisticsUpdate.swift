import DiaryCore
import TerminalUI
import Words

extension AppState {
  mutating func updateStatistics(_ event: KeyEvent, _ screen: StatisticsState) -> [Effect] {
    guard
      let command = keys[.statistics].command(for: event) ?? keys[.everywhere].command(for: event)
    else { return [] }
    var screen = screen
    screen.selected = StatisticsPage(screen, self).place(of: screen.selected)?.item
    let statistics = figures?.statistics ?? DiaryStatistics()
    switch command {
    case .back:
      screens.pop()
      return []
    case .open: return open(screen)
    case .places:
      openPlaces()
      return []
    case .down: move(.down, in: &screen)
    case .up: move(.up, in: &screen)
    case .pageDown: scroll(&screen, by: max(1, ScreenFrame.body(size).rows - 1))
    case .pageUp: scroll(&screen, by: -max(1, ScreenFrame.body(size).rows - 1))
    case .first: goToEnd(.up, in: &screen)
    case .last: goToEnd(.down, in: &screen)
    case .previousYear, .nextYear:
      screen.moveYear(older: command == .previousYear, statistics, today: now.day)
    case .focusNext, .focusPrevious:
      moveSection(forward: command == .focusNext, in: &screen)
    default: return updateEverywhere(command)
    }
    screens.replaceFront(with: screen)
    return []
  }

  /// Shows the entries of what is selected; of a year, its months.
  private mutating func open(_ screen: StatisticsState) -> [Effect] {
    guard let place = StatisticsPage(screen, self).place(of: screen.selected),
      rowsInView(screen).contains(place.row)
    else { return [] }
    switch place.item {
    case .month(let month):
      let months = screen.months(of: figures?.statistics ?? DiaryStatistics(), today: now.day)
      let name = DateWords.month(month)
      guard months.contains(where: { $0.first == month && $0.amount.entries > 0 }) else {
        toast = localized("No entries in \(name).")
        return []
      }
      return show(ListScope(.month(month), today: now.day))
    case .year(let year):
      var screen = screen
      screen.show(.year(year.year), today: now.day)
      goToEnd(.up, in: &screen)
      screens.replaceFront(with: screen)
      return []
    case .tag(let name): return show(ListScope(.tag(name), today: now.day))
    case .place(let name): return show(ListScope(.place(name), today: now.day))
    }
  }

  // MARK: Moving

  private enum Direction { case up, down }

  private func rowsInView(_ screen: StatisticsState) -> Range<Int> {
    screen.scroll.top..<screen.scroll.top + ScreenFrame.body(size).rows
  }

  /// Selects the next thing in its column that is in view, if need be after scrolling a line towards
  /// it: what can't be selected is to be seen as well.
  private func move(_ direction: Direction, in screen: inout StatisticsState) {
    let page = StatisticsPage(screen, self)
    guard let old = page.place(of: screen.selected) else { return }
    func next() -> StatisticsPage.Place? {
      let inView = page.places.filter {
        $0.column == old.column && rowsInView(screen).contains($0.row)
      }
      return direction == .down
        ? inView.first { $0.row > old.row } : inView.last { $0.row < old.row }
    }
    if next() == nil {
      screen.scroll.move(
        by: direction == .down ? 1 : -1, content: page.height,
        height: ScreenFrame.body(size).rows)
    }
    if let next = next() { screen.selected = next.item }
  }

  /// The selection comes along where something of its column is in view.
  private func scroll(_ screen: inout StatisticsState, by rows: Int) {
    let page = StatisticsPage(screen, self)
    screen.scroll.move(by: rows, content: page.height, height: ScreenFrame.body(size).rows)
    guard let old = page.place(of: screen.selected), !rowsInView(screen).contains(old.row)
    else { return }
    let inView = page.places.filter { rowsInView(screen).contains($0.row) }
    let next = inView.first { $0.column == old.column } ?? inView.first
    if let next { screen.selected = next.item }
  }

  private func goToEnd(_ direction: Direction, in screen: inout StatisticsState) {
    let page = StatisticsPage(screen, self)
    guard let old = page.place(of: screen.selected) else { return }
    let column = page.places.filter { $0.column == old.column }
    screen.selected = (direction == .up ? column.first : column.last)?.item
    screen.scroll.move(
      by: direction == .up ? -page.height : page.height, content: page.height,
      height: ScreenFrame.body(size).rows)
  }

  /// To the first line below the next heading that has something to select.
  private func moveSection(forward: Bool, in screen: inout StatisticsState) {
    let page = StatisticsPage(screen, self)
    guard let old = page.place(of: screen.selected) else { return }
    var starts: [StatisticsPage.Place] = []
    for place in page.places where starts.last?.item.isBeside(place.item) != true {
      starts.append(place)
    }
    guard let here = starts.firstIndex(where: { $0.item.isBeside(old.item) }) else { return }
    let next = starts[(here + (forward ? 1 : starts.count - 1)) % starts.count]
    screen.selected = next.item
    // With its heading.
    screen.scroll.reveal(
      next.row - 1..<next.row + 1, content: page.height, height: ScreenFrame.body(size).rows)
  }

  // MARK: The mouse

  mutating func clickStatistics(_ mouse: MouseEvent, _ screen: StatisticsState) -> [Effect] {
    var screen = screen
    switch mouse.action {
    case .scrollUp: scroll(&screen, by: -3)
    case .scrollDown: scroll(&screen, by: 3)
    case .press, .doublePress:
      let page = StatisticsPage(screen, self)
      let row = mouse.point.row - ScreenFrame.body(size).row + screen.scroll.top
      let place = page.places.first {
        let column = page.columns[$0.column]
        return $0.row == row
          && (column.column..<column.column + column.columns).contains(mouse.point.column)
      }
      guard let place, ScreenFrame.body(size).contains(mouse.point) else { return [] }
      screen.selected = place.item
      if mouse.action == .doublePress {
        screens.replaceFront(with: screen)
        return open(screen)
      }
    default: return []
    }
    screens.replaceFront(with: screen)
    return []
  }
}
