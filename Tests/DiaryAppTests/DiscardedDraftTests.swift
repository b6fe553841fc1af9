import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Discarded text")
@MainActor
struct DiscardedDraftTests {
  /// A new entry with a text that was written for an evening, and the question whether to leave it.
  private func asked() async throws -> ScreenTest {
    let screen = try await ScreenTest(entries: try SampleDiary.entries())
    await screen.press(.character("n"))
    await screen.type("An evening")
    await screen.press(KeyEvent(.escape))
    return screen
  }

  @Test("One letter never throws a text away: it marks Discard, and Enter does it")
  func oneLetter() async throws {
    let screen = try await asked()
    await screen.press(.character("y"))
    expectContains(screen.text, "[ Discard (y) ]")
    expectContains(screen.text, "Discarded text can be restored with Alt-d for 30 days.")
    // What is typed on in the belief that it is the text does nothing either.
    await screen.press(.character(":"), .character("y"), .character("w"))
    expectContains(screen.text, "[ Discard (y) ]")
    await screen.press(.character("n"))
    expectContains(screen.text, "An evening")
    expect(screen.state.screens.front is EditorState)
    await screen.press(KeyEvent(.escape), .character("y"), KeyEvent(.enter))
    expect(screen.state.screens.isEmpty)
    expectContains(screen.text, "Discarded. Press u to undo, or Alt-d within 30 days.")
    await expectEqual(screen.drafts.thrownAway.map(\.draft.fields.title), ["An evening"])
  }

  @Test("A text that was thrown away comes back by u, and by the command for drafts")
  func broughtBack() async throws {
    for key in [KeyEvent.character("u"), .alt("d")] {
      let screen = try await asked()
      await screen.press(.character("y"), KeyEvent(.enter), key)
      expectContains(screen.text, "Discarded on ")
      expectContains(screen.text, "An evening")
      await screen.press(KeyEvent(.enter))
      expect(screen.state.screens.front is EditorState)
      // From now on it is a draft like others.
      await screen.pauseTyping()
      await expectEqual(screen.drafts.kept.count, 1)
      await screen.press(.control("s"))
      expectContains(screen.text, "Added “An evening”")
      await expect(screen.drafts.thrownAway.isEmpty)
      await screen.press(.alt("d"))
      expectContains(screen.text, "No drafts")
    }
  }

  @Test("u offers it once, and only until something else was changed")
  func undone() async throws {
    let screen = try await asked()
    await screen.press(.character("y"), KeyEvent(.enter))
    await screen.press(.character("u"), KeyEvent(.escape), .character("u"))
    expectContains(screen.text, "Nothing to undo")
    await screen.press(.character("n"))
    await screen.type("Other")
    await screen.press(KeyEvent(.escape), .character("y"), KeyEvent(.enter))
    await screen.press(.character("*"), .character("u"))
    expect(screen.state.screens.isEmpty)
    expectContains(screen.text, "Undone")
    await expectEqual(screen.drafts.thrownAway.count, 2)
  }

  @Test("Those that were thrown away are looked through, and can be removed for good")
  func removedForGood() async throws {
    let screen = try await asked()
    await screen.press(.character("y"), KeyEvent(.enter), .character("n"))
    await screen.type("Another")
    await screen.press(KeyEvent(.escape), .character("y"), KeyEvent(.enter), .alt("d"))
    expectContains(screen.text, "Another")
    expectContains(screen.text, "Remove (d)")
    await screen.press(KeyEvent(.tab), KeyEvent(.enter))
    expectContains(screen.text, "An evening")
    // Nobody has to go through all of them.
    await screen.press(KeyEvent(.escape), .alt("d"), KeyEvent(.escape))
    expect(screen.state.screens.isEmpty)
    await screen.press(.alt("d"), .character("d"), .character("y"))
    await expectEqual(screen.drafts.thrownAway.count, 2)
    await screen.press(KeyEvent(.enter))
    await expectEqual(screen.drafts.thrownAway.map(\.draft.fields.title), ["An evening"])
    expectContains(screen.text, "An evening")
  }

  @Test("A text that can't be kept isn't thrown away")
  func notDiscarded() async throws {
    let screen = try await asked()
    await screen.drafts.fail(with: .store(path: "/drafts", .diskFull))
    await screen.press(.character("y"), KeyEvent(.enter))
    expectContains(screen.text, "the disk is full")
    await screen.press(KeyEvent(.enter))
    expect(screen.state.screens.front is EditorState)
    expectContains(screen.text, "An evening")
  }

  @Test("Nothing is kept of a page that is empty again")
  func emptyPage() async throws {
    let screen = try await ScreenTest()
    await screen.press(.character("n"), KeyEvent(.tab, .shift), KeyEvent(.backspace))
    await screen.press(KeyEvent(.escape), .character("y"), KeyEvent(.enter))
    expect(screen.state.screens.isEmpty)
    await expect(screen.drafts.thrownAway.isEmpty)
  }
}
