import DiaryCore
import TestSupport
import Testing

@Suite("Dates of entries") struct EntryDateTests {
  @Test(arguments: [
    ("2026-11-19", "2026-11-19T00:00:00+09:00"), ("2026-11-19 07:30", "2026-11-19T07:30:00+09:00"),
    ("2026-11-19T07:30:15.250+0900", "2026-11-19T07:30:15+09:00"),
    ("2026-11-19T07:30-05", "2026-11-19T07:30:00-05:00"),
    ("2026-11-19t07:30:00,5z", "2026-11-19T07:30:00Z"),
    ("2026-11-19T07:30:15.123456789+08:27:52", "2026-11-19T07:30:15+08:27:52"),
    ("1999-12-31T23:59:59-03:30", "1999-12-31T23:59:59-03:30"),
    ("0001-01-01T00:00:00+00:00", "0001-01-01T00:00:00+00:00"),
    ("1900-06-01T12:00:00+08:27:52", "1900-06-01T12:00:00+08:27:52"),
  ])
  func `parses dates and writes them unchanged`(_ text: String, _ full: String) throws {
    try expectEqual(require(EntryDate(full)).description, full)
    let date = try require(EntryDate(text, localOffset: { _ in 9 * 3600 }))
    expectEqual(date.description, full)
  }

  @Test(arguments: [
    "", "today", "2026", "2026-13-01", "2026-02-29", "2026-11-19T", "2026-11-19T25:00",
    "2026-11-19T07:60", "2026-11-19T07:30:00+99:00", "2026-11-19T07:30:00Zulu", "２０２６-11-19",
    "2026-11-19T07:30:00+09:00 ", "+026-11-19", "0000-01-01",
    "2026-11-19T07", "2026-11-19T07:30:", "2026-11-19T07:30.", "2026-11-19T07:30:00+9",
    "2026-11-19T07:30:00+090", "2026-11-19T07:30:00+", "2026-11-19T07:30:00+09:00:00:00",
  ])
  func `rejects dates that don't exist`(_ text: String) {
    expectNil(EntryDate(text))
  }

  @Test func `days agree with counting through 400 years`() throws {
    var day = try require(CalendarDay("1800-01-01"))
    var number = day.daysSinceEpoch
    var weekday = day.weekday
    while day.year < 2200 {
      number += 1
      weekday = (weekday + 1) % 7
      let next = CalendarDay(daysSinceEpoch: number)
      expectGreater(next, day)
      expectEqual(next.daysSinceEpoch, number)
      expectEqual(next.weekday, weekday)
      expect(next.day == day.day + 1 || next.day == 1)
      day = next
    }
    try expectEqual(require(CalendarDay("2026-11-20")).weekday, 5)
  }
}

@Suite struct TimestampTests {
  @Test func `truncates a file's time to milliseconds`() {
    let time = Timestamp(fileSeconds: 1_763_500_000, nanoseconds: 250_999_999)
    expectEqual(time.milliseconds, 1_763_500_000_250)
    expectEqual(Timestamp(fileSeconds: -1, nanoseconds: 500_000_000).milliseconds, -500)
  }

  @Test(arguments: [Int64.max, 9_300_000_000_000_000, 300_000_000_000])
  func `clamps times out of range to the first or last year in every zone`(seconds: Int64) {
    for (seconds, year) in [(seconds, 9999), (-seconds, 1), (.min, 1)] {
      let time = Timestamp(fileSeconds: seconds, nanoseconds: 999_999_999)
      for offset in [-15 * 3600, 0, 15 * 3600] {
        expectEqual(EntryDate(instant: time.seconds, offset: offset).day.year, year)
      }
    }
  }
}

@Suite struct CalendarDayArithmeticTests {
  private func day(_ text: String) throws -> CalendarDay { try require(CalendarDay(text)) }

  @Test(arguments: [
    ("2024-01-31", 1, "2024-02-29"), ("2023-01-31", 1, "2023-02-28"),
    ("2024-03-31", -1, "2024-02-29"), ("2024-12-15", 1, "2025-01-15"),
    ("2024-01-15", -1, "2023-12-15"), ("2024-02-29", 12, "2025-02-28"),
    ("0001-01-15", -1, "0001-01-01"), ("9999-12-15", 1, "9999-12-31"),
    ("2024-05-05", .min, "0001-01-01"), ("2024-05-05", .max, "9999-12-31"),
  ])
  func `adding months clamps the day`(_ from: String, _ months: Int, _ to: String) throws {
    try expectEqual(day(from).adding(months: months), day(to))
  }

  @Test func `adding days stops at the ends of the calendar`() throws {
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
    // February 29 returns on the last day of any other February.
    ("2024-02-29", "2028-02-29", true), ("2024-02-29", "2026-02-28", true),
    ("2024-02-29", "2026-03-01", false), ("2024-02-29", "2028-02-28", false),
    ("2024-02-28", "2026-02-28", true), ("2024-02-28", "2028-02-29", false),
    ("2023-02-28", "2028-02-29", false), ("1896-02-29", "1900-02-28", true),
  ])
  func `a day returns once a year`(_ earlier: String, _ later: String, _ returns: Bool) throws {
    try expectEqual(day(earlier).hasAnniversary(on: day(later)), returns)
  }

  @Test func `every day returns once in every later year`() throws {
    for first in ["2024-02-29", "2023-02-28", "2024-12-31"] {
      let first = try day(first)
      for year in 2025...2032 {
        let start = try require(CalendarDay(year: year, month: 1, day: 1))
        let days = (0..<366).map { start.adding(days: $0) }.filter { $0.year == year }
        expectEqual(days.count { first.hasAnniversary(on: $0) }, 1, "\(first) in \(year)")
      }
    }
  }
}
