import DiaryCore
import MemoryStore
import Synchronization
import TerminalUI
import TestSupport

@testable import DiaryApp

/// Runs the app over a diary in memory, and completes all work after each key.
@MainActor final class ScreenTest {
  let repository: WatchedRepository
  let service: DiaryService
  let drafts: FakeDrafts
  let files: FakeFolders
  let exporter = FakeExporter()
  let backups = FakeBackups()
  let photoActions = FakePhotoActions()
  let recorder = FakeRecorder()
  let placeNaming = FakePlaceNaming()
  let earth = FakeEarth()
  let viewMemory: FakeViewMemory
  let prints = FakePrints()
  let templates = FakeTemplates()
  let spelling = FakeSpelling()
  let day = FakeDay()
  let commands = FakeCommands()
  let settings = FakeSettings()
  let inboxFolder: FakeInbox
  let importer: FakePhotoImporter
  let diaryImporter = FakeDiaryImporter()
  let clipboard = FakeClipboard()
  let editor = FakeEditor()
  private(set) var state: AppState
  /// The effects that the terminal performs.
  private(set) var terminalEffects: [Effect] = []
  /// All effects since `forgetEffects`.
  private(set) var effects: [Effect] = []
  private(set) var scheduledDrafts: [Int] = []
  /// Names of timed effects, which are recorded instead of performed.
  private(set) var timers: [String] = []
  /// The time before each event; answers to effects take none.
  var pause = Duration.seconds(1)
  private let runner: EffectRunner
  private let inbox = Inbox()
  /// Names of work that continues only on request of a test.
  private var held: Set<String> = []
  private let sync: FakeSync?
  let unlocking: FakeUnlocking?

  private static let timerNames: Set = [
    "scheduleSync", "awaitRemotes", "limitQuitting", "scheduleAutoLock",
    "awaitNextSlide", "tickRecording",
  ]

  nonisolated static let now = "2026-11-21T10:00:00+09:00"

  private nonisolated static func localDate(_ time: Timestamp) -> EntryDate {
    EntryDate(instant: time.seconds, offset: 9 * 3600)
  }

  init(
    _ columns: Int = 80, _ rows: Int = 24, entries: [EntryFields] = [], others: [Entry] = [],
    drafts: [Draft] = [], files: FakeFolders = FakeFolders(), listForm: ListForm = .plain,
    colors: ColorDepth = .palette256, showsPhotos: Bool = true, canExtractFrames: Bool = true,
    keptBy keeper: FakeDrafts? = nil, speaks: Bool = false, remembered: RememberedView? = nil,
    sync: FakeSync? = nil, fetcher: FakeFetcher? = nil, unlocking: FakeUnlocking? = nil,
    diaries: DiaryDirectory? = nil, news: FakeNews? = nil,
    service known: (WatchedRepository, DiaryService)? = nil
  ) async throws {
    let clock = TestClock()
    let now = try require(EntryDate(Self.now))
    let repository =
      known?.0
      ?? WatchedRepository(
        MemoryRepository(author: Author(id: AuthorID("me"), name: "Me"), now: clock.tick))
    let service =
      known?.1
      ?? DiaryService(
        repository: repository, inspector: FakeInspector(), fetcher: fetcher, now: clock.tick)
    for fields in entries { _ = try await service.add(fields) }
    _ = try await service.addImported(others)
    self.sync = sync
    self.unlocking = unlocking
    let earlier = repository.saves
    await sync?.count { repository.saves - earlier }
    self.repository = repository
    self.service = service
    self.files = files
    importer = FakePhotoImporter(service)
    inboxFolder = FakeInbox(service)
    self.drafts = keeper ?? FakeDrafts(drafts)
    viewMemory = FakeViewMemory(remembered ?? RememberedView(listForm: listForm))
    var environment = AppEnvironment(
      service: service, pictures: FakePictures(canExtractFrames: canExtractFrames),
      photoActions: photoActions, files: files, spelling: spelling, drafts: self.drafts,
      photoImporter: importer, diaryImporter: diaryImporter, sync: sync,
      watch: { AsyncStream { $0.finish() } }, now: { now }, localDate: Self.localDate)
    environment.rememberView = { [viewMemory] in viewMemory.view = $0 }
    environment.templateFolder = "/home/me/.config/photodiary/templates"
    environment.readTemplates = { [templates] in templates.files }
    environment.exportSize = { [exporter] in exporter.size(of: $0) }
    environment.export = exporter.export
    environment.clipboard = clipboard.clipboard
    environment.editExternally = editor.edit
    environment.publish = { [sync] _ in await sync?.unpublished ?? [] }
    environment.unlocking = unlocking
    environment.backUp = { [backups] folder, _ in
      try backups.backUp(to: folder)
    }
    let photoPositions = PhotoPositions(service: service)
    let positions = EntryPositions(service: service, photos: photoPositions, naming: placeNaming)
    environment.placeSuggestions = PlaceSuggestions(
      service: service, positions: photoPositions, naming: placeNaming)
    environment.positions = positions
    environment.alike = AlikeFinder(service: service, cache: prints.cache)
    environment.trips = TripFinder(service: service, positions: positions)
    environment.readMap = earth.piece
    environment.photosOfDay = { [day] in day.photos(of: $0) }
    environment.readPrompts = { [day] in day.prompts() }
    environment.runCommand = commands.run
    environment.changeSetting = { [settings] in settings.change($0) }
    environment.recorder = recorder
    environment.inbox = inboxFolder.inbox
    environment.diaries = diaries
    environment.news = news
    environment.weakness = { $0.bytes.count < 8 ? "It is short." : nil }
    let findBeginning: @Sendable () async throws -> InitialState = {
      [viewMemory, unlocking] () async throws in
      if let fault = unlocking?.fault { throw fault }
      var beginning = try await InitialState.remembered(
        viewMemory.view, in: service, today: now.day)
      beginning.warnings = [unlocking?.warning].compactMap(\.self)
      beginning.unseenWords = unlocking?.unseenWords
      return beginning
    }
    environment.findBeginning = findBeginning
    runner = EffectRunner(
      environment: environment, post: { [inbox] message in inbox.post(message) })
    state = AppState(
      size: Size(columns: columns, rows: rows), colors: colors, now: now,
      homeFolder: files.homeFolder(), initialFolder: files.initialFolder(for: .photos),
      localDate: Self.localDate, assetPath: { repository.path(of: $0.file) })
    state.startFolders[.diaries] = files.initialFolder(for: .diaries)
    state.settingsFile = "/home/me/.config/photodiary/config.toml"
    state.showsPhotos = showsPhotos
    state.canExtractFrames = { canExtractFrames }
    state.speaks = speaks
    state.sync.isOffered = sync != nil
    state.lockState = unlocking?.state
    state.diaryName = diaries?.openName
    state.combined = diaries?.combined
    state.toast = state.combined?.notice
    if state.isLocked {
      state.beginLocked()
    } else {
      await perform(state.begin(with: try await findBeginning()))
      await settle()
    }
  }

  /// Opens the sample diary.
  static func sample(_ columns: Int = 80, _ rows: Int = 24) async throws -> ScreenTest {
    try await ScreenTest(columns, rows, entries: SampleDiary.entries())
  }

  // MARK: In

  @discardableResult func press(_ keys: KeyEvent...) async -> ScreenTest {
    for key in keys { await send(.key(key)) }
    return self
  }

  /// Presses keys written as in `n<Tab>fog<C-s>`, with `C-`, `A-` or `S-` for Ctrl, Alt or Shift,
  /// `<j*3>` for j three times and `<lt>` for `<`. Then expects texts to be shown or missing.
  @discardableResult func press(
    _ notation: String, shows: String..., lacks: String..., file: String = #filePath,
    line: Int = #line
  ) async -> ScreenTest {
    for key in KeyEvent.parse(notation) { await send(.key(key)) }
    let text = self.text
    for part in shows { expectContains(text, part, file: file, line: line) }
    for part in lacks { expectLacks(text, part, file: file, line: line) }
    return self
  }

  @discardableResult func type(_ text: String) async -> ScreenTest {
    for character in text { await send(.key(.character(character))) }
    return self
  }

  @discardableResult func paste(_ text: String) async -> ScreenTest { await send(.paste(text)) }

  @discardableResult
  func mouse(_ action: MouseEvent.Action, _ column: Int, _ row: Int) async -> ScreenTest {
    await mouse(action, Point(column: column, row: row))
  }

  @discardableResult func mouse(_ action: MouseEvent.Action, _ point: Point) async -> ScreenTest {
    await send(.mouse(MouseEvent(action, at: point)))
  }

  @discardableResult func resize(_ columns: Int, _ rows: Int) async -> ScreenTest {
    await send(.resize(Size(columns: columns, rows: rows)))
  }

  func prefer(_ change: (inout Preferences) -> Void) { change(&state.preferences) }

  @discardableResult
  func send(_ event: TerminalEvent) async -> ScreenTest { await receive(.terminal(event)) }

  @discardableResult func receive(_ message: Message) async -> ScreenTest {
    state.uptime += pause
    await take(message)
    await settle()
    return self
  }

  /// Reports a terminal that shows pixels, 10 × 20 of them in a cell.
  @discardableResult func showPixels(
    _ method: PixelGraphics.Method, limit: Int? = nil, background: UInt32? = nil
  ) async -> ScreenTest {
    let cell = PixelSize(width: 10, height: 20)
    let graphics = PixelGraphics(method, cell: cell, limit: limit)
    let facts = TerminalFacts(graphics: graphics, cell: cell, background: background)
    return await send(.learned(facts))
  }

  @discardableResult func begin(_ effect: Effect) async -> ScreenTest {
    await perform([effect])
    await settle()
    return self
  }

  /// Performs an effect, and returns its answer without handling it.
  func answer(to effect: Effect) async -> Message? {
    runner.perform(effect)
    await runner.idle()
    return inbox.empty().first
  }

  /// Waits long enough for a draft to be kept.
  @discardableResult func pauseTyping() async -> ScreenTest {
    guard let requestID = scheduledDrafts.last else { return self }
    return await receive(.draftDue(requestID: requestID))
  }

  @discardableResult func changeExternally(_ changes: [DiaryChange]) async -> ScreenTest {
    for change in changes { repository.hear(change) }
    await runner.lookForExternalChanges()
    await settle()
    return self
  }

  @discardableResult func addElsewhere(_ fields: EntryFields) async throws -> Entry {
    let entry = try await service.add(fields)
    await changeExternally([DiaryChange(.added, entry)])
    return entry
  }

  /// Changes an entry, by default the selected one, in another program.
  @discardableResult func editElsewhere(
    _ entry: Entry? = nil, _ change: (inout EntryFields) throws -> Void
  ) async throws -> ScreenTest {
    let entry = try entry ?? require(state.list.selectedEntry)
    var fields = entry.fields
    try change(&fields)
    let changed = try await service.update(entry.id, to: fields)
    return await changeExternally([DiaryChange(.updated, changed)])
  }

  @discardableResult func deleteElsewhere(_ id: ID<Entry>) async throws -> ScreenTest {
    await changeExternally([DiaryChange(.deleted, try await service.delete(id))])
  }

  @discardableResult func export(_ step: FakeExporter.Step) async -> ScreenTest {
    await exporter.go(on: step)
    if case .stage = step {} else { held.remove("export") }
    await settle()
    return self
  }

  /// Makes the next sync wait for the test.
  @discardableResult func holdSync() async -> ScreenTest {
    await sync?.hold()
    held.insert("sync")
    return self
  }

  /// Continues the sync by a step, or to its end, and handles the results.
  @discardableResult func goOnSyncing(_ progress: Progress?) async -> ScreenTest {
    await sync?.go(on: progress)
    if progress == nil { held.remove("sync") }
    await settle()
    return self
  }

  @discardableResult func endSync() async -> ScreenTest { await goOnSyncing(nil) }

  /// Makes the next encryption wait for the test.
  @discardableResult func holdEncryption() -> ScreenTest {
    unlocking?.hold()
    held.insert("encryption")
    return self
  }

  /// Continues the encryption by a step, or to its end.
  @discardableResult func goOnEncrypting(_ progress: Progress?) async -> ScreenTest {
    await unlocking?.go(on: progress)
    if progress == nil { held.remove("encryption") }
    await settle()
    return self
  }

  @discardableResult func wait(_ time: Duration, for message: Message) async -> ScreenTest {
    state.uptime += time
    timers = []
    return await receive(message)
  }

  // MARK: Out

  /// The screen, without trailing blanks.
  var text: String { state.frame.grid.text }
  var lines: [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
  /// The text for a screen reader, or `nil` if the screen is drawn.
  var spoken: AccessibleText? { state.frame.accessibleText }
  var bottomLine: String {
    state.frame.grid.row(state.size.rows - 1).map(\.text).joined().trimmedEnd
  }
  var cursor: Point? { state.frame.cursor }

  /// The words below the title with these attributes, from the top down.
  func words(with attributes: Style.Attributes) -> [String] {
    let grid = state.frame.grid
    return (2..<grid.size.rows - 1).flatMap { row in
      grid.row(row).split { !$0.style.attributes.contains(attributes) }
        .map { $0.map(\.text).joined() }
    }
  }

  func change(_ body: (inout AppState) -> Void) { body(&state) }
  func forgetEffects() { effects = [] }

  // MARK: Loop

  private func take(_ message: Message) async {
    let now = state.now
    let effects = state.update(message, now: now)
    expectSound(state.frame)
    await perform(effects)
  }

  private func perform(_ effects: [Effect]) async {
    self.effects += effects
    for effect in effects {
      switch effect.terminal {
      case .redraw, .suspend, .adopt, .leave, .play: terminalEffects.append(effect)
      case .editExternally(let entry): await editExternally(entry)
      case .copy(let text):
        terminalEffects.append(effect)
        runner.perform(.place(text, isAtTerminal: false))
      case nil:
        switch effect.name {
        case "scheduleDraft": scheduledDrafts += [effect.argument()].compactMap(\.self)
        case "export": held.insert("export")
        case "cancelExport": held.remove("export")
        case "stopSync": held.remove("sync")
        case "stopEncryption": held.remove("encryption")
        case let name where Self.timerNames.contains(name): timers.append(name)
        default: break
        }
        if effect.name != "scheduleDraft", !Self.timerNames.contains(effect.name) {
          runner.perform(effect)
        }
      }
    }
  }

  /// Handles the results of all work except what waits for the test.
  private func settle() async {
    while true {
      await runner.idle(besides: held)
      let messages = inbox.empty()
      if messages.isEmpty { return }
      for message in messages { await take(message) }
    }
  }

  private func editExternally(_ entry: Entry) async {
    let text = EditedText(title: entry.title, content: entry.content)
    inbox.post(.editedExternally(entry, editor.edit(text)))
  }

  /// Starts the program again after it was locked.
  func relaunch(_ columns: Int = 80, _ rows: Int = 24) async throws -> ScreenTest {
    try await ScreenTest(
      columns, rows, keptBy: drafts, remembered: viewMemory.view, unlocking: unlocking,
      service: (repository, service))
  }

  /// Messages that effects have posted and the state hasn't handled.
  private final class Inbox: Sendable {
    private let messages = Mutex<[Message]>([])

    func post(_ message: Message) { messages.withLock { $0.append(message) } }

    func empty() -> [Message] {
      messages.withLock { messages in
        defer { messages = [] }
        return messages
      }
    }
  }
}

/// Returns the open editor, also behind a dialog.
@MainActor
func editor(_ screen: ScreenTest) -> EditorState? { screen.state.screens.topmost(EditorState.self) }

extension AppState {
  /// Presses keys without performing the returned effects.
  @discardableResult mutating func press(_ notation: String) -> [Effect] {
    KeyEvent.parse(notation).flatMap { update(.terminal(.key($0)), now: self.now) }
  }
}

extension KeyEvent {
  private static let named: [Substring: Key] = [
    "Enter": .enter, "Esc": .escape, "Tab": .tab, "BS": .backspace, "Del": .delete, "Ins": .insert,
    "Up": .up, "Down": .down, "Left": .left, "Right": .right, "Home": .home, "End": .end,
    "PgUp": .pageUp, "PgDn": .pageDown, "lt": .character("<"), "gt": .character(">"),
  ]

  static func parse(_ notation: String) -> [KeyEvent] {
    var keys: [KeyEvent] = []
    var rest = notation[...]
    while let character = rest.popFirst() {
      guard character == "<", let end = rest.firstIndex(of: ">") else {
        keys.append(.character(character))
        continue
      }
      let parts = rest[..<end].split(separator: "*")
      rest = rest[rest.index(after: end)...]
      let times = parts.count == 2 ? Int(parts[1]) ?? 0 : 1
      keys += Array(repeating: key(named: parts[0]), count: times)
    }
    return keys
  }

  private static func key(named name: Substring) -> KeyEvent {
    let modifiers: [(Substring, Modifiers)] = [("C-", .control), ("A-", .alt), ("S-", .shift)]
    var (name, held) = (name, Modifiers())
    for (prefix, modifier) in modifiers where name.hasPrefix(prefix) && name.count > 2 {
      name = name.dropFirst(2)
      held.insert(modifier)
    }
    if let key = named[name] { return KeyEvent(key, held) }
    if name.first == "F", let number = Int(name.dropFirst()) {
      return KeyEvent(.function(number), held)
    }
    precondition(name.count == 1, "<\(name)> is no key.")
    return KeyEvent(.character(name.first ?? " "), held)
  }
}
