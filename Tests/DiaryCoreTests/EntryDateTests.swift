import DiaryCore
import TestSupport
import Testing

@Suite("Dates of entries")
struct EntryDateTests {
  @Test(arguments: [
    "2026-11-19T07:30:00+09:00", "2026-11-19T07:30:00Z", "1999-12-31T23:59:59-03:30",
    "0001-01-01T00:00:00+00:00", "1900-06-01T12:00:00+08:27:52",
  ])
  func `come back as they were written`(_ text: String) throws {
    try expectEqual(require(EntryDate(text)).description, text)
  }

  @Test(arguments: [
    ("2026-11-19", "2026-11-19T00:00:00+09:00"),
    ("2026-11-19 07:30", "2026-11-19T07:30:00+09:00"),
    ("2026-11-19T07:30:15.250+0900", "2026-11-19T07:30:15+09:00"),
    ("2026-11-19T07:30-05", "2026-11-19T07:30:00-05:00"),
    ("2026-11-19t07:30:00,5z", "2026-11-19T07:30:00Z"),
    ("2026-11-19T07:30:15.123456789+08:27:52", "2026-11-19T07:30:15+08:27:52"),
  ])
  func `may leave out what the place knows`(_ text: String, _ full: String) throws {
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
  func `that no calendar has are refused`(_ text: String) {
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
