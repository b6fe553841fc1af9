import DiaryCore
import DiarySettings
import Glibc
import TestSupport
import Testing

@testable import DiaryApp

@Suite struct CalendarGridTests {
  /// From 1 January 1901, which was a Tuesday, by counting alone.
  private func expectMonths(firstWeekday: Int) throws {
    var weekday = 2
    for year in 1901...2300 {
      for month in 1...12 {
        let first = try require(CalendarDay(year: year, month: month, day: 1))
        let grid = MonthGrid(monthOf: first, firstWeekday: firstWeekday)
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let count = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
        var number = 0
        for week in 0..<MonthGrid.weeks {
          for column in 0..<7 {
            guard let day = grid.day(column: column, week: week) else { continue }
            number += 1
            if day.day != number || day.month != month || day.year != year
              || (firstWeekday + column) % 7 != weekday
            {
              fail("\(day) stands at \(column), \(week)")
            }
            weekday = (weekday + 1) % 7
          }
        }
        expectEqual(number, count, "\(year)-\(month)")
      }
    }
  }

  @Test(arguments: [0, 1, 6])
  func monthsAreThoseOfCounting(_ firstWeekday: Int) throws {
    try expectMonths(firstWeekday: firstWeekday)
  }

  @Test(arguments: [1, 1582, 1900, 2000, 2024, 2026, 9999], [0, 1, 6])
  func everyDayOfAYearStandsOnce(_ year: Int, _ firstWeekday: Int) throws {
    let first = try require(CalendarDay(year: year, month: 1, day: 1))
    let whole = YearGrid(yearOf: first, firstWeekday: firstWeekday)
    for grids in [[whole], whole.halves] {
      var days: [CalendarDay] = []
      for grid in grids {
        for week in 0..<grid.weeks {
          for row in 0..<7 {
            guard let day = grid.day(week: week, row: row) else { continue }
            expectEqual(grid.week(of: day), week)
            expectEqual(grid.row(of: day), row)
            expectEqual((firstWeekday + row) % 7, day.weekday)
            days.append(day)
          }
        }
        expectNil(grid.day(week: -1, row: 6))
        expectNil(grid.day(week: grid.weeks, row: 0))
      }
      expectEqual(days.first, first)
      expectEqual(days.last, first.lastOfYear)
      expect(zip(days, days.dropFirst()).allSatisfy { $0.daysSinceEpoch + 1 == $1.daysSinceEpoch })
      expectEqual(grids.flatMap(\.months).map(\.month), Array(1...12))
    }
  }

  /// 400 years of the system's own calendar, where it has one. It is the Gregorian from September
  /// 1752 on.
  @Test(.enabled(if: access("/usr/bin/ncal", X_OK) == 0, "ncal isn't installed"))
  func monthsAreThoseOfTheSystem() throws {
    let script = "for y in $(seq 1753 2152); do ncal -bhM -y $y; done"
    let result = try ProgramResult.run("/bin/sh", ["-c", script], environment: ["LC_ALL": "C"])
    expectEqual(result.status, 0)
    let lines = result.text.split(separator: "\n", omittingEmptySubsequences: false).map(Array.init)
    // Three months beside each other, below a line of weekdays; columns of 20 and 2 between them.
    let heads = lines.indices.filter { lines[$0].starts(with: "Mo Tu") }
    expectEqual(heads.count, 400 * 4)
    for (index, head) in heads.enumerated() {
      for beside in 0..<3 {
        let (year, month) = (1753 + index / 4, index % 4 * 3 + beside + 1)
        let theirs = (1...MonthGrid.weeks).map { week in
          String(lines[head + week].dropFirst(22 * beside).prefix(20)).trimmedEnd
        }
        let first = try require(CalendarDay(year: year, month: month, day: 1))
        let grid = MonthGrid(monthOf: first, firstWeekday: 1)
        let own = (0..<MonthGrid.weeks).map { week in
          (0..<7).map { column in
            grid.day(column: column, week: week).map { ($0.day < 10 ? " " : "") + "\($0.day)" }
              ?? "  "
          }.joined(separator: " ").trimmedEnd
        }
        if own != theirs { fail("\(year)-\(month): \(own), \(theirs)") }
      }
    }
  }

  @Test(arguments: [
    ("ko_KR.UTF-8", 0), ("en_US.UTF-8", 0), ("en_GB.UTF-8", 1), ("de_DE@euro", 1), ("ar_EG", 6),
    ("dv_MV", 5), ("C", 1), ("C.UTF-8", 1), ("", 1), ("POSIX", 1), ("ja_JP.eucJP", 0), ("en", 1),
  ])
  func weeksBeginByTheLocale(_ locale: String, _ weekday: Int) {
    expectEqual(WeekStart.ofLocale { $0 == "LANG" ? locale : nil }, weekday)
    expectEqual(
      WeekStart.ofLocale { $0 == "LC_ALL" ? locale : "en_US" }, (locale.isEmpty ? 0 : weekday))
    expectEqual(WeekStart.auto.weekday(locale: weekday), weekday)
  }

  @Test(arguments: [
    (1, 0, 2, "•"), (2, 0, 4, "••"), (3, 0, 4, "•••"), (4, 0, 4, "4•"), (12, 3, 4, "12•▣"),
    (1, 1, 2, "•▣"), (1, 3, 4, "•▣3"), (2, 2, 2, ":▣"), (3, 1, 4, "•••▣"), (3, 12, 4, "•••▣"),
    (99, 99, 2, ":▣"), (1, 100, 4, "•▣"), (5, 5, 1, ":"), (5, 5, 0, ""),
  ])
  func marksFitTheirRoom(_ entries: Int, _ photos: Int, _ columns: Int, _ marks: String) throws {
    let tally = DayTally(day: .earliest, entries: entries, photos: photos)
    expectEqual(MonthView.marks(tally, columns: columns), marks)
  }

  @Test func aNumberOfEntriesDoesNotTouchTheDay() {
    let tally = DayTally(day: .earliest, entries: 5, photos: 0)
    expectEqual(MonthView.marks(tally, columns: 3, besideNumber: true), " 5•")
    expectEqual(MonthView.marks(tally, columns: 2, besideNumber: true), ":")
  }

  @Test(arguments: [
    (0, 5, 0), (1, 1, 1), (2, 2, 2), (4, 4, 4), (1, 40, 1), (20, 40, 2), (40, 40, 4), (39, 40, 4),
  ])
  func aDayIsAsDarkAsItIsFull(_ entries: Int, _ most: Int, _ shade: Int) {
    expectEqual(YearView.shade(entries, most: most), shade)
  }
}
