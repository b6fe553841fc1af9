import DiaryApp
import DiaryCore
import DiaryStore
import Interchange
import Media
import Sync
import System
import Text

/// The services of the program, connected for one diary, or for several that are shown as one.
struct Dependencies: Sendable {
  let folders: Folders
  private(set) var diary: DiaryService
  private(set) var inspector: any PhotoInspector
  /// Decodes and draws photos; `nil` if it isn't installed.
  private(set) var pictureProgram: PictureProgram?
  /// Syncs the diary with its remotes.
  let sync: SyncEngine
  /// Runs the user's command after each save.
  let hook: SaveHook
  /// Unlocks, encrypts and locks the diary.
  let unlocking: StoreUnlocking
  /// The file with the passphrase, if `--passphrase-file` was given.
  let passphraseFile: PassphraseFile?
  /// The diaries that are shown as one, each by itself, this one first; empty if it is shown alone.
  private(set) var parts: [Dependencies] = []
  /// The diaries whose passphrase was given in this run.
  let unlockedDiaries = UnlockedDiaries()
  /// The names and the notice for the diaries that are shown as one; `nil` if it is shown alone.
  private(set) var combined: CombinedDiaries?

  init(store: String?, diary: String? = nil, passphraseFile: String? = nil) throws {
    self.init(
      try Folders(store: store, diary: diary),
      passphraseFile: passphraseFile.map(PassphraseFile.init))
  }

  init(_ folders: Folders, passphraseFile: PassphraseFile? = nil) {
    self.folders = folders
    self.passphraseFile = passphraseFile
    let cipher = StoreCipher(pins: KeyPins(path: "\(folders.keyPins)/\(folders.key).json"))
    let layout = StoreLayout(root: folders.store, cipher: cipher)
    // Must precede the first check for encryption. A failure is reported by the next read.
    try? layout.restoreReplacedStore()
    let previews = PreviewFolder(of: layout, in: folders.remoteCache)
    let repository = DiskRepository(
      root: folders.store, cipher: cipher, devicePath: folders.device,
      deviceName: folders.deviceName, draftsFolder: folders.drafts, previewsFolder: previews.path,
      previewPath: previews.file(of:),
      // Without encryption, no passphrase could show them.
      hidesLockedJournals: layout.isEncrypted,
      defaultAuthorName: { AuthorName(folders: folders).find() },
      now: LocalTime.now)
    let program = PictureProgram.find(opener: repository.assetOpener)
    let inspector = CachingInspector(ProgramInspector(program))
    pictureProgram = program
    self.inspector = inspector
    sync = SyncEngine(
      root: folders.store, cipher: cipher, devicePath: folders.device,
      deviceName: folders.deviceName, draftsFolder: folders.drafts, memory: folders.remotes,
      cache: folders.remoteCache,
      home: Environment["HOME"],
      makePreview: program.map {
        RemotePreviews(renderer: PhotoRenderer($0, cache: nil), inspector: inspector).preview
      }, defaultAuthorName: { AuthorName(folders: folders).find() }, now: LocalTime.now)
    let hook = SaveHook(settings: folders.settings)
    self.hook = hook
    let saved: @Sendable ([DiaryChange]) -> Void = { changes in
      hook.saved(changes) { repository.path(of: $0) }
    }
    let outside = ExternalFiles(layout: layout, folders: folders, sync: sync)
    diary = DiaryService(
      repository: repository, inspector: inspector, fetcher: sync,
      photoTexts: PhotoTexts(cache: PhotoTextFile(file: outside.photoTexts).cache),
      saved: folders.isOwn ? saved : nil, findNearby: Self.nearbySearch(outside.positions),
      now: LocalTime.now)
    unlocking = StoreUnlocking(
      repository: repository, diary: diary, sync: sync, folders: folders, outside: outside)
  }

  /// Waits for background work after saves, and for the save hook.
  func finish() async {
    await diary.finish()
    await hook.finish()
    sealIfConverted()
  }

  /// Leaves no files in clear if another program has encrypted one of the diaries in the meantime.
  func sealIfConverted() {
    for part in parts.isEmpty ? [self] : parts { part.unlocking.outside.sealIfConverted() }
  }

  /// The layout of the diary's folder.
  var layout: StoreLayout { unlocking.layout }

  /// Returns dependencies that show `others` and this diary as one.
  func combined(with others: [Dependencies], _ together: CombinedDiaries) -> Dependencies {
    var combined = self
    combined.parts = [self] + others
    combined.combined = together
    let repository = CombinedRepository(part, others.map(\.part), unlocked: unlockedDiaries)
    let program = PictureProgram.find(opener: repository.assetOpener)
    let inspector = CachingInspector(ProgramInspector(program))
    combined.pictureProgram = program
    combined.inspector = inspector
    combined.diary = DiaryService(
      repository: repository, inspector: inspector,
      fetcher: CombinedFetching(fetchers: combined.parts.map(\.sync)),
      photoTexts: PhotoTexts(
        cache: PhotoTextFile(file: combined.outside.combinedPhotoTexts).cache),
      saved: { [hook] changes in hook.saved(changes) { repository.path(of: $0) } },
      findNearby: Self.nearbySearch(combined.outside.combinedPositions), now: LocalTime.now)
    return combined
  }

  private var part: CombinedRepository.Part {
    CombinedRepository.Part(
      DiaryName(folders.diary), unlocking.repository, supportsLockedJournals: layout.isEncrypted)
  }

  /// The files of the diary outside of its folder. For several diaries, those of an encrypted one
  /// if there is any, so that they are sealed.
  var outside: ExternalFiles {
    (parts.first { $0.layout.isEncrypted } ?? self).unlocking.outside
  }

  /// Pictures that the picture program has drawn before.
  var pictureCache: RenderCache { outside.pictures }

  /// The record of the last import into this diary.
  var importRecord: ImportRecord {
    ImportRecord(file: unlocking.outside.imports)
  }

  var recorder: AudioRecorder { AudioRecorder(of: folders, isEncrypted: layout.isEncrypted) }

  /// Exports entries to a folder.
  var exporter: Exporter {
    let renderer = PhotoRenderer(pictureProgram, cache: pictureCache, media: { .installed })
    return Exporter(
      removeLocation: LocationRemoval(pictureProgram).copy,
      helpers: ExportHelpers(
        drawPhoto: pictureProgram == nil ? nil : renderer.exportPicture,
        findPrinter: { InstalledPrinter.find()?.print },
        positions: positions(), readMap: worldMap.piece,
        firstWeekday: WeekStart.ofLocale { Environment[$0] }))
  }

  var diaryImporter: DiaryImporter {
    DiaryImporter(into: diary, localOffset: LocalTime.offset(ofLocal:))
  }

  var photoImporter: PhotoImporter {
    PhotoImporter(into: diary, alike: alikeFinder, localOffset: LocalTime.offset(ofLocal:))
  }

  /// The positions of photos.
  var photoPositions: PhotoPositions {
    PhotoPositions(
      service: diary,
      cache: AssetFactFile(
        positions: parts.isEmpty ? outside.positions : outside.combinedPositions
      ).cache)
  }

  /// Finds photos that look alike.
  var alikeFinder: AlikeFinder {
    AlikeFinder(
      service: diary,
      cache: AssetFactFile(prints: parts.isEmpty ? outside.prints : outside.combinedPrints).cache)
  }

  /// Returns a run that reads the words in photos; `nil` if tesseract or the picture program isn't
  /// installed. Takes the time of a program.
  func photoTextRun() -> PhotoTextRun? {
    // With a separate runner, pictures for the screens don't wait for it.
    guard let program = PictureProgram.find(opener: diary.assetOpener),
      let recognizer = TextRecognizer.installed(program)
    else { return nil }
    return PhotoTextRun(service: diary, reader: recognizer.text(of:at:))
  }

  /// Returns suggestions of place names for the positions of photos.
  func placeSuggestions(_ photos: PhotoPositions? = nil) -> PlaceSuggestions {
    PlaceSuggestions(
      service: diary, positions: photos ?? photoPositions, naming: Self.placeNames)
  }

  /// Returns the positions of entries.
  func positions(_ photos: PhotoPositions? = nil) -> EntryPositions {
    EntryPositions(
      service: diary, photos: photos ?? photoPositions, naming: Self.placeNames)
  }

  /// Returns a search for entries near a place. `positions` is the file of positions of photos.
  private static func nearbySearch(_ positions: ExternalFile) -> NearbySearch {
    { vicinity, diary in
      let photos = PhotoPositions(service: diary, cache: AssetFactFile(positions: positions).cache)
      return try await EntryPositions(service: diary, photos: photos, naming: placeNames)
        .ids(near: vicinity)
    }
  }

  var tripFinder: TripFinder { TripFinder(service: diary, positions: positions()) }

  var worldMap: WorldMap { WorldMap(path: InstalledFiles.map, places: Self.placeNames) }

  private static var placeNames: PlaceNames { PlaceNames(path: InstalledFiles.places) }

  /// Reports that a damaged index was rebuilt.
  ///
  /// - Throws: `DiaryError` if the damage kept entries from being shown.
  func reportRebuiltIndex() async throws {
    guard try await diary.wasIndexRebuilt() else { return }
    ErrorLine.report(
      localized("The index was damaged and has been rebuilt from the logs. Nothing is lost."))
  }

  /// Returns a stream that ticks when another program may have changed the diary.
  func ticks() -> AsyncStream<Void> { StoreWatcher.events(of: StoreLayout(root: folders.store)) }

  /// Returns a stream that ticks when any of the diaries that are shown as one may have changed.
  func allTicks() -> AsyncStream<Void> {
    .merging((parts.isEmpty ? [self] : parts).map { $0.ticks() })
  }
}

extension Dependencies {
  /// `true` if anything exists at the path of the diary.
  var storeExists: Bool { FileSystem.exists(folders.store) }

  /// Reports that a listing is empty, so that it doesn't look like a failure.
  ///
  /// - Throws: `DiaryError` if the diary existed before and is gone.
  func reportEmpty(_ words: String) throws {
    try unlocking.repository.requireNotMissing()
    ErrorLine.report(storeExists ? words : noDiaryYet)
  }

  var noDiaryYet: String {
    localized("No diary at \(folders.store) yet. Your first entry creates it.")
  }

  /// Checks that the diary exists.
  ///
  /// - Throws: `DiaryError` if there is no diary yet.
  func requireStore() throws {
    guard !storeExists else { return }
    throw DiaryError.store(path: folders.store, .missing)
  }

  /// Allows a save to create a new diary in place of a missing one, whose remotes it forgets.
  /// Returns their names.
  func allowReplacingDiary() async -> [String] {
    await unlocking.repository.allowReplacing { [sync] in sync.removeAll() }
    return await sync.state().remotes.map(\.name)
  }

  /// Reports the remotes of a missing diary that a new one has replaced.
  func reportForgotten(_ remotes: [String]) async {
    guard !remotes.isEmpty, await unlocking.repository.hasReplacedMissing else { return }
    ErrorLine.report(
      localized("Forgot the old diary's remotes: \(remotes.joined(separator: ", "))."))
  }
}

// MARK: - AuthorName

/// Finds the name for the author of a new diary. Called once, when the diary is created.
struct AuthorName: Sendable {
  let folders: Folders

  /// A program that hangs must not keep the first entry from being saved.
  private static let milliseconds = 10_000

  /// Returns the first of: the name chosen in the user's own diary, if this is a shared one; the
  /// name in the settings; the name in the user's own diary; git's `user.name`; the system's full
  /// name or account.
  func find() -> String {
    let own =
      folders.diary == nil ? nil : StoredAuthorName(of: StoreLayout(root: Folders.personalStore))
    if let own, own.isChosen { return own.name }
    return folders.settings.known().author ?? own?.name ?? Self.gitName()
      ?? Self.systemFullName() ?? CurrentUser.loginName ?? ""
  }

  private static func gitName() -> String? {
    HelperProgram.find("git")?.run(["config", "--get", "user.name"], within: milliseconds)
      .flatMap { tidied(String(decoding: $0, as: UTF8.self)) }
  }

  private static func systemFullName() -> String? {
    // The full name is the first of the comma-separated GECOS fields.
    CurrentUser.gecos.flatMap { tidied(String($0.prefix { $0 != "," })) }
  }

  private static func tidied(_ name: String) -> String? {
    name.isBlank ? nil : String(name.trimmed).printable
  }
}

// MARK: - Adding files

extension Dependencies {
  /// Adds photos to the store. All files are checked first, so that a refused one leaves nothing
  /// behind. Photos that can't be drawn are added and reported.
  ///
  /// - Throws: the error of the first file that is refused.
  func addPhotos(_ paths: [String]) async throws -> [Photo] {
    let (diary, inspector) = (diary, inspector)
    _ = try await Self.all(paths) { path in
      try await inspector.facts(ofPhotoAt: path)
    }
    let added = try await Self.all(paths) { path in
      try await diary.addPhoto(at: path)
    }
    for (path, photo) in zip(paths, added) {
      if let problem = photo.problem { ErrorLine.report(problem, ofAdded: path) }
    }
    return added.map(\.photo)
  }

  /// Adds attachments of any type to the store.
  ///
  /// - Throws: the error of the first file that can't be read or stored.
  func attach(_ paths: [String]) async throws -> [Attachment] {
    let diary = diary
    return try await Self.all(paths) { path in
      try await diary.addAttachment(at: path).attachment
    }
  }

  /// Runs `body` for each path, several at a time. Returns the results in the order of the paths.
  ///
  /// - Throws: the first error in that order.
  private static func all<Value: Sendable>(
    _ paths: [String], _ body: @escaping @Sendable (String) async throws -> Value
  ) async throws -> [Value] {
    try await concurrentResults(paths, body).compactMap(\.self).map { result in
      try result.get()
    }
  }
}

// MARK: - Adding to a locked diary

extension Dependencies {
  /// Adds an entry to a locked diary. It is stored sealed until the diary is opened.
  ///
  /// - Throws: an error if a file can't be read, or the entry can't be stored.
  func addLocked(
    _ fields: EntryFields, _ photos: [String], _ attachments: [String]
  ) async throws -> ID<Entry> {
    let waiting = PendingEntries(of: layout)
    let batch = try waiting.batch()
    var fields = fields
    for path in photos {
      let added = try await diary.addPhoto(at: path, header: nil, to: batch)
      fields.photos.append(added.photo.datedByName)
      if let problem = added.problem { ErrorLine.report(problem, ofAdded: path) }
    }
    for path in attachments {
      let type = MediaType(ofFileNamed: path)
      fields.attachments.append(try await diary.addAttachment(at: path, type: type, to: batch))
    }
    let id = try waiting.add(fields, batch, at: LocalTime.now())
    ErrorLine.report(
      localized(
        """
        The diary is locked. Your entry is stored encrypted, and is added when you unlock the \
        diary.
        """))
    return id
  }
}
