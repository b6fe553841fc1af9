import DiaryCore
import Localization
import TerminalUI

extension FiguresPage {
  /// More tags and places are shown on screens of their own.
  static let mostNames = 10

  init(_ screen: StatisticsState, _ state: ScreenContext) {
    let sections = StatisticsSections(screen, state)
    self.init(
      width: ScreenFrame.body(state.size).columns,
      left: [sections.months, sections.hours, sections.years],
      right: [sections.totals, sections.weekdays, sections.tags, sections.places],
      narrow: [
        sections.months, sections.totals, sections.hours, sections.weekdays, sections.tags,
        sections.places, sections.years,
      ])
  }
}

/// The parts of the statistics, each with its heading.
private struct StatisticsSections {
  let months: [FigureRow]
  let years: [FigureRow]
  let totals: [FigureRow]
  let hours: [FigureRow]
  let weekdays: [FigureRow]
  let tags: [FigureRow]
  let places: [FigureRow]

  init(_ screen: StatisticsState, _ state: ScreenContext) {
    let statistics = state.figures?.statistics ?? DiaryStatistics()
    months = .amounts(
      screen.span.title, screen.months(of: statistics, today: state.now.day), DateWords.shortMonth
    ) { .month($0) }
    years =
      statistics.years.isEmpty
      ? [] : .amounts(localized("Years"), statistics.years, DateWords.year) { .year($0) }
    totals = Self.totals(statistics)
    hours = .hours(statistics.hours)
    let order = (0..<7).map { (state.firstWeekday + $0) % 7 }
    weekdays = .counts(
      localized("Days of the week"),
      order.map { (nil, DateWords.narrowWeekday($0), statistics.weekdays[$0]) })
    tags = .tags(statistics)
    let all = state.keys[.statistics].keyName(of: .places)
    let hasMore = statistics.places.count > FiguresPage.mostNames
    places =
      .places(statistics)
      + (hasMore ? all.map { [.note(localized("Press \($0) for all places."))] } ?? [] : [])
  }

  private static func totals(_ statistics: DiaryStatistics) -> [FigureRow] {
    var rows: [FigureRow] =
      [.heading(localized("Total"))] + .amountFacts(statistics) + [
        .fact(localized("Current streak"), CountWords.days(statistics.current?.days ?? 0)),
        .fact(localized("Longest streak"), CountWords.days(statistics.longest?.days ?? 0)),
      ]
    if let longest = statistics.longest, longest != statistics.current {
      rows.append(.note(localized("until \(DateWords.short(longest.last))")))
    }
    return rows
  }
}

// MARK: Sections of several pages

extension [FigureRow] {
  static func amountFacts(_ statistics: DiaryStatistics) -> [FigureRow] {
    let total = statistics.total
    return [
      .fact(localized("Entries"), CountWords.grouped(total.entries)),
      .fact(localized("Days"), CountWords.grouped(statistics.days)),
      .fact(localized("Words"), CountWords.grouped(total.words)),
      .fact(localized("Photos"), CountWords.grouped(total.photos)),
    ]
  }

  static func tags(_ statistics: DiaryStatistics) -> [FigureRow] {
    .counts(
      localized("Most used tags"),
      statistics.tags.prefix(FiguresPage.mostNames).map { (.tag($0.name), "#\($0.name)", $0.count) }
    )
  }

  static func places(_ statistics: DiaryStatistics) -> [FigureRow] {
    .counts(
      localized("Most frequent places"),
      statistics.places.prefix(FiguresPage.mostNames).map { (.place($0.name), $0.name, $0.count) })
  }
}
