import DiaryCore
import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("A year in review on the screen")
@MainActor
struct YearReviewScreenTests {
  private func opened(
    _ columns: Int = 80, _ rows: Int = 24, speaks: Bool = false
  ) async throws -> ScreenTest {
    var entries = try TripsScreenTests.entries()
    entries.append(try SampleDiary.fields("long ago", on: "2023-12-31T12:00:00+09:00"))
    entries.append(
      try SampleDiary.fields(
        "The longest", on: "2026-10-10T12:00:00+09:00",
        Array(repeating: "word", count: 1200).joined(separator: " "), tags: ["글"]))
    entries[entries.count - 3].details.isStarred = true
    let screen = try await ScreenTest(columns, rows, entries: entries, speaks: speaks)
    await screen.press(.character("y"))
    return screen
  }

  @Test func `photos, months, places, tags and trips`() async throws {
    let screen = try await opened(100, 40)
    expectScreen(
      screen,
      """
       2026 in review                                                                          34 entries
      ────────────────────────────────────────────────────────────────────────────────────────────────────
       Photos                                                                Total
       ▓░░░▓░░░▓░░░▓░░░                                                      Entries                   34
       ░░░▓░░░▓░░░▓░░░▓                                                      Days                      34
       ░░▓░░░▓░░░▓░░░▓░                                                      Words                  1,266
       ░▓░░░▓░░░▓░░░▓░░                                                      Photos                     1
       ▓░░░▓░░░▓░░░▓░░░                                                      Longest streak        5 days
       ░░░▓░░░▓░░░▓░░░▓
                                                                             Most used tags
       Months       entries                  words                           #글      1 █████████████████
       Jan        0
      ▌Feb        4 ████████▉                    8 ▏                         Most frequent places
       Mar        4 ████████▉                    8 ▏                         37.5500, 126.…     28 ██████
       Apr        4 ████████▉                    8 ▏                         33.4600, 126.…      5 █▏
       May        9 ████████████████████        18 ▍
       Jun        4 ████████▉                    8 ▏
       Jul        4 ████████▉                    8 ▏
       Aug        4 ████████▉                    8 ▏
       Sep        0
       Oct        1 ██▎                      1,200 █████████████████████
       Nov        0
       Dec        0

       Trips
       33.4600, 126.3200                                    3–7 May 2026

       Longest entries
       The longest                                           1,200 words
       home                                                      2 words
       home                                                      2 words
       home                                                      2 words
       home                                                      2 words

       Starred entries
       Day 5                                                       7 May



       Enter show   ← earlier   → later   m map   s slide show   ? keys   q back   Tab next part
      """)
  }

  @Test func `at the smallest size it is one column`() async throws {
    let screen = try await opened(40, 12)
    expectScreen(
      screen,
      """
       2026 in review              34 entries
      ────────────────────────────────────────
       Photos
       ▓░░░▓░░░▓░░░▓░░░
       ░░░▓░░░▓░░░▓░░░▓
       ░░▓░░░▓░░░▓░░░▓░
       ░▓░░░▓░░░▓░░░▓░░
       ▓░░░▓░░░▓░░░▓░░░
       ░░░▓░░░▓░░░▓░░░▓

       Total
       Enter show  ← earlier  → later  m map
      """)
  }

  @Test func `the arrows go to the years that have entries`() async throws {
    let screen = try await opened()
    await screen.press(KeyEvent(.right))
    expectPrefix(screen.text, " 2026 in review")
    await screen.press(KeyEvent(.left))
    expectPrefix(screen.text, " 2023 in review")
    await screen.press(KeyEvent(.left))
    expectPrefix(screen.text, " 2023 in review")
    await screen.press(KeyEvent(.right))
    expectPrefix(screen.text, " 2026 in review")
  }

  @Test func `Enter opens what is selected`() async throws {
    let screen = try await opened(100, 40)
    await screen.press(KeyEvent(.enter))
    expectPrefix(screen.text, " February 2026")
    await screen.press(.character("q"))
    expectPrefix(screen.text, " 2026 in review")
    // The trip, then the longest entry.
    await screen.press(KeyEvent(.tab), KeyEvent(.enter))
    expectContains(screen.text, "Day 5")
    await screen.press(.character("q"), KeyEvent(.tab), KeyEvent(.enter))
    expectEqual(screen.state.screens.front(as: ReaderState.self)?.entry.title, "The longest")
  }

  @Test func `a tag is shown within the year`() async throws {
    let screen = try await opened(100, 40)
    for _ in 0..<8 where screen.state.screens.front(as: YearReviewState.self)?.selected != .tag("글")
    {
      await screen.press(KeyEvent(.tab))
    }
    await screen.press(KeyEvent(.enter))
    expectPrefix(screen.text, " tag:글 date:2026")
    expectContains(screen.text, "The longest")
  }

  @Test func `an empty diary says so`() async throws {
    let screen = try await ScreenTest(40, 12)
    await screen.press(.character("y"))
    expectContains(screen.text, "No entries in that year.")
  }

  @Test func `it is told in words`() async throws {
    let screen = try await opened(speaks: true)
    let text = try require(screen.state.frame.accessibleText)
    expectEqual(text.title, "2026 in review")
    expectContains(text.lines, "Entries: 34")
  }

  @Test func `in a year without entries there is nothing to show`() async throws {
    let screen = try await ScreenTest(80, 24, entries: [])
    await screen.press(.character("y"), KeyEvent(.pageDown), KeyEvent(.enter))
    expectContains(screen.text, "No entries in that year.")
    expectLacks(screen.text, "December", "\(screen.text)")
  }
}
