import DiaryCore
import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("The diary in numbers")
@MainActor
struct StatisticsScreenTests {
  private func entries() throws -> [EntryFields] {
    var entries = try SampleDiary.entries()
    entries.append(
      try SampleDiary.fields("old", on: "2024-02-29T23:10:00+09:00", "one two", tags: ["강"]))
    for (place, name) in [(1, "강릉"), (2, "Seoul"), (4, "seoul"), (5, "Seoul")] {
      entries[place].details.place = name
    }
    return entries
  }

  private func opened(
    _ columns: Int = 80, _ rows: Int = 24, entries: [EntryFields]? = nil
  ) async throws -> ScreenTest {
    let screen = try await ScreenTest(columns, rows, entries: try entries ?? self.entries())
    await screen.press(.character("s"))
    return screen
  }

  @Test("Months, hours and years beside totals, weekdays, tags and places")
  func page() async throws {
    let screen = try await opened()
    expectScreen(
      screen,
      """
       Statistics                                                           6 entries
      ────────────────────────────────────────────────────────────────────────────────
       Last 12 months  entries       words                   Total
       Dec        0                                          Entries                6
       Jan        0                                          Days                   6
       Feb        0                                          Words                 34
       Mar        0                                          Photos                 3
       Apr        0                                          Current streak    3 days
       May        0                                          Longest streak    3 days
       Jun        0
       Jul        0                                          Days of the week
       Aug        0                                          Mo      0
       Sep        0                                          Tu      0
       Oct        1 ███                  7 ███▋              We      1 ███████
      ▌Nov        4 ████████████        25 █████████████     Th      2 ██████████████
                                                             Fr      1 ███████
       Hours of the day                                      Sa      1 ███████
                     █ █                   █     █ █ █       Su      1 ███████
                     █ █                   █     █ █ █
                     █ █                   █     █ █ █       Most used tags
                     █ █                   █     █ █ █       #강        2 ███████████
       0           6           12          18                #산책      1 █████▌

       Enter show   ← earlier   → later   ? keys   Alt-p places   q back
      """)
  }

  @Test("At the smallest size it is one column that scrolls")
  func small() async throws {
    let screen = try await opened(40, 12)
    expectScreen(
      screen,
      """
       Statistics                   6 entries
      ────────────────────────────────────────
       Mar        0
       Apr        0
       May        0
       Jun        0
       Jul        0
       Aug        0
       Sep        0
       Oct        1 ███▊                    7
      ▌Nov        4 ███████████████        25
       Enter show  ← earlier  → later  ? keys
      """)
    await screen.press(KeyEvent(.pageDown))
    expectScreen(
      screen,
      """
       Statistics                   6 entries
      ────────────────────────────────────────
      ▌Nov        4 ███████████████        25

       Total
       Entries                            6
       Days                               6
       Words                             34
       Photos                             3
       Current streak                3 days
       Longest streak                3 days
       Enter show  ← earlier  → later  ? keys
      """)
  }

  @Test("In Korean, and on a large screen with everything in view")
  func korean() async throws {
    let large = try await Language.korean.speaking { () async throws -> String in
      let grid = try await opened(200, 50).state.frame.grid
      // The right column; the left one has bars as wide.
      return (2..<26).map { row in
        grid.row(row).dropFirst(123).map(\.text).joined().trimmedEnd
      }.joined(separator: "\n")
    }
    expectEqual(
      large,
      """
       전체
       일기                               6
       쓴 날                              6
       단어                              34
       사진                               3
       현재 연속 기록                   3일
       최장 연속 기록                   3일

       요일
       월      0
       화      0
       수      1 ████████████████████
       목      2 ████████████████████████████████████████
       금      1 ████████████████████
       토      1 ████████████████████
       일      1 ████████████████████

       많이 쓴 태그
       #강        2 ████████████████████████████████████████
       #산책      1 ████████████████████

       많이 적은 장소
       Seoul      3 ████████████████████████████████████████
       강릉       1 █████████████▍
      """)
    let small = try await Language.korean.speaking { try await opened(40, 12).text }
    expectEqual(
      small,
      """
       통계                          일기 6개
      ────────────────────────────────────────
       3월        0
       4월        0
       5월        0
       6월        0
       7월        0
       8월        0
       9월        0
       10월       1 ███▊                    7
      ▌11월       4 ███████████████        25
       Enter 보기  ← 이전  → 이후  ? 단축키
      """)
  }

  @Test("An empty diary is an invitation", arguments: [(40, 12), (80, 24), (200, 50)])
  func empty(_ columns: Int, _ rows: Int) async throws {
    let screen = try await opened(columns, rows, entries: [])
    expectContains(screen.text, "Nothing to count yet.")
    await screen.press(
      KeyEvent(.enter), KeyEvent(.down), KeyEvent(.tab), .character("G"), KeyEvent(.left))
    expectContains(screen.text, "Nothing to count yet.")
    await screen.press(.alt("p"))
    expectContains(screen.text, "No places yet.")
    await screen.press(KeyEvent(.enter), .character("s"), .character("q"), .character("q"))
    expect(screen.state.screens.isEmpty)
    expectNil(screen.state.figures)
  }

  @Test("The years before and after, past those without entries; the month stays")
  func years() async throws {
    let screen = try await opened()
    await screen.press(KeyEvent(.left))
    expectContains(screen.text, "\n 2026  ")
    expectContains(screen.text, "▌Nov        4")
    await screen.press(KeyEvent(.left))
    expectContains(screen.text, "\n 2024  ")
    expectContains(screen.text, "▌Nov        0")
    await screen.press(KeyEvent(.left))
    expectContains(screen.text, "\n 2024  ")
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "No entries in November 2024.")
    await screen.press(.character("n"), .character("p"), KeyEvent(.right), .character("n"))
    expectContains(screen.text, "Last 12 months")
    expectContains(screen.text, "▌Nov        4")
  }

  @Test("Enter shows the entries of a month, a tag, a place; of a year its months")
  func open() async throws {
    let screen = try await opened()
    await screen.press(KeyEvent(.enter))
    expectEqual(screen.state.scope?.title, "November 2026")
    expectEqual(screen.state.entries.count, 4)
    await screen.press(KeyEvent(.escape), .character("s"), KeyEvent(.tab))
    expectContains(screen.text, "▌2024")
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "\n 2024  ")
    expectContains(screen.text, "▌Jan        0")
    await screen.press(KeyEvent(.tab), KeyEvent(.tab), KeyEvent(.enter))
    expectEqual(screen.state.scope?.title, "#강")
    expectEqual(screen.state.entries.count, 2)
    await screen.press(KeyEvent(.escape), .character("s"), KeyEvent(.tab, .shift))
    expectContains(screen.text, "▌Seoul")
    await screen.press(KeyEvent(.enter))
    expectEqual(screen.state.scope?.title, "Seoul")
    expectEqual(screen.state.entries.count, 3)
  }

  @Test("What can't be selected is scrolled to, line by line, and nothing is passed over")
  func scrolling() async throws {
    let screen = try await opened(40, 12)
    var seen: Set<String> = []
    await screen.press(.character("g"))
    for _ in 0..<90 {
      seen.formUnion(screen.text.split(separator: "\n").map(String.init))
      await screen.press(KeyEvent(.down))
    }
    for words in [
      "Dec", "Total", "Hours of the day", " 0     6     12    18", "Days of the week", " Su",
      "Most used tags", "Most frequent places", "Years", "▌2024",
    ] { expect(seen.contains { $0.contains(words) }, "\(words)") }
    await screen.press(.character("g"))
    expectContains(screen.text, "▌Dec")
    // Enter does nothing where nothing that it concerns is in view.
    await screen.press(KeyEvent(.down), times: 20)
    if !screen.text.contains("▌") {
      await screen.press(KeyEvent(.enter))
      expectNil(screen.state.scope)
    }
  }

  @Test("A change is counted at once; leaving stops the counting")
  func changes() async throws {
    let screen = try await opened()
    let added = try await screen.service.add(
      try SampleDiary.fields("new", on: "2026-11-21T09:00:00+09:00", "three more words"))
    await screen.changeExternally([DiaryChange(.added, added)])
    expectContains(screen.text, "7 entries")
    expectContains(screen.text, "▌Nov        5")
    expectContains(screen.text, "Current streak")
    await screen.press(.character("q"))
    expectNil(screen.state.figures)
  }

  @Test("What has been counted by then is shown, with how far it is")
  func counting() async throws {
    let screen = try await opened()
    await screen.press(.character("q"))
    screen.change { state in
      state.screens.push(StatisticsState())
      var figures = StatisticsCache()
      _ = figures.request(on: state.now.day, requestID: 77)
      state.figures = figures
    }
    expectContains(screen.text, "counting… 0%")
    var some = DiaryCounting()
    for entry in try await screen.service.entries().prefix(3) { some.count(entry) }
    let counted = some.statistics(today: screen.state.now.day)
    await screen.receive(.diaryCounted(counted, requestID: 76, isEnd: false))
    expectContains(screen.text, "counting… 0%")
    await screen.receive(.diaryCounted(counted, requestID: 77, isEnd: false))
    expectContains(screen.text, "counting… 50%")
    expectContains(screen.text, "▌Nov        3")
    await screen.receive(.diaryCounted(counted, requestID: 77, isEnd: true))
    expectContains(screen.text, "3 entries")
    // What is counted anew comes in the place of all, not bit by bit.
    await screen.receive(.diaryCounted(DiaryStatistics(), requestID: 77, isEnd: false))
    expectContains(screen.text, "3 entries")
  }

  @Test("Places with their numbers and latest days, by number, day or name")
  func places() async throws {
    let screen = try await ScreenTest(60, 12, entries: try entries())
    await screen.press(.alt("p"))
    expectScreen(
      screen,
      """
       Places                                            2 places
      ────────────────────────────────────────────────────────────
      ▌Seoul                                     3   20 Nov 2026
       강릉                                      1   15 Nov 2026







       Enter show  s order  m map  ? keys  q back
      """)
    await screen.press(.character("j"), .character("s"), .character("s"))
    expectContains(screen.text, "▌강릉")
    await screen.press(KeyEvent(.enter))
    expectEqual(screen.state.scope?.title, "강릉")
    expectEqual(screen.state.entries.count, 1)
    await screen.press(KeyEvent(.escape))
    expectNil(screen.state.scope)
    expectNil(screen.state.figures)
  }

  @Test("Hostile names stand on one line")
  func hostile() async throws {
    var fields = try SampleDiary.fields(
      "x", on: "2026-11-01T08:00:00+09:00", tags: ["a\u{1B}[31m", "\u{202E}ab"])
    fields.details.place = "\u{1B}]0;x\u{07}" + String(repeating: "가", count: 5000)
    for (columns, rows) in [(40, 12), (80, 24), (200, 50)] {
      let screen = try await opened(columns, rows, entries: [fields])
      await screen.press(.character("G"), .alt("p"))
      expectContains(screen.text, "␛]0;x")
      await screen.press(KeyEvent(.enter))
      expectEqual(screen.state.entries.count, 1)
    }
  }

  @Test("The mouse selects, opens and scrolls")
  func mouse() async throws {
    let screen = try await opened()
    await screen.send(.mouse(MouseEvent(.press, at: Point(column: 3, row: 13))))
    expectContains(screen.text, "▌Oct")
    await screen.send(.mouse(MouseEvent(.scrollDown, at: Point(column: 3, row: 4))))
    try expectContains(screen.text.split(separator: "\n").at(2), "Feb")
    await screen.send(.mouse(MouseEvent(.doublePress, at: Point(column: 3, row: 2))))
    expectContains(screen.text, "No entries in February 2026.")
  }

  @Test("It is told in words")
  func accessibleText() async throws {
    let screen = try await ScreenTest(80, 24, entries: try entries(), speaks: true)
    await screen.press(.character("s"))
    let accessibleText = screen.state.frame.accessibleText
    expectEqual(accessibleText?.title, "Statistics, 6 entries")
    expectEqual(accessibleText?.selected, "November 2026, 4 entries, 25 words, 3 photos (12 of 12)")
    expectEqual(accessibleText?.lines.contains("Longest streak: 3 days"), true)
    await screen.press(.alt("p"))
    expectEqual(
      screen.state.frame.accessibleText?.selected,
      "Seoul, 3 entries, Friday 20 November 2026 (1 of 2)")
  }
}
