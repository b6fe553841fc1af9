import DiaryCore
import Localization
import TerminalUI
import Testing

@testable import DiaryApp

@Suite("The sync screen", .timeLimit(.minutes(30)))
@MainActor
struct SyncScreenTests: SyncScreenSuite {
  // MARK: What it shows

  @Test("Each remote with what is known of it, then each device")
  func snapshot() async throws {
    let screen = try await opened(await sample())
    expectScreen(
      screen,
      """
       Sync
      ────────────────────────────────────────────────────────────────────────────────
       Remotes
      ▌home                                                                 just now
      ▌  git@host:diary.git
      ▌  encrypted · all photos
      ▌  ⚠ laptop: 2 lines aren't signed by it, and aren't shown.
       stick                                                              8 days ago
         /media/kim/stick/diary
         plain files · small photos · 12 files not here
         ⚠ stick: no network. Your diary is safe here; sync when online.

       Devices
       desk                                                              this device
       laptop                                                  last seen 3 hours ago
       old phone                                       removed, last seen 3 Mar 2026







       s sync   a add a remote   ? keys   q back   Enter sync this one   d remove
      """)
    await screen.press(.character("q"))
    #expect(screen.state.screens.isEmpty)
  }

  @Test("On the smallest screen all can be read, with keys and the wheel")
  func small() async throws {
    let screen = try await opened(await sample(), 40, 12)
    expectScreen(
      screen,
      """
       Sync
      ────────────────────────────────────────
       Remotes
      ▌home                          just now
      ▌  git@host:diary.git
      ▌  encrypted · all photos
      ▌  ⚠ laptop: 2 lines aren't signed by
      ▌  it, and aren't shown.
       stick                       8 days ago
         /media/kim/stick/diary
         plain files · small photos · 12
       s sync  a add a remote  ? keys  q back
      """)
    await screen.press(.character("j"))
    #expect(screen.text.contains("▌stick"))
    #expect(screen.text.contains("safe here; sync when online."))
    await screen.press(.character("j"), .character("j"), .character("j"))
    #expect(screen.text.contains("▌old phone"))
    #expect(screen.text.contains("removed, last seen 3 Mar 2026"))
    for _ in 0..<3 {
      await screen.send(.mouse(MouseEvent(.scrollUp, at: Point(column: 3, row: 5))))
    }
    #expect(screen.text.contains("▌stick"))
    await screen.press(.character("g"))
    #expect(screen.text.contains(" Remotes\n▌home"))
  }

  @Test("What is taller than the screen is scrolled through before the next is selected")
  func tall() async throws {
    let sync = FakeSync()
    await sync.put("home")
    await sync.put("other", "/other", isPlain: true)
    await sync.changeState { state in
      state.remotes[0].issues = (1...12).map { "Problem \($0) of them." }
    }
    let screen = try await opened(sync, 40, 12)
    #expect(!screen.text.contains("Problem 12"))
    var seen = screen.text
    for _ in 0..<7 {
      await screen.press(KeyEvent(.down))
      #expect(screen.text.contains("▌") && !screen.text.contains("▌other"))
      seen += screen.text
    }
    for number in 1...12 { #expect(seen.contains("Problem \(number) of")) }
    await screen.press(.character("j"))
    #expect(screen.text.contains("▌other"))
    await screen.press(KeyEvent(.pageUp), KeyEvent(.pageUp), KeyEvent(.pageUp))
    #expect(screen.text.contains(" Remotes\n▌home"))
    await screen.press(KeyEvent(.pageDown))
    #expect(screen.text.contains("Problem 12") && !screen.text.contains("▌other"))
    await screen.press(KeyEvent(.pageDown))
    #expect(screen.text.contains("▌other"))
    await screen.press(.character("G"))
    #expect(screen.text.contains("▌desk"))
  }

  @Test("Nothing is cut, whatever is long")
  func long() async throws {
    let name = String(repeating: "가나다라 ", count: 12) + "끝"
    for (columns, rows) in [(40, 12), (80, 24), (200, 50)] {
      let sync = FakeSync(name)
      await sync.put(name, "/" + String(repeating: "long-folder/", count: 20) + "end.git")
      let screen = try await opened(sync, columns, rows)
      var seen = screen.text
      for _ in 0..<30 {
        await screen.press(.character("j"))
        seen += screen.text
      }
      #expect(!seen.contains("…"), "\(seen)")
      let letters = seen.filter { !$0.isWhitespace && $0 != "▌" }
      #expect(letters.contains("끝") && letters.contains("end.git"), "\(seen)")
      #expect(letters.contains("thisdevice"))
    }
  }

  @Test("An empty one says what to press")
  func empty() async throws {
    for (columns, rows) in [(40, 12), (80, 24)] {
      let screen = try await opened(FakeSync(), columns, rows)
      #expect(screen.text.contains("No remotes yet. Press a to add one"))
      #expect(screen.text.contains("▌desk"))
      await screen.press(.character("s"))
      #expect(screen.state.toast == "No remotes yet.")
      await screen.press(KeyEvent(.enter), .character("d"))
      #expect(screen.state.toast == "You're using this device. Remove it on another one.")
    }
  }

  @Test("A diary that can't be synced says so")
  func none() async throws {
    let screen = try await ScreenTest(entries: try SampleDiary.entries())
    await screen.press(.character("Y"))
    #expect(screen.state.screens.isEmpty)
    #expect(screen.bottomLine == " This diary can't be synced.")
  }

  @Test("It is found among the commands, from other screens, too")
  func palette() async throws {
    let screen = try await ScreenTest(sync: await sample())
    await screen.press(.character("t"), .character(":"))
    await screen.type("sync with other")
    await screen.press(KeyEvent(.enter))
    #expect(screen.state.screens.front is SyncScreen)
    await screen.press(.character("?"))
    #expect(screen.text.contains("Sync now with all remotes"))
  }

  @Test("It is told in words")
  func spoken() async throws {
    let screen = try await opened(await sample(), speaks: true)
    let first = try #require(screen.state.frame.accessibleText)
    #expect(first.title == "Sync, 2 remotes, 3 devices")
    #expect(
      first.selected == """
        home, git@host:diary.git, just now, encrypted, all photos, \
        laptop: 2 lines aren't signed by it, and aren't shown. (1 of 5)
        """)
    await screen.press(.character("G"))
    let last = try #require(screen.state.frame.accessibleText)
    #expect(last.selected == "old phone, removed, last seen 3 Mar 2026 (5 of 5)")
  }

  @Test("In Korean nothing is left in English, and nothing cut")
  func korean() async throws {
    try await Language.korean.speaking {
      for (columns, rows) in [(40, 12), (80, 24), (200, 50)] {
        let sync = FakeSync("책상", others: [("노트북", "2026-11-20T22:00:00Z")])
        await sync.put("집", photos: .none)
        await sync.change { $0.isReachable = false }
        let screen = try await ScreenTest(columns, rows, entries: SampleDiary.entries(), sync: sync)
        #expect(screen.text.contains("⚠ 동기화"))
        await screen.press(.character("Y"))
        #expect(screen.text.contains("동기화") && screen.text.contains("리모트"))
        #expect(screen.text.contains("2분 전"))
        #expect(screen.text.contains("암호화 · 볼 때만 사진"))
        await screen.press(.character("G"))
        #expect(screen.text.contains("마지막 활동 3시간 전"))
        await screen.press(.character("a"))
        let words = screen.text.split { !$0.isASCII || !$0.isLetter }.map(String.init)
        let known: Set = [
          "folder", "git", "URL", "rclone", "REMOTE", "PATH", "ssh", "HOST", "host", "diary",
          "Enter",
          "Tab", "Esc", "Space", "F", "home", "no", "network", "Your", "is", "safe", "here", "sync",
          "when", "online", "d", "r", "s", "a", "q", "n", "R",
        ]
        #expect(Set(words).subtracting(known).isEmpty, "\(screen.text)")
        #expect(!screen.text.contains("…"), "\(screen.text)")
      }
    }
  }

  // MARK: Syncing

  @Test("s syncs with all, and says what came of it")
  func syncNow() async throws {
    let sync = await sample()
    let screen = try await opened(sync)
    await sync.change { $0.lines["laptop"] = 7 }
    await sync.change("/media/kim/stick/diary") { $0.isReachable = true }
    await screen.press(.character("s"))
    #expect(screen.bottomLine == " Synced: 7 sent, 7 received.")
    #expect(!screen.text.contains("days ago"))
    #expect(!screen.text.contains("no network"))
    await screen.press(.character("s"))
    #expect(screen.bottomLine == " Everything is in sync.")
    await sync.change { $0.isReachable = false }
    await screen.press(.character("s"))
    #expect(screen.bottomLine == " Couldn't finish syncing with “home”.")
    #expect(screen.text.contains("⚠ home: no network. Your diary is safe here"))
    #expect(error(screen) == nil)
  }

  @Test("Enter and a second press sync with one")
  func syncOne() async throws {
    let sync = await sample()
    let screen = try await opened(sync)
    await screen.press(.character("j"), KeyEvent(.enter))
    #expect(await sync.calls.last == "sync stick")
    await screen.send(.mouse(MouseEvent(.press, at: Point(column: 5, row: 4))))
    #expect(screen.text.contains("▌home"))
    await screen.send(.mouse(MouseEvent(.doublePress, at: Point(column: 5, row: 4))))
    #expect(await sync.calls.last == "sync home")
    let count = await sync.calls.count
    // A device isn't synced with, a heading is nothing.
    await screen.press(.character("G"), KeyEvent(.enter))
    await screen.send(.mouse(MouseEvent(.doublePress, at: Point(column: 5, row: 2))))
    #expect(await sync.calls.count == count)
  }

  @Test("It shows how far it is; Esc stops it, and only then leaves")
  func progress() async throws {
    let sync = await sample()
    let screen = try await opened(sync)
    await screen.holdSync()
    await screen.press(.character("s"))
    #expect(screen.text.split(separator: "\n").first?.hasSuffix("Syncing…") == true)
    #expect(screen.bottomLine.hasPrefix(" Esc stop"))
    await screen.goOnSyncing(.progress(Progress(.sending, 12, of: 40, besides: 3_200_000)))
    #expect(
      screen.text.split(separator: "\n").first?.hasSuffix("12 of 40 files sent · 3.2 MB") == true)
    // One doesn't wait for it.
    await screen.press(.character("s"), .character("j"))
    #expect(await sync.calls.count { $0 == "sync all" } == 2)
    await screen.press(KeyEvent(.escape))
    #expect(screen.state.screens.front is SyncScreen)
    #expect(screen.state.toast == "Stopped. What was done is kept.")
    #expect(screen.text.contains("stopped. What was done is kept"))
    await screen.press(KeyEvent(.escape))
    #expect(screen.state.screens.isEmpty)
  }

  @Test("Progress has room on the smallest screen")
  func smallProgress() async throws {
    let screen = try await opened(await sample(), 40, 12)
    await screen.holdSync()
    await screen.press(.character("s"))
    await screen.goOnSyncing(.progress(Progress(.receiving, 12, of: 1204, besides: 3_200_000)))
    let title = screen.text.split(separator: "\n").first ?? ""
    #expect(title == " Sync        12 of 1,204 files received", "\(title)")
    await screen.endSync()
    #expect(screen.text.hasPrefix(" Sync\n"))
  }

  @Test("Left while it syncs, it goes on")
  func leaving() async throws {
    let sync = await sample()
    let screen = try await opened(sync)
    await screen.holdSync()
    await screen.press(.character("s"), .character("q"))
    #expect(screen.state.screens.isEmpty)
    await sync.change { $0.lines["laptop"] = 2 }
    await screen.endSync()
    #expect(screen.state.sync.run == nil)
    #expect(screen.bottomLine == " Couldn't finish syncing with “stick”.")
  }

  @Test("What is asked for goes before what happens by itself")
  func wishFirst() async throws {
    let sync = await sample()
    let screen = try await opened(sync)
    await screen.holdSync()
    await screen.receive(.remotesChanged)
    #expect(screen.state.sync.run?.isByHand == false)
    await screen.press(KeyEvent(.enter))
    #expect(await sync.calls.suffix(2) == ["sync home", "sync all"])
    #expect(screen.state.sync.run == nil)
  }
}
