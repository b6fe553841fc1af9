import DiaryCore
import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("The sync screen")
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
    expect(screen.state.screens.isEmpty)
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
    expectContains(screen.text, "▌stick")
    expectContains(screen.text, "safe here; sync when online.")
    await screen.press(.character("j"), .character("j"), .character("j"))
    expectContains(screen.text, "▌old phone")
    expectContains(screen.text, "removed, last seen 3 Mar 2026")
    for _ in 0..<3 {
      await screen.send(.mouse(MouseEvent(.scrollUp, at: Point(column: 3, row: 5))))
    }
    expectContains(screen.text, "▌stick")
    await screen.press(.character("g"))
    expectContains(screen.text, " Remotes\n▌home")
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
    expectLacks(screen.text, "Problem 12")
    var seen = screen.text
    for _ in 0..<7 {
      await screen.press(KeyEvent(.down))
      expectContains(screen.text, "▌")
      expectLacks(screen.text, "▌other")
      seen += screen.text
    }
    for number in 1...12 { expectContains(seen, "Problem \(number) of") }
    await screen.press(.character("j"))
    expectContains(screen.text, "▌other")
    await screen.press(KeyEvent(.pageUp), KeyEvent(.pageUp), KeyEvent(.pageUp))
    expectContains(screen.text, " Remotes\n▌home")
    await screen.press(KeyEvent(.pageDown))
    expectContains(screen.text, "Problem 12")
    expectLacks(screen.text, "▌other")
    await screen.press(KeyEvent(.pageDown))
    expectContains(screen.text, "▌other")
    await screen.press(.character("G"))
    expectContains(screen.text, "▌desk")
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
      expectLacks(seen, "…", "\(seen)")
      let letters = seen.filter { !$0.isWhitespace && $0 != "▌" }
      expectContains(letters, "끝", "\(seen)")
      expectContains(letters, "end.git", "\(seen)")
      expectContains(letters, "thisdevice")
    }
  }

  @Test("An empty one says what to press")
  func empty() async throws {
    for (columns, rows) in [(40, 12), (80, 24)] {
      let screen = try await opened(FakeSync(), columns, rows)
      expectContains(screen.text, "No remotes yet. Press a to add one")
      expectContains(screen.text, "▌desk")
      await screen.press(.character("s"))
      expectEqual(screen.state.toast, "No remotes yet.")
      await screen.press(KeyEvent(.enter), .character("d"))
      expectEqual(screen.state.toast, "You're using this device. Remove it on another one.")
    }
  }

  @Test("A diary that can't be synced says so")
  func none() async throws {
    let screen = try await ScreenTest(entries: try SampleDiary.entries())
    await screen.press(.character("Y"))
    expect(screen.state.screens.isEmpty)
    expectEqual(screen.bottomLine, " This diary can't be synced.")
  }

  @Test("It is found among the commands, from other screens, too")
  func palette() async throws {
    let screen = try await ScreenTest(sync: await sample())
    await screen.press(.character("t"), .character(":"))
    await screen.type("sync with other")
    await screen.press(KeyEvent(.enter))
    expect(screen.state.screens.front is SyncScreen)
    await screen.press(.character("?"))
    expectContains(screen.text, "Sync now with all remotes")
  }

  @Test("It is told in words")
  func spoken() async throws {
    let screen = try await opened(await sample(), speaks: true)
    let first = try require(screen.state.frame.accessibleText)
    expectEqual(first.title, "Sync, 2 remotes, 3 devices")
    expectEqual(
      first.selected,
      """
      home, git@host:diary.git, just now, encrypted, all photos, \
      laptop: 2 lines aren't signed by it, and aren't shown. (1 of 5)
      """)
    await screen.press(.character("G"))
    let last = try require(screen.state.frame.accessibleText)
    expectEqual(last.selected, "old phone, removed, last seen 3 Mar 2026 (5 of 5)")
  }

  @Test("In Korean nothing is left in English, and nothing cut")
  func korean() async throws {
    try await Language.korean.speaking {
      for (columns, rows) in [(40, 12), (80, 24), (200, 50)] {
        let sync = FakeSync("책상", others: [("노트북", "2026-11-20T22:00:00Z")])
        await sync.put("집", photos: .none)
        await sync.change { $0.isReachable = false }
        let screen = try await ScreenTest(columns, rows, entries: SampleDiary.entries(), sync: sync)
        expectContains(screen.text, "⚠ 동기화")
        await screen.press(.character("Y"))
        expectContains(screen.text, "동기화")
        expectContains(screen.text, "리모트")
        expectContains(screen.text, "2분 전")
        expectContains(screen.text, "암호화 · 볼 때만 사진")
        await screen.press(.character("G"))
        expectContains(screen.text, "마지막 활동 3시간 전")
        await screen.press(.character("a"))
        let words = screen.text.split { !$0.isASCII || !$0.isLetter }.map(String.init)
        let known: Set = [
          "folder", "git", "URL", "rclone", "REMOTE", "PATH", "ssh", "HOST", "host", "diary",
          "Enter",
          "Tab", "Esc", "Space", "F", "home", "no", "network", "Your", "is", "safe", "here", "sync",
          "when", "online", "d", "r", "s", "a", "q", "n", "R",
        ]
        expect(Set(words).subtracting(known).isEmpty, "\(screen.text)")
        expectLacks(screen.text, "…", "\(screen.text)")
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
    expectEqual(screen.bottomLine, " Synced: 7 sent, 7 received.")
    expectLacks(screen.text, "days ago")
    expectLacks(screen.text, "no network")
    await screen.press(.character("s"))
    expectEqual(screen.bottomLine, " Everything is in sync.")
    await sync.change { $0.isReachable = false }
    await screen.press(.character("s"))
    expectEqual(screen.bottomLine, " Couldn't finish syncing with “home”.")
    expectContains(screen.text, "⚠ home: no network. Your diary is safe here")
    expectNil(error(screen))
  }

  @Test("Enter and a second press sync with one")
  func syncOne() async throws {
    let sync = await sample()
    let screen = try await opened(sync)
    await screen.press(.character("j"), KeyEvent(.enter))
    await expectEqual(sync.calls.last, "sync stick")
    await screen.send(.mouse(MouseEvent(.press, at: Point(column: 5, row: 4))))
    expectContains(screen.text, "▌home")
    await screen.send(.mouse(MouseEvent(.doublePress, at: Point(column: 5, row: 4))))
    await expectEqual(sync.calls.last, "sync home")
    let count = await sync.calls.count
    // A device isn't synced with, a heading is nothing.
    await screen.press(.character("G"), KeyEvent(.enter))
    await screen.send(.mouse(MouseEvent(.doublePress, at: Point(column: 5, row: 2))))
    await expectEqual(sync.calls.count, count)
  }

  @Test("It shows how far it is; Esc stops it, and only then leaves")
  func progress() async throws {
    let sync = await sample()
    let screen = try await opened(sync)
    await screen.holdSync()
    await screen.press(.character("s"))
    expectEqual(screen.text.split(separator: "\n").first?.hasSuffix("Syncing…"), true)
    expectPrefix(screen.bottomLine, " Esc stop")
    await screen.goOnSyncing(.progress(Progress(.sending, 12, of: 40, besides: 3_200_000)))
    expectEqual(
      screen.text.split(separator: "\n").first?.hasSuffix("12 of 40 files sent · 3.2 MB"), true)
    // One doesn't wait for it.
    await screen.press(.character("s"), .character("j"))
    await expectEqual(sync.calls.count { $0 == "sync all" }, 2)
    await screen.press(KeyEvent(.escape))
    expect(screen.state.screens.front is SyncScreen)
    expectEqual(screen.state.toast, "Stopped. What was done is kept.")
    expectContains(screen.text, "stopped. What was done is kept")
    await screen.press(KeyEvent(.escape))
    expect(screen.state.screens.isEmpty)
  }

  @Test("Progress has room on the smallest screen")
  func smallProgress() async throws {
    let screen = try await opened(await sample(), 40, 12)
    await screen.holdSync()
    await screen.press(.character("s"))
    await screen.goOnSyncing(.progress(Progress(.receiving, 12, of: 1204, besides: 3_200_000)))
    let title = screen.text.split(separator: "\n").first ?? ""
    expectEqual(title, " Sync        12 of 1,204 files received", "\(title)")
    await screen.endSync()
    expectPrefix(screen.text, " Sync\n")
  }

  @Test("Left while it syncs, it goes on")
  func leaving() async throws {
    let sync = await sample()
    let screen = try await opened(sync)
    await screen.holdSync()
    await screen.press(.character("s"), .character("q"))
    expect(screen.state.screens.isEmpty)
    await sync.change { $0.lines["laptop"] = 2 }
    await screen.endSync()
    expectNil(screen.state.sync.run)
    expectEqual(screen.bottomLine, " Couldn't finish syncing with “stick”.")
  }

  @Test("What is asked for goes before what happens by itself")
  func wishFirst() async throws {
    let sync = await sample()
    let screen = try await opened(sync)
    await screen.holdSync()
    await screen.receive(.remotesChanged)
    expectEqual(screen.state.sync.run?.isByHand, false)
    await screen.press(KeyEvent(.enter))
    await expectEqual(sync.calls.suffix(2), ["sync home", "sync all"])
    expectNil(screen.state.sync.run)
  }
}
