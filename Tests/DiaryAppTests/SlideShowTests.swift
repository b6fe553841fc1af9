import DiaryCore
import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Slide shows")
@MainActor
struct SlideShowTests {
  private func opened(_ columns: Int = 60, _ rows: Int = 14) async throws -> ScreenTest {
    let screen = try await ScreenTest(columns, rows, entries: SampleDiary.entries())
    await screen.press(.character("p"))
    return screen
  }

  private func number(_ screen: ScreenTest) throws -> Int {
    let viewer = try require(screen.state.screens.front(as: ViewerState.self))
    return try require(viewer.slides?.shown?.number)
  }

  private func name(_ screen: ScreenTest) -> String? {
    screen.state.screens.front(as: ViewerState.self)?.photo?.name
  }

  @Test func `photos follow each other over the whole screen, with caption, day and place`()
    async throws
  {
    let screen = try await opened()
    await screen.press(.character("G"), .character("s"))
    expectScreen(
      screen,
      """
                   ▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░
                   ░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░
                   ░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░
                   ░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓
                   ▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░
                   ░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░
                   ░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░
                   ░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓
                   ▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░
                   ░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░
                   ░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░
                   ░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓
                   ▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░
       The plum tree · Sunday 15 November 2026
      """)
    expectContains(screen.timers, "awaitNextSlide")
    let first = name(screen)
    await screen.wait(.seconds(6), for: .slideIsOver(try number(screen)))
    expectNotEqual(name(screen), first)
    expectEqual(screen.timers, ["awaitNextSlide"])
  }

  @Test func `from the newest photo it goes back in time, and ends with the oldest`() async throws {
    let screen = try await opened()
    await screen.press(.character("s"))
    var names = [name(screen)]
    for _ in 0..<2 {
      await screen.wait(.seconds(6), for: .slideIsOver(try number(screen)))
      names.append(name(screen))
    }
    expectEqual(Set(names).count, 3)
    await screen.wait(.seconds(6), for: .slideIsOver(try number(screen)))
    expectContains(screen.text, "That was the last photo.")
    expectNil(screen.state.screens.front(as: ViewerState.self)?.slides)
    expectEqual(screen.timers, [])
  }

  @Test func `Space pauses, a time that was running counts no more, and q ends it`() async throws {
    let screen = try await opened()
    await screen.press(.character("G"), .character("s"))
    let (first, running) = (name(screen), try number(screen))
    await screen.press(.character(" "))
    expectContains(screen.text, "Paused: Space goes on")
    await screen.wait(.seconds(6), for: .slideIsOver(running))
    expectEqual(name(screen), first)
    await screen.press(.character(" "))
    await screen.wait(.seconds(1), for: .slideIsOver(running))
    expectEqual(name(screen), first)
    await screen.wait(.seconds(6), for: .slideIsOver(try number(screen)))
    expectNotEqual(name(screen), first)
    await screen.press(.character("q"))
    expectContains(screen.text, "q back")
    await screen.press(.character("q"))
    expect(screen.state.screens.front is GalleryState)
  }

  @Test func `the arrows turn by hand, and the next photo has its whole time`() async throws {
    let screen = try await opened()
    await screen.press(.character("G"), .character("s"))
    let running = try number(screen)
    await screen.press(KeyEvent(.right))
    let second = name(screen)
    await screen.wait(.seconds(1), for: .slideIsOver(running))
    expectEqual(name(screen), second)
  }

  @Test func `help over it holds it`() async throws {
    let screen = try await opened()
    await screen.press(.character("G"), .character("s"))
    let (first, running) = (name(screen), try number(screen))
    await screen.press(.character("?"))
    await screen.wait(.seconds(6), for: .slideIsOver(running))
    await screen.press(.character("q"))
    expectEqual(name(screen), first)
  }

  @Test func `a diary of one photo ends it`() async throws {
    let screen = try await ScreenTest(
      40, 12,
      entries: [
        try SampleDiary.fields(
          "a", on: "2026-11-20T08:00:00+09:00", photos: [SampleDiary.photo("one.jpg")])
      ])
    await screen.press(.character("p"), .character("s"))
    await screen.wait(.seconds(6), for: .slideIsOver(try number(screen)))
    expectContains(screen.text, "That was the last photo.")
  }
}

@Suite("Random entries")
@MainActor
struct RandomEntryTests {
  @Test func `another entry is selected each time, and Ctrl-O leads back`() async throws {
    let screen = try await ScreenTest(entries: SampleDiary.days(5))
    for _ in 0..<20 {
      let before = screen.state.list.selected
      await screen.press(.character("r"))
      expectNotEqual(screen.state.list.selected, before)
      expect((0..<5).contains(screen.state.list.selected))
    }
    let last = screen.state.list.selected
    await screen.press(.character("r"), .control("o"))
    expectEqual(screen.state.list.selected, last)
  }

  @Test func `it stays in what the list shows`() async throws {
    var entries = try SampleDiary.days(6)
    for index in [1, 4] { entries[index].tags = ["two"] }
    let screen = try await ScreenTest(entries: entries)
    await screen.press(.character("/"))
    await screen.type("tag:two")
    await screen.press(KeyEvent(.enter, .alt))
    for _ in 0..<6 {
      let before = screen.state.context.entries.selected
      await screen.press(.character("r"))
      expectEqual(screen.state.context.entries.selected, 1 - before)
    }
  }

  @Test(arguments: [0, 1]) func `there is no other`(_ count: Int) async throws {
    let screen = try await ScreenTest(entries: SampleDiary.days(count))
    await screen.press(.character("r"))
    expectEqual(screen.state.list.selected, 0)
  }
}
