import DiaryApp
import DiaryCore
import Synchronization
import TestSupport

struct FakeDirectory: DiaryDirectory {
  var openName: String?
  var together: DiariesTogether?
  var known: [NeighborDiary]

  func others() async -> [NeighborDiary] { known }
}

/// Calls every position what a test says.
final class FakePlaceNaming: PlaceNaming {
  private let answer = Mutex<Result<[String], PlaceNamesError>>(.success([]))

  func call(_ names: Result<[String], PlaceNamesError>) { answer.withLock { $0 = names } }

  func names(at position: PhotoDetails.Position) throws(PlaceNamesError) -> [String] {
    try answer.withLock { $0 }.get()
  }
}

/// Templates in memory.
final class FakeTemplates: TemplateReading {
  let folder = "/home/me/.config/photodiary/templates"
  private let files = Mutex<[TemplateFile]>([])

  func templates() async -> [TemplateFile] { files.withLock { $0 } }

  func put(_ name: String, _ text: String) {
    put(TemplateFile(name: name, result: .success(Template(name: name, file: text))))
  }

  func put(_ file: TemplateFile) { files.withLock { $0.append(file) } }
}

/// An editor that gives back what the test says.
final class FakeEditor: ExternalEditing {
  private let answer = Mutex<Result<EditedText?, ExternalEditingError>>(.success(nil))
  private let given = Mutex<[EditedText]>([])

  var texts: [EditedText] { given.withLock { $0 } }

  func answer(with result: Result<EditedText?, ExternalEditingError>) {
    answer.withLock { $0 = result }
  }

  func edit(_ text: EditedText) throws(ExternalEditingError) -> EditedText? {
    given.withLock { $0.append(text) }
    return try answer.withLock { $0 }.get()
  }
}

/// What others have written, in memory.
actor FakeNews: NewsKeeping {
  private var news: [DiaryNews]
  /// What was marked as read at once.
  private(set) var marked: [NewsScope] = []

  init(_ news: [DiaryNews]) { self.news = news }

  func unread() -> [DiaryNews] { news }
  func markRead(_ entry: ID<Entry>) {}

  func markAllRead(_ scope: NewsScope) {
    marked.append(scope)
    news.removeAll { scope == .all || scope == $0.diary.map { .diary($0) } ?? .open }
  }

  func switchNotifications(of diary: String) -> Bool { true }
}

/// Commands of the shell that only note what they are given.
final class FakeCommands: CommandRunning {
  private let state = Mutex<(answer: Result<String, CommandProblem>, runs: [String])>(
    (.success(""), []))

  func answer(_ answer: Result<String, CommandProblem>) { state.withLock { $0.answer = answer } }

  /// What was run, and on which entry.
  var runs: [String] { state.withLock(\.runs) }

  func run(_ command: String, on entry: Entry) async throws(CommandProblem) -> String {
    let answer = state.withLock { state in
      state.runs.append("\(command): \(entry.title)")
      return state.answer
    }
    return try answer.get()
  }
}

/// What is offered for the entry of a day, as the test says.
final class FakeDay: Sendable {
  private struct State {
    var photos: [CalendarDay: [FoundPhoto]] = [:]
    var prompts: Result<Prompts, TemplateError> = .success(Prompts())
  }

  private let state = Mutex(State())

  func put(_ paths: [String], on date: EntryDate) {
    state.withLock { $0.photos[date.day] = paths.map { FoundPhoto(path: $0, date: date) } }
  }

  func ask(_ prompts: Result<Prompts, TemplateError>) { state.withLock { $0.prompts = prompts } }

  func photos(of day: CalendarDay) -> [FoundPhoto] { state.withLock { $0.photos[day] ?? [] } }

  func prompts() -> Result<Prompts, TemplateError> { state.withLock(\.prompts) }
}

/// A clipboard that holds what the test puts there, or the program.
final class FakeClipboard: ClipboardReading, ClipboardWriting {
  private let held = Mutex(ClipboardContent.nothing(.empty))
  private let removed = Mutex<[String]>([])
  private let failure = Mutex<CopyError?>(nil)

  /// Photos that were taken and whose files are gone.
  var discarded: [String] { removed.withLock { $0 } }

  func hold(_ content: ClipboardContent) { held.withLock { $0 = content } }
  func content() async -> ClipboardContent { held.withLock { $0 } }
  /// Nothing can be put there from now on, until `nil`.
  func refuse(with failure: CopyError?) { self.failure.withLock { $0 = failure } }
  func put(_ text: String) async -> CopyError? {
    if let failure = failure.withLock({ $0 }) { return failure }
    hold(.text(text))
    return nil
  }
  func discard(photoAt path: String) async { removed.withLock { $0.append(path) } }
}

/// An earth with one island that is a square, a border through its middle, and a town on it.
final class FakeEarth: WorldMapping {
  private let state = Mutex<(error: WorldMapError?, requests: [MapRequest])>((nil, []))

  var requests: [MapRequest] { state.withLock(\.requests) }

  func fail(with error: WorldMapError?) { state.withLock { $0.error = error } }

  func piece(_ request: MapRequest) throws(WorldMapError) -> MapPiece {
    let error = state.withLock { state in
      state.requests.append(request)
      return state.error
    }
    if let error { throw error }
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
actor FakeDrafts: DraftKeeping {
  private(set) var kept: [Draft] = []
  private(set) var thrownAway: [DiscardedDraft] = []
  private var failure: DiaryError?

  init(_ drafts: [Draft] = []) { kept = drafts }

  func fail(with failure: DiaryError?) { self.failure = failure }

  func keep(_ draft: Draft) async throws(DiaryError) {
    if let failure { throw failure }
    await remove(draft.id)
    kept.insert(draft, at: 0)
  }

  func remove(_ id: ID<Draft>) async {
    kept.removeAll { $0.id == id }
    thrownAway.removeAll { $0.draft.id == id }
  }

  func discard(_ draft: Draft) async throws(DiaryError) {
    if let failure { throw failure }
    await remove(draft.id)
    thrownAway.insert(DiscardedDraft(draft, at: Timestamp(milliseconds: 1_795_190_400_000)), at: 0)
  }

  func discarded() async -> [DiscardedDraft] { thrownAway }
  func left() async -> [Draft] { kept }
}

/// Photos on another machine, which come when they are asked for, unless that machine is out of reach.
final class FakeFetcher: AssetFetching {
  private let files: Mutex<Set<AssetFile>>
  private let error: Mutex<String?>
  private let sync: FakeSync

  init(_ files: Set<AssetFile>, error: String? = nil, telling sync: FakeSync) {
    self.files = Mutex(files)
    self.error = Mutex(error)
    self.sync = sync
  }

  var elsewhere: Set<AssetFile> { files.withLock { $0 } }

  /// From now on it is within reach.
  func mend() { error.withLock { $0 = nil } }

  func fetch(
    _ wanted: Set<AssetFile>, progress: @escaping @Sendable (Progress) -> Void
  ) async -> AssetFetchResult {
    var result = AssetFetchResult()
    if let error = error.withLock({ $0 }) {
      result.missing = wanted
      result.errors = [error]
      return result
    }
    files.withLock { $0.subtract(wanted) }
    await sync.changeState { $0.elsewhere.subtract(wanted.map(\.asset)) }
    return result
  }
}

/// An inbox with what the test puts in.
final class FakeInbox: InboxImporting {
  private struct State {
    var folder: String? = "/inbox"
    var proposal = PhotoProposal(groups: [])
    var written: [[PhotoGroup]] = []
  }

  private let state = Mutex(State())

  func set(folder: String?) { state.withLock { $0.folder = folder } }
  func propose(_ proposal: PhotoProposal) { state.withLock { $0.proposal = proposal } }
  var written: [[PhotoGroup]] { state.withLock(\.written) }

  func folder() async -> String? { state.withLock(\.folder) }
  func counts() -> AsyncStream<InboxCount> { AsyncStream { $0.finish() } }

  func proposal(
    for folder: String, grouping: PhotoGrouping, progress: @escaping @Sendable (Progress) -> Void
  ) async throws(DiaryError) -> PhotoProposal? { state.withLock(\.proposal) }

  func write(
    _ groups: [PhotoGroup], progress: @escaping @Sendable (Progress) -> Void
  ) async throws(DiaryError) -> PhotoImportOutcome {
    state.withLock { $0.written.append(groups) }
    return PhotoImportOutcome()
  }
}

/// Records nothing, and notes what it was asked for.
final class FakeRecorder: SoundRecording {
  private struct Notes {
    var asked: [String] = []
    var failure: RecordingError?
  }

  private let notes = Mutex(Notes())

  var asked: [String] { notes.withLock { $0.asked } }

  /// It can't begin, or has ended by itself.
  func fail(with failure: RecordingError?) { notes.withLock { $0.failure = failure } }

  func begin() async throws(RecordingError) {
    note("begin")
    if let failure = await failure() { throw failure }
  }

  func failure() async -> RecordingError? { notes.withLock { $0.failure } }

  func finish() async throws(RecordingError) -> String {
    note("finish")
    return "/tmp/voice.opus"
  }

  func discard() async { note("discard") }
  func remove(_ path: String) async { note("remove") }

  private func note(_ word: String) { notes.withLock { $0.asked.append(word) } }
}

/// A dictionary that doesn't know words with an x in them.
final class FakeSpelling: SpellChecking {
  private let passed = Mutex<Set<String>>([])
  private let added = Mutex<[String]>([])
  private let asked = Mutex<[[String]]>([])
  private let isFull = Mutex(false)
  private let failure = Mutex<SpellingError?>(nil)

  var words: [String] { added.withLock { $0 } }

  /// The words in view that were asked about, by requests.
  var requests: [[String]] { asked.withLock { $0 } }

  /// From now on no word can be written.
  func fill() { isFull.withLock { $0 = true } }

  func fail(with failure: SpellingError) { self.failure.withLock { $0 = failure } }

  func firstUnknown(
    among words: [SpellingWord], _ dictionaries: [String]?
  ) async throws(SpellingError) -> SpellingWord? {
    if let failure = failure.withLock({ $0 }) { throw failure }
    let passed = passed.withLock { $0 }
    return words.first { $0.text.contains("x") && !passed.contains($0.text) }
  }

  func unknown(
    among words: [SpellingWord], _ dictionaries: [String]?
  ) async throws(SpellingError) -> Set<String> {
    if let failure = failure.withLock({ $0 }) { throw failure }
    let passed = passed.withLock { $0 }
    asked.withLock { $0.append(words.map(\.text)) }
    return Set(words.map(\.text).filter { $0.contains("x") && !passed.contains($0) })
  }

  func suggestions(for word: SpellingWord, _ dictionaries: [String]?) async -> [String] {
    [word.text.replacing("x", with: "s")]
  }

  func add(_ word: String) async throws(SpellingWordError) {
    await ignore(word)
    if isFull.withLock({ $0 }) {
      throw SpellingWordError(word: word, file: "words.txt", reason: "No space left on device")
    }
    added.withLock { $0.append(word) }
  }

  func ignore(_ word: String) async { passed.withLock { _ = $0.insert(word) } }
}
