import DiaryCore
import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("The date field of the editor")
@MainActor
struct DateFieldTests {
  /// A new entry with its date being typed. It is Saturday 21 November 2026, 10:00.
  private func opened(_ columns: Int = 80, _ rows: Int = 24) async throws -> ScreenTest {
    let screen = try await ScreenTest(columns, rows, entries: try SampleDiary.entries())
    await screen.press(.character("n"))
    await screen.type("Fog")
    await screen.press(KeyEvent(.tab), times: 4)
    expectLacks(screen.text, "→")
    await screen.press(.control("u"))
    return screen
  }

  private func bottom(_ screen: ScreenTest) -> String {
    String(screen.text.split(separator: "\n", omittingEmptySubsequences: false).last ?? "")
  }

  @Test(
    "Takes what the calendar takes, with a time, and echoes what it understands",
    arguments: [Size(columns: 80, rows: 24), Size(columns: 40, rows: 12)])
  func echo(_ size: Size) async throws {
    let screen = try await opened(size.columns, size.rows)
    expectPrefix(bottom(screen), " Try: yesterday 21:00, 3 days ago")
    for (typed, words) in [
      ("yester", "Couldn't read that date."), ("yesterday", "→ Friday 20 November 2026, 10:00"),
      ("3 days ago 9pm", "→ Wednesday 18 November 2026, 21:00"),
      ("어제 오후 9시", "→ Friday 20 November 2026, 21:00"),
      ("yesterday 25:00", "There's no such time."),
      ("2026-02-30", "There's no such date."), ("last week", "That's more than one day."),
      ("yesterday 21:00", "→ Friday 20 November 2026, 21:00"),
    ] {
      await screen.press(.control("u"))
      await screen.type(typed)
      expectPrefix(bottom(screen), " " + words, "\(typed)")
    }
    await screen.press(.control("s"))
    let entries = try await screen.service.entries()
    let saved = try require(entries.first { $0.title == "Fog" })
    expectEqual(saved.date.description, "2026-11-20T21:00:00+09:00")
  }

  @Test("What can't be read is said in Korean too, and saving leads back to it")
  func unreadable() async throws {
    let screen = try await opened()
    await screen.type("soon")
    Language.korean.speaking {
      expectPrefix(bottom(screen), " 알 수 없는 날짜입니다. 예: 어제 21:00")
    }
    await screen.press(KeyEvent(.tab), .control("s"))
    expectContains(screen.text, "“soon” isn't a date.")
    await screen.press(KeyEvent(.enter), .control("u"))
    await screen.type("어제")
    Language.korean.speaking { expectPrefix(bottom(screen), " → 2026년 11월 20일 금요일 10:00") }
  }

  @Test("A draft keeps the day that was meant")
  func draft() async throws {
    let screen = try await opened()
    await screen.type("yesterday 21:00")
    guard let editor = screen.state.screens.front(as: EditorState.self) else {
      fail("no editor")
      return
    }
    expectEqual(editor.currentDraft.dateText, "2026-11-20 21:00 +09:00")
  }
}
