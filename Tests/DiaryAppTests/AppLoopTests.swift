import DiaryCore
import MemoryStore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("The loop") @MainActor
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
      service = DiaryService(repository: repository, inspector: FakeInspector(), now: clock.tick)
      for fields in try SampleDiary.entries() { _ = try await service.add(fields) }
      let (watch, ticks) = AsyncStream.makeStream(of: Void.self)
      self.ticks = ticks
      var environment = AppEnvironment(
        service: service, pictures: FakePictures(), photoActions: FakePhotoActions(),
        files: FakeFolders(), viewMemory: FakeViewMemory(), templates: FakeTemplates(),
        spelling: FakeSpelling(), drafts: drafts, exporter: FakeExporter(),
        photoImporter: FakePhotoImporter(service), diaryImporter: FakeDiaryImporter(),
        clipboard: FakeClipboard(), editor: editor, sync: sync, watch: { watch }, now: { now },
        localDate: { EntryDate(instant: $0.seconds, offset: 0) })
      environment.unlocking = unlocking
      let app = App(terminal: terminal, environment: environment)
      self.app = Task { await app.run() }
      await terminal.waitFor(unlocking?.state == .locked ? "This diary is locked" : "5 entries")
    }

    @MainActor
    func quit() async { await end(by: .key(.character("q"))) }

    @MainActor
    func end(by event: TerminalEvent) async {
      terminal.send(event)
      _ = await app.value
    }

    /// Another program adds an entry.
    @MainActor
    func addElsewhere() async throws {
      let entry = try await service.add(try SampleDiary.fields("Elsewhere", on: "2026-11-21T09:00"))
      repository.hear(DiaryChange(.added, entry))
      ticks.yield()
      await terminal.waitFor("21 Sat  Elsewhere")
    }
  }

  @Test func `Keys are handled and frames drawn from the start`() async throws {
    var running = try await Running()
    running.terminal.press(.character("j"), KeyEvent(.enter))
    await running.terminal.waitFor("Dear all,")
    // A second q at once would be one too many.
    running.terminal.press(.character("q"), .character("j"), .character("q"))
    _ = await running.app.value
    // An empty screen doesn't flash by at the start.
    running = try await Running()
    expectContains(running.terminal.text, "강가 산책, 안개")
    await running.end(by: .terminate)
  }

  @Test func `Drafts and saves are finished before the program ends`() async throws {
    var running = try await Running()
    running.terminal.press(.character("n"), .character("H"), .character("i"))
    // Of what is typed in the same moment, no more is taken in than there is time for.
    await running.terminal.waitFor("Hi")
    await running.end(by: .terminate)
    await expectEqual(running.drafts.kept.map(\.fields.title), ["Hi"])
    running = try await Running()
    running.terminal.press(.character("n"), .character("H"), .control("s"), .control("c"))
    _ = await running.app.value
    try await expectEqual(running.service.count(), 6)
    await expect(running.drafts.kept.isEmpty)
  }

  @Test func `Keys of the terminal and changes by another program are handled`() async throws {
    var running = try await Running()
    running.editor.answer(with: .success(EditedText(title: "Edited", content: "")))
    running.terminal.press(.control("l"), .control("z"))
    running.terminal.send(.resumed)
    running.terminal.press(.character("E"))
    await running.terminal.waitFor("Saved “Edited”.")
    expectEqual(running.terminal.calls, [.invalidate, .suspend, .invalidate, .lend, .invalidate])
    await running.quit()
    // What another program changes appears by itself.
    running = try await Running()
    try await running.addElsewhere()
    await running.quit()
  }

  @Test func `A sync delays the end for a moment at most`() async throws {
    var sync = FakeSync()
    await sync.put("home")
    await sync.hold()
    var running = try await Running(sync: sync)
    running.terminal.press(.character("Y"))
    await running.terminal.waitFor("Syncing…")
    running.terminal.press(.character("j"), .control("c"))
    _ = await running.app.value
    await expectEqual(sync.state().remotes.first?.error?.contains("stopped"), true)
    // One that doesn't stop when it is told to keeps the end waiting for a moment only.
    sync = FakeSync()
    await sync.put("home")
    await sync.hold()
    await sync.beStubborn()
    running = try await Running(sync: sync)
    running.terminal.press(.character("Y"))
    await running.terminal.waitFor("Syncing…")
    running.terminal.press(.control("c"))
    _ = await running.app.value
    await expectNil(sync.state().remotes.first?.error)
    await sync.end()
    // What waits to go to a remote goes before the program ends.
    sync = FakeSync()
    await sync.put("home")
    running = try await Running(sync: sync)
    await sync.count { [repository = running.repository] in repository.saves }
    await running.terminal.waitFor("⇅")
    running.terminal.press(.character("n"), .character("H"), .control("s"))
    await running.terminal.waitFor("↑")
    running.terminal.press(.control("c"))
    _ = await running.app.value
    await expectEqual(sync.state().remotes.first?.waitingOut, 0)
  }

  @Test func `A locked diary is opened with its passphrase, or left`() async throws {
    var running = try await Running(unlocking: FakeUnlocking(.locked))
    running.terminal.send(.paste(FakeUnlocking.passphrase))
    running.terminal.press(KeyEvent(.enter))
    await running.terminal.waitFor("5 entries")
    expectContains(running.terminal.text, "강가 산책, 안개")
    // Other programs are listened to from now on.
    try await running.addElsewhere()
    running.terminal.press(.character("q"))
    await expect(!running.app.value.locks)
    running = try await Running(unlocking: FakeUnlocking(.locked))
    running.terminal.press(.control("c"))
    await expect(!running.app.value.locks)
  }

  @Test func `A lock from another program keeps the text first`() async throws {
    var unlocking = FakeUnlocking(.open)
    var running = try await Running(unlocking: unlocking)
    running.terminal.press(.character("n"), .character("H"), .character("i"))
    await running.terminal.waitFor("Hi")
    unlocking.requestLock()
    await expect(running.app.value.locks)
    await expectEqual(running.drafts.kept.map(\.fields.title), ["Hi"])
    expectContains(running.terminal.text, "Locking…")
    expectLacks(running.terminal.text, "Hi")
    // A text that can't be kept isn't lost to a lock.
    unlocking = FakeUnlocking(.open)
    running = try await Running(unlocking: unlocking)
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

  @Test func `A resize is shown at once`() async throws {
    let running = try await Running()
    running.terminal.send(.resize(Size(columns: 20, rows: 5)))
    await running.terminal.waitFor("Too small")
    await running.quit()
  }
}

/// There is no screen that can't be left, whatever was pressed to come there.
@Suite("Leaving") @MainActor
struct LeavingTests {
  /// But for exports and imports, whose ends a test decides.
  private static let letters: [KeyEvent] =
    "jkgGTneducptJ?bBovVwsmhHlLfFaAzZyY1#@:;.+-=*<>SUNMKDOPRW/".map { KeyEvent.character($0) }
  private static let others: [KeyEvent.Key] = [
    .enter, .escape, .tab, .up, .down, .left, .right, .pageDown, .home, .end, .delete,
    .backspace, .function(1),
  ]
  private static let alts: [KeyEvent] = "defghlnoprtvwxyz".map { KeyEvent.alt($0) }
  private static let controls: [KeyEvent] = "adefghklnoprtuvwxy".map { KeyEvent.control($0) }
  private static let keys: [KeyEvent] = letters + others.map { KeyEvent($0) } + alts + controls

  /// Somewhere, by random keys, pastes and presses of the mouse.
  private func wander(_ seed: UInt64) async throws -> ScreenTest {
    var random = SeededGenerator(seed: seed)
    let sync = FakeSync(others: [("laptop", "2026-11-20T22:00:00Z")])
    await sync.put("home")
    let test = try await ScreenTest(
      entries: SampleDiary.entries(), sync: seed.isMultiple(of: 2) ? sync : nil)
    for _ in 0..<Int.random(in: 3...60, using: &random) where !test.hasLeft {
      switch Int.random(in: 0..<12, using: &random) {
      case 0: await test.paste("a text\nwith lines ")
      case 1:
        let point = Point(
          column: Int.random(in: 0..<80, using: &random),
          row: Int.random(in: 0..<24, using: &random))
        await test.mouse(.press, point)
      default: await test.press(Self.keys.randomElement(using: &random) ?? .character("j"))
      }
    }
    return test
  }

  @Test("Ctrl-C leaves at once", arguments: 1...12 as ClosedRange<UInt64>)
  func controlC(seed: UInt64) async throws {
    let test = try await wander(seed)
    if !test.hasLeft { await test.press(.control("c")) }
    expect(test.hasLeft, "\(test.text)")
  }

  @Test("A closed terminal ends it at once", arguments: 13...24 as ClosedRange<UInt64>)
  func terminate(seed: UInt64) async throws {
    let test = try await wander(seed)
    if !test.hasLeft { await test.send(.terminate) }
    expect(test.hasLeft, "\(test.text)")
  }

  /// A text that would be lost asks, and takes an answer; nothing else does.
  @Test("Esc and q lead out, again and again", arguments: 25...36 as ClosedRange<UInt64>)
  func escapeAndQ(seed: UInt64) async throws {
    let test = try await wander(seed)
    for _ in 0..<100 where !test.hasLeft {
      await test.press("<Esc>")
      await test.discardIfAsked()
      if !test.hasLeft { await test.press(.character("q")) }
      await test.discardIfAsked()
    }
    expect(test.hasLeft, "\(test.text)")
  }
}

extension ScreenTest {
  fileprivate var hasLeft: Bool { terminalEffects.contains(.leave) }

  fileprivate func discardIfAsked() async {
    if asksAboutText { await press(.character("y")) }
    if asksAboutText { await press(KeyEvent(.enter)) }
  }

  private var asksAboutText: Bool { state.screens.front(as: ConfirmState.self)?.isFinal == true }
}

@Suite("Asking before something is done") @MainActor
struct ConfirmDialogTests {
  private func asked() async throws -> ScreenTest {
    try await ScreenTest.sample().press("d")
  }

  @Test func `A question shows what it is about and its keys`() async throws {
    let screen = try await asked()
    try expectScreen(screen, in: "question")
    // The bottom line has the dialog's keys, or none; never those of the screen behind.
    let dialogs: [(String, String)] = [
      ("d", " Enter choose   Tab next   y yes   n no"),
      (":", " Enter run   ↓ choose   Esc close   F1 keys"), ("x", ""), ("#", ""), ("M", ""),
      ("ex<Esc>", " Enter choose   Tab next   y yes   n no   s save"),
    ]
    for (keys, hints) in dialogs {
      try await expectEqual(ScreenTest.sample().press(keys).bottomLine, hints)
    }
  }

  @Test(
    "These keys do it",
    arguments: ["y", "<Tab><Enter>", "<Right><Enter>", "<Left><Enter>", "<Tab><Tab><S-Tab><Enter>"])
  func yes(_ keys: String) async throws {
    let screen = try await asked()
    await expectEqual(screen.press(keys).state.list.count, 4)
    expect(screen.state.screens.isEmpty)
  }

  @Test("These don't", arguments: ["n", "<Esc>", "<Enter>", "<Tab><Tab><Enter>", "q"])
  func no(_ keys: String) async throws {
    let screen = try await asked()
    await expectEqual(screen.press(keys).state.list.count, 5)
    expect(screen.state.screens.isEmpty)
  }

  @Test func `Other keys leave the question open, and a long title fits`() async throws {
    var screen = try await asked()
    let text = screen.text
    for key in "jkedxt/s" { await screen.press(.character(key)) }
    expectEqual(screen.text, text)
    // A title of any length stays on one line.
    let long = try SampleDiary.fields(
      String(repeating: "long ", count: 2000), on: "2026-11-20T07:30:00+09:00")
    screen = try await ScreenTest(40, 12, entries: [long]).press("d")
    try expectScreen(screen, in: "question-long-title")
  }
}
