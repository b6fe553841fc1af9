import DiaryCore
import TerminalUI
import Testing

@testable import DiaryApp

@Suite("What is done to remotes and devices on the sync screen", .timeLimit(.minutes(30)))
@MainActor
struct SyncScreenItemTests: SyncScreenSuite {
  @Test("r renames a device, and a name that isn't taken stays to be mended")
  func rename() async throws {
    let sync = await sample()
    let screen = try await opened(sync)
    await screen.press(.character("r"))
    #expect(screen.bottomLine == " Select a device to rename it.")
    await screen.press(.character("G"), .character("k"), .character("r"), .control("u"))
    await screen.press(KeyEvent(.enter))
    #expect(screen.state.toast == "Type a name.")
    await screen.type(String(repeating: "long ", count: 10))
    await screen.press(KeyEvent(.enter))
    #expect(error(screen) == "That name is too long.")
    await screen.press(KeyEvent(.enter), .control("u"))
    await screen.type("travel")
    await screen.press(KeyEvent(.enter))
    #expect(screen.bottomLine == " Renamed the device to “travel”.")
    #expect(screen.text.contains("▌travel"))
    #expect(screen.timers.contains("scheduleSync"))
    await screen.press(.character("r"), .character("!"), KeyEvent(.escape))
    #expect(await sync.calls.filter { $0.hasPrefix("rename") }.last == "rename travel")
  }

  @Test("d removes a device after asking, and shows the new words")
  func removeDevice() async throws {
    let sync = await sample()
    let screen = try await opened(sync)
    await screen.press(.character("G"), .character("d"))
    #expect(screen.bottomLine == " This device is removed already.")
    await screen.press(.character("k"), .character("d"))
    #expect(screen.text.contains("Remove “laptop”?"))
    #expect(screen.text.contains("You'll get six new recovery words."))
    await screen.press(KeyEvent(.enter))
    #expect(await !sync.calls.contains("remove device"))
    // One key isn't enough.
    await screen.press(.character("d"), .character("y"))
    #expect(await !sync.calls.contains("remove device"))
    await screen.press(KeyEvent(.enter))
    #expect(await sync.calls.contains("remove device"))
    #expect(screen.text.contains("1 grape") && screen.text.contains("6 lemon"))
    #expect(screen.text.contains("The earlier six words don't open"))
    await screen.press(KeyEvent(.enter))
    await screen.type("grape hazel igloo jelly koala lemon")
    await screen.press(KeyEvent(.enter))
    #expect(screen.state.screens.front is SyncScreen)
    #expect(screen.text.contains("removed, last seen 3 hours ago"))
  }

  @Test("Words that a stopped program couldn't show are shown when the screen opens")
  func unseenWords() async throws {
    let sync = await sample()
    await sync.changeState { $0.unseenWords = FakeSync.words }
    let screen = try await opened(sync)
    #expect(screen.text.contains("Your six recovery words"))
    await screen.press(KeyEvent(.enter))
    await screen.type(FakeSync.words)
    await screen.press(KeyEvent(.enter))
    #expect(screen.bottomLine == " The words are right. Keep them safe.")
    #expect(await sync.state().unseenWords == nil)
    await screen.press(.character("q"), .character("Y"))
    #expect(!screen.text.contains("Your six recovery words"))
  }

  @Test("Without a key there are no words, and no promise of them")
  func removeFromPlain() async throws {
    let sync = FakeSync(others: [("laptop", "2026-11-20T22:00:00Z")])
    await sync.put("nas", "/nas", isPlain: true)
    let screen = try await opened(sync)
    await screen.press(.character("G"), .character("d"))
    #expect(screen.text.contains("it can still read."))
    #expect(!screen.text.contains("words"))
    await screen.press(.character("y"), KeyEvent(.enter))
    #expect(screen.state.screens.front is SyncScreen)
    #expect(screen.bottomLine == " Removed the device.")
  }

  @Test("Removing a device stays in front until it is done, or stopped")
  func stopRemoving() async throws {
    let sync = await sample()
    let screen = try await opened(sync)
    await screen.press(.character("G"), .character("k"))
    await screen.holdSync()
    await screen.press(.character("d"), .character("y"), KeyEvent(.enter))
    #expect(screen.text.contains("Removing “laptop”"))
    await screen.press(.character("q"), .character("j"))
    #expect(screen.text.contains("Removing “laptop”"))
    await screen.press(KeyEvent(.escape))
    #expect(screen.state.screens.front is SyncScreen)
    #expect(screen.text.contains("last seen 3 hours ago"))
    #expect(!screen.text.contains("removed, last seen 3 hours ago"))
  }

  @Test("d removes a remote after asking")
  func removeRemote() async throws {
    let sync = await sample()
    let screen = try await opened(sync)
    await screen.press(.character("d"))
    #expect(screen.text.contains("Stop using “home”?"))
    #expect(screen.text.contains("git@host:diary.git"))
    await screen.press(.character("n"))
    await screen.press(.character("d"), .character("y"))
    #expect(screen.bottomLine == " Removed “home”. What lies there stays.")
    #expect(screen.text.contains("▌stick") && !screen.text.contains(" home "))
  }

  @Test("Which photos a remote brings is chosen there")
  func photos() async throws {
    let sync = await sample()
    let screen = try await opened(sync)
    await screen.press(.character("p"))
    #expect(screen.text.contains("Photos of other machines come as previews by home from now on."))
    #expect(screen.text.contains("encrypted · small photos"))
    await screen.press(.character("p"), .character("p"))
    #expect(screen.text.contains("encrypted · all photos"))
    #expect(
      await sync.calls.suffix(3) == ["keep small of home", "keep none of home", "keep all of home"])
    await screen.press(.character("G"), .character("p"))
    #expect(screen.text.contains("Select a remote to choose its photos."))
  }
}
