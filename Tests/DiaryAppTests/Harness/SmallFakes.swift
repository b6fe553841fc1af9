import DiaryCore
import TerminalUI
import TestSupport

@testable import DiaryApp

/// Records frames, and sends a test's events.
@MainActor final class FakeTerminal: Terminal {
  enum Call: Hashable {
    case invalidate, suspend, lend, restore
    case copy(String)
  }

  private(set) var size = Size(columns: 60, rows: 14)
  let colorDepth = ColorDepth.sixteen
  var facts = TerminalFacts()
  let events: AsyncStream<TerminalEvent>
  private let feed: AsyncStream<TerminalEvent>.Continuation
  private let shown: AsyncStream<String>
  private let show: AsyncStream<String>.Continuation
  private(set) var calls: [Call] = []
  private(set) var text = ""

  init() {
    (events, feed) = AsyncStream.makeStream()
    (shown, show) = AsyncStream.makeStream()
  }

  func handled(_ event: TerminalEvent) {}
  func press(_ keys: KeyEvent...) { for key in keys { feed.yield(.key(key)) } }
  func send(_ event: TerminalEvent) { feed.yield(event) }

  func waitFor(_ words: String) async {
    if text.contains(words) { return }
    for await frame in shown where frame.contains(words) { return }
  }

  func show(_ frame: Frame) {
    expectSound(frame)
    text = frame.grid.text
    show.yield(text)
  }

  func use(_ photos: PhotoDisplay) {}
  func invalidate() { calls.append(.invalidate) }
  func suspend() { calls.append(.suspend) }
  func restore() { calls.append(.restore) }

  func copy(_ text: String) -> Bool {
    calls.append(.copy(text))
    return true
  }

  func lend<Result>(_ body: () -> Result) -> Result {
    calls.append(.lend)
    return body()
  }
}

/// Encryption in memory, with a passphrase and six words.
final class FakeUnlocking: DiaryUnlocking, @unchecked Sendable {
  static let passphrase = "correct horse 배터리"
  static let words = "acorn bagel cedar dune ember fjord"
  @Locked private(set) var state: LockState
  @Locked private var passphrase: Passphrase?
  @Locked private var hasWords: Bool
  @Locked private(set) var locks = 0
  @Locked private(set) var tries = 0
  /// The error of encrypting.
  @Locked var failure: MessageError?
  private let requests: AsyncStream<Void>
  private let request: AsyncStream<Void>.Continuation
  @Locked private var steps: Steps<Progress?>?
  /// The fault that the diary reports once it is open.
  let fault: DiaryError?
  /// The warning of the open diary.
  let warning: String?
  /// The recovery words that the user hasn't seen yet.
  let unseenWords: String?
  /// The copies that stay unencrypted.
  @Locked var readableCopies: [String] = []

  init(
    _ state: LockState, fault: DiaryError? = nil, warning: String? = nil,
    unseenWords: String? = nil, hasWords: Bool = false
  ) {
    (requests, request) = AsyncStream.makeStream()
    (self.fault, self.warning, self.unseenWords) = (fault, warning, unseenWords)
    self.state = state
    passphrase = state == .plain ? nil : Passphrase(Self.passphrase.utf8)
    self.hasWords = hasWords || state != .plain
  }

  func requestLock() { request.yield() }

  /// Decrypts the diary as another program does.
  func decrypt() { state = .plain }

  /// Makes encrypting wait for the test.
  func hold() { steps = Steps() }

  /// Continues encrypting by a step, or to its end if `progress` is `nil`.
  func go(on progress: Progress?) async { await steps?.go(on: progress) }

  // MARK: The port

  func unlock(with passphrase: Passphrase) async throws(MessageError) {
    if state == .plain { return }
    try await check(passphrase)
    state = .open
  }

  func check(_ passphrase: Passphrase) async throws(MessageError) {
    tries += 1
    guard passphrase == self.passphrase || hasWords && passphrase == Passphrase(Self.words.utf8)
    else {
      throw MessageError("That doesn't open the diary. Try again.", needsSecret: true)
    }
  }

  func encryptionOutlook() async -> EncryptionOutlook {
    EncryptionOutlook(keepsRecoveryWords: hasWords, readableCopies: readableCopies)
  }

  func encrypt(
    with passphrase: Passphrase, progress: @escaping @Sendable (Progress) -> Void
  ) async throws(MessageError) -> String? {
    if let failure { throw failure }
    guard await steps.goesOn(progress) else { throw MessageError("Stopped.") }
    self.passphrase = passphrase
    state = .open
    defer { hasWords = true }
    return hasWords ? nil : Self.words
  }

  func lock() {
    state = .locked
    locks += 1
  }

  func lockRequests() -> AsyncStream<Void> { requests }
}

extension InitialState {
  /// Returns where the program begins, as after a lock.
  static func remembered(
    _ view: RememberedView, in service: DiaryService, today: CalendarDay
  ) async throws -> InitialState {
    var place = InitialScreen.newest
    if view.locked != nil, let location = view.location,
      let visit = try await ResolvedLocation(location, in: service)
    {
      place = .last(visit)
    }
    return InitialState(
      at: place, firstRows: place.isAtNewest ? FirstRows(of: service, today: today) : nil,
      remembered: view, draft: view.locked?.draft)
  }
}

/// Returns the names set by a test, for every position.
final class FakePlaceNaming: PlaceNaming, @unchecked Sendable {
  @Locked var answer: Result<[String], MessageError> = .success([])

  func names(at position: PhotoDetails.Position) throws -> [String] {
    try answer.get()
  }

  func positions(
    ofPlaces names: Set<String>
  ) throws -> [String: PhotoDetails.Position] { [:] }
}

final class FakeTemplates: @unchecked Sendable {
  @Locked private(set) var files: [TemplateFile] = []

  func put(_ file: TemplateFile) { files.append(file) }
  func put(_ name: String, _ text: String) {
    put(TemplateFile(name: name, result: .success(Template(name: name, file: text))))
  }
}

/// Returns the text set by a test.
final class FakeEditor: @unchecked Sendable {
  @Locked var answer = EditorResult()
  @Locked private(set) var texts: [EditedText] = []

  func edit(_ text: EditedText) -> EditorResult {
    texts.append(text)
    return answer
  }
}

actor FakeNews: NewsTracking {
  private var news: [DiaryNews]
  /// The scopes that were marked as read.
  private(set) var marked: [NewsScope] = []

  init(_ news: [DiaryNews]) { self.news = news }

  func unread() -> [DiaryNews] { news }
  func markRead(_ entry: ID<Entry>) {}

  func markAllRead(_ scope: NewsScope) {
    marked.append(scope)
    news.removeAll { scope == .all || scope == $0.diary.map { .diary($0) } ?? .open }
  }

  func toggleNotifications(of diary: String) -> Bool { true }
}

final class FakeCommands: @unchecked Sendable {
  @Locked var answer: Result<String, MessageError> = .success("")
  /// The commands that were run, with their entries' titles.
  @Locked private(set) var runs: [String] = []

  func run(_ command: String, on entry: Entry) async throws(MessageError) -> String {
    runs.append("\(command): \(entry.title)")
    return try answer.get()
  }
}

/// A settings file in memory.
final class FakeSettings: @unchecked Sendable {
  @Locked private(set) var values: [String: SettingItem.Value] = [:]
  /// The mistakes in the file, with which it can't be changed.
  @Locked var error: SettingsError?

  func change(_ change: SettingChange) -> Result<Settings, SettingsError> {
    if let error { return .failure(error) }
    values[change.name] = change.value
    let items = values.keys.sorted().enumerated().compactMap { index, name in
      values[name].map {
        SettingItem(
          path: name.split(separator: ".").map(String.init), value: $0, line: index + 1)
      }
    }
    let (settings, issues) = Settings.read(items, path: "/c/config.toml", keys: .screens)
    return issues.isEmpty ? .success(settings) : .failure(SettingsError(issues))
  }
}

final class FakeDay: @unchecked Sendable {
  @Locked private var photos: [CalendarDay: [FoundPhoto]] = [:]
  @Locked var questions: Result<Prompts, MessageError> = .success(Prompts())

  func put(_ paths: [String], on date: EntryDate) {
    photos[date.day] = paths.map { FoundPhoto(path: $0, date: date) }
  }

  func photos(of day: CalendarDay) -> [FoundPhoto] { photos[day] ?? [] }
  func prompts() -> Result<Prompts, MessageError> { questions }
}

final class FakeClipboard: @unchecked Sendable {
  @Locked var held = ClipboardContent.nothing(.empty)
  /// The error of every copy, until it is `nil` again.
  @Locked var failure: CopyError?
  /// Pasted photos whose files were removed.
  @Locked private(set) var discarded: [String] = []

  /// The clipboard for the app.
  var clipboard: Clipboard {
    var clipboard = Clipboard()
    clipboard.content = { self.held }
    clipboard.discardPhoto = { self.discarded.append($0) }
    clipboard.copy = { text in
      if self.failure == nil { self.held = .text(text) }
      return self.failure
    }
    return clipboard
  }
}

/// An earth with a square island, a border through it, and a town.
final class FakeEarth: @unchecked Sendable {
  @Locked var error: MessageError?
  @Locked var isInstalled = true
  @Locked private(set) var requests: [MapRequest] = []

  func piece(_ request: MapRequest) throws -> MapPiece {
    requests.append(request)
    if let error { throw error }
    guard isInstalled else {
      var piece = MapPiece()
      piece.isInstalled = false
      return piece
    }
    func line(_ kind: MapPiece.Kind, _ corners: [(Double, Double)]) -> MapPiece.Line {
      let points = corners.map { MapPoint(latitude: $0.0, longitude: $0.1) }
      return MapPiece.Line(
        kind: kind,
        box: MapBox(
          west: points.map(\.x).min()!, north: points.map(\.y).min()!,
          east: points.map(\.x).max()!, south: points.map(\.y).max()!), points: points)
    }
    return MapPiece(
      lines: [
        line(.coast, [(30, 100), (50, 100), (50, 140), (30, 140), (30, 100)]),
        line(.border, [(30, 115), (50, 115)]),
      ], towns: [.init(name: "Oldtown", point: MapPoint(latitude: 45, longitude: 104))])
  }
}

/// Drafts in memory, the latest first.
actor FakeDrafts: DraftStoring {
  private(set) var kept: [Draft] = []
  private(set) var thrownAway: [DiscardedDraft] = []
  private var failure: DiaryError?
  /// The drafts that another window is editing.
  private var openElsewhere: Set<ID<Draft>> = []

  init(_ drafts: [Draft] = []) { kept = drafts }

  func fail(with failure: DiaryError?) { self.failure = failure }

  func claim(_ draft: Draft) async -> Bool { !openElsewhere.contains(draft.id) }

  func openElsewhere(_ id: ID<Draft>) { openElsewhere.insert(id) }

  func save(_ draft: Draft) async throws {
    if let failure { throw failure }
    await remove(draft.id)
    kept.insert(draft, at: 0)
  }

  func remove(_ id: ID<Draft>) async {
    kept.removeAll { $0.id == id }
    thrownAway.removeAll { $0.draft.id == id }
  }

  func discard(_ draft: Draft) async throws -> ID<Draft> {
    if let failure { throw failure }
    await remove(draft.id)
    thrownAway.insert(DiscardedDraft(draft, at: Timestamp(milliseconds: 1_795_190_400_000)), at: 0)
    return draft.id
  }

  func discarded() async -> [DiscardedDraft] { thrownAway }
  func remaining() async -> [Draft] { kept }
}

/// Photos on another device, fetched on request unless it can't be reached.
final class FakeFetcher: AssetFetching, @unchecked Sendable {
  @Locked private(set) var remoteOnly: Set<AssetFile>
  /// The reason why the device can't be reached, or `nil`.
  @Locked var error: String?
  private let sync: FakeSync

  init(_ files: Set<AssetFile>, error: String? = nil, telling sync: FakeSync) {
    (remoteOnly, self.error, self.sync) = (files, error, sync)
  }

  func fetch(
    _ wanted: Set<AssetFile>, progress: @escaping @Sendable (Progress) -> Void
  ) async -> AssetFetchResult {
    var result = AssetFetchResult()
    if let error {
      (result.missing, result.errors) = (wanted, [error])
      return result
    }
    remoteOnly.subtract(wanted)
    await sync.changeState { $0.remoteOnly.subtract(wanted.map(\.asset)) }
    return result
  }
}

final class FakeInbox: FakePhotoImporter, @unchecked Sendable {
  @Locked var path: String? = "/inbox"

  /// The inbox for the app.
  var inbox: Inbox {
    Inbox(importer: self, folder: { self.path }, counts: { AsyncStream { $0.finish() } })
  }
}

final class FakeRecorder: AudioRecording, @unchecked Sendable {
  @Locked private(set) var asked: [String] = []
  @Locked var failed: MessageError?

  func start() async throws(MessageError) {
    asked.append("begin")
    if let failed { throw failed }
  }

  func failure() async -> MessageError? { failed }

  func finish() async throws(MessageError) -> String {
    asked.append("finish")
    return "/tmp/voice.opus"
  }

  func discard() async { asked.append("discard") }
  func remove(_ path: String) async { asked.append("remove") }
}

/// A dictionary without the words that contain an x.
final class FakeSpelling: SpellChecking, @unchecked Sendable {
  @Locked private var passed: Set<String> = []
  @Locked private(set) var words: [String] = []
  /// The words in view that were checked, by request.
  @Locked private(set) var requests: [[String]] = []
  @Locked var isFull = false
  @Locked var failure: MessageError?

  private func isUnknown(_ word: String) -> Bool { word.contains("x") && !passed.contains(word) }

  func firstUnknown(
    among words: [SpellingWord], _ dictionaries: [String]?
  ) async throws(MessageError) -> SpellingWord? {
    if let failure { throw failure }
    return words.first { isUnknown($0.text) }
  }

  func unknown(
    among words: [SpellingWord], _ dictionaries: [String]?
  ) async throws(MessageError) -> Set<String> {
    if let failure { throw failure }
    requests.append(words.map(\.text))
    return Set(words.map(\.text).filter(isUnknown))
  }

  func suggestions(for word: SpellingWord, _ dictionaries: [String]?) async -> [String] {
    [word.text.replacing("x", with: "s")]
  }

  func add(_ word: String) async throws(MessageError) {
    await ignore(word)
    if isFull {
      throw MessageError("“\(word)” is ignored until you quit. words.txt: No space left on device.")
    }
    words.append(word)
  }

  func ignore(_ word: String) async { passed.insert(word) }
}

/// Steps of a fake, continued by a test.
final class Steps<Step: Sendable>: Sendable {
  private let (steps, feed) = AsyncStream<Step>.makeStream()
  /// A signal for each finished step.
  private let (taken, tookOne) = AsyncStream<Void>.makeStream()

  func begin(_ step: Step) { feed.yield(step) }

  func go(on step: Step) async {
    begin(step)
    for await _ in taken { return }
  }

  /// Runs steps until one has a result; `nil` if the task was canceled.
  func result<Result, Failure: Error>(
    _ take: (Step) throws(Failure) -> Result?
  ) async throws(Failure) -> Result? {
    for await step in steps {
      defer { tookOne.yield() }
      if let result = try take(step) { return result }
    }
    return nil
  }
}

extension Steps<Progress?>? {
  /// Returns whether the end, a step without progress, was reached before a stop.
  func goesOn(_ progress: @Sendable (Progress) -> Void) async -> Bool {
    guard let self else { return !Task.isCancelled }
    return await self.result { step -> Bool? in
      if let step { progress(step) }
      return step == nil ? true : nil
    } ?? false
  }
}

/// Exports step by step, as a test continues.
final class FakeExporter: @unchecked Sendable {
  enum Step: Sendable {
    case stage(Progress)
    case end(ExportOutcome)
    case fail(DiaryError)
  }

  private let steps = Steps<Step>()
  @Locked private(set) var requests: [ExportRequest] = []

  func go(on step: Step) async { await steps.go(on: step) }

  func size(of entries: [ID<Entry>]?) -> ExportSize {
    var size = ExportSize()
    size.entries = entries?.count ?? 5
    size.photos = 1
    size.bytes = 3_200_000
    return size
  }

  func export(
    _ request: ExportRequest, progress: @escaping @Sendable (Progress) -> Void
  ) async throws -> ExportOutcome? {
    requests.append(request)
    // A canceled run has no result.
    return try await steps.result { (step) -> ExportOutcome? in
      switch step {
      case .stage(let stage): progress(stage)
      case .end(let outcome): return outcome
      case .fail(let error): throw error
      }
      return nil
    }
  }
}

/// Returns a test's result of a backup, and records the folders.
final class FakeBackups: @unchecked Sendable {
  @Locked private(set) var folders: [String] = []
  @Locked var result: Result<(result: String, problems: [String]), DiaryError> =
    .success(("Backed up to /b/1.", []))

  func backUp(to folder: String) throws -> (result: String, problems: [String]) {
    folders.append(folder)
    return try result.get()
  }
}

/// Returns a test's results of an import, and records the calls.
final class FakeDiaryImporter: DiaryImporting, @unchecked Sendable {
  @Locked private(set) var asked: [String] = []
  @Locked var finding: ImportCandidate? = .diary(ImportPreview(format: "Day One"))
  @Locked var result: Result<ImportResult?, DiaryError> = .success(nil)

  func read(
    _ path: String, updates: Bool, mine: Bool?, progress: @escaping @Sendable (Progress) -> Void
  ) async throws -> ImportCandidate? {
    let authors = mine.map { $0 ? " as mine" : " with authors" } ?? ""
    asked.append("read \(path)\(updates ? " with updates" : "")\(authors)")
    return finding
  }

  func write(progress: @escaping @Sendable (Progress) -> Void) async throws -> ImportResult? {
    asked.append("write")
    return try result.get()
  }

  func discard() async { asked.append("forget") }
}
