import DiaryCore
import Localization
import TerminalUI

/// One line of the statistics.
enum StatisticsRow: Hashable {
  case blank
  case heading(String)
  /// Above entries, words and photos.
  case amountHeading(String)
  case amount(StatisticsItem, String, EntryAmount, most: EntryAmount)
  case fact(String, String)
  /// A number of entries; the name takes so many columns.
  case count(StatisticsItem?, String, Int, most: Int, columns: Int)
  /// One of the lines of the bars for the hours, counted from their foot.
  case hours(line: Int)
  case hourNames
  case note(String)

  var item: StatisticsItem? {
    switch self {
    case .amount(let item, _, _, _): item
    case .count(let item, _, _, _, _): item
    default: nil
    }
  }
}

/// All lines of the statistics, in one column or two, however many are in view.
struct StatisticsPage {
  struct Column {
    /// Where it begins, and how wide it is.
    let column: Int
    let columns: Int
    let rows: [StatisticsRow]
  }

  struct ItemPosition: Hashable {
    let item: StatisticsItem
    let column: Int
    let row: Int
  }

  let columns: [Column]
  /// Everything that can be selected, from the first column's top on.
  let places: [ItemPosition]

  static let hourLines = 4
  /// More tags and places are shown on screens of their own.
  private static let mostNames = 10
  private static let widestLeft = 120

  init(_ screen: StatisticsState, _ state: ScreenContext) {
    let sections = Sections(screen, state)
    let width = ScreenFrame.body(state.size).columns
    if width < ScreenFrame.narrowestForTwo {
      let rows = [
        sections.months, sections.totals, sections.hours, sections.weekdays, sections.tags,
        sections.places, sections.years,
      ]
      columns = [Column(column: 0, columns: width, rows: Self.joined(rows))]
    } else {
      let right = min(60, max(26, width * 30 / 100))
      let left = min(Self.widestLeft, width - right - 3)
      columns = [
        Column(
          column: 0, columns: left,
          rows: Self.joined([sections.months, sections.hours, sections.years])),
        Column(
          column: left + 3, columns: right,
          rows: Self.joined([
            sections.totals, sections.weekdays, sections.tags, sections.places,
          ])),
      ]
    }
    places = columns.enumerated().flatMap { index, column in
      column.rows.enumerated().compactMap { row, content in
        content.item.map { ItemPosition(item: $0, column: index, row: row) }
      }
    }
  }

  var height: Int { columns.map(\.rows.count).max() ?? 0 }

  /// Where the selection is: on the latest month where nothing is selected, or what was is gone.
  func place(of item: StatisticsItem?) -> ItemPosition? {
    places.first { $0.item == item } ?? places.last { $0.item.isMonth }
  }

  private static func joined(_ sections: [[StatisticsRow]]) -> [StatisticsRow] {
    Array(sections.filter { !$0.isEmpty }.joined(separator: [.blank]))
  }

  /// The parts, each with its heading.
  private struct Sections {
    let months: [StatisticsRow]
    let years: [StatisticsRow]
    let totals: [StatisticsRow]
    let hours: [StatisticsRow]
    let weekdays: [StatisticsRow]
    let tags: [StatisticsRow]
    let places: [StatisticsRow]

    init(_ screen: StatisticsState, _ state: ScreenContext) {
      let statistics = state.figures?.statistics ?? DiaryStatistics()
      let title =
        switch screen.span {
        case .latest: localized("Last 12 months")
        case .year(let year):
          CalendarDay(year: year, month: 1, day: 1).map(DateWords.year) ?? ""
        }
      months = Self.amounts(
        title, screen.months(of: statistics, today: state.now.day), DateWords.shortMonth
      ) { .month($0) }
      years =
        statistics.years.isEmpty
        ? []
        : Self.amounts(localized("Years"), statistics.years, DateWords.year) {
          .year($0)
        }
      totals = Self.totals(statistics)
      hours =
        [.heading(localized("Hours of the day"))]
        + (0..<StatisticsPage.hourLines).reversed().map { .hours(line: $0) } + [.hourNames]
      let order = (0..<7).map { (state.firstWeekday + $0) % 7 }
      weekdays = Self.counts(
        localized("Days of the week"),
        order.map { (nil, DateWords.narrowWeekday($0), statistics.weekdays[$0]) })
      tags = Self.counts(
        localized("Most used tags"),
        statistics.tags.prefix(StatisticsPage.mostNames).map {
          (.tag($0.name), "#\($0.name)", $0.count)
        })
      let named = Self.counts(
        localized("Most frequent places"),
        statistics.places.prefix(StatisticsPage.mostNames).map {
          (.place($0.name), $0.name, $0.count)
        })
      let all = state.keys[.statistics].keyName(of: .places)
      let hasMore = statistics.places.count > StatisticsPage.mostNames
      places =
        named + (hasMore ? all.map { [.note(localized("Press \($0) for all places."))] } ?? [] : [])
    }

    private static func amounts(
      _ title: String, _ periods: [PeriodTally], _ name: (CalendarDay) -> String,
      _ item: (CalendarDay) -> StatisticsItem
    ) -> [StatisticsRow] {
      let most = EntryAmount(
        entries: periods.map(\.amount.entries).max() ?? 0,
        words: periods.map(\.amount.words).max() ?? 0,
        photos: periods.map(\.amount.photos).max() ?? 0)
      return [.amountHeading(title)]
        + periods.map { .amount(item($0.first), name($0.first), $0.amount, most: most) }
    }

    private static func totals(_ statistics: DiaryStatistics) -> [StatisticsRow] {
      let total = statistics.total
      var rows: [StatisticsRow] = [
        .heading(localized("Total")),
        .fact(localized("Entries"), CountWords.grouped(total.entries)),
        .fact(localized("Days"), CountWords.grouped(statistics.days)),
        .fact(localized("Words"), CountWords.grouped(total.words)),
        .fact(localized("Photos"), CountWords.grouped(total.photos)),
        .fact(localized("Current streak"), CountWords.days(statistics.current?.days ?? 0)),
        .fact(localized("Longest streak"), CountWords.days(statistics.longest?.days ?? 0)),
      ]
      if let longest = statistics.longest, longest != statistics.current {
        rows.append(.note(localized("until \(DateWords.short(longest.last))")))
      }
      return rows
    }

    /// Nothing where there is nothing to count.
    private static func counts(
      _ title: String, _ counts: [(item: StatisticsItem?, name: String, count: Int)]
    ) -> [StatisticsRow] {
      guard !counts.isEmpty else { return [] }
      let most = counts.map(\.count).max() ?? 0
      let columns = counts.map { TextWidth.columns($0.name.printable) }.max() ?? 0
      return [.heading(title)]
        + counts.map { .count($0.item, $0.name, $0.count, most: most, columns: columns) }
    }
  }
}
