import DiaryCore
import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Moods over time")
@MainActor
struct MoodsScreenTests {
  private func opened(
    _ columns: Int = 80, _ rows: Int = 24, speaks: Bool = false
  ) async throws -> ScreenTest {
    let moods = [
      ("2026-01-10", "🙂", ["산책"]), ("2026-03-10", "😄", ["산책"]), ("2026-03-11", "😄", ["산책"]),
      ("2026-06-01", "😢", ["work"]), ("2026-06-02", "🙁", ["work"]), ("2026-06-03", "😢", ["work"]),
      ("2026-10-01", "😐", []), ("2025-05-05", "😄", []), ("2026-11-20", "wistful", []),
    ]
    let screen = try await ScreenTest(
      columns, rows,
      entries: moods.map { date, mood, tags in
        var fields = try SampleDiary.fields(date, on: "\(date)T12:00:00+09:00", tags: tags)
        fields.details.mood = mood
        return fields
      }, speaks: speaks)
    await screen.press(.alt("f"))
    return screen
  }

  @Test func `a line by month stands over their numbers, beside what tags have`() async throws {
    let screen = try await opened()
    expectScreen(
      screen,
      """
       Moods                                                                9 entries
      ────────────────────────────────────────────────────────────────────────────────
       Last 12 months                                        By tag
       😄          ⣀⠤⠒●⡄                                     #산책 😄  ████████████▉
               ⢀⡠⠔⠉    ⠈⢢                                    #work 😢  █▏
       🙂     ●⠁         ⠑⡄
                          ⠈⢢
       😐                   ⠑⡄                  ⢀⡠●
                             ⠈⢢             ⣀⠤⠒⠊⠁
       🙁                      ⠑⡄      ⢀⡠⠔⠒⠉
                                ⠈⢢ ⣀⠤⠒⠉⠁
       😢                         ●
         Dec Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov

       Moods
      ▌😄           3 ██████████████████████████████████
       🙂           1 ███████████▍
       😐           1 ███████████▍
       🙁           1 ███████████▍
       😢           2 ██████████████████████▋
       wistful      1 ███████████▍
       Some aren't in your order and left out of the
       line: set moods in config.toml.
       Enter show   ← earlier   → later   ? keys   q back   Tab next part
      """)
  }

  @Test func `at the smallest size it scrolls`() async throws {
    let screen = try await opened(40, 12)
    expectScreen(
      screen,
      """
       Moods                        9 entries
      ────────────────────────────────────────
       😐              ⠈⢆              ⣀●
                        ⠈⢆         ⢀⡠⠒⠉
       🙁                 ⢣     ⣀⠤⠊⠁
                           ⢣⢀⡠⠔⠉
       😢                   ●
         Dec   Feb   Apr   Jun   Aug   Oct

       Moods
      ▌😄           3 ███████████████████████
       Enter show  ← earlier  → later  ? keys
      """)
    await screen.press(KeyEvent(.end))
    expectScreen(
      screen,
      """
       Moods                        9 entries
      ────────────────────────────────────────
       🙁           1 ███████▋
       😢           2 ███████████████▍
       wistful      1 ███████▋
       Some aren't in your order and left out
       of the line: set moods in config.toml.

       By tag
       #산책 😄  █████████████████████████▋
      ▌#work 😢  ██▍
       Enter show  ← earlier  → later  ? keys
      """)
  }

  @Test func `Enter shows the entries of a mood`() async throws {
    let screen = try await opened()
    await screen.press(KeyEvent(.down), KeyEvent(.enter))
    expectPrefix(screen.text, " 🙂 ")
    expectContains(screen.text, "2026-01-10")
    expectLacks(screen.text, "2026-03-10")
    await screen.press(.character("q"))
    expectPrefix(screen.text, " Moods")
  }

  @Test func `other years are come to by the arrows`() async throws {
    let screen = try await opened()
    await screen.press(KeyEvent(.left), KeyEvent(.left))
    expectContains(screen.text, "\n 2025 ")
    await screen.press(KeyEvent(.right), KeyEvent(.right))
    expectContains(screen.text, "Last 12 months")
  }

  @Test func `an empty diary says how a mood is added, in Korean, too`() async throws {
    let screen = try await ScreenTest(40, 12, entries: SampleDiary.days(1))
    await screen.press(.alt("f"))
    expectContains(screen.text, "No moods yet.")
    Language.korean.speaking { expectPrefix(screen.text, " 기분") }
  }

  @Test func `a person's own order counts`() async throws {
    let screen = try await opened()
    screen.prefer { $0.moods = MoodScale(["wistful", "😢"]) }
    await screen.press(KeyEvent(.down))
    let moods = screen.text.split(separator: "\n").compactMap { line in
      ["wistful", "😢", "🙁", "😄"].first { line.contains("\($0) ") && line.contains("█") }
    }
    expectEqual(moods.prefix(2), ["wistful", "😢"])
  }

  @Test func `it is told in words`() async throws {
    let screen = try await opened(speaks: true)
    let text = try require(screen.state.frame.accessibleText)
    expectContains(text.lines, "March 2026: 😄")
    expectEqual(text.selected?.hasPrefix("😄"), true)
  }
}
