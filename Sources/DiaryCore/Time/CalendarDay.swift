/// A day of the proleptic Gregorian calendar, written `2026-11-19`.
package struct CalendarDay: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let year: Int
  /// 1 to 12.
  package let month: Int
  /// 1 to 31.
  package let day: Int

  /// The range of the years 1 to 9999 in UTC, in seconds since 1970. Other years don't have four
  /// digits.
  static let writable: Range<Int64> = -62_135_596_800..<253_402_300_800

  /// Returns `nil` if the calendar has no such day. Years range from 1 to 9999.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month),
      (1...Self.days(in: month, of: year)).contains(day)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Parses `yyyy-mm-dd`.
  package init?(_ text: some StringProtocol) {
    var reader = DigitReader(text)
    guard let year = reader.number(of: 4), reader.consume("-"), let month = reader.number(of: 2),
      reader.consume("-"), let day = reader.number(of: 2), reader.isAtEnd
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// Uses `civil_from_days` of Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
  package init(daysSinceEpoch: Int64) {
    let shifted = daysSinceEpoch + 719_468
    let era = shifted.floorDivided(by: 146_097)
    let dayOfEra = shifted.modulo(146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = Int(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    month = Int(shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9)
    year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
  }

  /// Days since 1970-01-01, negative before. Uses Hinnant's `days_from_civil`.
  package var daysSinceEpoch: Int64 {
    let shiftedYear = Int64(month <= 2 ? year - 1 : year)
    let era = shiftedYear.floorDivided(by: 400)
    let yearOfEra = shiftedYear.modulo(400)
    let shiftedMonth = Int64(month > 2 ? month - 3 : month + 9)
    let dayOfYear = (153 * shiftedMonth + 2) / 5 + Int64(day) - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// 0 for Sunday to 6 for Saturday.
  package var weekday: Int { Int((daysSinceEpoch + 4).modulo(7)) }

  package var description: String {
    "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))"
  }

  package static func < (left: Self, right: Self) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

// MARK: - Arithmetic

extension CalendarDay {
  /// 1 January of the year 1.
  package static let earliest = CalendarDay(
    daysSinceEpoch: writable.lowerBound.floorDivided(by: 86_400))
  /// 31 December of the year 9999.
  package static let latest = CalendarDay(
    daysSinceEpoch: (writable.upperBound - 1).floorDivided(by: 86_400))

  /// Returns the day `days` days later, limited to the calendar's range.
  package func adding(days: Int) -> CalendarDay {
    let (earliest, latest) = (Self.earliest.daysSinceEpoch, Self.latest.daysSinceEpoch)
    let (sum, isTooFar) = daysSinceEpoch.addingReportingOverflow(Int64(days))
    guard !isTooFar else { return days < 0 ? Self.earliest : Self.latest }
    return CalendarDay(daysSinceEpoch: max(earliest, min(sum, latest)))
  }

  /// Returns the day `months` months later; the last day of the month if that is shorter.
  package func adding(months: Int) -> CalendarDay {
    let (sum, isTooFar) = (year * 12 + month - 1).addingReportingOverflow(months)
    guard !isTooFar, let first = CalendarDay(year: sum / 12, month: sum % 12 + 1, day: 1) else {
      return months < 0 ? Self.earliest : Self.latest
    }
    return CalendarDay(year: first.year, month: first.month, day: min(day, first.daysInMonth))
      ?? first
  }

  /// Returns the day `years` years later; 28 February instead of a missing 29th.
  package func adding(years: Int) -> CalendarDay {
    let (months, isTooFar) = years.multipliedReportingOverflow(by: 12)
    return adding(months: isTooFar ? (years < 0 ? .min : .max) : months)
  }

  package var daysInMonth: Int { Self.days(in: month, of: year) }

  /// The Monday of its week.
  var monday: CalendarDay { adding(days: -((weekday + 6) % 7)) }

  package var firstOfMonth: CalendarDay { CalendarDay(year: year, month: month, day: 1) ?? self }
  package var lastOfMonth: CalendarDay {
    CalendarDay(year: year, month: month, day: daysInMonth) ?? self
  }
  package var firstOfYear: CalendarDay { CalendarDay(year: year, month: 1, day: 1) ?? self }
  package var lastOfYear: CalendarDay { CalendarDay(year: year, month: 12, day: 31) ?? self }
}

extension CalendarDay {
  package static let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// `November`
  package var monthName: String { Self.monthNames[month - 1] }
}
