import DiaryCore
import MemoryStore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("The loop")
@MainActor
struct AppLoopTests {
  private struct Running {
    let terminal: FakeTerminal
    let drafts = FakeDrafts()
    let editor = FakeEditor()
    let repository: WatchedRepository
    let service: DiaryService
    let ticks: AsyncStream<Void>.Continuation
    let app: Task<Departure, Never>

    @MainActor
    init(sync: FakeSync? = nil, unlocking: FakeUnlocking? = nil) async throws {
      let clock = TestClock()
      let terminal = FakeTerminal()
      self.terminal = terminal
      let now = try require(EntryDate(ScreenTest.now))
      repository = WatchedRepository(MemoryRepository(now: clock.tick))
      service = DiaryService(
        repository: repository, inspector: FakeInspector(), now: clock.tick)
      for fields in try SampleDiary.entries() { _ = try await service.add(fields) }
      let (watch, ticks) = AsyncStream.makeStream(of: Void.self)
      self.ticks = ticks
      var environment = AppEnvironment(
        service: service, pictures: FakePictures(), photoActions: FakePhotoActions(),
        files: FakeFolders(),
        viewMemory: FakeViewMemory(), templates: FakeTemplates(), spelling: FakeSpelling(),
        drafts: drafts,
        exporter: FakeExporter(),
        photoImporter: FakePhotoImporter(service), diaryImporter: FakeDiaryImporter(),
        clipboard: FakeClipboard(), editor: editor, sync: sync,
        watch: { watch }, now: { now },
        localDate: { EntryDate(instant: $0.seconds, offset: 0) })
      environment.unlocking = unlocking
      let app = App(terminal: terminal, environment: environment)
      self.app = Task { await app.run() }
      await terminal.waitFor(unlocking?.state == .locked ? "This diary is locked" : "5 entries")
    }
  }

  @Test("Keys go in, frames come out, q ends it")
  func keys() async throws {
    let running = try await Running()
    running.terminal.press(.character("j"), KeyEvent(.enter))
    await running.terminal.waitFor("Dear all,")
    // A second q at once would be one too many.
    running.terminal.press(.character("q"), .character("j"), .character("q"))
    _ = await running.app.value
  }

  @Test("An empty screen doesn't flash by at the start")
  func firstFrame() async throws {
    let running = try await Running()
    expectContains(running.terminal.text, "강가 산책, 안개")
    running.terminal.send(.terminate)
    _ = await running.app.value
  }

  @Test("When the terminal closes, what was written is kept before it ends")
  func terminate() async throws {
    let running = try await Running()
    running.terminal.press(.character("n"), .character("H"), .character("i"))
    // Of what is typed in the same moment, no more is taken in than there is time for.
    await running.terminal.waitFor("Hi")
    running.terminal.send(.terminate)
    _ = await running.app.value
    await expectEqual(running.drafts.kept.map(\.fields.title), ["Hi"])
  }

  @Test("A save is finished before it ends")
  func saveThenLeave() async throws {
    let running = try await Running()
    running.terminal.press(.character("n"), .character("H"), .control("s"), .control("c"))
    _ = await running.app.value
    try await expectEqual(running.service.count(), 6)
    await expect(running.drafts.kept.isEmpty)
  }

  @Test("Redrawing, suspending and lending are the terminal's")
  func terminal() async throws {
    let running = try await Running()
    running.editor.answer(with: .success(EditedText(title: "Edited", content: "")))
    running.terminal.press(.control("l"), .control("z"))
    running.terminal.send(.resumed)
    running.terminal.press(.character("E"))
    await running.terminal.waitFor("Saved “Edited”.")
    expectEqual(running.terminal.calls, [.invalidate, .suspend, .invalidate, .lend, .invalidate])
    running.terminal.press(.character("q"))
    _ = await running.app.value
  }

  @Test("What another program changes appears by itself")
  func watching() async throws {
    let running = try await Running()
    let entry = try await running.service.add(
      try SampleDiary.fields("Elsewhere", on: "2026-11-21T09:00:00+09:00"))
    running.repository.hear(DiaryChange(.added, entry))
    running.ticks.yield()
    await running.terminal.waitFor("21 Sat  Elsewhere")
    running.terminal.press(.character("q"))
    _ = await running.app.value
  }

  @Test("A sync that hangs keeps neither keys nor the end waiting")
  func hangingSync() async throws {
    let sync = FakeSync()
    await sync.put("home")
    await sync.hold()
    let running = try await Running(sync: sync)
    running.terminal.press(.character("Y"))
    await running.terminal.waitFor("Syncing…")
    running.terminal.press(.character("j"), .control("c"))
    _ = await running.app.value
    await expectEqual(sync.state().remotes.first?.error?.contains("stopped"), true)
  }

  @Test("One that doesn't stop when it is told to keeps the end waiting for a moment only")
  func stubbornSync() async throws {
    let sync = FakeSync()
    await sync.put("home")
    await sync.hold()
    await sync.beStubborn()
    let running = try await Running(sync: sync)
    running.terminal.press(.character("Y"))
    await running.terminal.waitFor("Syncing…")
    running.terminal.press(.control("c"))
    _ = await running.app.value
    await expectNil(sync.state().remotes.first?.error)
    await sync.end()
  }

  @Test("What waits to go to a remote goes before the program ends")
  func syncAtTheEnd() async throws {
    let sync = FakeSync()
    await sync.put("home")
    let running = try await Running(sync: sync)
    await sync.count { [repository = running.repository] in repository.saves }
    await running.terminal.waitFor("⇅")
    running.terminal.press(.character("n"), .character("H"), .control("s"))
    await running.terminal.waitFor("↑")
    running.terminal.press(.control("c"))
    _ = await running.app.value
    await expectEqual(sync.state().remotes.first?.waitingOut, 0)
  }

  @Test("A locked diary is asked for its passphrase first; then it is as if it had just begun")
  func unlocking() async throws {
    let running = try await Running(unlocking: FakeUnlocking(.locked))
    running.terminal.send(.paste(FakeUnlocking.passphrase))
    running.terminal.press(KeyEvent(.enter))
    await running.terminal.waitFor("5 entries")
    expectContains(running.terminal.text, "강가 산책, 안개")
    // Other programs are listened to from now on.
    let entry = try await running.service.add(
      try SampleDiary.fields("Elsewhere", on: "2026-11-21T09:00:00+09:00"))
    running.repository.hear(DiaryChange(.added, entry))
    running.ticks.yield()
    await running.terminal.waitFor("21 Sat  Elsewhere")
    running.terminal.press(.character("q"))
    await expect(!running.app.value.locks)
  }

  @Test("A locked diary can be left at once")
  func leavingLocked() async throws {
    let running = try await Running(unlocking: FakeUnlocking(.locked))
    running.terminal.press(.control("c"))
    await expect(!running.app.value.locks)
  }

  @Test("Another program locks it: what was written is kept first, and the diary covered")
  func lockRequest() async throws {
    let unlocking = FakeUnlocking(.open)
    let running = try await Running(unlocking: unlocking)
    running.terminal.press(.character("n"), .character("H"), .character("i"))
    await running.terminal.waitFor("Hi")
    unlocking.requestLock()
    await expect(running.app.value.locks)
    await expectEqual(running.drafts.kept.map(\.fields.title), ["Hi"])
    expectContains(running.terminal.text, "Locking…")
    expectLacks(running.terminal.text, "Hi")
  }

  @Test("A text that can't be kept isn't lost to a lock")
  func fullDisk() async throws {
    let unlocking = FakeUnlocking(.open)
    let running = try await Running(unlocking: unlocking)
    await running.drafts.fail(with: .noSuchEntry("x"))
    running.terminal.press(.character("n"), .character("H"), .character("i"))
    await running.terminal.waitFor("Hi")
    unlocking.requestLock()
    await running.terminal.waitFor("Couldn't keep a draft")
    expectContains(running.terminal.text, "Hi")
    await running.drafts.fail(with: nil)
    unlocking.requestLock()
    await expect(running.app.value.locks)
    await expectEqual(running.drafts.kept.map(\.fields.title), ["Hi"])
  }

  @Test("A resize is shown at once")
  func resize() async throws {
    let running = try await Running()
    running.terminal.send(.resize(Size(columns: 20, rows: 5)))
    await running.terminal.waitFor("Too small")
    running.terminal.press(.character("q"))
    _ = await running.app.value
  }
}
