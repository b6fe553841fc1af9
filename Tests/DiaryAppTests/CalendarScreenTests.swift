import DiaryCore
import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("The calendar")
@MainActor
struct CalendarScreenTests {
  @Test("A month with its marks, and what the day has beside it")
  func month() async throws {
    let screen = try await ScreenTest.inCalendar()
    await screen.press(KeyEvent(.left))
    expectScreen(
      screen,
      """
       November 2026                                                  4 entries · ▣ 3
      ────────────────────────────────────────────────────────────────────────────────
        Mo   Tu   We   Th   Fr   Sa   Su   │ Friday 20 November 2026
                                       1   │
                                           │ 강가 산책, 안개
                                           │ Friday 20 November 2026, 07:30
         2    3    4    5    6    7    8   │
                                           │         ▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░
                                           │         ░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓
         9   10   11   12   13   14   15   │         ░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░
                                      •▣   │         ░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░
                                           │         ▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░
        16   17   18   19  ▌20  ›21   22   │         ░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓
                  •    •   ▌•▣2            │         ░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░
                                           │         ░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░
        23   24   25   26   27   28   29   │         ▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░
                                           │
                                           │ 아침 일찍 강가를 걸었다.
        30                                 │
                                           │ 안개가 천천히 걷히고 첫 기차가 다리를 건
                                           │ 넜다.
                                           │
                                           │ ▣ 2 photos · #산책 #강 · 14 words
       Enter read   n new   ? keys   g go to   v year view   q back   > later year
      """)
  }

  @Test("At the smallest size the day's entries stand below")
  func small() async throws {
    let screen = try await ScreenTest.inCalendar(40, 12)
    await screen.press(KeyEvent(.left))
    expectScreen(
      screen,
      """
       November 2026   20 Fri · 1 entry · ▣ 2
      ────────────────────────────────────────
        Mo   Tu   We   Th   Fr   Sa   Su
                                       1
         2    3    4    5    6    7    8
         9   10   11   12   13   14   15•▣
        16   17   18•  19• ▌20•▣›21   22
        23   24   25   26   27   28   29
        30
       07:30   강가 산책, 안개           ▣ 2

       Enter read  n new  ? keys  g go to
      """)
  }

  @Test("Where there is little room, the month is whole, and numbers don't touch")
  func littleRoom() async throws {
    let busy = try (10..<22).map { hour in
      try SampleDiary.fields("\(hour)", on: "2026-11-19T\(hour):00:00+09:00")
    }
    let screen = try await ScreenTest.inCalendar(40, 12, entries: busy)
    await screen.press(KeyEvent(.left), KeyEvent(.left))
    expectPrefix(screen.text, " November 2026      19 Thu · 12 entries")
    expectContains(screen.text, " 18  ▌19: ")
  }

  @Test("Where there is room, a day shows its first photo")
  func photos() async throws {
    let screen = try await ScreenTest.inCalendar(200, 50)
    func cell(_ column: Int, _ week: Int) -> String {
      (0..<6).map { row in
        screen.state.frame.grid.row(3 + week * 7 + row).dropFirst(1 + column * 17).prefix(17)
          .map(\.text).joined()
      }.joined(separator: "\n")
    }
    // The 15th and the 20th of November have photos, the 18th has none.
    expectPrefix(cell(6, 2), " 15 •▣")
    expectContains(cell(6, 2), "▓░░░▓")
    expectPrefix(cell(4, 3), " 20 •▣2")
    expectContains(cell(4, 3), "▓░░░▓")
    expectPrefix(cell(2, 3), " 18 •")
    expectLacks(cell(2, 3), "▓")
    await screen.press(KeyEvent(.pageUp))
    expectLacks(screen.text, "▓░░░▓")
    await screen.press(KeyEvent(.pageDown))
    let wanted = screen.state.wantedPictures.inView.count
    screen.change { $0.showsPhotos = false }
    expectLess(screen.state.wantedPictures.inView.count, wanted)
    for (columns, rows) in [(80, 24), (40, 12), (120, 60), (200, 24)] {
      await screen.send(.resize(Size(columns: columns, rows: rows)))
      expectContains(screen.text, "15")
    }
  }

  @Test("Arrows, letters and pages move, and stop at the calendar's ends")
  func moving() async throws {
    let screen = try await ScreenTest.inCalendar()
    let steps: [(KeyEvent, String)] = [
      (KeyEvent(.up), "2026-11-14"), (.character("j"), "2026-11-21"),
      (.character("h"), "2026-11-20"), (KeyEvent(.right), "2026-11-21"),
      (KeyEvent(.pageUp), "2026-10-21"), (KeyEvent(.pageDown), "2026-11-21"),
      (.character("<"), "2025-11-21"), (.character("["), "2024-11-21"),
      (.character(">"), "2025-11-21"), (.character("]"), "2026-11-21"),
      (KeyEvent(.home), "2026-11-01"), (KeyEvent(.end), "2026-11-30"),
      (.character("T"), "2026-11-21"),
    ]
    for (key, expected) in steps {
      await screen.press(key)
      expectEqual(screen.calendarDay, expected)
    }
    await screen.press(.character("g"))
    await screen.type("0001-01-01")
    await screen.press(KeyEvent(.enter), KeyEvent(.left), KeyEvent(.pageUp), .character("<"))
    expectEqual(screen.calendarDay, "0001-01-01")
    await screen.press(.character("v"), KeyEvent(.left), .character("v"))
    await screen.press(.character("g"))
    await screen.type("9999-12-31")
    await screen.press(KeyEvent(.enter), KeyEvent(.right), KeyEvent(.down), .character(">"))
    expectEqual(screen.calendarDay, "9999-12-31")
    await screen.press(.character("v"), KeyEvent(.right))
    expectEqual(screen.calendarDay, "9999-12-31")
  }

  @Test("A date is typed, what it means is told, and what isn't one")
  func jumping() async throws {
    let screen = try await ScreenTest.inCalendar()
    let before = screen.text
    await screen.press(.character("g"))
    expectPrefix(screen.text, " Go to:")
    expectContains(screen.text, "Try: yesterday")
    await screen.type("last f")
    expectContains(screen.text, "Couldn't read that date. Try: yesterday")
    await screen.press(KeyEvent(.enter))
    expectPrefix(screen.text, " Go to: last f")
    await screen.type("riday")
    expectContains(screen.text, "Friday 20 November 2026")
    expectEqual(screen.cursor, Point(column: 19, row: 0))
    await screen.press(KeyEvent(.escape))
    expectEqual(screen.text, before)
    await screen.type("2024-02-30")
    expectContains(screen.text, "There's no such date.")
    await screen.press(.control("u"))
    await screen.type("3월 5일")
    await screen.press(KeyEvent(.enter))
    expectEqual(screen.calendarDay, "2026-03-05")
    await screen.type("2024")
    await screen.press(KeyEvent(.enter))
    expectEqual(screen.calendarDay, "2024-01-01")
    expectEqual(screen.calendar?.form, .year)
    await screen.type("2024-05")
    await screen.press(KeyEvent(.enter))
    expectEqual(screen.calendarDay, "2024-05-01")
    expectEqual(screen.calendar?.form, .month)
    await screen.press(.character("g"))
    await screen.send(.paste("어제"))
    await screen.press(KeyEvent(.enter))
    expectEqual(screen.calendarDay, "2026-11-20")
    await screen.press(.character("g"), KeyEvent(.function(1)))
    expectContains(screen.text, "A line of text")
  }

  @Test("Enter reads a day's one entry, chooses among several, and begins one where there is none")
  func opening() async throws {
    var entries = try SampleDiary.entries()
    entries.append(try SampleDiary.fields("Later", on: "2026-11-20T21:00:00+09:00"))
    let screen = try await ScreenTest.inCalendar(entries: entries)
    await screen.press(KeyEvent(.left))
    let month = screen.text
    await screen.press(KeyEvent(.enter))
    expectEqual(screen.calendar?.focus, .entries)
    expectContains(screen.text, "▌07:30   강가 산책")
    await screen.press(KeyEvent(.down), KeyEvent(.up), KeyEvent(.enter))
    expectContains(screen.text, "아침 일찍 강가를")
    // The entries before and after are those of the diary; the list stays where it was.
    await screen.press(KeyEvent(.right))
    expectContains(screen.text, "Friday 20 November 2026, 21:00 +09:00")
    expectEqual(screen.state.list.selected, 0)
    await screen.press(.character("q"))
    expectEqual(screen.calendar?.focus, .entries)
    await screen.press(KeyEvent(.escape), KeyEvent(.tab), KeyEvent(.tab), KeyEvent(.up))
    await screen.press(KeyEvent(.down))
    expectEqual(screen.text, month)
    await screen.press(KeyEvent(.left), KeyEvent(.enter))
    expectContains(screen.text, "it is cold.")
    await screen.press(.character("q"), KeyEvent(.up), KeyEvent(.enter))
    guard let editor = screen.state.screens.front(as: EditorState.self) else {
      fail("No editor is open.")
      return
    }
    expectEqual(editor.date?.description, "2026-11-12T10:00:00+09:00")
    await screen.type("Found again")
    await screen.press(.control("s"))
    expectContains(screen.text, "Found again")
    expectContains(screen.text, "6 entries · ▣ 3")
    expectEqual(screen.calendarDay, "2026-11-12")
    await screen.press(.character("n"))
    await screen.type("Another")
    await screen.press(.control("s"))
    expectContains(screen.text, "7 entries")
    await screen.press(.character("q"))
    expect(screen.state.screens.isEmpty)
  }

  @Test("Whatever changes is counted at once: deleted, undone, changed in another window")
  func changes() async throws {
    let screen = try await ScreenTest.inCalendar()
    await screen.press(KeyEvent(.left), .character("d"), .character("y"))
    expectContains(screen.text, "3 entries · ▣ 1")
    expectContains(screen.text, "No entry on this day.")
    await screen.press(.character("u"))
    expectContains(screen.text, "4 entries · ▣ 3")
    expectContains(screen.text, "강가 산책")
    let added = try await screen.service.add(
      SampleDiary.fields("Elsewhere", on: "2026-11-20T23:00:00-05:00"))
    await screen.changeExternally([DiaryChange(.added, added)])
    expectContains(screen.text, "5 entries")
    expectContains(screen.text, "23:00   Elsewhere")
    expectEqual(screen.calendar?.chosenEntry?.title, "강가 산책, 안개")
    var fields = added.fields
    fields.date = try require(EntryDate("2026-11-19T08:00:00+09:00"))
    let moved = try await screen.service.update(added.id, to: fields)
    let deleted = try await screen.service.delete(added.id)
    await screen.changeExternally([DiaryChange(.updated, moved), DiaryChange(.deleted, deleted)])
    expectContains(screen.text, "4 entries · ▣ 3")
  }

  @Test("A click selects, a second one opens, and the wheel turns months")
  func mouse() async throws {
    let screen = try await ScreenTest.inCalendar()
    await screen.send(.mouse(MouseEvent(.press, at: Point(column: 17, row: 12))))
    expectEqual(screen.calendarDay, "2026-11-19")
    await screen.send(.mouse(MouseEvent(.doublePress, at: Point(column: 23, row: 13))))
    expectContains(screen.text, "아침 일찍 강가를")
    await screen.press(.character("q"))
    await screen.send(.mouse(MouseEvent(.scrollUp, at: Point(column: 5, row: 5))))
    expectEqual(screen.calendarDay, "2026-10-20")
    await screen.send(.mouse(MouseEvent(.scrollDown, at: Point(column: 5, row: 5))))
    await screen.send(.mouse(MouseEvent(.press, at: Point(column: 3, row: 18))))
    expectEqual(screen.calendarDay, "2026-11-30")
    // Beside the month is no day.
    await screen.send(.mouse(MouseEvent(.press, at: Point(column: 3, row: 3))))
    expectEqual(screen.calendarDay, "2026-11-30")
  }

  @Test("Weeks begin as the person's do")
  func weekStart() async throws {
    let screen = try await ScreenTest.inCalendar()
    expectContains(screen.text, "  Mo   Tu   We")
    screen.change { $0.localeWeekday = 0 }
    expectContains(screen.text, "  Su   Mo   Tu")
    screen.prefer { $0.weekStart = .saturday }
    expectContains(screen.text, "  Sa   Su   Mo")
    await screen.press(.character("v"))
    expectContains(screen.text, "\n Sa  ")
  }

  @Test("In Korean")
  func korean() async throws {
    try await Language.korean.speaking {
      let screen = try await ScreenTest.inCalendar()
      expectPrefix(screen.text, " 2026년 11월")
      expectContains(screen.text, "월   화   수   목   금   토   일")
      expectContains(screen.text, "2026년 11월 21일 토요일 · 오늘")
      expectContains(screen.text, "이날 쓴 일기가 없습니다.")
      await screen.press(.character("g"))
      await screen.type("지난 금요일")
      expectPrefix(screen.text, " 날짜로: 지난 금요일")
      expectContains(screen.text, "2026년 11월 20일 금요일")
      await screen.press(KeyEvent(.enter), .character("v"))
      expectPrefix(screen.text, " 2026년 ")
      // A name of a month would touch the next one.
      expectContains(screen.text, "9   10  11   12")
    }
  }

  @Test("An empty diary has a calendar, too, at any size")
  func empty() async throws {
    for (columns, rows) in [(40, 12), (80, 24), (200, 50), (59, 13), (80, 12), (40, 50)] {
      let screen = try await ScreenTest.inCalendar(columns, rows, entries: [])
      expectContains(screen.text, "No entry on this day.")
      await screen.press(KeyEvent(.tab), .character("d"), .character("e"), .character("v"))
      await screen.press(KeyEvent(.left), KeyEvent(.right))
      await screen.press(.character("q"))
      expect(screen.state.screens.isEmpty)
    }
  }

  @Test("It is told in words")
  func spoken() async throws {
    let screen = try await ScreenTest(entries: try SampleDiary.entries(), speaks: true)
    await screen.press(.character("c"))
    expectEqual(screen.state.frame.accessibleText?.title, "Calendar, November 2026")
    expectEqual(
      screen.state.frame.accessibleText?.selected, "Saturday 21 November 2026, today, no entry")
    await screen.press(KeyEvent(.left))
    expectEqual(
      screen.state.frame.accessibleText?.selected,
      "Friday 20 November 2026, 1 entry, 2 photos, 강가 산책, 안개")
    await screen.press(KeyEvent(.tab))
    expectEqual(screen.state.frame.accessibleText?.selected, "07:30, 강가 산책, 안개 (1 of 1)")
    await screen.press(.character("g"))
    await screen.type("어제")
    expectEqual(screen.state.frame.accessibleText?.field?.label, "Go to a date")
    expectEqual(screen.state.frame.accessibleText?.lines, ["Friday 20 November 2026"])
  }

  @Test("? shows its keys")
  func help() async throws {
    let screen = try await ScreenTest.inCalendar(80, 40)
    await screen.press(.character("?"))
    expectContains(screen.text, "Go to a date (or start typing digits)")
    expectContains(screen.text, "Switch between year and month view")
  }
}
