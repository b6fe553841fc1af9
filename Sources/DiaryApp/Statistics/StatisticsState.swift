import DiaryCore
import TerminalUI

/// The statistics: which months are shown, and where one is.
package struct StatisticsState: Sendable {
  private(set) var span = MonthSpan.latest
  var selected: FigureItem?
  var scroll = ScrollPosition()

  /// The months that are shown, the earliest first.
  func months(of statistics: DiaryStatistics, today: CalendarDay) -> [PeriodTally] {
    statistics.months(upTo: span.lastDay(today)).reversed()
  }

  /// Shows other months. The selection stays on its month.
  mutating func show(_ span: MonthSpan, today: CalendarDay) {
    self.span = span
    guard case .month(let month) = selected else { return }
    let last = span.lastDay(today).firstOfMonth
    selected = .month(last.adding(months: -((last.month - month.month + 12) % 12)))
  }
}
