import CursesTerminal
import DiaryApp
import DiaryCore
import DiaryKeys
import DiarySettings
import DiaryStore
import Interchange
import Localization
import Photos
import System
import TerminalUI

/// Opens the diary's screens. Returns the program's exit status. They are as the settings say when
/// nothing else is asked for.
@MainActor
func openDiary(
  _ dependencies: Dependencies, _ choice: ScreenChoice, at opening: LaunchTarget = .newest
) async throws -> Int32 {
  let file = dependencies.folders.settings
  let known = try? file.text()
  let (read, issues) = file.contents()
  let settings = read.effective(choice)
  if let language = settings.language { Language.use(language) }
  AmbiguousWidth.use(AmbiguousWidth(rawValue: settings.preferences.ambiguousColumns) ?? .one)
  let log = try LoopLog.asked()
  let folders = dependencies.folders
  let unlocking: any DiaryUnlocking =
    dependencies.together == nil
    ? dependencies.unlocking
    : UnlockingTogether(
      first: dependencies.unlocking, others: dependencies.parts.dropFirst().map(\.unlocking),
      proven: dependencies.provenDiaries)
  let outside = dependencies.outside
  let isTogether = dependencies.together != nil
  let viewFile = ViewFile(file: isTogether ? outside.viewTogether : outside.view)
  let makeDrafts = { @Sendable in
    DraftFolder(
      folder: isTogether ? outside.draftsTogether : outside.drafts, of: outside.layout,
      now: LocalTime.now)
  }
  let drafts = makeDrafts()
  let findBeginning: @Sendable () async throws(DiaryError) -> Beginning = {
    () async throws(DiaryError) in
    _ = try await dependencies.diary.count()
    let remembered = viewFile.view()
    let locked = remembered.locked.flatMap { opening.goesOn(with: $0) ? $0 : nil }
    let place =
      if let locked {
        try await opening.start(
          of: dependencies.diary, goingOnAt: remembered.location,
          with: await drafts.left().first { $0.id == locked.draft })
      } else {
        try await opening.start(
          of: dependencies.diary, leftAt: settings.start == .last ? remembered.location : nil)
      }
    return Beginning(
      at: place, firstRows: place.isAtNewest ? FirstRows(of: dependencies.diary) : nil,
      remembered: remembered, draft: locked?.draft)
  }
  // A diary that can't be read is told on a line of the shell, not on a screen that closes.
  let beginning = unlocking.state == .locked ? Beginning() : try await findBeginning()
  let terminal: any Terminal
  do throws(TerminalError) {
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
      maker: PictureMaker(
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
    viewMemory: viewFile,
    templates: folders.templates,
    spelling: HunspellSpelling(
      folders: HunspellSpelling.usualFolders, wordsFile: folders.ownWords),
    drafts: drafts,
    exporter: FolderExport(exporter: dependencies.exporter, diary: dependencies.diary),
    photoImporter: dependencies.photoImporter,
    diaryImporter: ScreenImport(
      dependencies.diaryImporter, unpackingBelow: folders.unpacked,
      record: dependencies.importRecord),
    clipboard: DesktopClipboard(),
    editor: SystemEditor(settings: file),
    sync: isTogether
      ? SyncTogether(dependencies.parts) : PublishingSync(dependencies: dependencies),
    watch: dependencies.allTicks,
    now: LocalTime.today,
    localDate: LocalTime.date(of:))
  // What arrives there isn't for a sample.
  if folders.isOwn {
    environment.inbox = ScreenInbox(settings: file, importer: dependencies.photoImporter)
  }
  let recorder = dependencies.recorder
  environment.recorder = recorder
  // By drafts of their own: those that these screens write aren't offered by them.
  environment.recoverRecordings = {
    await recorder.recover(into: dependencies.diary, makeDrafts())
  }
  environment.commands = OwnCommands(
    settings: file, path: { dependencies.diary.path(of: $0) })
  let (notices, notice) = AsyncStream.makeStream(of: String.self)
  environment.notices = { notices }
  dependencies.hook.tell { notice.yield($0) }
  environment.settings = settings
  environment.settingsError = issues.isEmpty ? nil : SettingsError(issues)
  environment.unlocking = unlocking
  let photos = dependencies.photoPositions
  let positions = dependencies.positions(photos)
  environment.placeSuggestions = dependencies.placeSuggestions(photos)
  environment.positions = positions
  environment.trips = TripFinder(service: dependencies.diary, positions: positions)
  environment.worldMap = dependencies.worldMap
  environment.promptFile = folders.prompts.path
  environment.readPrompts = {
    Result { () throws(TemplateError) in try folders.prompts.prompts() }
  }
  environment.photosOfDay = { day in
    guard let folder = file.known().photosFolder else { return [] }
    return await dependencies.photoImporter.photos(
      takenOn: day, in: Folders.expanded(folder))
  }
  environment.diaries = NeighborDiaries(
    openName: folders.diary, together: dependencies.together)
  environment.sharing = isTogether ? nil : dependencies.sync
  environment.news = SharedNews(dependencies: dependencies)
  environment.findBeginning = findBeginning
  environment.weakness = { PassphraseStrength(of: $0)?.warning }
  environment.process = ThisProgram.number
  if let log {
    log.add("0 start \(ProgramVersion.current)")
    environment.log = log.add
  }
  environment.localeWeekday = WeekStart.ofLocale { Environment[$0] }
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
  let departure =
    await App(terminal: terminal, environment: environment, beginning: beginning).run()
  terminal.restore()
  dependencies.hook.tell(ErrorLine.write)
  await dependencies.hook.finish()
  // Nobody is to look at a photo of a locked diary.
  if outside.layout.isEncrypted { folders.openedCopies.removeEverything() }
  if departure.locks {
    unlocking.lock()
    ErrorLine.report(localized("The diary is locked. Open photodiary to go on."))
    return 1
  }
  if let opens = departure.opens {
    NeighborDiaries.open(opens, from: folders, choice)
    return 1
  }
  if departure.keepsDraft {
    let folder = folders.drafts.printable
    ErrorLine.report(
      localized("Your text is kept as a draft in \(folder). Open photodiary to go on with it."))
  }
  guard case .new = opening else { return 0 }
  if let id = departure.added {
    try Output.write { output in try output.line(id.description) }
  } else if !departure.keepsDraft {
    ErrorLine.report(localized("Nothing was added."))
  }
  return 0
}

// The screens' port is what it does anyway.
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
