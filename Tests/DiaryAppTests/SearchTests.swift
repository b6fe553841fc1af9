import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Searching")
@MainActor
struct SearchTests {
  private func selected(_ screen: ScreenTest) -> String? {
    screen.state.entries.selectedEntry?.title
  }

  @Test("Typing finds")
  func snapshot() async throws {
    let screen = try await ScreenTest(60, 14, entries: try SampleDiary.entries())
    await screen.press(.character("/"))
    await screen.type("it")
    expectScreen(
      screen,
      """
       Diary                                              2 found
      ────────────────────────────────────────────────────────────
       / it

       November 2026
      ▌19 Thu  A letter from the north
       15 Sun  The plum tree  It has buds already. ▣ 1






       Enter read  ↓ choose  Esc end search  Alt-l as a list
      """)
    expectEqual(screen.cursor, Point(column: 5, row: 2))
  }

  @Test("Arrows choose, Enter reads, Esc gives the list back as it was")
  func keys() async throws {
    let screen = try await ScreenTest(60, 14, entries: try SampleDiary.days(40))
    await screen.press(.character("j"), times: 17)
    let before = screen.text
    await screen.type("/entry 1")
    expectContains(screen.text, "13 found")
    expectEqual(selected(screen), "Entry 1")
    await screen.press(KeyEvent(.down), KeyEvent(.down), KeyEvent(.up))
    expectEqual(selected(screen), "Entry 10")
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "Entry 10")
    await screen.press(KeyEvent(.left), .character("q"))
    expectEqual(selected(screen), "Entry 11")
    await screen.press(KeyEvent(.pageDown), KeyEvent(.pageUp), KeyEvent(.escape))
    expectEqual(screen.text, before)
  }

  @Test("Words and phrases, in any case and normal form, everywhere in an entry")
  func words() async throws {
    let screen = try await ScreenTest(60, 14, entries: try SampleDiary.entries())
    for (query, count) in [
      ("LETTER", 1), ("\u{1100}\u{1161}\u{11BC}가", 1), ("강", 1), ("bridge", 1), ("\"it has\"", 1),
      ("has it", 1), ("\"has it\"", 0), ("nothing", 0),
    ] {
      await screen.press(.character("/"))
      await screen.send(.paste(query))
      expectContains(screen.text, " \(count) found", "\(query)")
      await screen.press(KeyEvent(.escape))
    }
  }

  @Test("Letters are letters there")
  func letters() async throws {
    let screen = try await ScreenTest(60, 14, entries: try SampleDiary.entries())
    await screen.type("/q?jd")
    expectContains(screen.text, "/ q?jd")
    expectContains(screen.text, "No results.")
    await screen.press(KeyEvent(.enter), KeyEvent(.function(1)))
    await screen.type("end the")
    expectContains(screen.text, "End the search")
  }

  @Test("An answer to what was typed before is passed over")
  func lateAnswer() async throws {
    let screen = try await ScreenTest(60, 14, entries: try SampleDiary.entries())
    await screen.type("/plum")
    let all = try await screen.service.entries()
    var state = screen.state
    let late = FoundEntries(
      requestID: 1, predicate: .all, orders: all.map(\.order), first: all, isEnd: true)
    _ = state.update(.found(late), now: state.now)
    expectEqual(state.entries.total, 1)
  }

  @Test("What is found can be edited and deleted, and both lists show it")
  func changing() async throws {
    let screen = try await ScreenTest(60, 14, entries: try SampleDiary.entries())
    await screen.type("/it")
    await screen.press(KeyEvent(.enter), .character("d"), .character("y"))
    expectContains(screen.text, "1 found")
    await screen.press(KeyEvent(.enter), .character("e"))
    await screen.press(KeyEvent(.tab, .shift))
    await screen.type("!")
    await screen.press(.control("s"), .character("q"))
    expectContains(screen.text, "The plum tree!")
    await screen.press(KeyEvent(.escape))
    expectContains(screen.text, "The plum tree!")
    expectEqual(screen.state.list.count, 4)
  }
}
