import ArgumentParser
import Crypto
import CursesTerminal
import DiaryApp
import DiaryCore
import DiaryStore
import Interchange
import Media
import System
import TerminalUI
import Text

/// Opens the diary's screens, with the settings overridden by `choice`. Returns the program's exit
/// status.
///
/// - Throws: `CommandError` if a log can't be written; an error if the diary can't be read.
@MainActor
func openDiary(
  _ dependencies: Dependencies, _ choice: ScreenChoice, at opening: LaunchTarget = .newest
) async throws -> Int32 {
  let file = dependencies.folders.settings
  let known = try? file.text()
  let (read, issues) = file.contents()
  let settings = read.effective(choice)
  if let language = settings.language { Language.use(language) }
  let localeDates = DateStyle.ofLocale { Environment[$0] }
  DateStyle.use(settings.preferences.dateStyle(locale: localeDates))
  AmbiguousWidth.use(AmbiguousWidth(rawValue: settings.preferences.ambiguousColumns) ?? .one)
  let log = try LoopLog.requested()
  let folders = dependencies.folders
  let unlocking: any DiaryUnlocking =
    dependencies.combined == nil
    ? dependencies.unlocking
    : CombinedUnlocking(
      first: dependencies.unlocking, others: dependencies.parts.dropFirst().map(\.unlocking),
      unlocked: dependencies.unlockedDiaries)
  let outside = dependencies.outside
  let isCombined = dependencies.combined != nil
  let viewFile = ViewFile(file: isCombined ? outside.combinedView : outside.view)
  let makeDrafts = { @Sendable in
    DraftFolder(
      folder: isCombined ? outside.combinedDrafts : outside.drafts, of: outside.layout,
      now: LocalTime.now)
  }
  let drafts = makeDrafts()
  let findBeginning: @Sendable () async throws -> InitialState = {
    () in
    _ = try await dependencies.diary.count()
    let remembered = viewFile.view()
    let locked = remembered.locked.flatMap { opening.resumes($0) ? $0 : nil }
    let place =
      if let locked {
        try await opening.start(
          of: dependencies.diary, goingOnAt: remembered.location,
          with: locked.draft, of: drafts)
      } else {
        try await opening.start(
          of: dependencies.diary, leftAt: settings.start == .last ? remembered.location : nil,
          drafts: drafts)
      }
    return InitialState(
      at: place,
      firstRows: place.isAtNewest
        ? FirstRows(of: dependencies.diary, today: LocalTime.today().day) : nil,
      remembered: remembered, draft: locked?.draft,
      warnings: dependencies.unlockingWarnings,
      unseenWords: dependencies.layout.isEncrypted
        ? await dependencies.sync.unseenRecoveryWords() : nil)
  }
  // An unreadable diary is reported by the shell, not on a screen that closes.
  let beginning = unlocking.state == .locked ? InitialState() : try await findBeginning()
  let terminal: any Terminal
  do {
    terminal =
      settings.isPlain
      ? try LinearTerminal(environment: Environment.all)
      : try CursesTerminal(
        environment: Environment.all, photos: settings.photos, colors: settings.colorLimit)
  } catch {
    ErrorLine.write(error.line)
    return 1
  }
  defer { terminal.restore() }
  var environment = AppEnvironment(
    service: dependencies.diary,
    pictures: ScreenPictures(
      renderer: PhotoRenderer(
        dependencies.pictureProgram, cache: dependencies.pictureCache,
        media: { .installed }),
      store: folders.store),
    photoActions: SystemPhotoActions(
      inspector: dependencies.inspector,
      locationRemoval: LocationRemoval(dependencies.pictureProgram),
      store: folders.store, opener: dependencies.diary.assetOpener,
      openedCopies: folders.openedCopies,
      player: MediaPlayer(opener: dependencies.diary.assetOpener, settings: file)),
    files: PhotoFolders(state: folders.state),
    spelling: HunspellSpelling(
      folders: HunspellSpelling.defaultFolders, wordsFile: folders.spellingWords),
    drafts: drafts,
    photoImporter: dependencies.photoImporter,
    diaryImporter: ScreenImport(
      dependencies.diaryImporter, unpackingBelow: folders.unpacked,
      record: dependencies.importRecord),
    sync: isCombined ? CombinedSync(dependencies.parts) : dependencies.sync,
    watch: dependencies.allTicks,
    now: LocalTime.today,
    localDate: LocalTime.date(of:))
  environment.publish = { progress in
    await Publication.updateAll(
      of: isCombined ? dependencies.parts : [dependencies], progress: progress)
  }
  environment.rememberView = viewFile.remember
  environment.templateFolder = folders.templates.folder
  environment.readTemplates = folders.templates.templates
  environment.clipboard = .ofDesktop
  environment.editExternally = SystemEditor(settings: file).edit
  let export = FolderExport(exporter: dependencies.exporter, diary: dependencies.diary)
  environment.exportSize = export.size
  environment.export = export.export
  environment.backUp = { folder, progress in
    try await BackupRun(
      folder: folder, layout: dependencies.layout, diary: dependencies.diary,
      sync: dependencies.sync
    ).makeOnScreen(progress: progress)
  }
  // The user's inbox isn't for a sample.
  if folders.isOwn {
    environment.inbox = ScreenInbox(settings: file, importer: dependencies.photoImporter).inbox
  }
  let recorder = dependencies.recorder
  environment.recorder = recorder
  // Separate drafts: the screens don't offer those that they write themselves.
  environment.recoverRecordings = {
    await recorder.recover(into: dependencies.diary, makeDrafts())
  }
  environment.runCommand =
    UserCommands(settings: file, path: { dependencies.diary.path(of: $0) }).run
  let (notices, notice) = AsyncStream.makeStream(of: String.self)
  environment.notices = { notices }
  dependencies.hook.setReporter { notice.yield($0) }
  if !folders.isOwn, let line = InstalledFiles.missingLine { notice.yield(line) }
  environment.settings = settings
  environment.settingsError = issues.isEmpty ? nil : SettingsError(issues)
  environment.unlocking = unlocking
  let photos = dependencies.photoPositions
  let positions = dependencies.positions(photos)
  environment.placeSuggestions = dependencies.placeSuggestions(photos)
  environment.positions = positions
  environment.alike = dependencies.alikeFinder
  environment.photoTextRun = dependencies.photoTextRun
  environment.trips = TripFinder(service: dependencies.diary, positions: positions)
  environment.readMap = dependencies.worldMap.piece
  environment.readPrompts = {
    Result { () throws(MessageError) in try folders.prompts.prompts() }
  }
  environment.photosOfDay = { day in
    guard let folder = file.known().photosFolder else { return [] }
    return await dependencies.photoImporter.photos(
      takenOn: day, in: Folders.expanded(folder))
  }
  environment.diaries = DiaryDirectory(
    openName: folders.diary, combined: dependencies.combined,
    others: { await OtherDiaries.all(besides: folders.diary, areCombined: isCombined) })
  environment.news = SharedNews(dependencies: dependencies)
  environment.findBeginning = findBeginning
  environment.weakness = { PassphraseStrength(of: $0)?.warning }
  environment.process = CurrentProcess.id
  if let log {
    log.add("0 start \(ProgramVersion.current)")
    environment.log = log.add
  }
  environment.localeDates = localeDates
  environment.localeWeekday = WeekStart.ofLocale { Environment[$0] }
  environment.settingsFile = file.path
  environment.changeSetting = { change in
    Result { () throws(SettingsError) in try file.change(change).effective(choice) }
  }
  environment.settingsChanges = {
    AsyncStream { continuation in
      let watching = Task {
        for await change in SettingsWatch.changes(of: file, since: known) {
          continuation.yield(change.map { $0.effective(choice) })
        }
      }
      continuation.onTermination = { _ in watching.cancel() }
    }
  }
  Task.detached(priority: .background) { folders.openedCopies.removeOld() }
  let result =
    await App(terminal: terminal, environment: environment, beginning: beginning).run()
  terminal.restore()
  dependencies.hook.setReporter(ErrorLine.write)
  await dependencies.hook.finish()
  dependencies.sealIfConverted()
  // Copies of a locked diary's photos must not remain readable.
  if outside.layout.isEncrypted { folders.openedCopies.removeEverything() }
  if result.locks {
    unlocking.lock()
    ErrorLine.report(localized("The diary is locked. Open photodiary to continue."))
    return 1
  }
  if let opens = result.opens {
    OtherDiaries.open(opens, from: folders, choice)
    return 1
  }
  if result.keepsDraft {
    let folder = folders.drafts.printable
    ErrorLine.report(
      localized("Your text is kept as a draft in \(folder). Open photodiary to continue it."))
  }
  guard case .new = opening else { return 0 }
  if let id = result.added {
    try await dependencies.report(saved: id)
  } else if !result.keepsDraft {
    ErrorLine.report(localized("Nothing was added."))
  }
  return 0
}

// `PhotoImporter` has all methods of the screens' port.
extension PhotoImporter: PhotoImporting {}

extension TerminalError {
  fileprivate var line: String {
    switch self {
    case .notATerminal(.input):
      localized("The diary needs a terminal, and standard input isn't one. See photodiary --help.")
    case .notATerminal(.output):
      localized(
        "The diary needs a terminal, and standard output isn't one. See photodiary --help.")
    case .unusable(let type):
      localized(
        "Unknown terminal type “\(type.printable)”. Set TERM, for example TERM=xterm-256color."
      )
    }
  }
}

// MARK: - LaunchTarget

/// The place where the diary opens: `photodiary`, `photodiary 3f2a91c0`, `photodiary 2024-05-03`.
enum LaunchTarget: Hashable {
  case newest
  /// The entry with this prefix of its id, in the reader or the editor.
  case entry(String, edits: Bool = false)
  case days(DayPhrase)
  /// A new entry, after which the program ends. With `addsPhotosOfDay`, it begins with the photos
  /// of its day.
  case new(EntryFields, addsPhotosOfDay: Bool = false)

  /// The number of digits in listings.
  private static let listedIDLength = 8

  /// Parses an argument. Returns `nil` for a sub-command, even a mistyped one, which a short id of
  /// only letters can be. Four digits are a year.
  ///
  /// - Throws: `ValidationError` for a date that isn't in the calendar.
  init?(argument: String, today: CalendarDay) throws {
    // The only sub-command that is a date, too.
    guard argument != TodayCommand.configuration.commandName else { return nil }
    let id = Self.id(argument)
    // The number of a day, or a text like `dec5`, could be a date too; the id takes precedence.
    if let id, id.count < 4 || !argument.allSatisfy({ $0.isWholeNumber || $0 == "-" }) {
      self = .entry(id)
      return
    }
    do {
      self = .days(try DayPhrase(argument, today: today))
    } catch .noSuchDay where id == nil || id?.count == 4 {
      throw ValidationError(localized("There's no date \(argument.printable)."))
    } catch {
      guard let id else { return nil }
      self = .entry(id)
    }
  }

  /// Returns the hexadecimal digits of an id or of its prefix, or `nil` if the argument isn't one.
  private static func id(_ argument: String) -> String? {
    guard argument.first?.isHexDigit == true, argument.utf8.allSatisfy(isOfID) else { return nil }
    let digits = argument.filter { $0 != "-" }
    // With a dash, it is a date unless it continues like an id.
    if argument.contains("-") { return digits.count > listedIDLength ? digits : nil }
    if digits.count >= listedIDLength || digits.contains(where: \.isWholeNumber) { return digits }
    let isCommand = NearestName.closest(to: digits, among: PhotoDiary.commandNames) != nil
    return digits.count >= shortestWord && !isCommand ? digits : nil
  }

  /// In letters; shorter words are similar to nearly every sub-command.
  private static let shortestWord = 3

  private static func isOfID(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || hexadecimalValue(of: byte) != nil
  }

  /// Returns the first screen. A day with entries is shown in the list, at its newest entry; a day
  /// without, a month or a year in the calendar. `left` is the last location, to return to if no
  /// other place is requested. An entry with a draft isn't opened in the editor: its draft is
  /// offered.
  ///
  /// - Throws: `DiaryError` if there is no such entry, or several.
  func start(
    of diary: DiaryService, leftAt left: Location? = nil, drafts: DraftFolder
  ) async throws -> InitialScreen {
    switch self {
    case .newest:
      guard let left, let visit = try await ResolvedLocation(left, in: diary) else {
        return .newest
      }
      return .last(visit)
    case .new(let fields, let addsPhotosOfDay):
      if let obstacle = try await diary.writingObstacle() { throw DiaryError.account(obstacle) }
      return .writing(fields, addsPhotosOfDay: addsPhotosOfDay)
    case .entry(let prefix, var edits):
      let entry = try await diary.entry(withPrefix: prefix)
      let rank = entry.isTrashed ? 0 : try await diary.rank(of: entry.sortKey)
      if edits {
        let hasDraft = await drafts.remaining().contains { $0.entry == entry.id }
        let obstacle = try await diary.writingObstacle()
        edits = !hasDraft && obstacle == nil
      }
      return .entry(entry, rank: rank, edits: edits)
    case .days(let phrase):
      guard phrase.span == .day,
        let entry = try await diary.entries(EntryQuery(.on(phrase.day), limit: 1)).first
      else { return .calendar(phrase) }
      return .list(rank: try await diary.rank(of: entry.sortKey))
    }
  }

  // MARK: After locking

  /// Returns `true` if the work at the time of locking continues: in the same process or, if no
  /// other place is requested, after that process has ended. Until then, the work is left to it.
  func resumes(_ work: RememberedView.LockedWork) -> Bool {
    work.process == CurrentProcess.id
      || self == .newest && !CurrentProcess.isRunning(work.process)
  }

  /// Returns the first screen after unlocking: the place where the diary was locked, or the entry
  /// that was being written.
  ///
  /// - Throws: an error if the diary can't be read.
  func start(
    of diary: DiaryService, goingOnAt place: Location?, with draft: ID<Draft>?,
    of drafts: DraftFolder
  ) async throws -> InitialScreen {
    guard case .new = self else {
      return try await LaunchTarget.newest.start(of: diary, leftAt: place, drafts: drafts)
    }
    guard let draft = await drafts.remaining().first(where: { $0.id == draft }) else {
      return try await start(of: diary, drafts: drafts)
    }
    return .writingAgain(draft)
  }
}

// MARK: - ViewFile

/// The last view of a diary, in a small file for each store.
struct ViewFile: Sendable {
  /// The file `<state>/views/<key of the store>.json`.
  let file: ExternalFile

  /// In bytes; larger files weren't written by this program.
  private static let largest = 16_384

  /// Returns the view remembered last, or an empty one if it can't be read.
  func view() -> RememberedView {
    file.bytes(atMost: Self.largest).map { RememberedView(json: $0) } ?? RememberedView()
  }

  /// Remembers a view. Failures are ignored.
  func remember(_ view: RememberedView) async {
    let bytes = view.json
    guard bytes.count <= Self.largest else { return }
    try? file.replace(bytes)
  }
}

// MARK: - LoopLog

/// The log with a line for each message and effect of the screens, in the file named by
/// `PHOTODIARY_LOG`. It is for debugging and contains no text of the user.
final class LoopLog: Sendable {
  private let file: OpenFile

  /// Returns the log that the environment requests, or `nil`.
  ///
  /// - Throws: `CommandError` if it can't be opened.
  static func requested() throws -> LoopLog? {
    guard let path = Environment["PHOTODIARY_LOG"] else { return nil }
    return try LoopLog(path)
  }

  private init(_ path: String) throws {
    do throws(SystemError) {
      // A pipe without a reader must not block the diary.
      file = try OpenFile(path, [.writeOnly, .append, .create, .noFollow, .nonBlocking])
      guard try file.status().isRegularFile else {
        throw SystemError(.opening, path, .notARegularFile)
      }
    } catch {
      let reason =
        error.reason == .notARegularFile ? localized("it isn't a regular file") : error.message
      throw CommandError(
        localized("Couldn't write the log \(path): \(reason). Check PHOTODIARY_LOG."))
    }
  }

  /// Adds a line. Failures are ignored: a log must not interfere with writing.
  func add(_ line: String) { try? file.write(Array((line + "\n").utf8)) }
}
