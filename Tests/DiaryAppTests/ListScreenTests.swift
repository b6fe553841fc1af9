import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("The list on the screen")
@MainActor
struct ListScreenTests {
  @Test("As many hints as the line has room for, the most important first")
  func hints() async throws {
    var shorter = ""
    for columns in [40, 60, 80, 120, 200] {
      let screen = try await ScreenTest(columns, 24, entries: try SampleDiary.entries())
      let hints = screen.bottomLine.split(separator: " ").joined(separator: " ")
      expectPrefix(hints, shorter)
      expectGreater(hints.count, shorter.count)
      shorter = hints
      let next = columns - TextWidth.columns(screen.bottomLine)
      expectLess(next, 20, "\(columns)")
    }
    expectContains(shorter, "v view")
    expectContains(shorter, "s statistics")
    let small = try await ScreenTest(40, 12, entries: try SampleDiary.entries())
    expectEqual(small.bottomLine, " n new  Enter read  / search  ? keys")
  }

  @Test("An empty diary offers what can be done with one", arguments: [(40, 12), (80, 24)])
  func emptyHints(_ columns: Int, _ rows: Int) async throws {
    let screen = try await ScreenTest(columns, rows)
    let names = screen.bottomLine.split(separator: " ").filter { $0.count == 1 }
    expectEqual(String(names.joined()), (columns < 80 ? "niI?" : "niI?q"))
  }

  @Test("With a preview, 100×30")
  func wide() async throws {
    let screen = try await ScreenTest(100, 30, entries: try SampleDiary.entries())
    expectScreen(
      screen,
      """
       Diary                                                                                    5 entries
      ────────────────────────────────────────────────────────────────────────────────────────────────────
       November 2026                                │ 강가 산책, 안개
      ▌20 Fri  강가 산책, 안개                 ▣ 2  │ Friday 20 November 2026, 07:30
       19 Thu  A letter from the north              │
       18 Wed  첫눈                                 │         ▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░
       15 Sun  The plum tree                   ▣ 1  │         ░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░
                                                    │         ░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░
       October 2026                                 │         ░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓
       31 Sat  Leaves                               │         ▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░
                                                    │         ░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░
                                                    │         ░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░
                                                    │         ░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓
                                                    │         ▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░
                                                    │         ░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░
                                                    │         ░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░
                                                    │         ░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓
                                                    │         ▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░
                                                    │
                                                    │ 아침 일찍 강가를 걸었다.
                                                    │
                                                    │ 안개가 천천히 걷히고 첫 기차가 다리를 건넜다.
                                                    │
                                                    │
                                                    │
                                                    │
                                                    │
                                                    │
                                                    │ ▣ 2 photos · #산책 #강 · 14 words
       n new   Enter read   / search   ? keys   c calendar   e edit   p photos   v view   T today
      """)
  }

  @Test("With a preview, 80×24")
  func ordinary() async throws {
    let screen = try await ScreenTest(80, 24, entries: try SampleDiary.entries())
    expectScreen(
      screen,
      """
       Diary                                                                5 entries
      ────────────────────────────────────────────────────────────────────────────────
       November 2026                      │ 강가 산책, 안개
      ▌20 Fri  강가 산책, 안개       ▣ 2  │ Friday 20 November 2026, 07:30
       19 Thu  A letter from the no…      │
       18 Wed  첫눈                       │        ▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░
       15 Sun  The plum tree         ▣ 1  │        ░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░
                                          │        ░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░
       October 2026                       │        ░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓
       31 Sat  Leaves                     │        ▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░
                                          │        ░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░
                                          │        ░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░
                                          │        ░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓
                                          │        ▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░
                                          │        ░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░
                                          │
                                          │ 아침 일찍 강가를 걸었다.
                                          │
                                          │ 안개가 천천히 걷히고 첫 기차가 다리를 건
                                          │ 넜다.
                                          │
                                          │
                                          │ ▣ 2 photos · #산책 #강 · 14 words
       n new   Enter read   / search   ? keys   c calendar   e edit   p photos
      """)
  }

  @Test("Alone, 40×12")
  func narrow() async throws {
    let screen = try await ScreenTest(40, 12, entries: try SampleDiary.entries())
    expectScreen(
      screen,
      """
       Diary                        5 entries
      ────────────────────────────────────────
       November 2026
      ▌20 Fri  강가 산책, 안개           ▣ 2
       19 Thu  A letter from the north
       18 Wed  첫눈
       15 Sun  The plum tree             ▣ 1
       October 2026
       31 Sat  Leaves


       n new  Enter read  / search  ? keys
      """)
  }

  @Test("On a very large screen, 200×50")
  func huge() async throws {
    let screen = try await ScreenTest(200, 50, entries: try SampleDiary.entries())
    let lines = screen.text.split(separator: "\n", omittingEmptySubsequences: false)
    expectEqual(lines.count, 50)
    try expectSuffix(lines.at(0), "5 entries")
    try expectPrefix(lines.at(2), " November 2026")
    try expectPrefix(lines.at(3), "▌20 Fri  강가 산책, 안개")
    try expectContains(lines.at(3), "▣ 2  #산책")
    // The text stands in the middle of its part.
    let margin = String(repeating: " ", count: 26)
    try expectSuffix(lines.at(3), "│ " + margin + "Friday 20 November 2026, 07:30")
    try expectSuffix(lines.at(48), "▣ 2 photos · #산책 #강 · 14 words")
  }

  @Test("An empty diary invites")
  func empty() async throws {
    let screen = try await ScreenTest(80, 24)
    expectScreen(
      screen,
      """
       Diary                                                                0 entries
      ────────────────────────────────────────────────────────────────────────────────




                Your diary is empty – and it's all yours.

                n   write the first entry
                i   start from a folder of photos
                I   import another diary
                ?   all keys
                q   leave

                Entries and photos stay on this machine, in plain files you can read
                without this program. To look around first, run photodiary demo.







       n new   i from photos   I import   ? keys   q quit
      """)
  }

  @Test("Below 40×12 it says so")
  func tooSmall() async throws {
    let tiny = try await ScreenTest(10, 3, entries: try SampleDiary.entries())
    expectScreen(
      tiny,
      """
      Too small:
      PhotoDiary
      needs
      """)
    let small = try await ScreenTest(39, 11, entries: try SampleDiary.entries())
    expectScreen(
      small,
      """
      Too small: PhotoDiary needs 40×12.










      """)
  }

  @Test("It keeps its place while it scrolls, and the heading of the month")
  func scrolled() async throws {
    let screen = try await ScreenTest(40, 12, entries: try SampleDiary.days(40))
    await screen.press(.character("j"), times: 20)
    expectScreen(
      screen,
      """
       Diary                       40 entries
      ────────────────────────────────────────
       November 2026
        8 Sun  Entry 13
        7 Sat  Entry 14
        6 Fri  Entry 15
        5 Thu  Entry 16
        4 Wed  Entry 17
        3 Tue  Entry 18
        2 Mon  Entry 19
      ▌ 1 Sun  Entry 20
       n new  Enter read  / search  ? keys
      """)
  }

  @Test("An error waits until it is read")
  func notice() async throws {
    let screen = try await ScreenTest(80, 24, entries: try SampleDiary.entries())
    screen.repository.fail(with: .store(path: "/diary", .diskFull))
    await screen.press(.character("d"), .character("y"))
    expectScreen(
      screen,
      """
       Diary                                                                5 entries
      ────────────────────────────────────────────────────────────────────────────────
       November 2026                      │ 강가 산책, 안개
      ▌20 Fri  강가 산책, 안개       ▣ 2  │ Friday 20 November 2026, 07:30
       19 Thu  A letter from the no…      │
       18 Wed  첫눈                       │        ▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░
       15 Sun  The plum tree         ▣ 1  │        ░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░
                                          │        ░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░
       October 2┌──────────────────────────────────────────────────────────┐▓
       31 Sat  L│  Couldn't do that                                        │░
                │                                                          │░
                │  Couldn't save /diary: the disk is full. Free some       │░
                │  space and save again.                                   │▓
                │                                                          │░
                │                                                  [ OK ]  │░
                └──────────────────────────────────────────────────────────┘
                                          │ 아침 일찍 강가를 걸었다.
                                          │
                                          │ 안개가 천천히 걷히고 첫 기차가 다리를 건
                                          │ 넜다.
                                          │
                                          │
                                          │ ▣ 2 photos · #산책 #강 · 14 words
       Enter close
      """)
    await screen.press(.character("j"))
    expectContains(screen.text, "Couldn't do that")
    await screen.press(KeyEvent(.enter))
    expectLacks(screen.text, "Couldn't do that")
    expectEqual(screen.state.list.count, 5)
  }

  @Test("Without colors everything is there")
  func monochrome() async throws {
    let screen = try await ScreenTest(80, 24, entries: try SampleDiary.entries())
    var state = screen.state
    state.colors = .monochrome
    state.theme = Theme(colors: .monochrome)
    let grid = state.frame.grid
    for row in 0..<24 {
      for cell in grid.row(row) {
        expectEqual(cell.style.foreground, .terminal)
        expectEqual(cell.style.background, .terminal)
      }
    }
  }
}
