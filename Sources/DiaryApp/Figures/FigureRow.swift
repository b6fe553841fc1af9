import DiaryCore
import Localization
import TerminalUI

/// What can be selected among figures: its entries can be shown.
enum FigureItem: Hashable, Sendable {
  /// By its first day, as a year.
  case month(CalendarDay)
  case year(CalendarDay)
  case tag(String)
  case place(String)
  case mood(String)
  case entry(ID<Entry>)
  case trip(Trip)

  var isMonth: Bool { if case .month = self { true } else { false } }

  /// Whether both stand below one heading.
  func isBeside(_ other: FigureItem) -> Bool {
    switch (self, other) {
    case (.month, .month), (.year, .year), (.tag, .tag), (.place, .place), (.mood, .mood),
      (.entry, .entry), (.trip, .trip):
      true
    default: false
    }
  }
}

/// One line of a page of figures.
enum FigureRow: Hashable {
  case blank
  case heading(String)
  /// Above entries, words and photos.
  case amountHeading(String)
  case amount(FigureItem, String, EntryAmount, most: EntryAmount)
  case fact(String, String)
  /// A number of entries; the name takes so many columns.
  case count(FigureItem?, String, Int, most: Int, columns: Int)
  /// One of the lines of the bars for the hours, counted from their foot.
  case hours([Int], line: Int)
  case hourNames
  /// One of the lines of a chart, counted from its top.
  case chart(MoodChart, line: Int)
  /// The months below a chart.
  case months(MoodChart)
  /// How good the moods are on the average; the name takes so many columns.
  case mean(FigureItem, String, String, thousandths: Int, columns: Int)
  /// What has a name, and something that is told of it.
  case named(FigureItem, String, String)
  case note(String)
  /// A sentence that goes on below.
  case words(String)

  var item: FigureItem? {
    switch self {
    case .amount(let item, _, _, _): item
    case .count(let item, _, _, _, _): item
    case .mean(let item, _, _, _, _): item
    case .named(let item, _, _): item
    default: nil
    }
  }
}

// MARK: Sections

extension [FigureRow] {
  /// Periods by their entries, words and photos.
  static func amounts(
    _ title: String, _ periods: [PeriodTally], _ name: (CalendarDay) -> String,
    _ item: (CalendarDay) -> FigureItem
  ) -> [FigureRow] {
    let most = EntryAmount(
      entries: periods.map(\.amount.entries).max() ?? 0,
      words: periods.map(\.amount.words).max() ?? 0,
      photos: periods.map(\.amount.photos).max() ?? 0)
    return [.amountHeading(title)]
      + periods.map { .amount(item($0.first), name($0.first), $0.amount, most: most) }
  }

  /// Numbers of entries; nothing where there is nothing to count.
  static func counts(
    _ title: String, _ counts: [(item: FigureItem?, name: String, count: Int)]
  ) -> [FigureRow] {
    guard !counts.isEmpty else { return [] }
    let most = counts.map(\.count).max() ?? 0
    let columns = counts.map { TextWidth.columns($0.name.printable) }.max() ?? 0
    return [.heading(title)]
      + counts.map { .count($0.item, $0.name, $0.count, most: most, columns: columns) }
  }

  static let hourLines = 4

  /// Entries by the hour of the day as standing bars.
  static func hours(_ hours: [Int]) -> [FigureRow] {
    [.heading(localized("Hours of the day"))]
      + (0..<hourLines).reversed().map { .hours(hours, line: $0) } + [.hourNames]
  }
}

// MARK: As words

extension FigureRow {
  /// What is told beside the selection.
  var spokenFact: String? {
    switch self {
    case .fact(let name, let value): "\(name): \(value)"
    case .count(nil, let name, let count, _, _): "\(name): \(CountWords.entries(count))"
    case .words(let words): words
    default: nil
    }
  }

  var spokenItem: String {
    switch self {
    case .amount(let item, let name, let amount, _):
      [
        item.spokenName ?? name, CountWords.entries(amount.entries), CountWords.words(amount.words),
        CountWords.photos(amount.photos),
      ].joined(separator: ", ")
    case .count(_, let name, let count, _, _): "\(name), \(CountWords.entries(count))"
    case .mean(_, let name, let detail, _, _), .named(_, let name, let detail):
      "\(name), \(detail)"
    default: ""
    }
  }
}

extension FigureItem {
  fileprivate var spokenName: String? {
    if case .month(let month) = self { DateWords.month(month) } else { nil }
  }
}
