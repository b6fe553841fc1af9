import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("What is done to remotes and devices on the sync screen")
@MainActor
struct SyncScreenItemTests: SyncScreenSuite {
  @Test("r renames a device, and a name that isn't taken stays to be mended")
  func rename() async throws {
    let sync = await sample()
    let screen = try await opened(sync)
    await screen.press(.character("r"))
    expectEqual(screen.bottomLine, " Select a device to rename it.")
    await screen.press(.character("G"), .character("k"), .character("r"), .control("u"))
    await screen.press(KeyEvent(.enter))
    expectEqual(screen.state.toast, "Type a name.")
    await screen.type(String(repeating: "long ", count: 10))
    await screen.press(KeyEvent(.enter))
    expectEqual(error(screen), "That name is too long.")
    await screen.press(KeyEvent(.enter), .control("u"))
    await screen.type("travel")
    await screen.press(KeyEvent(.enter))
    expectEqual(screen.bottomLine, " Renamed the device to “travel”.")
    expectContains(screen.text, "▌travel")
    expectContains(screen.timers, "scheduleSync")
    await screen.press(.character("r"), .character("!"), KeyEvent(.escape))
    await expectEqual(sync.calls.filter { $0.hasPrefix("rename") }.last, "rename travel")
  }

  @Test("d removes a device after asking, and shows the new words")
  func removeDevice() async throws {
    let sync = await sample()
    let screen = try await opened(sync)
    await screen.press(.character("G"), .character("d"))
    expectEqual(screen.bottomLine, " This device is removed already.")
    await screen.press(.character("k"), .character("d"))
    expectContains(screen.text, "Remove “laptop”?")
    expectContains(screen.text, "You'll get six new recovery words.")
    await screen.press(KeyEvent(.enter))
    await expectLacks(sync.calls, "remove device")
    // One key isn't enough.
    await screen.press(.character("d"), .character("y"))
    await expectLacks(sync.calls, "remove device")
    await screen.press(KeyEvent(.enter))
    await expectContains(sync.calls, "remove device")
    expectContains(screen.text, "1 grape")
    expectContains(screen.text, "6 lemon")
    expectContains(screen.text, "The earlier six words don't open")
    await screen.press(KeyEvent(.enter))
    await screen.type("grape hazel igloo jelly koala lemon")
    await screen.press(KeyEvent(.enter))
    expect(screen.state.screens.front is SyncScreen)
    expectContains(screen.text, "removed, last seen 3 hours ago")
  }

  @Test("Words that a stopped program couldn't show are shown when the screen opens")
  func unseenWords() async throws {
    let sync = await sample()
    await sync.changeState { $0.unseenWords = FakeSync.words }
    let screen = try await opened(sync)
    expectContains(screen.text, "Your six recovery words")
    await screen.press(KeyEvent(.enter))
    await screen.type(FakeSync.words)
    await screen.press(KeyEvent(.enter))
    expectEqual(screen.bottomLine, " The words are right. Keep them safe.")
    await expectNil(sync.state().unseenWords)
    await screen.press(.character("q"), .character("Y"))
    expectLacks(screen.text, "Your six recovery words")
  }

  @Test("Without a key there are no words, and no promise of them")
  func removeFromPlain() async throws {
    let sync = FakeSync(others: [("laptop", "2026-11-20T22:00:00Z")])
    await sync.put("nas", "/nas", isPlain: true)
    let screen = try await opened(sync)
    await screen.press(.character("G"), .character("d"))
    expectContains(screen.text, "it can still read.")
    expectLacks(screen.text, "words")
    await screen.press(.character("y"), KeyEvent(.enter))
    expect(screen.state.screens.front is SyncScreen)
    expectEqual(screen.bottomLine, " Removed the device.")
  }

  @Test("Removing a device stays in front until it is done, or stopped")
  func stopRemoving() async throws {
    let sync = await sample()
    let screen = try await opened(sync)
    await screen.press(.character("G"), .character("k"))
    await screen.holdSync()
    await screen.press(.character("d"), .character("y"), KeyEvent(.enter))
    expectContains(screen.text, "Removing “laptop”")
    await screen.press(.character("q"), .character("j"))
    expectContains(screen.text, "Removing “laptop”")
    await screen.press(KeyEvent(.escape))
    expect(screen.state.screens.front is SyncScreen)
    expectContains(screen.text, "last seen 3 hours ago")
    expectLacks(screen.text, "removed, last seen 3 hours ago")
  }

  @Test("d removes a remote after asking")
  func removeRemote() async throws {
    let sync = await sample()
    let screen = try await opened(sync)
    await screen.press(.character("d"))
    expectContains(screen.text, "Stop using “home”?")
    expectContains(screen.text, "git@host:diary.git")
    await screen.press(.character("n"))
    await screen.press(.character("d"), .character("y"))
    expectEqual(screen.bottomLine, " Removed “home”. What lies there stays.")
    expectContains(screen.text, "▌stick")
    expectLacks(screen.text, " home ")
  }

  @Test("Which photos a remote brings is chosen there")
  func photos() async throws {
    let sync = await sample()
    let screen = try await opened(sync)
    await screen.press(.character("p"))
    expectContains(screen.text, "Photos of other machines come as previews by home from now on.")
    expectContains(screen.text, "encrypted · small photos")
    await screen.press(.character("p"), .character("p"))
    expectContains(screen.text, "encrypted · all photos")
    await expectEqual(
      sync.calls.suffix(3), ["keep small of home", "keep none of home", "keep all of home"])
    await screen.press(.character("G"), .character("p"))
    expectContains(screen.text, "Select a remote to choose its photos.")
  }
}
