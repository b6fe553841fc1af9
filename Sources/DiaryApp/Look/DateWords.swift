import DiaryCore
import Words

/// Dates as the screens write them.
package enum DateWords {
  private static let weekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]

  /// `Friday 20 November 2026`
  package static func long(_ day: CalendarDay) -> String {
    "\(weekdays[day.weekday]) \(day.day) \(day.monthName) \(day.year)"
  }

  /// `Friday`
  static func weekday(_ day: CalendarDay) -> String {
    localized(LocalizedText(stringLiteral: weekdays[day.weekday]))
  }

  /// `Fri`
  static func shortWeekday(_ day: CalendarDay) -> String { String(weekdays[day.weekday].prefix(3)) }

  /// `20 Nov 2026`
  static func short(_ day: CalendarDay) -> String {
    "\(day.day) \(day.monthName.prefix(3)) \(day.year)"
  }

  /// `November 2026`
  static func month(_ day: CalendarDay) -> String { "\(day.monthName) \(day.year)" }

  /// `Friday 20 November 2026, 07:30`
  package static func full(_ date: EntryDate) -> String { "\(long(date.day)), \(date.clock)" }
}
