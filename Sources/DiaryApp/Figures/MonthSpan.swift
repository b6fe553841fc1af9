import DiaryCore
import Localization

/// Twelve months whose figures are shown.
enum MonthSpan: Hashable, Sendable {
  /// Up to this month.
  case latest
  case year(Int)

  var title: String {
    switch self {
    case .latest: localized("Last 12 months")
    case .year(let year): CalendarDay(year: year, month: 1, day: 1).map(DateWords.year) ?? ""
    }
  }

  func lastDay(_ today: CalendarDay) -> CalendarDay {
    switch self {
    case .latest: today
    case .year(let year): CalendarDay(year: year, month: 12, day: 31) ?? today
    }
  }

  /// The first days of the months, the earliest first.
  func months(today: CalendarDay) -> [CalendarDay] {
    (0..<12).map { lastDay(today).firstOfMonth.adding(months: $0 - 11) }
  }

  /// The year before, or after, that has entries; after the latest one come the last twelve months.
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
