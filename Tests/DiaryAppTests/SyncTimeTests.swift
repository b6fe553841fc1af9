import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

/// The schedule of automatic syncs, and its display in the list.
@Suite("Time of syncs") @MainActor struct SyncTimeTests {
  private func opened(
    _ sync: FakeSync, _ columns: Int = 80, _ rows: Int = 24, speaks: Bool = false
  ) async throws -> ScreenTest {
    try await ScreenTest(
      columns, rows, entries: try SampleDiary.entries(), speaks: speaks, sync: sync)
  }

  private func withHome() async -> FakeSync {
    let sync = FakeSync()
    await sync.put("home")
    return sync
  }

  private func synced() async throws -> (FakeSync, ScreenTest) {
    let sync = await withHome()
    return (sync, try await opened(sync))
  }

  private func title(_ screen: ScreenTest) -> String { String(screen.text.prefix { $0 != "\n" }) }

  @discardableResult
  private func write(_ title: String, on screen: ScreenTest) async -> ScreenTest {
    await screen.press("n").type(title).press("<C-s>")
  }

  @Test func `The diary syncs at the start, on schedule and after saves`() async throws {
    var (sync, screen) = try await synced()
    await expectEqual(sync.calls, ["sync all"])
    expectContains(screen.timers, "awaitRemotes")
    expectSuffix(title(screen), "⇅ now · 5 entries")
    await screen.press("jk")
    await expectEqual(sync.calls.count, 1)
    await screen.wait(.seconds(300), for: .remotesChanged)
    await expectEqual(sync.calls, ["sync all", "sync all"])
    expectEqual(screen.timers, ["awaitRemotes"])
    // A sync starts a pause after the last save, and the pending changes are counted.
    (sync, screen) = try await synced()
    await expectSuffix(title(write("One", on: screen)), "↑1 · 6 entries")
    expectContains(screen.timers, "scheduleSync")
    await expectSuffix(title(write("Two", on: screen)), "↑2 · 7 entries")
    await expectEqual(sync.calls.count, 1)
    await screen.wait(.seconds(5), for: .syncDue)
    await expectEqual(sync.calls.count, 2)
    expectSuffix(title(screen), "⇅ now · 7 entries")
    await expectEqual(sync.hosts[FakeSync.home]?.lines["desk"], 2)
    (sync, screen) = try await synced()
    await screen.holdSync().receive(.remotesChanged)
    await write("One", on: screen).wait(.seconds(5), for: .syncDue)
    await expectEqual(sync.calls.count, 2)
    await screen.endSync()
    await expectEqual(sync.calls.count, 3)
    expectSuffix(title(screen), "⇅ now · 6 entries")
  }

  @Test func `A hanging remote delays no key, and without remotes nothing syncs`() async throws {
    var (sync, screen) = try await synced()
    await screen.holdSync().receive(.remotesChanged).press("n강가 산책", shows: "강가 산책")
    await sync.change { $0.lines["laptop"] = 3 }
    await expect(screen.endSync().state.screens.front is EditorState)
    expectNil(screen.state.toast)
    sync = FakeSync()
    screen = try await opened(sync)
    await expectLacks(write("One", on: screen).timers, "scheduleSync")
    expectSuffix(title(screen), " 6 entries")
    await expect(sync.calls.isEmpty)
    await sync.put("home")
    await screen.wait(.seconds(300), for: .remotesChanged)
    await expectEqual(sync.calls, ["sync all"])
  }

  @Test func `With manual sync, only s syncs`() async throws {
    let (sync, screen) = try await synced()
    screen.prefer { $0.syncTime = .manual }
    await expectSuffix(title(write("One", on: screen)), "↑1 · 6 entries")
    expectLacks(screen.timers, "scheduleSync")
    await screen.wait(.seconds(5), for: .remotesChanged)
    await expectEqual(sync.calls.count, 1)
    await expectSuffix(title(screen.press("Y")), "manual only")
    await screen.press("Y")
    await expectEqual(sync.calls.count, 2)
    await screen.press("q")
    await expectContains(write("Two", on: screen).press("q").terminalEffects, .leave)
    screen.prefer { $0.syncTime = .auto }
    await screen.receive(.remotesChanged)
    await expectEqual(sync.calls.count, 3)
  }

  @Test func `New entries and failures are announced once`() async throws {
    var (sync, screen) = try await synced()
    await sync.change { $0.lines["laptop"] = 1 }
    await expectEqual(screen.receive(.remotesChanged).bottomLine, " Received 1 change.")
    let entry = try await screen.addElsewhere(
      SampleDiary.fields("Elsewhere", on: "2026-11-21T09:00"))
    expectShows(screen, "21 Sat  Elsewhere")
    expectEqual(screen.bottomLine, " Received 1 change.")
    await expectNil(screen.press("j").state.toast)
    await expectNil(screen.receive(.remotesChanged).state.toast)
    // A later change is attributed to another window.
    await screen.press("<j*5>").changeExternally([DiaryChange(.updated, entry)])
    expectEqual(screen.state.toast, "“Elsewhere” was updated in another window.")
    await screen.press("<Enter>")
    await sync.change { $0.lines["laptop"] = 9 }
    await expectNil(screen.receive(.remotesChanged).state.toast)
    sync = await withHome()
    await sync.change { $0.isReachable = false }
    screen = try await opened(sync)
    expect(screen.state.screens.isEmpty)
    expectNil(screen.state.toast)
    expectSuffix(title(screen), "⚠ sync · 5 entries")
    await screen.press("Y", shows: "⚠ home: no network.")
    await sync.change { $0.isReachable = true }
    await expectSuffix(title(screen.press("q").receive(.remotesChanged)), "⇅ now · 5 entries")
  }

  @Test func `Missing texts are reported in the title and after a sync`() async throws {
    let sync = await withHome()
    await sync.changeState {
      $0.remotes[0].missingTexts = 2
      $0.remotes[0].issues = ["The texts of 2 changes are missing."]
    }
    let screen = try await opened(sync)
    expectSuffix(title(screen), "⚠ sync · 5 entries")
    await screen.press("Y", shows: "⚠ The texts of 2 changes are missing.")
    await expectEqual(
      screen.press("Y").bottomLine,
      " Synced: 0 sent, 0 received. ⚠ The texts of 2 changes are missing.")
  }

  @Test func `The age of the last sync fits the title`() async throws {
    let ages = [
      ("2026-11-21T00:59:30Z", "now"), ("2026-11-21T00:58:00Z", "2 min"),
      ("2026-11-20T22:00:00Z", "3 h"), ("2026-11-12T01:00:00Z", "9 d"),
      // The remote's clock is ahead.
      ("2026-11-21T05:00:00Z", "now"),
    ]
    for (time, words) in ages {
      let sync = FakeSync()
      await sync.put("home", synced: time)
      let screen = try await opened(sync)
      let known = await sync.state()
      screen.prefer { $0.syncTime = .manual }
      screen.change { state in
        var old = known
        old.remotes[0].lastSync = Timestamp(time)
        state.sync.receive(old)
      }
      expectSuffix(title(screen), "⇅ \(words) · 5 entries")
    }
    let sync = await withHome()
    let screen = try await opened(sync, 40, 12)
    expectEqual(title(screen), " Diary                ⇅ now · 5 entries")
    let signs: [(Int, String?)] = [(9, "⇅ now"), (11, "⇅"), (12, nil)]
    for (count, sign) in signs {
      let name = String(repeating: "가", count: count)
      screen.change { _ = $0.show(ListScope(.tag(name), today: $0.now.day)) }
      await screen.press("<C-l>")
      let words = title(screen)
      expectPrefix(words, " #\(name) ")
      expectSuffix(words, "0 entries")
      expect(sign.map { words.contains($0) } ?? !words.contains("⇅"), "\(words)")
    }
  }

  @Test func `The worst remote is shown, and leaving sends pending changes`() async throws {
    var sync = await withHome()
    await sync.put("nas", "/nas", isPlain: true, synced: nil)
    await sync.change("/nas") { $0.isReachable = false }
    var screen = try await opened(sync)
    expectContains(title(screen), "⚠ sync")
    await sync.change("/nas") { $0.isReachable = true }
    await expectContains(title(screen.receive(.remotesChanged)), "⇅ now")
    sync = await withHome()
    await sync.change { $0.isReachable = false }
    screen = try await opened(sync, speaks: true)
    expectEqual(screen.spoken?.lines, ["Couldn't sync. Press Y to see why."])
    // Pending changes are sent on leaving, for a moment.
    (sync, screen) = try await synced()
    await expectLacks(write("One", on: screen).holdSync().press("q").terminalEffects, .leave)
    expectShows(screen, "│  Syncing…", "Press any key to quit now.")
    expectContains(screen.timers, "limitQuitting")
    await expectContains(screen.endSync().terminalEffects, .leave)
    await expectEqual(sync.hosts[FakeSync.home]?.lines["desk"], 1)
  }

  @Test("Any key or the time limit ends the wait", arguments: [true, false])
  func impatient(byKey: Bool) async throws {
    let sync = await withHome()
    let screen = try await opened(sync, 40, 12)
    await expectLacks(write("One", on: screen).holdSync().press("<C-c>").terminalEffects, .leave)
    if byKey {
      await screen.press("j")
    } else {
      await screen.wait(.seconds(3), for: .quitTimedOut)
    }
    expectContains(screen.terminalEffects, .leave)
    await screen.endSync()
  }

  @Test("Leaving is immediate with nothing pending or a closed terminal", arguments: [true, false])
  func immediately(hasToEnd: Bool) async throws {
    let (sync, screen) = try await synced()
    if hasToEnd {
      await write("One", on: screen).send(.terminate)
    } else {
      await screen.press("q")
    }
    expectContains(screen.terminalEffects, .leave)
    await expectEqual(sync.calls.count, 1)
  }

  @Test func `A running sync and the shell's entry are finished first`() async throws {
    var (sync, screen) = try await synced()
    await screen.holdSync().receive(.remotesChanged)
    await expectLacks(write("One", on: screen).press("q").terminalEffects, .leave)
    await expectContains(screen.endSync().terminalEffects, .leave)
    await expectEqual(sync.calls.count, 3)
    await expectEqual(sync.hosts[FakeSync.home]?.lines["desk"], 1)
    (sync, screen) = try await synced()
    let now = try require(EntryDate(ScreenTest.now))
    screen.change { state in _ = state.begin(at: .writing(EntryFields(date: now, title: ""))) }
    await expectContains(screen.press("One<C-s>").terminalEffects, .leave)
    await expectEqual(sync.hosts[FakeSync.home]?.lines["desk"], 1)
  }
}
