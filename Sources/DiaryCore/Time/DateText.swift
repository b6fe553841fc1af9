import Text

/// Dates in words, for screens and exports.
package enum DateText {
  private static let weekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]
  private static let koreanWeekdays = ["일", "월", "화", "수", "목", "금", "토"]

  /// `Friday 20 November 2026`, `2026년 11월 20일 금요일`
  package static func long(_ day: CalendarDay) -> String {
    switch Language.current {
    case .korean: "\(month(day)) \(day.day)일 \(shortWeekday(day))요일"
    default: "\(weekdays[day.weekday]) \(day.day) \(day.monthName) \(day.year)"
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

  /// `20 Nov 2026`, `2026.11.20`: at most eleven columns.
  package static func short(_ day: CalendarDay) -> String {
    switch Language.current {
    case .korean: day.description.replacing("-", with: ".")
    default: "\(day.day) \(day.monthName.prefix(3)) \(day.year)"
    }
  }

  /// ` 9 Nov`, `11.9`: for days of the current year.
  package static func brief(_ day: CalendarDay) -> String {
    switch Language.current {
    case .korean: "\(day.month).\(day.day)"
    default: "\(day.day < 10 ? " " : "")\(day.day) \(day.monthName.prefix(3))"
    }
  }

  /// `3–7 May 2025`, `30 Dec 2025 – 2 Jan 2026`; `2025.05.03–05.07`, `2025.12.30–2026.01.02`
  package static func days(_ days: ClosedRange<CalendarDay>) -> String {
    let (first, last) = (days.lowerBound, days.upperBound)
    if first == last { return short(first) }
    switch Language.current {
    case .korean:
      let end = short(last)
      return "\(short(first))–\(first.year == last.year ? String(end.dropFirst(5)) : end)"
    case _ where first.firstOfMonth == last.firstOfMonth:
      return "\(first.day)–\(short(last))"
    case _ where first.year == last.year:
      return "\(brief(first).trimmed) – \(short(last))"
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

  /// `21 November`, `11월 21일`
  package static func dayOfYear(_ day: CalendarDay) -> String {
    switch Language.current {
    case .korean: "\(day.month)월 \(day.day)일"
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

  /// `Friday 20 November 2026, 07:30`, `2026년 11월 20일 금요일 07:30`
  package static func full(_ date: EntryDate) -> String {
    switch Language.current {
    case .korean: "\(long(date.day)) \(date.clock)"
    default: "\(long(date.day)), \(date.clock)"
    }
  }
}
