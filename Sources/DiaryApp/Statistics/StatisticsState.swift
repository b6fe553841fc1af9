import DiaryCore
import TerminalUI

/// What can be selected among the statistics: its entries can be shown.
enum StatisticsItem: Hashable, Sendable {
  /// By its first day, as a year.
  case month(CalendarDay)
  case year(CalendarDay)
  case tag(String)
  case place(String)

  var isMonth: Bool { if case .month = self { true } else { false } }

  /// Whether both stand below one heading.
  func isBeside(_ other: StatisticsItem) -> Bool {
    switch (self, other) {
    case (.month, .month), (.year, .year), (.tag, .tag), (.place, .place): true
    default: false
    }
  }
}

/// The statistics: which months are shown, and where one is. It is no `ChoiceScreen`: what can be
/// selected stands in columns side by side, among bars and facts that can't be but scroll with it.
package struct StatisticsState: Sendable {
  /// The months that are shown.
  enum Span: Hashable, Sendable {
    /// The last twelve.
    case latest
    case year(Int)
  }

  private(set) var span = Span.latest
  var selected: StatisticsItem?
  var scroll = ScrollPosition()

  /// The months that are shown, the earliest first.
  func months(of statistics: DiaryStatistics, today: CalendarDay) -> [PeriodTally] {
    statistics.months(upTo: lastDay(today)).reversed()
  }

  private func lastDay(_ today: CalendarDay) -> CalendarDay {
    switch span {
    case .latest: today
    case .year(let year): CalendarDay(year: year, month: 12, day: 31) ?? today
    }
  }

  /// Shows the year before, or after, that has entries; after the latest one come the last twelve
  /// months. The selection stays on its month.
  mutating func moveYear(older: Bool, _ statistics: DiaryStatistics, today: CalendarDay) {
    let years = Set(statistics.years.map(\.first.year)).union([today.year])
    let next: Int?
    switch span {
    case .latest: next = older ? years.max() : nil
    case .year(let year) where older: next = years.filter { $0 < year }.max() ?? year
    case .year(let year): next = years.filter { $0 > year }.min()
    }
    show(next.map(Span.year) ?? .latest, today: today)
  }

  mutating func show(_ span: Span, today: CalendarDay) {
    self.span = span
    guard case .month(let month) = selected else { return }
    let last = lastDay(today).firstOfMonth
    selected = .month(last.adding(months: -((last.month - month.month + 12) % 12)))
  }
}
