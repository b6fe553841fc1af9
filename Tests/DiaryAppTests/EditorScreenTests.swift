import DiaryCore
import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("The editor on the screen")
@MainActor
struct EditorScreenTests {
  @Test("A new entry is a blank page")
  func new() async throws {
    let screen = try await ScreenTest(80, 14)
    await screen.press(.character("n"))
    expectScreen(
      screen,
      """
       New entry                                                              0 words
      ────────────────────────────────────────────────────────────────────────────────
        Saturday 21 November 2026  10:00 +09:00                              no tags
        Title

        What was beautiful today?






        ▣ no photos   + Ctrl-P
       Ctrl-S save   Esc leave   Tab next   Ctrl-P photo   F1 keys   F2 details
      """)
    expectEqual(screen.cursor, Point(column: 2, row: 3))
  }

  @Test("An entry with tags and photos")
  func edit() async throws {
    let screen = try await ScreenTest(80, 14, entries: try SampleDiary.entries())
    await screen.press(.character("e"))
    await screen.type("글")
    expectScreen(
      screen,
      """
       Edit entry                                                    14 words · 1 min
      ────────────────────────────────────────────────────────────────────────────────
        Friday 20 November 2026  07:30 +09:00                              #산책 #강
        강가 산책, 안개

        아침 일찍 강가를 걸었다.

        ![안개 속의 강](▣ fog.jpg)

        안개가 천천히 걷히고 첫 기차가 다리를 건넜다.글


        ▣ bridge.jpg “the bridge”   ▣ fog.jpg   + Ctrl-P
       Ctrl-S save   Esc leave   Tab next   Ctrl-P photo   F1 keys   F2 details
      """)
    await screen.pauseTyping()
    expectContains(screen.text, "draft kept · 14 words · 1 min")
  }

  @Test("Among the photos one is chosen, and its caption edited")
  func strip() async throws {
    let screen = try await ScreenTest(60, 14, entries: try SampleDiary.entries())
    await screen.press(.character("e"), KeyEvent(.tab), KeyEvent(.tab), KeyEvent(.enter))
    expectScreen(
      screen,
      """
      ┌──────────────────────────────────────────────────────────┐
      │  Caption of bridge.jpg                                   │
      │                                                          │
      │                     ▓░░░▓░░░▓░░░▓░░░                     │
      │                     ░░░▓░░░▓░░░▓░░░▓                     │
      │                     ░░▓░░░▓░░░▓░░░▓░                     │
      │                     ░▓░░░▓░░░▓░░░▓░░                     │
      │                     ▓░░░▓░░░▓░░░▓░░░                     │
      │                     ░░░▓░░░▓░░░▓░░░▓                     │
      │                                                          │
      │  the bridge                                              │
      │                                                          │
      │  Enter saves, Esc cancels.                               │
      └──────────────────────────────────────────────────────────┘
      """)
    await screen.type("!")
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "▣ bridge.jpg “the bridge!”")
  }

  @Test("At 40×12 all of it is there")
  func narrow() async throws {
    let screen = try await ScreenTest(40, 12, entries: try SampleDiary.entries())
    await screen.press(.character("e"))
    expectScreen(
      screen,
      """
       Edit entry            14 words · 1 min
      ────────────────────────────────────────
        20 Nov 2026  07:30         #산책 #강
        강가 산책, 안개


        ![안개 속의 강](▣ fog.jpg)

        안개가 천천히 걷히고 첫 기차가 다리
        를 건넜다.
        ▣ bridge.jpg “the bridge”   +1
       Ctrl-S save  Esc leave  Tab next
      """)
  }

  @Test("Leaving asks when something would be lost")
  func leaving() async throws {
    let screen = try await ScreenTest(60, 14, entries: try SampleDiary.entries())
    await screen.press(.character("e"), KeyEvent(.backspace), KeyEvent(.escape))
    expectScreen(
      screen,
      """
       Edit entry                                14 words · 1 min
      ────────────────────────────────────────────────────────────
      ┌──────────────────────────────────────────────────────────┐
      │  Leave without saving?                                   │
      │                                                          │
      │  강가 산책, 안개                                         │
      │                                                          │
      │  Discarded text can be restored with Alt-d for 30 days.  │
      │                                                          │
      │       [ No, keep writing ]   Save (s)     Discard (y)    │
      └──────────────────────────────────────────────────────────┘

        ▣ bridge.jpg “the bridge”   ▣ fog.jpg   + Ctrl-P
       Enter choose  Tab next  y yes  n no  s save
      """)
  }

  @Test("At 40×12 every answer can be read, in both languages")
  func leavingNarrow() async throws {
    func leave() async throws -> ScreenTest {
      let screen = try await ScreenTest(40, 12, entries: try SampleDiary.entries())
      await screen.press(.character("e"), KeyEvent(.backspace), KeyEvent(.escape))
      return screen
    }
    let screen = try await leave()
    expectScreen(
      screen,
      """
      ┌──────────────────────────────────────┐
      │  Leave without saving?               │
      │                                      │
      │  강가 산책, 안개                     │
      │                                      │
      │  Discarded text can be restored      │
      │  with Alt-d for 30 days.             │
      │                                      │
      │   [ No, keep writing ]   Save (s)    │
      │                       Discard (y)    │
      └──────────────────────────────────────┘
       Enter choose  Tab next  y yes  n no
      """)
    try await Language.korean.speaking {
      expectScreen(
        try await leave(),
        """
        ┌──────────────────────────────────────┐
        │  저장하지 않고 나갈까요?             │
        │                                      │
        │  강가 산책, 안개                     │
        │                                      │
        │  버린 글은 30일 동안 Alt-d로 되살릴  │
        │  수 있습니다.                        │
        │                                      │
        │  [ 아니요, 계속 쓰기 ]   저장 (s)    │
        │                        버리기 (y)    │
        └──────────────────────────────────────┘
         Enter 선택  Tab 다음  y 예  n 아니요
        """)
    }
  }
}
