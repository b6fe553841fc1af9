import Synchronization
import Text

/// Dates in words, for screens and exports.
package enum DateText {
  private static let weekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]
  private static let koreanWeekdays = ["일", "월", "화", "수", "목", "금", "토"]

  /// `Friday 20 November 2026`, `Friday, November 20, 2026`, `2026년 11월 20일 금요일`
  package static func long(_ day: CalendarDay) -> String {
    switch Language.current {
    case .korean: "\(month(day)) \(day.day)일 \(shortWeekday(day))요일"
    case _ where DateStyle.current.isMonthFirst:
      "\(weekdays[day.weekday]), \(dayOfYear(day)), \(day.year)"
    default: "\(weekdays[day.weekday]) \(dayOfYear(day)) \(day.year)"
    }
  }

  /// `Friday`, `금요일`
  package static func weekday(_ day: CalendarDay) -> String {
    switch Language.current {
    case .korean: koreanWeekdays[day.weekday] + "요일"
    default: weekdays[day.weekday]
    }
  }

  /// `Fri`, `금`
  package static func shortWeekday(_ day: CalendarDay) -> String {
    switch Language.current {
    case .korean: koreanWeekdays[day.weekday]
    default: String(weekdays[day.weekday].prefix(3))
    }
  }

  /// `20 Nov 2026`, `Nov 20, 2026`, `2026.11.20`: at most `shortColumns` wide.
  package static func short(_ day: CalendarDay) -> String {
    switch Language.current {
    case .korean: day.description.replacing("-", with: ".")
    case _ where DateStyle.current.isMonthFirst: "\(shortDayOfYear(day)), \(day.year)"
    default: "\(shortDayOfYear(day)) \(day.year)"
    }
  }

  package static var shortColumns: Int {
    "20 Nov 2026".count + (DateStyle.current.isMonthFirst ? 1 : 0)
  }

  /// ` 9 Nov`, `Nov  9`, `11.9`: for days of the current year.
  package static func brief(_ day: CalendarDay) -> String {
    switch Language.current {
    case .korean: "\(day.month).\(day.day)"
    default: shortDayOfYear(day, withPadding: true)
    }
  }

  /// `9 Nov`, `Nov 9`
  private static func shortDayOfYear(_ day: CalendarDay, withPadding: Bool = false) -> String {
    let number = "\(withPadding && day.day < 10 ? " " : "")\(day.day)"
    let month = day.monthName.prefix(3)
    return DateStyle.current.isMonthFirst ? "\(month) \(number)" : "\(number) \(month)"
  }

  /// `3–7 May 2025`, `30 Dec 2025 – 2 Jan 2026`; `May 3–7, 2025`; `2025.05.03–05.07`,
  /// `2025.12.30–2026.01.02`
  package static func days(_ days: ClosedRange<CalendarDay>) -> String {
    let (first, last) = (days.lowerBound, days.upperBound)
    if first == last { return short(first) }
    switch Language.current {
    case .korean:
      let end = short(last)
      return "\(short(first))–\(first.year == last.year ? String(end.dropFirst(5)) : end)"
    case _ where first.firstOfMonth == last.firstOfMonth:
      return DateStyle.current.isMonthFirst
        ? "\(shortDayOfYear(first))–\(last.day), \(last.year)"
        : "\(first.day)–\(short(last))"
    case _ where first.year == last.year:
      return "\(shortDayOfYear(first)) – \(short(last))"
    default: return "\(short(first)) – \(short(last))"
    }
  }

  /// `November 2026`, `2026년 11월`
  package static func month(_ day: CalendarDay) -> String {
    switch Language.current {
    case .korean: "\(day.year)년 \(day.month)월"
    default: "\(day.monthName) \(day.year)"
    }
  }

  /// `2026`, `2026년`
  package static func year(_ day: CalendarDay) -> String {
    switch Language.current {
    case .korean: "\(day.year)년"
    default: "\(day.year)"
    }
  }

  /// `Nov`, `11월`
  package static func shortMonth(_ day: CalendarDay) -> String {
    switch Language.current {
    case .korean: "\(day.month)월"
    default: String(day.monthName.prefix(3))
    }
  }

  /// `November`, `11월`
  package static func monthName(_ day: CalendarDay) -> String {
    switch Language.current {
    case .korean: "\(day.month)월"
    default: day.monthName
    }
  }

  /// `21 November`, `November 21`, `11월 21일`
  package static func dayOfYear(_ day: CalendarDay) -> String {
    switch Language.current {
    case .korean: "\(day.month)월 \(day.day)일"
    case _ where DateStyle.current.isMonthFirst: "\(day.monthName) \(day.day)"
    default: "\(day.day) \(day.monthName)"
    }
  }

  /// `a year ago`, `3 years ago`
  package static func yearsAgo(_ count: Int) -> String {
    localized(counting: count, one: "a year ago", other: "\(count) years ago")
  }

  /// `Sa`, `토`: for a weekday from 0 for Sunday to 6.
  package static func narrowWeekday(_ weekday: Int) -> String {
    switch Language.current {
    case .korean: koreanWeekdays[weekday]
    default: String(weekdays[weekday].prefix(2))
    }
  }

  /// `Friday 20 November 2026, 07:30`, `Friday, November 20, 2026, 7:30 AM`,
  /// `2026년 11월 20일 금요일 07:30`
  package static func full(_ date: EntryDate) -> String {
    switch Language.current {
    case .korean: "\(long(date.day)) \(clock(date))"
    default: "\(long(date.day)), \(clock(date))"
    }
  }

  /// The full date, with its offset from UTC unless that was this machine's at the time.
  ///
  /// - Parameter localDate: Returns the date of a time in this machine's time zone.
  package static func zoned(_ date: EntryDate, _ localDate: (Timestamp) -> EntryDate) -> String {
    full(date) + zone(date, localDate)
  }

  /// A date's offset from UTC after a blank, such as ` +09:00`; empty if that was this machine's at
  /// the time.
  package static func zone(_ date: EntryDate, _ localDate: (Timestamp) -> EntryDate) -> String {
    let usual = localDate(Timestamp(milliseconds: date.instant * 1000)).offset
    return date.offset == usual ? "" : " \(date.zone)"
  }

  /// `07:30`, `7:30 AM`, `오전 7:30`
  package static func clock(_ date: EntryDate) -> String {
    guard DateStyle.current.hasTwelveHours else { return date.clock }
    let (hour, isMorning) = (date.secondOfDay / 3600, date.secondOfDay < 12 * 3600)
    let clock = "\(hour % 12 == 0 ? 12 : hour % 12)\(date.clock.dropFirst(2))"
    return switch Language.current {
    case .korean: "\(isMorning ? "오전" : "오후") \(clock)"
    default: "\(clock) \(isMorning ? "AM" : "PM")"
    }
  }

  /// The largest width of `clock`, in columns.
  package static var clockColumns: Int {
    guard DateStyle.current.hasTwelveHours else { return 5 }
    return Language.current == .korean ? 10 : 8
  }
}

// MARK: - DateStyle

/// The forms of dates and times on screens, which the locale and the settings decide.
package struct DateStyle: Hashable, Sendable {
  /// The month precedes the day, in English: `November 20, 2026`.
  package var isMonthFirst = false
  /// Hours go from 1 to 12: `7:30 PM`.
  package var hasTwelveHours = false

  package init(isMonthFirst: Bool = false, hasTwelveHours: Bool = false) {
    (self.isMonthFirst, self.hasTwelveHours) = (isMonthFirst, hasTwelveHours)
  }

  /// The style of all dates: the process's, or the one that `showing` sets for the task.
  package static var current: DateStyle {
    let bits = choice.bits.load(ordering: .relaxed)
    return DateStyle(isMonthFirst: bits & 1 != 0, hasTwelveHours: bits & 2 != 0)
  }

  /// Changes the style of the process or, within `showing`, of the task.
  package static func use(_ style: DateStyle) { choice.bits.store(style.bits, ordering: .relaxed) }

  /// Runs a closure in which dates have the style.
  package func showing<Value>(_ body: () throws -> Value) rethrows -> Value {
    try Self.$choice.withValue(Choice(self), operation: body)
  }

  private var bits: UInt8 { (isMonthFirst ? 1 : 0) | (hasTwelveHours ? 2 : 0) }

  private final class Choice: Sendable {
    let bits: Atomic<UInt8>

    init(_ style: DateStyle) { bits = Atomic(style.bits) }
  }

  @TaskLocal private static var choice = Choice(DateStyle())
}
