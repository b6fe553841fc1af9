import DiaryCore
import Localization
import TerminalUI

extension StatisticsState: FiguresScreen {
  package var opener: Command? { .statistics }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.statistics]] }

  package func location(in app: ScreenContext) -> Location.Screen? {
    Location.Screen(kind: .statistics)
  }

  func page(in app: ScreenContext) -> FiguresPage { FiguresPage(self, app) }

  mutating func perform(_ command: Command, in app: inout ScreenContext) -> [Effect]? {
    switch command {
    case .places: PlacesState.open(in: &app)
    case .map: MapState.open(.all, in: &app)
    case .moods: app.jump(to: MoodsState())
    case .previousYear, .nextYear:
      let statistics = app.figures?.statistics ?? DiaryStatistics()
      let next = span.moved(older: command == .previousYear, statistics, today: app.now.day)
      show(next, today: app.now.day)
    default: return nil
    }
    return []
  }

  /// Shows the entries of what is selected; of a year, its months.
  mutating func open(_ item: FigureItem, in app: inout ScreenContext) -> [Effect] {
    guard case .year(let year) = item else {
      let months = months(of: app.figures?.statistics ?? DiaryStatistics(), today: app.now.day)
      return app.show(item, among: months)
    }
    show(.year(year.year), today: app.now.day)
    goToEnd(.up, in: app)
    return []
  }
}

extension ScreenContext {
  /// Shows the entries of a figure in the list. `months` are those that are counted.
  mutating func show(_ item: FigureItem, among months: [PeriodTally]) -> [Effect] {
    switch item {
    case .month(let month):
      let name = DateWords.month(month)
      guard months.contains(where: { $0.first == month && $0.amount.entries > 0 }) else {
        toast = localized("No entries in \(name).")
        return []
      }
      return [.show(ListScope(.month(month), today: now.day))]
    case .tag(let name): return [.show(ListScope(.tag(name), today: now.day))]
    case .place(let name): return [.show(ListScope(.place(name), today: now.day))]
    case .mood(let name): return [.show(ListScope(.mood(name), today: now.day))]
    case .year, .entry, .trip: return []
    }
  }
}
