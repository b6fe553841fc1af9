import DiaryCore
import TerminalUI
import Words

extension AppState {
  func speech(of screen: StatisticsState) -> Speech {
    let title = "\(localized("Statistics")), \(StatisticsView.trailing(self))"
    guard figures?.isEmpty != true else {
      return Speech(title, [StatisticsView.emptyWords(self)])
    }
    let page = StatisticsPage(screen, self)
    let rows = page.columns.flatMap(\.rows)
    guard let place = page.place(of: screen.selected) else { return Speech(title) }
    let beside = page.places.filter { $0.item.isBeside(place.item) }
    let row = page.columns[place.column].rows[place.row]
    return Speech(
      title, rows.compactMap(\.spokenFact),
      selected: Self.place(
        row.spokenItem, beside.firstIndex(of: place) ?? 0, of: beside.count))
  }

  func speech(of screen: PlacesState) -> Speech {
    guard figures?.isWhole == true else { return Speech(localized("Places")) }
    let title = "\(localized("Places")), \(CountWords.places(screen.places.count))"
    guard let place = screen.selected else { return Speech(title, [PlacesView.emptyWords]) }
    let words = "\(place.name), \(CountWords.entries(place.count)), \(DateWords.long(place.latest))"
    return Speech(
      title, selected: Self.place(words, screen.choice.selected, of: screen.places.count))
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
