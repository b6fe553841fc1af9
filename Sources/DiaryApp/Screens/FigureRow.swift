import DiaryCore
import TerminalUI
import Text

/// A selectable item on a page of statistics, which leads to its entries.
enum FigureItem: Hashable, Sendable {
  /// A month or year, by its first day.
  case month(CalendarDay)
  case year(CalendarDay)
  case tag(String)
  case place(String)
  case mood(String)
  case entry(ID<Entry>)
  case trip(Trip)

  var isMonth: Bool { if case .month = self { true } else { false } }

  /// Returns `true` if both are in the same section.
  func isBeside(_ other: FigureItem) -> Bool {
    switch (self, other) {
    case (.month, .month), (.year, .year), (.tag, .tag), (.place, .place), (.mood, .mood),
      (.entry, .entry), (.trip, .trip):
      true
    default: false
    }
  }
}

/// A row of a page of statistics.
enum FigureRow: Hashable {
  case blank
  case heading(String)
  /// A heading for entries, words and photos.
  case amountHeading(String)
  case amount(FigureItem, String, EntryAmount, most: EntryAmount)
  /// A name and a value; `columns` is the width of both, 0 for all of a narrow column.
  case fact(String, String, columns: Int = 0)
  /// A number of entries; `columns` is the width of the name.
  case count(FigureItem?, String, Int, most: Int, columns: Int)
  /// A row of the bar chart of hours, counted from the bottom.
  case hours([Int], line: Int)
  case hourNames
  /// A row of a chart, counted from the top.
  case chart(MoodChart, line: Int)
  /// The months below a chart.
  case months(MoodChart)
  /// An average mood; `columns` is the width of the name, and `moods` that of the mood.
  case mean(FigureItem, String, String, thousandths: Int, columns: Int, moods: Int)
  /// A name with a detail.
  case named(FigureItem, String, String)
  case note(String, columns: Int = 0)
  /// A sentence that may continue in the next row.
  case words(String)

  var item: FigureItem? {
    switch self {
    case .amount(let item, _, _, _): item
    case .count(let item, _, _, _, _): item
    case .mean(let item, _, _, _, _, _): item
    case .named(let item, _, _): item
    default: nil
    }
  }
}

// MARK: Sections

extension [FigureRow] {
  /// Returns a section of periods with entries, words and photos.
  static func amounts(
    _ title: String, _ periods: [PeriodTally], _ name: (CalendarDay) -> String,
    _ item: (CalendarDay) -> FigureItem
  ) -> [FigureRow] {
    let most = EntryAmount(
      entries: periods.map(\.amount.entries).max() ?? 0,
      length: periods.map(\.amount.length).max { $0.count < $1.count } ?? TextLength(),
      photos: periods.map(\.amount.photos).max() ?? 0)
    return [.amountHeading(title)]
      + periods.map { .amount(item($0.first), name($0.first), $0.amount, most: most) }
  }

  /// Returns a section with numbers of entries; empty if there are none.
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

  /// Returns a section with entries by hour of the day as vertical bars.
  static func hours(_ hours: [Int]) -> [FigureRow] {
    [.heading(localized("Hours of the day"))]
      + (0..<hourLines).reversed().map { .hours(hours, line: $0) } + [.hourNames]
  }
}

// MARK: Alignment

extension [FigureRow] {
  /// The columns of a number after its name.
  static let numberColumns = 7
  /// The fewest columns of a page's column in which all numbers end at one edge. In a narrower one,
  /// that would leave too little space for bars.
  private static let minWidthForOneEdge = 40

  /// Returns the rows with all names of numbers equally wide, so that bars begin at one axis and,
  /// in a wide column, all numbers end where the values of facts do.
  func aligned(columns: Int) -> [FigureRow] {
    var names = 0
    var facts = 0
    for row in self {
      switch row {
      case .count(_, _, _, _, let columns): names = Swift.max(names, columns)
      case .fact(let name, let value, _):
        facts = Swift.max(facts, TextWidth.columns(name) + 2 + TextWidth.columns(value))
      default: break
      }
    }
    let isWide = columns >= Self.minWidthForOneEdge
    if isWide {
      // Bars have at least a third of the column.
      names = Swift.min(
        Swift.max(names, facts - Self.numberColumns), columns * 2 / 3 - Self.numberColumns - 1)
    }
    let edge = isWide ? names + Self.numberColumns : 0
    return map { row -> FigureRow in
      switch row {
      case .count(let item, let name, let count, let most, _):
        .count(item, name, count, most: most, columns: names)
      case .fact(let name, let value, _): .fact(name, value, columns: edge)
      case .note(let words, _): .note(words, columns: edge)
      default: row
      }
    }
  }
}

// MARK: Accessible text

extension FigureRow {
  /// The description of a row that can't be selected.
  var accessibleFact: String? {
    switch self {
    case .fact(let name, let value, _): "\(name): \(value)"
    case .count(nil, let name, let count, _, _): "\(name): \(CountText.entries(count))"
    case .words(let words): words
    default: nil
    }
  }

  var accessibleItem: String {
    switch self {
    case .amount(let item, let name, let amount, _):
      [
        item.accessibleName ?? name, CountText.entries(amount.entries),
        CountText.length(amount.length),
        CountText.photos(amount.photos),
      ].compactMap(\.self).joined(separator: ", ")
    case .count(_, let name, let count, _, _): "\(name), \(CountText.entries(count))"
    case .mean(_, let name, let detail, _, _, _), .named(_, let name, let detail):
      "\(name), \(detail)"
    default: ""
    }
  }
}

extension FigureItem {
  fileprivate var accessibleName: String? {
    if case .month(let month) = self { DateText.month(month) } else { nil }
  }
}

// MARK: - Columns

/// The columns of entries, words and photos in a row, each number before its bar.
struct AmountColumns {
  private let name: Rect
  private let entries: Rect
  private let entryBar: Rect
  private let words: Rect
  /// The bar of words. Empty on a narrow screen, like the photos.
  private let wordBar: Rect
  private let photos: Rect

  private static let nameColumns = 6
  private static let entryColumns = 6
  private static let wordColumns = 10
  private static let photoColumns = 9

  init(_ space: Rect) {
    let isWide = space.columns >= 80
    let hasTwoBars = space.columns >= 46
    let (rest, photos) = Self.split(space, right: isWide ? Self.photoColumns : 0)
    self.photos = photos
    let fixed = Self.nameColumns + Self.entryColumns + 1 + Self.wordColumns + (hasTwoBars ? 1 : 0)
    let bars = max(0, rest.columns - fixed)
    let first = hasTwoBars ? bars / 2 : bars
    name = rest.inset(right: rest.columns - Self.nameColumns)
    let afterName = rest.inset(left: Self.nameColumns)
    entries = afterName.inset(right: afterName.columns - Self.entryColumns)
    let afterEntries = afterName.inset(left: Self.entryColumns + 1)
    entryBar = afterEntries.inset(right: afterEntries.columns - first)
    let afterBar = afterEntries.inset(left: first)
    words = afterBar.inset(right: afterBar.columns - Self.wordColumns)
    wordBar = afterBar.inset(left: hasTwoBars ? Self.wordColumns + 1 : afterBar.columns)
  }

  private static func split(_ space: Rect, right columns: Int) -> (Rect, Rect) {
    (space.inset(right: columns), space.inset(left: space.columns - columns))
  }

  /// The column after the words, where the details of other rows end too.
  var detailEnd: Int { words.endColumn }

  func drawHeading(_ title: String, in grid: inout Grid, _ theme: Theme) {
    let end = grid.draw(title, in: entryBar.union(name), theme.title)
    let start = max(entryBar.column, end + 2)
    grid.draw(
      localized("entries"), in: entryBar.inset(left: start - entryBar.column), theme.dim)
    grid.draw(trailing: localized("words"), in: words, theme.dim)
    grid.draw(trailing: localized("photos"), in: photos, theme.dim)
  }

  func draw(
    _ name: String, _ style: Style, _ amount: EntryAmount, most: EntryAmount,
    in grid: inout Grid, _ theme: Theme
  ) {
    grid.draw(name, in: self.name, style)
    grid.draw(
      trailing: CountText.grouped(amount.entries), in: entries,
      amount.entries > 0 ? style : theme.dim)
    grid.draw(
      Bar.horizontal(amount.entries, of: most.entries, columns: entryBar.columns), in: entryBar,
      theme.accent)
    if amount.length.count > 0 {
      grid.draw(trailing: CountText.grouped(amount.length.count), in: words, theme.dim)
      grid.draw(
        Bar.horizontal(amount.length.count, of: most.length.count, columns: wordBar.columns),
        in: wordBar, theme.dim)
    }
    if amount.photos > 0 {
      grid.draw(trailing: CountText.grouped(amount.photos), in: photos, theme.dim)
    }
  }
}

extension Rect {
  /// Returns the area from the leftmost to the rightmost column of both, on this one's rows.
  fileprivate func union(_ other: Rect) -> Rect {
    let start = min(column, other.column)
    return Rect(
      column: start, row: row, columns: max(endColumn, other.endColumn) - start, rows: rows)
  }
}

// MARK: - Months

/// Twelve months with statistics.
enum MonthSpan: Hashable, Sendable {
  /// The twelve months up to now.
  case latest
  case year(Int)

  var title: String {
    switch self {
    case .latest: localized("Last 12 months")
    case .year(let year): CalendarDay(year: year, month: 1, day: 1).map(DateText.year) ?? ""
    }
  }

  func lastDay(_ today: CalendarDay) -> CalendarDay {
    switch self {
    case .latest: today
    case .year(let year): CalendarDay(year: year, month: 12, day: 31) ?? today
    }
  }

  /// Returns the first days of the months, oldest first.
  func months(today: CalendarDay) -> [CalendarDay] {
    (0..<12).map { lastDay(today).firstOfMonth.adding(months: $0 - 11) }
  }

  /// Returns `true` if there are other months to show in a direction.
  func moves(older: Bool, _ figures: StatisticsCache?, today: CalendarDay) -> Bool {
    guard let figures, !figures.isEmpty else { return false }
    return moved(older: older, figures.statistics, today: today) != self
  }

  /// Returns the previous or next year with entries; `latest` is after the last year.
  func moved(older: Bool, _ statistics: DiaryStatistics, today: CalendarDay) -> MonthSpan {
    let years = Set(statistics.years.map(\.first.year)).union([today.year])
    let next: Int?
    switch self {
    case .latest: next = older ? years.max() : nil
    case .year(let year) where older: next = years.filter { $0 < year }.max() ?? year
    case .year(let year): next = years.filter { $0 > year }.min()
    }
    return next.map(MonthSpan.year) ?? .latest
  }
}
