import DiaryCore
import TestSupport
import Testing

@Suite struct CalendarDayArithmeticTests {
  private func day(_ text: String) throws -> CalendarDay { try require(CalendarDay(text)) }

  @Test(arguments: [
    ("2024-01-31", 1, "2024-02-29"), ("2023-01-31", 1, "2023-02-28"),
    ("2024-03-31", -1, "2024-02-29"),
    ("2024-12-15", 1, "2025-01-15"), ("2024-01-15", -1, "2023-12-15"),
    ("2024-02-29", 12, "2025-02-28"),
    ("0001-01-15", -1, "0001-01-01"), ("9999-12-15", 1, "9999-12-31"),
    ("2024-05-05", .min, "0001-01-01"), ("2024-05-05", .max, "9999-12-31"),
  ])
  func monthsKeepTheDayWhereTheyCan(_ from: String, _ months: Int, _ to: String) throws {
    try expectEqual(day(from).adding(months: months), day(to))
  }

  @Test func daysGoOneByOneThroughTheCalendarAndStopAtItsEnds() throws {
    try expectEqual(day("1999-12-31").adding(days: 1), day("2000-01-01"))
    try expectEqual(day("2000-03-01").adding(days: -1), day("2000-02-29"))
    for days in [Int.min, -800_000, -1] {
      expectEqual(CalendarDay.earliest.adding(days: days), CalendarDay.earliest)
    }
    for days in [1, 4_000_000, Int.max] {
      expectEqual(CalendarDay.latest.adding(days: days), CalendarDay.latest)
    }
    expectEqual(CalendarDay.earliest.description, "0001-01-01")
    expectEqual(CalendarDay.latest.description, "9999-12-31")
    try expectEqual(day("2024-02-29").adding(years: 1), day("2025-02-28"))
    try expectEqual(day("2024-02-29").adding(years: .min), CalendarDay.earliest)
  }

  @Test(arguments: [
    ("2023-11-21", "2026-11-21", true), ("2026-11-21", "2026-11-21", false),
    ("2027-11-21", "2026-11-21", false), ("2023-11-20", "2026-11-21", false),
    // A 29 February is shown on the last day of any other February.
    ("2024-02-29", "2028-02-29", true), ("2024-02-29", "2026-02-28", true),
    ("2024-02-29", "2026-03-01", false), ("2024-02-29", "2028-02-28", false),
    ("2024-02-28", "2026-02-28", true), ("2024-02-28", "2028-02-29", false),
    ("2023-02-28", "2028-02-29", false), ("1896-02-29", "1900-02-28", true),
  ])
  func aDayReturnsOnceAYear(_ earlier: String, _ later: String, _ returns: Bool) throws {
    try expectEqual(day(earlier).returns(on: day(later)), returns)
  }

  @Test func everyDayReturnsOnceInEveryLaterYear() throws {
    for first in ["2024-02-29", "2023-02-28", "2024-12-31"] {
      let first = try day(first)
      for year in 2025...2032 {
        let start = try require(CalendarDay(year: year, month: 1, day: 1))
        let days = (0..<366).map { start.adding(days: $0) }.filter { $0.year == year }
        expectEqual(days.count { first.returns(on: $0) }, 1, "\(first) in \(year)")
      }
    }
  }
}
