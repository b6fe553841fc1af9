import DiaryCore
import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("The map's whole screen")
@MainActor
struct MapSnapshotTests {
  private func opened(_ columns: Int, _ rows: Int) async throws -> ScreenTest {
    let entries = try MapScreenTests.entries(MapScreenTests.journey)
    let screen = try await ScreenTest(columns, rows, entries: entries)
    screen.placeNaming.call(.success(["Somewhere"]))
    await screen.press(.alt("m"))
    return screen
  }

  @Test func `all places, on a usual terminal`() async throws {
    let screen = try await opened(80, 24)
    expectScreen(
      screen,
      """
       Map                                                                  5 entries
      ────────────────────────────────────────────────────────────────────────────────


                                         3 Somewhere








                                                     1 Somewhere





                                      1 Somewhere


      ▌ Somewhere  3 entries · 10 Nov 2026 – 14 Nov 2026
       Enter show   Tab next   + larger   - smaller   0 all   t way   ? keys   q back
      """)
  }

  @Test func `the way from place to place, some steps farther away`() async throws {
    let screen = try await opened(80, 24)
    await screen.press(.character("t"), KeyEvent(.tab))
    await screen.press(.character("-"), times: 2)
    expectScreen(
      screen,
      """
       Map                                                                  5 entries
      ────────────────────────────────────────────────────────────────────────────────
         ⠨                                                                      ⢸
         ⠨                                                                      ⢸
         ⠨                                                                      ⢸
         ⠨                                                                      ⢸
         ⠨                                                                      ⢸
         ⠨                                                                      ⢸
         ⠨                                1,4 Somewhere                         ⢸
         ⠨                                 ⡜⠈⢢                                  ⢸
         ⠨                                 ⡇  ⠱⡀                                ⢸
         ⠨                                 ⡇   ⠘⢄                               ⢸
         ⠨                                ⢸      2 Somewhere                    ⢸
         ⠨                                ⢸   ⢀⠔⠉                               ⢸
         ⠨                                ⡜ ⡠⠊⠁                                 ⢸
         ⠨                                3⠉Somewhere                           ⢸
         ⠨                                                                      ⢸
         ⠨                                                                      ⢸
         ⠨                                                                      ⢸
         ⠨                                                                      ⢸
         ⠨                                                                      ⢸
      ⠒⠒⠒⠚⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠚
      ▌ Somewhere  1 entry · 12 Nov 2026
       Enter show   Tab next   + larger   - smaller   0 all   t way   ? keys   q back
      """)
  }

  @Test func `the earth, with a town to know one's way by`() async throws {
    let screen = try await opened(80, 24)
    await screen.press(.character("-"), times: 6)
    expectScreen(
      screen,
      """
       Map                                                                  5 entries
      ────────────────────────────────────────────────────────────────────────────────


                          ⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀
                          ⡇         ⠨                 ⢸
                          ⡇         ⠨                 ⢸
                          ⡇  ·Oldtown                 ⢸
                          ⡇         ⠨                 ⢸
                          ⡇         ⠨                 ⢸
                          ⡇         ⠨                 ⢸
                          ⡇         ⠨        5 Somewhere
                          ⡇         ⠨                 ⢸
                          ⡇         ⠨                 ⢸
                          ⠓⠒⠒⠒⠒⠒⠒⠒⠒⠒⠚⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠚







      ▌ Somewhere  5 entries · 10 Nov 2026 – 14 Nov 2026
       Enter show   Tab next   + larger   - smaller   0 all   t way   ? keys   q back
      """)
  }

  @Test func `on a small terminal`() async throws {
    let screen = try await opened(40, 12)
    expectScreen(
      screen,
      """
       Map                          5 entries
      ────────────────────────────────────────

                        3 Somewhere


                            1 Somewhere

                       1 Somewhere

      ▌ Somewhere  3 entries · 10 Nov 2026 –…
       Enter show  Tab next  + larger
      """)
  }

  @Test func `on a large one, with the newest entries beside it`() async throws {
    let screen = try await opened(200, 50)
    expectScreen(
      screen,
      """
       Map                                                                                                                                                                                          5 entries
      ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
                                                                                                                                                      │ 14 Nov 2026  Day 5
                                                                                                                                                      │ 11 Nov 2026  Day 2
                                                                                                                                                      │ 10 Nov 2026  Day 1
                                                                                                                                                      │
                                                                                                                                                      │
                                                                                                                                                      │
                                                                                                                                                      │
                                                                                                                                                      │
                                                                    3 Somewhere                                                                       │
                                                                                                                                                      │
                                                                                                                                                      │
                                                                                                                                                      │
                                                                                                                                                      │
                                                                                                                                                      │
                                                                                                                                                      │
                                                                                                                                                      │
                                                                                                                                                      │
                                                                                                                                                      │
                                                                                                                                                      │
                                                                                                                                                      │
                                                                                                                                                      │
                                                                                                                                                      │
                                                                                                                                                      │
                                                                                                                                                      │
                                                                                                                                                      │
                                                                                            1 Somewhere                                               │
                                                                                                                                                      │
                                                                                                                                                      │
                                                                                                                                                      │
                                                                                                                                                      │
                                                                                                                                                      │
                                                                                                                                                      │
                                                                                                                                                      │
                                                                                                                                                      │
                                                                                                                                                      │
                                                                                                                                                      │
                                                                                                                                                      │
                                                               1 Somewhere                                                                            │
                                                                                                                                                      │
                                                                                                                                                      │
                                                                                                                                                      │
                                                                                                                                                      │
                                                                                                                                                      │
                                                                                                                                                      │
                                                                                                                                                      │
                                                                                                                                                      │
      ▌ Somewhere  3 entries · 10 Nov 2026 – 14 Nov 2026
       Enter show   Tab next   + larger   - smaller   0 all   t way   ? keys   q back
      """)
  }

  @Test func `in Korean`() async throws {
    try await Language.korean.speaking {
      let screen = try await opened(80, 24)
      expectScreen(
        screen,
        """
         지도                                                                  일기 5개
        ────────────────────────────────────────────────────────────────────────────────


                                           3 Somewhere








                                                       1 Somewhere





                                        1 Somewhere


        ▌ Somewhere  일기 3개 · 2026.11.10 – 2026.11.14
         Enter 보기   Tab 다음   + 확대   - 축소   0 모두   t 길   ? 단축키   q 뒤로
        """)
    }
  }

  @Test func `in Korean on a small terminal`() async throws {
    try await Language.korean.speaking {
      let screen = try await opened(40, 12)
      expectScreen(
        screen,
        """
         지도                          일기 5개
        ────────────────────────────────────────

                          3 Somewhere


                              1 Somewhere

                         1 Somewhere

        ▌ Somewhere  일기 3개 · 2026.11.10 – 2…
         Enter 보기  Tab 다음  + 확대  - 축소
        """)
    }
  }
}
