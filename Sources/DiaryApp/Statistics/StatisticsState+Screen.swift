import DiaryCore
import TerminalUI
import Words

extension StatisticsState: Screen {
  package var opener: Command? { .statistics }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.statistics]] }

  package mutating func layOut(in app: AppState) { StatisticsView.layOut(&self, app) }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    StatisticsView.draw(self, app, in: &grid)
    return nil
  }

  package func speech(in app: AppState) -> Speech {
    let title = "\(localized("Statistics")), \(StatisticsView.trailing(app))"
    guard app.figures?.isEmpty != true else {
      return Speech(title, [StatisticsView.emptyWords(app)])
    }
    let page = StatisticsPage(self, app)
    let rows = page.columns.flatMap(\.rows)
    guard let place = page.place(of: selected) else { return Speech(title) }
    let beside = page.places.filter { $0.item.isBeside(place.item) }
    let row = page.columns[place.column].rows[place.row]
    return Speech(
      title, rows.compactMap(\.spokenFact),
      selected: Speech.item(
        row.spokenItem, beside.firstIndex(of: place) ?? 0, of: beside.count))
  }

  package func place(in app: AppState) -> Place.Screen? { Place.Screen(kind: .statistics) }
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

extension Place.Kind {
  static let statistics = Self("statistics") { _, _, old, _ in
    (old as? StatisticsState ?? StatisticsState(), [])
  }
}
