import Text

/// Dates in words, for screens and exports.
package enum DateWords {
  private static let weekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]
  private static let koreanWeekdays = ["일", "월", "화", "수", "목", "금", "토"]

  /// `Friday 20 November 2026`, `2026년 11월 20일 금요일`
  package static func long(_ day: CalendarDay) -> String {
    switch Language.current {
    case .english: "\(weekdays[day.weekday]) \(day.day) \(day.monthName) \(day.year)"
    case .korean: "\(month(day)) \(day.day)일 \(shortWeekday(day))요일"
    }
  }

  /// `Friday`, `금요일`
  package static func weekday(_ day: CalendarDay) -> String {
    switch Language.current {
    case .english: weekdays[day.weekday]
    case .korean: koreanWeekdays[day.weekday] + "요일"
    }
  }

  /// `Fri`, `금`
  package static func shortWeekday(_ day: CalendarDay) -> String {
    switch Language.current {
    case .english: String(weekdays[day.weekday].prefix(3))
    case .korean: koreanWeekdays[day.weekday]
    }
  }

  /// `20 Nov 2026`, `2026.11.20`: at most eleven columns.
  package static func short(_ day: CalendarDay) -> String {
    switch Language.current {
    case .english: "\(day.day) \(day.monthName.prefix(3)) \(day.year)"
    case .korean: day.description.replacing("-", with: ".")
    }
  }

  /// ` 9 Nov`, `11.9`: for days of the current year.
  package static func brief(_ day: CalendarDay) -> String {
    switch Language.current {
    case .english: "\(day.day < 10 ? " " : "")\(day.day) \(day.monthName.prefix(3))"
    case .korean: "\(day.month).\(day.day)"
    }
  }

  /// `3–7 May 2025`, `30 Dec 2025 – 2 Jan 2026`; `2025.05.03–05.07`, `2025.12.30–2026.01.02`
  package static func days(_ days: ClosedRange<CalendarDay>) -> String {
    let (first, last) = (days.lowerBound, days.upperBound)
    if first == last { return short(first) }
    switch Language.current {
    case .english where first.firstOfMonth == last.firstOfMonth:
      return "\(first.day)–\(short(last))"
    case .english where first.year == last.year:
      return "\(brief(first).trimmed) – \(short(last))"
    case .english: return "\(short(first)) – \(short(last))"
    case .korean:
      let end = short(last)
      return "\(short(first))–\(first.year == last.year ? String(end.dropFirst(5)) : end)"
    }
  }

  /// `November 2026`, `2026년 11월`
  package static func month(_ day: CalendarDay) -> String {
    switch Language.current {
    case .english: "\(day.monthName) \(day.year)"
    case .korean: "\(day.year)년 \(day.month)월"
    }
  }

  /// `2026`, `2026년`
  package static func year(_ day: CalendarDay) -> String {
    switch Language.current {
    case .english: "\(day.year)"
    case .korean: "\(day.year)년"
    }
  }

  /// `Nov`, `11월`
  package static func shortMonth(_ day: CalendarDay) -> String {
    switch Language.current {
    case .english: String(day.monthName.prefix(3))
    case .korean: "\(day.month)월"
    }
  }

  /// `November`, `11월`
  package static func monthName(_ day: CalendarDay) -> String {
    switch Language.current {
    case .english: day.monthName
    case .korean: "\(day.month)월"
    }
  }

  /// `21 November`, `11월 21일`
  package static func dayOfYear(_ day: CalendarDay) -> String {
    switch Language.current {
    case .english: "\(day.day) \(day.monthName)"
    case .korean: "\(day.month)월 \(day.day)일"
    }
  }

  /// `a year ago`, `3 years ago`
  package static func yearsAgo(_ count: Int) -> String {
    localized(counting: count, one: "a year ago", other: "\(count) years ago")
  }

  /// `Sa`, `토`: for a weekday from 0 for Sunday to 6.
  package static func narrowWeekday(_ weekday: Int) -> String {
    switch Language.current {
    case .english: String(weekdays[weekday].prefix(2))
    case .korean: koreanWeekdays[weekday]
    }
  }

  /// `Friday 20 November 2026, 07:30`, `2026년 11월 20일 금요일 07:30`
  package static func full(_ date: EntryDate) -> String {
    switch Language.current {
    case .english: "\(long(date.day)), \(date.clock)"
    case .korean: "\(long(date.day)) \(date.clock)"
    }
  }
}
