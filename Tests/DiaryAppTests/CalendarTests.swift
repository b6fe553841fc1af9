import DiaryCore
import TerminalUI
import TestSupport
import Testing
import Text

@testable import DiaryApp

@Suite("The calendar, by month and by year") @MainActor struct CalendarScreenTests {
  @Test func `The month is drawn at every size, with photos if they fit`() async throws {
    var screen = try await ScreenTest.inCalendar().press("<Left>")
    try expectScreen(screen, in: "calendar-80x24")
    screen = try await ScreenTest.inCalendar(40, 12).press("<Left>")
    try expectScreen(screen, in: "calendar-40x12")
    screen = try await ScreenTest.inCalendar(200, 50)
    func cell(_ column: Int, _ week: Int) -> String {
      (0..<6).map { row in
        screen.state.frame.grid.row(3 + week * 7 + row).dropFirst(1 + column * 17).prefix(17)
          .map(\.text).joined()
      }.joined(separator: "\n")
    }
    // 15 and 20 November have photos, 18 November has none.
    expectPrefix(cell(6, 2), " 15 •▣")
    expectContains(cell(6, 2), "▓░░░▓")
    expectPrefix(cell(4, 3), " 20 •▣2")
    expectContains(cell(4, 3), "▓░░░▓")
    expectPrefix(cell(2, 3), " 18 •")
    expectLacks(cell(2, 3), "▓")
    await screen.press("<PgUp>", lacks: "▓░░░▓").press("<PgDn>")
    let wanted = screen.state.wantedPictures.inView.count
    screen.change { $0.showsPhotos = false }
    expectLess(screen.state.wantedPictures.inView.count, wanted)
  }

  @Test func `Keys move the day and stop at the ends, and a date can be typed`() async throws {
    var screen = try await ScreenTest.inCalendar()
    let steps: [(String, String)] = [
      ("<Up>", "2026-11-14"), ("j", "2026-11-21"), ("h", "2026-11-20"), ("<Right>", "2026-11-21"),
      ("<PgUp>", "2026-10-21"), ("<PgDn>", "2026-11-21"), ("<lt>", "2025-11-21"),
      ("[", "2024-11-21"), (">", "2025-11-21"), ("]", "2026-11-21"), ("<Home>", "2026-11-01"),
      ("<End>", "2026-11-30"), ("T", "2026-11-21"),
    ]
    for (key, expected) in steps { await expectEqual(screen.press(key).calendarDay, expected) }
    await expectEqual(screen.press("/0001-01-01<Enter><Left><PgUp><lt>").calendarDay, "0001-01-01")
    await screen.press("v<Left>v/9999-12-31<Enter><Right><Down>>")
    expectEqual(screen.calendarDay, "9999-12-31")
    await expectEqual(screen.press("v<Right>").calendarDay, "9999-12-31")
    screen = try await ScreenTest.inCalendar()
    let before = screen.text
    await expectPrefix(screen.press("/", shows: "Try: yesterday").text, " Go to:")
    await screen.press("last f", shows: "Couldn't read that date. Try: yesterday").press("<Enter>")
    expectPrefix(screen.text, " Go to: last f")
    await screen.press("riday", shows: "Friday 20 November 2026")
    expectEqual(screen.cursor, Point(column: 19, row: 0))
    await expectEqual(screen.press("<Esc>").text, before)
    await screen.press("2024-02-30", shows: "There's no such date.").press("<C-u>3월 5일<Enter>")
    expectEqual(screen.calendarDay, "2026-03-05")
    await expectEqual(screen.press("2024<Enter>").calendarDay, "2024-01-01")
    expectEqual(screen.calendar?.form, .year)
    await expectEqual(screen.press("2024-05<Enter>").calendarDay, "2024-05-01")
    expectEqual(screen.calendar?.form, .month)
    await expectEqual(screen.press("/").paste("어제").press("<Enter>").calendarDay, "2026-11-20")
    await screen.press("/<F1>", shows: "Text field")
  }

  @Test func `Enter reads a day's entry, chooses among several, or begins one`() async throws {
    var entries = try SampleDiary.entries()
    entries.append(try SampleDiary.fields("Later", on: "2026-11-20T21:00"))
    let screen = try await ScreenTest.inCalendar(entries: entries)
    expectShows(screen, "Press Enter to")
    await expectPrefix(screen.press("<Left>").bottomLine, " Enter read")
    let month = screen.text
    await expectEqual(screen.press("<Enter>", shows: "▌07:30   강가 산책").calendar?.focus, .entries)
    await screen.press("<Down><Up><Enter>", shows: "아침 일찍 강가를")
    // Arrows change to the diary's previous and next entry, and the list doesn't move.
    await screen.press("<Right>", shows: "Friday 20 November 2026, 21:00")
    expectEqual(screen.state.list.selected, 0)
    await expectEqual(screen.press("q").calendar?.focus, .entries)
    await expectEqual(screen.press("<Esc><Tab><Tab><Up><Down>").text, month)
    await screen.press("<Left><Enter>", shows: "it is cold.").press("q<Up>")
    expectPrefix(screen.bottomLine, " Enter write one")
    await screen.press("<Enter>")
    let editor = try require(screen.state.screens.front(as: EditorState.self))
    expectEqual(editor.date?.description, "2026-11-12T10:00:00+09:00")
    await screen.press("Found again<C-s>", shows: "Found again", "6 entries · ▣ 3")
    expectEqual(screen.calendarDay, "2026-11-12")
    await expect(screen.press("nAnother<C-s>", shows: "7 entries").press("q").state.screens.isEmpty)
  }

  @Test func `Changes are counted immediately, and clicks and the wheel work`() async throws {
    var screen = try await ScreenTest.inCalendar()
    await screen.press("<Left>dy", shows: "3 entries · ▣ 1", "No entry on this day.")
    await screen.press("u", shows: "4 entries · ▣ 3", "강가 산책")
    let added = try await screen.addElsewhere(
      SampleDiary.fields("Elsewhere", on: "2026-11-20T23:00:00-05:00"))
    expectShows(screen, "5 entries", "23:00   Elsewhere")
    expectEqual(screen.calendar?.chosenEntry?.title, "강가 산책, 안개")
    var fields = added.fields
    fields.date = try require(EntryDate("2026-11-19T08:00:00+09:00"))
    let moved = try await screen.service.update(added.id, to: fields)
    let deleted = try await screen.service.delete(added.id)
    await screen.changeExternally([DiaryChange(.updated, moved), DiaryChange(.deleted, deleted)])
    expectShows(screen, "4 entries · ▣ 3")
    screen = try await ScreenTest.inCalendar()
    await expectEqual(screen.mouse(.press, 17, 12).calendarDay, "2026-11-19")
    await expectShows(screen.mouse(.doublePress, 23, 13), "아침 일찍 강가를")
    await expectEqual(screen.press("q").mouse(.scrollUp, 5, 5).calendarDay, "2026-10-20")
    await screen.mouse(.scrollDown, 5, 5)
    await expectEqual(screen.mouse(.press, 3, 18).calendarDay, "2026-11-30")
    // Cells beside the month hold no day.
    await expectEqual(screen.mouse(.press, 3, 3).calendarDay, "2026-11-30")
  }

  @Test func `The calendar follows the language and the first weekday`() async throws {
    var screen = try await ScreenTest.inCalendar()
    expectShows(screen, "  Mo   Tu   We")
    screen.change { $0.localeWeekday = 0 }
    expectShows(screen, "  Su   Mo   Tu")
    screen.prefer { $0.weekStart = .saturday }
    expectShows(screen, "  Sa   Su   Mo")
    await screen.press("v", shows: "\n Sa  ")
    try await Language.korean.speaking {
      let screen = try await ScreenTest.inCalendar()
      expectPrefix(screen.text, " 2026년 11월")
      expectShows(screen, "월   화   수   목   금   토   일", "2026년 11월 21일 토요일 · 오늘", "이날 쓴 일기가 없습니다.")
      await expectPrefix(
        screen.press("/지난 금요일", shows: "2026년 11월 20일 금요일").text, " 이동할 날짜: 지난 금요일")
      await expectPrefix(screen.press("<Enter>v").text, " 2026년 ")
      // Months have numbers, since their names would touch.
      expectShows(screen, "9   10  11   12")
    }
    for (columns, rows) in [(40, 12), (80, 24), (200, 50), (59, 13), (80, 12), (40, 50)] {
      let screen = try await ScreenTest.inCalendar(columns, rows, entries: [])
      expectShows(screen, "No entry on this day.")
      await expect(screen.press("<Tab>dev<Left><Right>q").state.screens.isEmpty)
    }
    screen = try await ScreenTest(entries: try SampleDiary.entries(), speaks: true).press("c")
    await expectSpoken(
      screen, title: "Calendar, November 2026",
      selected: "Saturday 21 November 2026, today, no entry")
    await expectSpoken(
      screen, "<Left>", selected: "Friday 20 November 2026, 1 entry, 2 photos, 강가 산책, 안개")
    await expectSpoken(screen, "<Tab>", selected: "07:30, 강가 산책, 안개 (1 of 1)")
    await expectSpoken(screen, "/어제", lines: ["Friday 20 November 2026"])
    expectEqual(screen.spoken?.field?.label, "Go to a date")
  }

  /// One entry on 1 February 2026, two on the second, up to four on the fourth.
  private func moreEachDay() throws -> [EntryFields] {
    try (1...4).flatMap { day in
      try (10..<10 + day).map { hour in
        try SampleDiary.fields("\(day), \(hour)", on: "2026-02-0\(day)T\(hour):00", "word")
      }
    }
  }

  @Test func `A year has solid days in colors, shades without, in halves if narrow`() async throws {
    var entries = try moreEachDay()
    for background in [nil, 0x000000, 0xFFFFFF] as [UInt32?] {
      let screen = try await ScreenTest.inCalendar(200, 50, entries: entries)
      screen.change { $0.facts.background = background }
      await screen.press("v")
      let grid = screen.state.frame.grid
      let days = (0..<7).flatMap { Array(grid.row(3 + $0)) }.filter { $0.text == "█" }
      expectEqual(days.count, 8)
      expectEqual(Set(days.map(\.style.foreground)).count, 4)
      expectLacks(screen, "░", "╳")
      expectShows(screen, "[· ]", lacks: "(")
      await screen.press("<Up>", shows: "[· ]", "(· )")
    }
    for columns in [130, 80, 40] {
      let small = try await ScreenTest.inCalendar(columns, 24, entries: entries)
      await small.press("v<Left>", shows: columns == 130 ? "[" : "▣")
      expectContains(small.text, columns == 130 ? "(" : "□")
    }
    entries = try SampleDiary.days(30) + moreEachDay()
    var screen = try await ScreenTest(80, 24, entries: entries, colors: .monochrome).press("cv")
    let lines = screen.lines
    try expectPrefix(lines.at(2), "     Jan Feb Mar")
    try expect(lines.at(10).isEmpty)
    try expectPrefix(lines.at(11), "     Words a day  · ░░ ▒▒ ▓▓ ██")
    expectShows(screen, "\n Saturday 21 November 2026 · today\n")
    // 1 February 2026 is a Sunday, and the following days get darker.
    try expect(lines.at(9).contains("░") && lines.at(3).contains("▒"))
    try expect(lines.at(4).contains("▓") && lines.at(5).contains("█"))
    await expectEqual(screen.press("<Left><Up>").calendarDay, "2026-11-13")
    await expectEqual(screen.press("<PgUp>").calendarDay, "2025-11-13")
    await expectEqual(screen.press("<PgDn><Home><Down>").calendarDay, "2026-01-02")
    await expectEqual(screen.press("v").calendar?.form, .month)
    expectPrefix(screen.text, " January 2026")
    screen = try await ScreenTest.inCalendar().press("v")
    expectPrefix(screen.bottomLine, " Enter write one")
    await expectPrefix(screen.press("<Up>").bottomLine, " Enter read")
    await screen.press("<Enter>", shows: "아침 일찍 강가를")
    screen = try await ScreenTest.inCalendar(40, 12).press("v", shows: "Jul Aug  Sep Oct Nov  Dec")
    expectPrefix(screen.text, " 2026           21 November Sat · today")
    expectLacks(screen, "Jan")
    await screen.press("<Home>", shows: "Jan", lacks: "Jul")
    await expectShows(screen.resize(44, 30), "Jan", "Jul")
  }
}

@Suite struct CalendarGridTests {
  @Test(arguments: [1, 1582, 1900, 2000, 2024, 2026, 9999], [0, 1, 6])
  func `every day of a year appears once`(_ year: Int, _ firstWeekday: Int) throws {
    let first = try require(CalendarDay(year: year, month: 1, day: 1))
    func expectWhole(_ days: [CalendarDay], line: Int = #line) {
      expectEqual(days.first, first, line: line)
      expectEqual(days.last, first.lastOfYear, line: line)
      let pairs = zip(days, days.dropFirst())
      expect(pairs.allSatisfy { $0.daysSinceEpoch + 1 == $1.daysSinceEpoch }, line: line)
    }
    var months: [CalendarDay] = []
    for month in 1...12 {
      let day = try require(CalendarDay(year: year, month: month, day: 1))
      let grid = MonthGrid(monthOf: day, firstWeekday: firstWeekday)
      for place in 0..<7 * MonthGrid.weeks {
        guard let day = grid.day(column: place % 7, week: place / 7) else { continue }
        expectEqual((firstWeekday + place % 7) % 7, day.weekday)
        months.append(day)
      }
    }
    expectWhole(months)
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
      expectWhole(days)
      expectEqual(grids.flatMap(\.months).map(\.month), Array(1...12))
    }
  }

  @Test(arguments: [
    ("ko_KR.UTF-8", 0), ("en_US.UTF-8", 0), ("en_GB.UTF-8", 1), ("de_DE@euro", 1), ("ar_EG", 6),
    ("dv_MV", 5), ("C", 1), ("C.UTF-8", 1), ("", 1), ("POSIX", 1), ("ja_JP.eucJP", 0), ("en", 1),
  ])
  func `weeks begin on the day of the locale`(_ locale: String, _ weekday: Int) {
    expectEqual(WeekStart.ofLocale { $0 == "LANG" ? locale : nil }, weekday)
    expectEqual(
      WeekStart.ofLocale { $0 == "LC_ALL" ? locale : "en_US" }, (locale.isEmpty ? 0 : weekday))
    expectEqual(WeekStart.auto.weekday(locale: weekday), weekday)
  }

  @Test(arguments: [
    ("en_US.UTF-8", true, true), ("en_GB.UTF-8", false, false), ("en_AU", false, true),
    ("ko_KR.UTF-8", false, false), ("C.UTF-8", false, false),
  ])
  func `dates have the form of the locale`(_ locale: String, _ isMonthFirst: Bool, _ has12: Bool) {
    let style = DateStyle.ofLocale { $0 == "LC_TIME" ? locale : nil }
    expectEqual(style, DateStyle(isMonthFirst: isMonthFirst, hasTwelveHours: has12))
    var preferences = Preferences()
    expectEqual(preferences.dateStyle(locale: style), style)
    (preferences.dateFormat, preferences.clock) = (.dayFirst, .hours12)
    expectEqual(preferences.dateStyle(locale: style), DateStyle(hasTwelveHours: true))
  }

  @Test(arguments: [
    (1, 0, 2, "•"), (2, 0, 4, "••"), (3, 0, 4, "•••"), (4, 0, 4, "4•"), (12, 3, 4, "12•▣"),
    (1, 1, 2, "•▣"), (1, 3, 4, "•▣3"), (2, 2, 2, ":▣"), (3, 1, 4, "•••▣"), (3, 12, 4, "•••▣"),
    (99, 99, 2, ":▣"), (1, 100, 4, "•▣"), (5, 5, 1, ":"), (5, 5, 0, ""),
  ])
  func `marks fit the cell`(_ entries: Int, _ photos: Int, _ columns: Int, _ marks: String) throws {
    let tally = DayTally(day: .earliest, entries: entries, photos: photos)
    expectEqual(MonthView.marks(tally, columns: columns), marks)
    // The count has a space before it beside the day's number.
    for (entries, columns, marks) in [(5, 3, " 5•"), (5, 2, ":"), (12, 1, ":"), (12, 3, ":")] {
      let tally = DayTally(day: .earliest, entries: entries, photos: 0)
      expectEqual(MonthView.marks(tally, columns: columns, besideNumber: true), marks)
    }
  }

  @Test(arguments: [
    (0, 5, 0), (1, 1, 1), (2, 2, 2), (4, 4, 4), (1, 40, 1), (20, 40, 2), (40, 40, 4), (39, 40, 4),
  ])
  func `a day's shade follows its number of words`(_ words: Int, _ most: Int, _ shade: Int) {
    let length = TextLength(words: words, characters: 5 * words)
    let tally = DayTally(day: .earliest, entries: words > 0 ? 1 : 0, length: length)
    expectEqual(YearView.shade(tally, most: most), shade)
    let photo = DayTally(day: .earliest, entries: 1, photos: 1)
    expectEqual(YearView.shade(photo, most: most), 1)
  }
}

extension ScreenTest {
  static func inCalendar(
    _ columns: Int = 80, _ rows: Int = 24, entries: [EntryFields]? = nil
  ) async throws -> ScreenTest {
    try await ScreenTest(columns, rows, entries: entries ?? SampleDiary.entries()).press("c")
  }

  var calendar: CalendarState? { state.screens.front(as: CalendarState.self) }

  var calendarDay: String? { calendar?.day.description }
}
