import DiaryCore
import TerminalUI
import TestSupport
import Testing
import Text

@testable import DiaryApp

@Suite("The sync screen") @MainActor struct SyncScreenTests: SyncScreenSuite {
  // MARK: Display

  @Test func `Remotes and devices are shown with their states, and scroll`() async throws {
    try await expectScreen(opened(await sample()), in: "sync-80x24")
    var screen = try await opened(await sample(), 40, 12)
    try expectScreen(screen, in: "sync-40x12")
    await screen.press("j", shows: "▌stick", "safe here; sync when online.")
    await screen.press("jjj", shows: "▌old phone", "removed, last seen 3 Mar 2026")
    for _ in 0..<3 { await screen.mouse(.scrollUp, 3, 5) }
    expectShows(screen, "▌stick")
    await screen.press("g", shows: " Remotes\n▌home")
    // A remote taller than the screen is scrolled before the next is selected.
    let sync = FakeSync()
    await sync.put("home")
    await sync.put("other", "/other", isPlain: true)
    await sync.changeState { state in
      state.remotes[0].issues = (1...12).map { "Problem \($0) of them." }
    }
    screen = try await opened(sync, 40, 12)
    expectLacks(screen, "Problem 12")
    var seen = screen.text
    for _ in 0..<7 {
      await screen.press("<Down>", shows: "▌", lacks: "▌other")
      seen += screen.text
    }
    for number in 1...12 { expectContains(seen, "Problem \(number) of") }
    await screen.press("j", shows: "▌other").press("<PgUp><PgUp><PgUp>", shows: " Remotes\n▌home")
    await screen.press("<PgDn>", shows: "Problem 12", lacks: "▌other")
    await screen.press("<PgDn>", shows: "▌other").press("G", shows: "▌desk")
  }

  @Test func `Long names, no remotes, and the palette`() async throws {
    let name = String(repeating: "가나다라 ", count: 12) + "끝"
    for (columns, rows) in [(40, 12), (80, 24), (200, 50)] {
      let sync = FakeSync(name)
      await sync.put(name, "/" + String(repeating: "long-folder/", count: 20) + "end.git")
      let screen = try await opened(sync, columns, rows)
      var seen = screen.text
      for _ in 0..<30 {
        await screen.press("j")
        seen += screen.text
      }
      expectLacks(seen, "…")
      let letters = seen.filter { !$0.isWhitespace && $0 != "▌" }
      for part in ["끝", "end.git", "thisdevice"] { expectContains(letters, part) }
    }
    var screen = try await opened(FakeSync(), 40, 12)
    expectShows(screen, "No remotes yet.", "Press a to add one", "▌desk")
    await expectEqual(screen.press("Y").state.toast, "No remotes yet.")
    await screen.press("<Enter>d")
    expectEqual(screen.state.toast, "You're using this device. Remove it on another one.")
    screen = try await ScreenTest.sample().press("Y")
    expect(screen.state.screens.isEmpty)
    expectEqual(screen.bottomLine, " This diary can't be synced.")
    screen = try await ScreenTest(sync: await sample()).press("t:sync with other<Enter>")
    expect(screen.state.screens.front is SyncScreen)
    await screen.press("?", shows: "Sync now with all remotes")
  }

  @Test func `The screen is announced, and translated to Korean`() async throws {
    let screen = try await opened(await sample(), speaks: true)
    await expectSpoken(
      screen, title: "Sync, 2 remotes, 3 devices",
      selected: """
        home, git@host:diary.git, just now, encrypted, all photos, \
        laptop: 2 lines aren't signed by it, and aren't shown. (1 of 5)
        """)
    await expectSpoken(screen, "G", selected: "old phone, removed, last seen 3 Mar 2026 (5 of 5)")
    try await Language.korean.speaking {
      for (columns, rows) in [(40, 12), (80, 24), (200, 50)] {
        let sync = FakeSync("책상", others: [("노트북", "2026-11-20T22:00:00Z")])
        await sync.put("집", photos: .none)
        await sync.change { $0.isReachable = false }
        let screen = try await ScreenTest(columns, rows, entries: SampleDiary.entries(), sync: sync)
        expectShows(screen, "⚠ 동기화")
        await screen.press("Y", shows: "동기화", "원격 저장소", "2분 전", "암호화 · 필요할 때만 사진")
        await screen.press("G", shows: "마지막 활동 3시간 전").press("a")
        let words = screen.text.split { !$0.isASCII || !$0.isLetter }.map(String.init)
        let known: Set = [
          "folder", "git", "URL", "rclone", "REMOTE", "PATH", "ssh", "HOST", "host", "diary",
          "Enter", "Tab", "Esc", "Space", "F", "home", "no", "network", "Your", "is", "safe",
          "here", "sync", "when", "online", "d", "r", "Y", "a", "q", "n", "R",
        ]
        expectEqual(Set(words).subtracting(known), [], "\(screen.text)")
        expectLacks(screen.text, "…", "\(screen.text)")
      }
    }
  }

  @Test func `s syncs with all remotes, Enter with one`() async throws {
    var (sync, screen) = try await sampled()
    await sync.change { $0.lines["laptop"] = 7 }
    await sync.change("/media/kim/stick/diary") { $0.isReachable = true }
    await expectEqual(screen.press("Y").bottomLine, " Synced: 7 sent, 7 received.")
    expectLacks(screen, "days ago", "no network")
    await expectEqual(screen.press("Y").bottomLine, " Synced: 0 sent, 0 received.")
    await sync.changeState { $0.remotes[0].issues = [] }
    await expectEqual(screen.press("Y").bottomLine, " Everything is in sync.")
    await sync.change { $0.isReachable = false }
    await expectEqual(screen.press("Y").bottomLine, " Couldn't finish syncing with “home”.")
    expectShows(screen, "⚠ home: no network. Your diary is safe here")
    expectNil(error(screen))
    // Publications are updated after a sync with all remotes.
    (sync, screen) = try await sampled()
    await sync.failPublishing("site")
    await screen.press("<Enter>")
    expectLacks(screen.bottomLine, "site")
    await sync.change("/media/kim/stick/diary") { $0.isReachable = true }
    await expectEqual(screen.press("Y").bottomLine, " Couldn't finish syncing with “site”.")
    (sync, screen) = try await sampled()
    await screen.press("j<Enter>")
    await expectEqual(sync.calls.last, "sync stick")
    await expectShows(screen.mouse(.press, 5, 4), "▌home")
    await screen.mouse(.doublePress, 5, 4)
    await expectEqual(sync.calls.last, "sync home")
    let count = await sync.calls.count
    await screen.press("G<Enter>").mouse(.doublePress, 5, 2)
    await expectEqual(sync.calls.count, count)
  }

  @Test func `A sync shows its progress, and Esc stops it`() async throws {
    let sync = await sample()
    var screen = try await opened(sync).holdSync().press("Y")
    expectEqual(screen.text.split(separator: "\n").first?.hasSuffix("Syncing…"), true)
    expectPrefix(screen.bottomLine, " Esc stop")
    await screen.goOnSyncing(Progress(.sending, 12, of: 40, secondaryCount: 3_200_000))
    expectEqual(
      screen.text.split(separator: "\n").first?.hasSuffix("12 of 40 files sent · 3.2 MB"), true)
    await screen.press("Yj")
    await expectEqual(sync.calls.count { $0 == "sync all" }, 2)
    await expect(screen.press("<Esc>").state.screens.front is SyncScreen)
    expectEqual(screen.state.toast, "Stopped. Changes synced so far are kept.")
    expectShows(screen, "stopped. Finished work is kept")
    await expect(screen.press("<Esc>").state.screens.isEmpty)
    screen = try await opened(await sample(), 40, 12).holdSync().press("Y")
    await screen.goOnSyncing(Progress(.receiving, 12, of: 1204, secondaryCount: 3_200_000))
    let title = screen.text.split(separator: "\n").first ?? ""
    expectEqual(title, " Sync        12 of 1,204 files received", "\(title)")
    await expectPrefix(screen.endSync().text, " Sync\n")
  }

  @Test func `A sync continues in the background, after requested ones`() async throws {
    var (sync, screen) = try await sampled()
    await expect(screen.holdSync().press("Yq").state.screens.isEmpty)
    await sync.change { $0.lines["laptop"] = 2 }
    await expectNil(screen.endSync().state.sync.run)
    expectEqual(screen.bottomLine, " Couldn't finish syncing with “stick”.")
    // A requested sync precedes an automatic one.
    (sync, screen) = try await sampled()
    await expectEqual(screen.holdSync().receive(.remotesChanged).state.sync.run?.isManual, false)
    await screen.press("<Enter>")
    await expectEqual(sync.calls.suffix(2), ["sync home", "sync all"])
    expectNil(screen.state.sync.run)
  }

  @Test func `Devices are renamed and removed`() async throws {
    var (sync, screen) = try await sampled()
    await expectEqual(screen.press("r").bottomLine, " Select a device to rename it.")
    await expectEqual(screen.press("Gkr<C-u><Enter>").state.toast, "Type a name.")
    await screen.type(String(repeating: "long ", count: 10))
    await expectEqual(error(screen.press("<Enter>")), "That name is too long.")
    await screen.press("<Enter><C-u>travel<Enter>")
    expectEqual(screen.bottomLine, " Renamed the device to “travel”.")
    expectShows(screen, "▌travel")
    expectContains(screen.timers, "scheduleSync")
    await screen.press("r!<Esc><Esc>")
    await expectEqual(sync.calls.filter { $0.hasPrefix("rename") }.last, "rename travel")
    (sync, screen) = try await sampled()
    await expectEqual(screen.press("Gd").bottomLine, " This device was already removed.")
    await screen.press("kd", shows: "Remove “laptop”?", "You'll get six new recovery", "words.")
    await screen.press("<Enter>")
    await expectLacks(sync.calls, "remove device")
    await screen.press("dy")
    await expectLacks(sync.calls, "remove device")
    await screen.press("<Enter>")
    await expectEqual(sync.calls.suffix(2), ["remove device", "sync all"])
    expectShows(screen, "1 grape", "6 lemon", "The previous six words won't open")
    await screen.press("<Enter>grape hazel igloo jelly koala lemon<Enter>")
    expect(screen.state.screens.front is SyncScreen)
    expectShows(screen, "removed, last seen 3 hours ago")
  }

  @Test func `Devices with the same name are distinguished by their ids`() async throws {
    let sync = await sample()
    await sync.changeState { state in
      state.devices[1].id = ID(high: 0xef91_6fd5_0000_0000, low: 1)
      state.devices[2].name = "laptop"
    }
    var screen = try await opened(sync, 40, 12).press("G")
    expectShows(screen, " desk                       this device\n laptop (ef916fd5)\n")
    expectShows(screen, "▌laptop (00000000)\n▌         removed, last seen 3 Mar 2026")
    screen = try await opened(sync, speaks: true)
    await expectSpoken(
      screen, "Gk", selected: "laptop (ef916fd5), last seen 3 hours ago (4 of 5)")
  }

  @Test func `The question names the devices that are removed, too`() async throws {
    let sync = FakeSync(
      others: [
        ("laptop", "2026-11-20T22:00:00Z"), ("desktop", "2026-11-20T22:00:00Z"),
        ("lost", "2026-03-03T09:00:00Z"),
      ])
    await sync.put("home")
    await sync.changeState { state in
      state.devices[2].id = ID(high: 0xd4ee_1aab_0000_0000, low: 1)
      state.devices[3].isRemoved = true
      state.devices[1].twins = state.devices[2...].map(\.id)
    }
    let screen = try await opened(sync)
    await screen.press("Gkkd", shows: "“desktop” (d4ee1aab) has the same keys", lacks: "“lost”")
    await screen.press("<Esc>jd", shows: "Remove “desktop”?", lacks: "same keys")
  }

  @Test func `A question that doesn't fit scrolls`() async throws {
    let sync = await sample()
    await sync.changeState { $0.devices[1].id = ID(high: 0xef91_6fd5_0000_0000, low: 1) }
    let screen = try await opened(sync, 40, 12).press("Gkd")
    let top = """
      ┌──────────────────────────────────────┐
      │  Remove “laptop”?                    │
      │  ef916fd5 · last seen 3 hours ago    │
      │                                      │
      │  It can't read what you write from   │
      │  now on, and its changes are no      │
      │  longer accepted. It keeps what it   │
      │                            ↑ ↓  55%  │
      │                  [ No ]   Yes (y)    │
      │  Enter choose  Esc no  Tab next      │
      └──────────────────────────────────────┘

      """
    let end = """
      ┌──────────────────────────────────────┐
      │  Remove “laptop”?                    │
      │  longer accepted. It keeps what it   │
      │  already has.                        │
      │                                      │
      │  This makes a new key. You'll get    │
      │  six new recovery words.             │
      │                           ↑ ↓  100%  │
      │                  [ No ]   Yes (y)    │
      │  Enter choose  Esc no  Tab next      │
      └──────────────────────────────────────┘

      """
    expectScreen(screen, top)
    await expectScreen(screen.press("<PgDn>"), end)
    await expectScreen(screen.press("<Up*4>"), top)
    await expectScreen(screen.press("<PgDn><PgUp><Down*9>"), end)
    await screen.press("<PgUp><Tab>", shows: "[ Yes (y) ]", "55%")
    // Arrow keys select the button of a question that fits.
    await screen.resize(80, 24).press("<Up>", shows: "[ No ]", "six new recovery", lacks: "%")
    await screen.press("<Down>", shows: "[ Yes (y) ]")
  }

  @Test func `A device can be removed without a remote that can't be reached`() async throws {
    let (sync, screen) = try await sampled()
    await sync.failOnline("stick: no network.")
    await screen.press("Gkdy<Enter>", shows: "Remove “laptop”?", "stick: no network.")
    expectShows(screen, "[ No ]", "Remove anyway (y)", lacks: "--offline")
    await screen.press("<Enter>", shows: "last seen 3 hours ago", lacks: "Remove “laptop”?")
    await expectLacks(sync.calls, "remove device offline")
    await screen.press("dy<Enter>").press("y<Enter>", shows: "1 grape", "6 lemon")
    await expectContains(sync.calls, "remove device offline")
  }

  @Test func `New words are shown once the removal is done`() async throws {
    var sync = await sample()
    await sync.changeState { $0.unseenRecoveryWords = FakeSync.words }
    var screen = try await opened(sync)
    expectShows(screen, "Your six recovery words")
    await screen.press("<Enter>").type(FakeSync.words)
    await expectEqual(screen.press("<Enter>").bottomLine, " The words are correct. Keep them safe.")
    await expectNil(sync.state().unseenRecoveryWords)
    await screen.press("qY", lacks: "Your six recovery words")
    sync = FakeSync(others: [("laptop", "2026-11-20T22:00:00Z")])
    await sync.put("nas", "/nas", isPlain: true)
    screen = try await opened(sync).press(
      "Gd", shows: "Its changes are no longer accepted.", lacks: "words")
    await expect(screen.press("y<Enter>").state.screens.front is SyncScreen)
    expectEqual(screen.bottomLine, " Removed the device.")
    (sync, screen) = try await sampled()
    await screen.press("Gk").holdSync().press("dy<Enter>", shows: "Removing “laptop”")
    await screen.press("qj", shows: "Removing “laptop”").press("<Esc>")
    expect(screen.state.screens.front is SyncScreen)
    expectShows(screen, "last seen 3 hours ago", lacks: "removed, last seen 3 hours ago")
  }

  @Test func `A remote with a newer key asks for the newest words`() async throws {
    let sync = FakeSync()
    await sync.put("home")
    await sync.change { $0.words = FakeSync.newWords }
    let screen = try await opened(sync)
    expectShows(
      screen, "⚠ This machine was removed, its device keys were replaced, or it hadn't",
      "synced when a newer key was made. Press Enter to type the newest recovery",
      "Enter type words",
      lacks: "photodiary remote")
    await screen.press("<Enter>", shows: "Type the newest six recovery words, separated by")
    await screen.type(FakeSync.words).press("<Enter>", shows: "These words don't open home.")
    await screen.press("<C-u>").type(FakeSync.newWords).press("<Enter>")
    await expectEqual(sync.calls.last, "add home git@host:diary.git false all")
    expect(screen.state.screens.front is SyncScreen)
    expectShows(screen, "Added “home”.", lacks: "⚠")
  }

  @Test func `Adding a remote again asks for its newest words`() async throws {
    let sync = FakeSync()
    await sync.put("home")
    let screen = try await opened(sync).press("a")
    await screen.type(FakeSync.home).press("<Tab>home<Enter>")
    expectShows(screen, "Type the newest six recovery words, separated by")
    await screen.press("<Esc>", shows: "Address  git@host:diary.git", "Name     home")
    await screen.press("<Enter>").type(FakeSync.words).press("<Enter>")
    await expectEqual(sync.calls.last, "add home git@host:diary.git false all")
    expectEqual(screen.bottomLine, " Added “home”.")
  }

  @Test func `A remote is removed, and its photos chosen`() async throws {
    var (sync, screen) = try await sampled()
    await screen.press("d", shows: "Stop using “home”?", "git@host:diary.git").press("ndy")
    expectEqual(screen.bottomLine, " Removed “home”. Files there are kept.")
    expectShows(screen, "▌stick", lacks: " home ")
    (sync, screen) = try await sampled()
    await screen.press("p", shows: "Photos from other devices now come from home as previews.")
    expectShows(screen, "encrypted · previews")
    await screen.press("pp", shows: "encrypted · all photos")
    await expectEqual(
      sync.calls.suffix(3), ["keep small of home", "keep none of home", "keep all of home"])
    await screen.press("Gp", shows: "Select a remote to choose its photos.")
  }
}

/// Helpers of the suites about the sync screen.
@MainActor protocol SyncScreenSuite {}

extension SyncScreenSuite {
  /// A diary on three devices, with a working repository and an unreachable folder.
  func sample() async -> FakeSync {
    let sync = FakeSync(
      others: [("laptop", "2026-11-20T22:00:00Z"), ("old phone", "2026-03-03T09:00:00Z")])
    await sync.put("home")
    await sync.put(
      "stick", "/media/kim/stick/diary", isPlain: true, photos: .small,
      synced: "2026-11-12T08:00:00Z")
    await sync.change("/media/kim/stick/diary") { host in
      host.isReachable = false
      host.files = 12
    }
    await sync.changeState { state in
      state.devices[2].isRemoved = true
      state.remotes[0].issues = ["laptop: 2 lines aren't signed by it, and aren't shown."]
    }
    return sync
  }

  func opened(
    _ sync: FakeSync, _ columns: Int = 80, _ rows: Int = 24, speaks: Bool = false
  ) async throws -> ScreenTest {
    try await ScreenTest(
      columns, rows, entries: try SampleDiary.entries(), speaks: speaks, sync: sync
    ).press("Y")
  }

  func sampled() async throws -> (FakeSync, ScreenTest) {
    let sync = await sample()
    return (sync, try await opened(sync))
  }

  func error(_ screen: ScreenTest) -> String? {
    screen.state.screens.front(as: NoticeState.self)?.lines.joined(separator: "\n")
  }
}

@Suite("Adding a remote") @MainActor struct NewRemoteTests {
  private func opened(
    _ columns: Int = 64, _ rows: Int = 20, sync: FakeSync = FakeSync()
  ) async throws -> ScreenTest {
    try await ScreenTest(columns, rows, entries: try SampleDiary.entries(), sync: sync).press("Ya")
  }

  @discardableResult
  private func fill(_ screen: ScreenTest, _ address: String, _ name: String) async -> ScreenTest {
    await screen.type(address).press("<Tab>").type(name)
  }

  @Test func `The dialog is drawn, fits the smallest screen, and the mouse works`() async throws {
    var screen = try await opened()
    try await expectScreen(fill(screen, "git@host:diary.git", "home"), in: "new-remote")
    screen = try await opened(40, 12)
    for _ in NewRemoteState.Field.allCases {
      expectShows(screen, "│  Add a remote", "Esc cancel", lacks: "…")
      await screen.press("<Tab>")
    }
    for _ in PhotoPolicy.allCases {
      await screen.press("<Tab><Tab><Tab>", lacks: "…").press(" <Tab>")
    }
    let sync = FakeSync()
    screen = try await opened(sync: sync)
    await fill(screen, "/media/stick", "stick").press("<Tab> ")
    expectShows(screen, "Files    plain files", "Anyone who can read them can read your diary.")
    await screen.press("<Down><Right>", shows: "Photos   previews")
    await screen.press("<Left><Left>", shows: "Photos   photos on request")
    let row = try require(screen.lines.firstIndex { $0.contains("Photos   ") })
    await expectShows(screen.mouse(.press, 20, row), "Photos   all photos")
    await screen.press("<Enter>")
    await expectEqual(sync.calls.last, "add stick /media/stick true all")
    expect(screen.state.screens.front is SyncScreen)
    expectEqual(screen.bottomLine, " Added “stick”.")
    expectShows(screen, "▌stick")
  }

  @Test func `An address and a name are needed, and the words confirmed`() async throws {
    let sync = FakeSync()
    var screen = try await opened(sync: sync).press("<Tab><Enter>")
    expectEqual(screen.state.toast, "Type an address.")
    await expectEqual(screen.press("nonsense<Enter>").state.toast, "Type a name.")
    await screen.press("home<Enter>", shows: "“nonsense” isn't a remote's address.")
    await screen.press("<Enter><S-Tab>", shows: "▌Address  nonsense").paste(".git\n")
    await screen.press("<Enter>")
    await expectEqual(sync.calls.last, "add home nonsense.git false all")
    expectShows(screen, "Your six recovery words")
    screen = try await opened()
    await fill(screen, "git@host:diary.git", "home").press("<Enter>")
    expectShows(screen, "1 acorn    4 dune", "3 cedar    6 fjord", "Write them down on paper")
    expectShows(screen, "shown again")
    await screen.press("<Esc>", shows: "Type the six words you wrote down", lacks: "acorn")
    await screen.press("Acorn, bagel, ceder, dune, ember, fjord<Enter>")
    expectShows(screen, "Word 3, “ceder”, isn't the one shown.")
    await screen.press("<C-u>acorn bagel cedar<Enter>", shows: "Type all 6 words: you typed 3.")
    await expect(screen.press(" 4 DUNE 5. ember 6) fjord<Enter>").state.screens.front is SyncScreen)
    expectEqual(screen.bottomLine, " The words are correct. Keep them safe.")
  }

  @Test func `Esc leaves the words after a warning, which names them again`() async throws {
    for (columns, rows) in [(40, 12), (80, 24), (200, 50)] {
      let screen = try await opened(columns, rows)
      await fill(screen, "/nas/diary.git", "nas")
      await screen.press("<Enter>", shows: "1 acorn", "6 fjord").press("<Enter><Esc>")
      for word in FakeSync.words.split(separator: " ") { expectShows(screen, String(word)) }
      expectShows(screen, "again")
      await expect(screen.press("a<Enter><Esc>").state.screens.front is WordsCheckState)
      await expect(screen.press("<Esc>").state.screens.front is SyncScreen)
    }
  }

  @Test func `A remote with the diary asks for its words`() async throws {
    var sync = FakeSync()
    await sync.change { host in
      host.words = FakeSync.words
      host.lines = ["laptop": 31]
    }
    var screen = try await opened(sync: sync)
    await fill(screen, FakeSync.home, "home")
    await screen.press("<Enter>", shows: "Type the newest six recovery words, separated by")
    await screen.press("<Enter>acorn bagel cedar dune ember fork<Enter>")
    expectShows(screen, "These words don't open home.", "ember fork")
    await screen.press("<BS><BS><BS>jord", shows: "ember fjord").press("<Enter>")
    expect(screen.state.screens.front is SyncScreen)
    expectEqual(screen.bottomLine, " Added “home”.")
    expectShows(screen, "just now")
    sync = FakeSync()
    await sync.change { $0.words = FakeSync.words }
    screen = try await opened(sync: sync)
    await fill(screen, FakeSync.home, "home")
    await screen.press("<Enter><Esc>", shows: "Address  git@host:diary.git").press("<Esc><Esc>")
    expect(screen.state.screens.isEmpty)
  }

  @Test func `A new remote shows its progress, also to screen readers`() async throws {
    let sync = FakeSync()
    var screen = try await opened(sync: sync)
    await fill(screen, "/nas/diary", "nas").holdSync()
    await screen.press("<Enter>", shows: "Adding “nas”", "Esc stop")
    await screen.goOnSyncing(Progress(.sending, 10, of: 40, secondaryCount: 9_000_000))
    expectShows(screen, "10 of 40 files sent · 9.0 MB", "25%")
    await expectShows(screen.press("qj").paste("text"), "Adding “nas”")
    await screen.press("<Esc>")
    // The stopped remote is added, and synced later.
    expectShows(screen, "Your six recovery words")
    await screen.press("<Enter><Esc><Esc>")
    expectShows(
      screen, "⚠ nas: stopped. Finished work is kept; try again to", "▌  continue.")
    screen = try await ScreenTest(
      80, 12, entries: try SampleDiary.entries(), speaks: true, sync: FakeSync())
    await expectSpoken(
      screen, "Ya/nas", title: "Add a remote", field: .init("Address", "/nas", caret: 4))
    expectEqual(screen.spoken?.lines.count, 1)
    await expectSpoken(screen, "<Tab>n<Tab>", selected: "Files: encrypted")
    await expectSpoken(screen, "<Enter>", title: "Your six recovery words")
    expect(screen.spoken?.lines.contains { $0.contains("acorn") } == true)
    await expectSpoken(screen, "<Enter>x<Enter>", lines: ["Word 1, “x”, isn't the one shown."])
  }
}
