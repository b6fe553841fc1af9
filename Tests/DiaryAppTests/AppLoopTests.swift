import DiaryCore
import MemoryStore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("The loop") @MainActor struct AppLoopTests {
  private struct Running {
    let terminal: FakeTerminal
    let drafts = FakeDrafts()
    let editor = FakeEditor()
    let repository: WatchedRepository
    let service: DiaryService
    let ticks: AsyncStream<Void>.Continuation
    let app: Task<SessionResult, Never>

    @MainActor init(sync: FakeSync? = nil, unlocking: FakeUnlocking? = nil) async throws {
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
        files: FakeFolders(), spelling: FakeSpelling(), drafts: drafts,
        photoImporter: FakePhotoImporter(service), diaryImporter: FakeDiaryImporter(), sync: sync,
        watch: { watch }, now: { now }, localDate: { EntryDate(instant: $0.seconds, offset: 0) })
      environment.editExternally = editor.edit
      environment.unlocking = unlocking
      let app = App(terminal: terminal, environment: environment)
      self.app = Task { await app.run() }
      await terminal.waitFor(unlocking?.state == .locked ? "This diary is locked" : "5 entries")
    }

    @MainActor func end(by event: TerminalEvent) async {
      terminal.send(event)
      _ = await app.value
    }

    @MainActor func addElsewhere() async throws {
      let entry = try await service.add(try SampleDiary.fields("Elsewhere", on: "2026-11-21T09:00"))
      repository.hear(DiaryChange(.added, entry))
      ticks.yield()
      await terminal.waitFor("21 Sat  Elsewhere")
    }
  }

  @Test func `Keys are handled from the start, and drafts and saves are finished`() async throws {
    var running = try await Running()
    // The first frame already shows entries.
    expectContains(running.terminal.text, "강가 산책, 안개")
    running.terminal.press(.character("j"), KeyEvent(.enter))
    await running.terminal.waitFor("Dear all,")
    // The j separates two q, since a repeated one is ignored.
    running.terminal.press(.character("q"), .character("j"), .character("q"))
    _ = await running.app.value
    running = try await Running()
    running.terminal.press(.character("n"), .character("H"), .character("i"))
    // The loop handles only as many of the pending keys as it has time for.
    await running.terminal.waitFor("Hi")
    await running.end(by: .terminate)
    await expectEqual(running.drafts.kept.map(\.fields.title), ["Hi"])
    running = try await Running()
    running.terminal.press(.character("n"), .character("H"), .control("s"), .control("c"))
    _ = await running.app.value
    try await expectEqual(running.service.count(), 6)
    await expect(running.drafts.kept.isEmpty)
  }

  @Test func `Keys, sizes and changes by another program are handled`() async throws {
    var running = try await Running()
    running.editor.answer = EditorResult(EditedText(title: "Edited", content: ""))
    running.terminal.press(.control("l"), .control("z"))
    running.terminal.send(.resumed)
    running.terminal.press(.character("E"))
    await running.terminal.waitFor("Saved “Edited”.")
    expectEqual(running.terminal.calls, [.invalidate, .suspend, .invalidate, .lend, .invalidate])
    await running.end(by: .key(.character("q")))
    running = try await Running()
    try await running.addElsewhere()
    running.terminal.send(.resize(Size(columns: 20, rows: 5)))
    await running.terminal.waitFor("Too small")
    // Letters do nothing unseen.
    running.terminal.send(.key(.character("q")))
    await running.end(by: .key(.control("c")))
  }

  @Test("A sync delays quitting only briefly, even if it doesn't stop", arguments: [false, true])
  func syncing(isStubborn: Bool) async throws {
    let sync = FakeSync()
    await sync.put("home")
    await sync.hold()
    if isStubborn { await sync.beStubborn() }
    let running = try await Running(sync: sync)
    running.terminal.press(.character("Y"))
    await running.terminal.waitFor("Syncing…")
    running.terminal.press(.character("j"), .control("c"))
    _ = await running.app.value
    let error = await sync.state().remotes.first?.error
    expectEqual(error?.contains("stopped"), isStubborn ? nil : true)
    await sync.end()
  }

  @Test func `A locked diary is opened with its passphrase`() async throws {
    let running = try await Running(unlocking: FakeUnlocking(.locked))
    running.terminal.send(.paste(FakeUnlocking.passphrase))
    running.terminal.press(KeyEvent(.enter))
    await running.terminal.waitFor("5 entries")
    expectContains(running.terminal.text, "강가 산책, 안개")
    try await running.addElsewhere()
    running.terminal.press(.character("q"))
    await expect(!running.app.value.locks)
  }

  @Test("A lock by another program keeps the text first", arguments: [false, true])
  func locking(fails: Bool) async throws {
    let unlocking = FakeUnlocking(.open)
    let running = try await Running(unlocking: unlocking)
    if fails { await running.drafts.fail(with: .noSuchEntry("x")) }
    running.terminal.press(.character("n"), .character("H"), .character("i"))
    await running.terminal.waitFor("Hi")
    unlocking.requestLock()
    if fails {
      await running.terminal.waitFor("Couldn't save a draft")
      expectContains(running.terminal.text, "Hi")
      await running.drafts.fail(with: nil)
      unlocking.requestLock()
    }
    await expect(running.app.value.locks)
    await expectEqual(running.drafts.kept.map(\.fields.title), ["Hi"])
    guard !fails else { return }
    expectContains(running.terminal.text, "Locking…")
    expectLacks(running.terminal.text, "Hi")
  }
}

extension ScreenTest {
  fileprivate var hasLeft: Bool { terminalEffects.contains(.leave) }

  /// Answers a question before an action without undo, such as discarding a recording.
  fileprivate func confirmIfAsked() async {
    if asks { await press(.character("y")) }
    if asks { await press(KeyEvent(.enter)) }
  }

  private var asks: Bool { state.screens.front(as: ConfirmState.self)?.isFinal == true }
}

@Suite("Leaving, and confirming actions") @MainActor struct LeavingTests {
  /// Keys except those of exports and imports, which only a test ends.
  private static let letters: [KeyEvent] =
    "jkgGTneducptJ?bBovVwsmhHlLfFaAzZyY1#@:;.+-=*<>SUNMKDOPRW/".map { KeyEvent.character($0) }
  private static let others: [KeyEvent.Key] = [
    .enter, .escape, .tab, .up, .down, .left, .right, .pageDown, .home, .end, .delete,
    .backspace, .function(1),
  ]
  private static let alts: [KeyEvent] = "defghlnoprtvwxyz".map { KeyEvent.alt($0) }
  private static let controls: [KeyEvent] = "adefghklnoprtuvwxy".map { KeyEvent.control($0) }
  private static let keys: [KeyEvent] = letters + others.map { KeyEvent($0) } + alts + controls

  /// Opens some screen with random keys, pastes and clicks.
  private func openSomewhere(_ seed: UInt64) async throws -> ScreenTest {
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

  @Test(
    "Ctrl-C twice and a closed terminal quit, repeated Esc and q eventually",
    arguments: 1...36 as ClosedRange<UInt64>)
  func leaving(seed: UInt64) async throws {
    let test = try await openSomewhere(seed)
    switch seed {
    case ...12:
      // The first one ends a recording.
      if test.state.screens.front is RecordingState { await test.press(.control("c")) }
      for _ in 0..<2 where !test.hasLeft { await test.press(.control("c")) }
    case ...24: if !test.hasLeft { await test.send(.terminate) }
    default:
      for _ in 0..<100 where !test.hasLeft {
        // The second Esc closes a text that the first one saved.
        await test.press("<Esc><Esc>")
        await test.confirmIfAsked()
        if !test.hasLeft { await test.press(.character("q")) }
        await test.confirmIfAsked()
      }
    }
    expect(test.hasLeft, "\(test.text)")
  }

  private func asked() async throws -> ScreenTest { try await ScreenTest.sample().press("d") }

  @Test func `A question shows its subject and its keys`() async throws {
    try await expectScreen(asked(), in: "question")
  }

  @Test(arguments: [
    ("y", 4), ("<Tab><Enter>", 4), ("<Right><Enter>", 4), ("<Left><Enter>", 4),
    ("<Tab><Tab><S-Tab><Enter>", 4), ("n", 5), ("<Esc>", 5), ("<Enter>", 5),
    ("<Tab><Tab><Enter>", 5), ("q", 5), ("d", 4),
  ])
  func `A question is answered with yes, or closed`(_ keys: String, _ count: Int) async throws {
    let screen = try await asked()
    await expectEqual(screen.press(keys).state.list.count, count)
    expect(screen.state.screens.isEmpty)
  }

  @Test func `Other keys leave the question open, and a long title fits`() async throws {
    var screen = try await asked()
    let text = screen.text
    for key in "jkext/s" { await screen.press(.character(key)) }
    expectEqual(screen.text, text)
    let long = try SampleDiary.fields(
      String(repeating: "long ", count: 2000), on: "2026-11-20T07:30:00+09:00")
    screen = try await ScreenTest(40, 12, entries: [long]).press("d")
    try expectScreen(screen, in: "question-long-title")
  }
}
