extension CalendarDay {
  /// 1 January of the year 1.
  package static let earliest = CalendarDay(
    daysSinceEpoch: writable.lowerBound.floorDivided(by: 86_400))
  /// 31 December of the year 9999.
  package static let latest = CalendarDay(
    daysSinceEpoch: (writable.upperBound - 1).floorDivided(by: 86_400))

  /// The day so many days later, or the last one of the calendar in that direction.
  package func adding(days: Int) -> CalendarDay {
    let (earliest, latest) = (Self.earliest.daysSinceEpoch, Self.latest.daysSinceEpoch)
    let (sum, isTooFar) = daysSinceEpoch.addingReportingOverflow(Int64(days))
    guard !isTooFar else { return days < 0 ? Self.earliest : Self.latest }
    return CalendarDay(daysSinceEpoch: max(earliest, min(sum, latest)))
  }

  /// The day so many months later, or the last one of a shorter month.
  package func adding(months: Int) -> CalendarDay {
    let (sum, isTooFar) = (year * 12 + month - 1).addingReportingOverflow(months)
    guard !isTooFar, let first = CalendarDay(year: sum / 12, month: sum % 12 + 1, day: 1) else {
      return months < 0 ? Self.earliest : Self.latest
    }
    return CalendarDay(year: first.year, month: first.month, day: min(day, first.daysInMonth))
      ?? first
  }

  /// The day so many years later; the last one of February for a 29th that isn't there.
  package func adding(years: Int) -> CalendarDay {
    let (months, isTooFar) = years.multipliedReportingOverflow(by: 12)
    return adding(months: isTooFar ? (years < 0 ? .min : .max) : months)
  }

  package var daysInMonth: Int { Self.days(in: month, of: year) }

  /// The first day of its week.
  var monday: CalendarDay { adding(days: -((weekday + 6) % 7)) }

  package var firstOfMonth: CalendarDay { CalendarDay(year: year, month: month, day: 1) ?? self }
  package var lastOfMonth: CalendarDay {
    CalendarDay(year: year, month: month, day: daysInMonth) ?? self
  }
  package var firstOfYear: CalendarDay { CalendarDay(year: year, month: 1, day: 1) ?? self }
  package var lastOfYear: CalendarDay { CalendarDay(year: year, month: 12, day: 31) ?? self }
}

extension CalendarDay {
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// `November`
  package var monthName: String { Self.months[month - 1] }
}
