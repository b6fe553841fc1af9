import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Asking before something is done")
@MainActor
struct ConfirmDialogTests {
  private func asked() async throws -> ScreenTest {
    let screen = try await ScreenTest(entries: try SampleDiary.entries())
    await screen.press(.character("d"))
    return screen
  }

  @Test("It says what and which, with No preselected")
  func snapshot() async throws {
    let screen = try await asked()
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
                ┌──────────────────────────────────────────────────────────┐░
       October 2│  Delete this entry?                                      │▓
       31 Sat  L│                                                          │░
                │  강가 산책, 안개                                         │░
                │  Friday 20 November 2026 · 2 photos                      │░
                │                                                          │▓
                │  It will move to the trash. Press u to undo.             │░
                │                                                          │░
                │                                      [ No ]   Yes (y)    │
                └──────────────────────────────────────────────────────────┘
                                          │
                                          │ 안개가 천천히 걷히고 첫 기차가 다리를 건
                                          │ 넜다.
                                          │
                                          │
                                          │ ▣ 2 photos · #산책 #강 · 14 words
       Enter choose   Tab next   y yes   n no
      """)
  }

  @Test("The bottom line has the dialog's keys, or none; never those of the screen behind")
  func hints() async throws {
    let dialogs: [([KeyEvent], String)] = [
      ([.character("d")], " Enter choose   Tab next   y yes   n no"),
      ([.character(":")], " Enter run   ↓ choose   Esc close   F1 keys"),
      ([.character("x")], ""), ([.character("#")], ""), ([.character("M")], ""),
      (
        [.character("e"), .character("x"), KeyEvent(.escape)],
        " Enter choose   Tab next   y yes   n no   s save"
      ),
    ]
    for (keys, hints) in dialogs {
      let screen = try await ScreenTest(entries: try SampleDiary.entries())
      for key in keys { await screen.press(key) }
      expectEqual(screen.bottomLine, hints)
    }
  }

  @Test(
    "These keys do it",
    arguments: [
      [KeyEvent.character("y")], [KeyEvent(.tab), KeyEvent(.enter)],
      [KeyEvent(.right), KeyEvent(.enter)], [KeyEvent(.left), KeyEvent(.enter)],
      [KeyEvent(.tab), KeyEvent(.tab), KeyEvent(.tab, .shift), KeyEvent(.enter)],
    ])
  func yes(_ keys: [KeyEvent]) async throws {
    let screen = try await asked()
    for key in keys { await screen.press(key) }
    expectEqual(screen.state.list.count, 4)
    expect(screen.state.screens.isEmpty)
  }

  @Test(
    "These don't",
    arguments: [
      [KeyEvent.character("n")], [KeyEvent(.escape)], [KeyEvent(.enter)],
      [KeyEvent(.tab), KeyEvent(.tab), KeyEvent(.enter)], [.character("q")],
    ])
  func no(_ keys: [KeyEvent]) async throws {
    let screen = try await asked()
    for key in keys { await screen.press(key) }
    expectEqual(screen.state.list.count, 5)
    expect(screen.state.screens.isEmpty)
  }

  @Test("Other keys leave the question where it is")
  func others() async throws {
    let screen = try await asked()
    let text = screen.text
    for key in "jkedxt/s" { await screen.press(.character(key)) }
    expectEqual(screen.text, text)
  }

  @Test("A title of any length stays on one line")
  func longTitle() async throws {
    let long = try SampleDiary.fields(
      String(repeating: "long ", count: 2000), on: "2026-11-20T07:30:00+09:00")
    let screen = try await ScreenTest(40, 12, entries: [long])
    await screen.press(.character("d"))
    expectScreen(
      screen,
      """
      ┌──────────────────────────────────────┐
      │  Delete this entry?                  │
      │                                      │
      │  long long long long long long lon…  │
      │  Friday 20 November 2026             │
      │                                      │
      │  It will move to the trash. Press u  │
      │  to undo.                            │
      │                                      │
      │                  [ No ]   Yes (y)    │
      └──────────────────────────────────────┘
       Enter choose  Tab next  y yes  n no
      """)
  }
}
