import DiaryCore
import DiarySettings
import DiaryStore
import Interchange
import Localization
import Photos
import Places
import Sync
import System

/// The parts of the program, put together for one diary.
struct Dependencies: Sendable {
  let folders: Folders
  private(set) var diary: DiaryService
  private(set) var inspector: any PhotoInspector
  /// What decodes and draws photos; `nil` when it isn't installed.
  private(set) var pictureProgram: PictureProgram?
  /// What keeps the diary alike on several machines.
  let sync: SyncEngine
  /// What is run after each save.
  let hook: SaveHook
  /// What opens the diary, if it is encrypted.
  let unlocking: StoreUnlocking
  /// The file with its passphrase, if one was named.
  let passphraseFile: PassphraseFile?
  /// Each of the diaries that are shown as one, by itself, this one first; none where it is shown alone.
  private(set) var parts: [Dependencies] = []
  /// Those of them whose passphrase was given in this run.
  let provenDiaries = ProvenDiaries()
  /// What is told of those; `nil` where it is shown alone.
  private(set) var together: DiariesTogether?

  init(store: String?, diary: String? = nil, passphraseFile: String? = nil) throws {
    self.init(
      try Folders(store: store, diary: diary),
      passphraseFile: passphraseFile.map(PassphraseFile.init))
  }

  init(_ folders: Folders, passphraseFile: PassphraseFile? = nil) {
    self.folders = folders
    self.passphraseFile = passphraseFile
    let key = StoreLayout(root: folders.store).key
    let cipher = StoreCipher(pins: KeyPins(path: "\(folders.keyPins)/\(key).json"))
    let layout = StoreLayout(root: folders.store, cipher: cipher)
    // Before anyone asks whether it is encrypted. Whoever reads it tells of a fault.
    try? layout.takeBackReplaced()
    let previews = PreviewFolder(of: layout, in: folders.remoteCache)
    let repository = DiskRepository(
      root: folders.store, cipher: cipher, devicePath: folders.device,
      deviceName: folders.deviceName, draftsFolder: folders.drafts, previewsFolder: previews.path,
      previewPath: previews.file(of:),
      // In clear there is no passphrase that would show them.
      hidesLockedJournals: layout.isEncrypted,
      defaultAuthorName: { AuthorName(folders: folders).find() },
      now: LocalTime.now)
    let program = PictureProgram.find(opener: repository.assetOpener)
    let inspector = RememberingInspector(PictureProgramInspector(program))
    pictureProgram = program
    self.inspector = inspector
    sync = SyncEngine(
      root: folders.store, cipher: cipher, devicePath: folders.device,
      deviceName: folders.deviceName, draftsFolder: folders.drafts, memory: folders.remotes,
      cache: folders.remoteCache,
      home: Environment["HOME"],
      previews: program.map {
        RemotePreviews(maker: PictureMaker($0, cache: nil), inspector: inspector)
      }, defaultAuthorName: { AuthorName(folders: folders).find() }, now: LocalTime.now)
    let hook = SaveHook(settings: folders.settings)
    self.hook = hook
    let saved: @Sendable ([DiaryChange]) -> Void = { changes in
      hook.saved(changes) { repository.path(of: $0) }
    }
    diary = DiaryService(
      repository: repository, inspector: inspector, fetcher: sync,
      saved: folders.isOwn ? saved : nil, now: LocalTime.now)
    unlocking = StoreUnlocking(
      repository: repository, diary: diary, sync: sync, folders: folders,
      outside: PlacesOutside(layout: layout, folders: folders, sync: sync))
  }

  /// Waits for what goes on behind the saves, and for what is run after them.
  func finish() async {
    await diary.finish()
    await hook.finish()
  }

  /// The diary's folder.
  var layout: StoreLayout { unlocking.layout }

  /// The same with others shown as one diary with it.
  func combined(with others: [Dependencies], _ together: DiariesTogether) -> Dependencies {
    var combined = self
    combined.parts = [self] + others
    combined.together = together
    let repository = CombinedRepository(part, others.map(\.part), proven: provenDiaries)
    let program = PictureProgram.find(opener: repository.assetOpener)
    let inspector = RememberingInspector(PictureProgramInspector(program))
    combined.pictureProgram = program
    combined.inspector = inspector
    combined.diary = DiaryService(
      repository: repository, inspector: inspector,
      fetcher: CombinedFetching(fetchers: combined.parts.map(\.sync)),
      saved: { [hook] changes in hook.saved(changes) { repository.path(of: $0) } },
      now: LocalTime.now)
    return combined
  }

  private var part: CombinedRepository.Part {
    CombinedRepository.Part(
      DiaryName(folders.diary), unlocking.repository, locksJournals: layout.isEncrypted)
  }

  /// What is known outside of the diary's folder. Of several it is sealed as soon as one of them is.
  var outside: PlacesOutside {
    (parts.first { $0.layout.isEncrypted } ?? self).unlocking.outside
  }

  /// What the picture program has drawn before.
  var pictureCache: PictureCache { outside.pictures }

  /// What the last import into this diary brought.
  var importRecord: ImportRecord {
    ImportRecord(file: unlocking.outside.imports)
  }

  /// Records voice notes.
  var recorder: SoundRecorder { SoundRecorder(of: folders, isEncrypted: layout.isEncrypted) }

  /// What writes entries to a folder.
  var exporter: Exporter {
    let pictures = ExportPictures(
      maker: PictureMaker(pictureProgram, cache: pictureCache, media: { .installed }))
    return Exporter(
      locationRemover: LocationRemoval(pictureProgram),
      helpers: ExportHelpers(
        pictures: pictureProgram == nil ? nil : pictures, printer: InstalledPrinter(),
        positions: positions(), worldMap: worldMap,
        firstWeekday: WeekStart.ofLocale { Environment[$0] }))
  }

  var diaryImporter: DiaryImporter {
    DiaryImporter(into: diary, localOffset: LocalTime.offset(ofLocal:))
  }

  var photoImporter: PhotoImporter {
    PhotoImporter(into: diary, localOffset: LocalTime.offset(ofLocal:))
  }

  /// Where photos were taken.
  var photoPositions: PhotoPositions {
    PhotoPositions(
      service: diary,
      keeping: PositionFile(
        file: parts.isEmpty ? outside.positions : outside.positionsTogether))
  }

  /// What photos' positions are called.
  func placeSuggestions(_ photos: PhotoPositions? = nil) -> PlaceSuggestions {
    PlaceSuggestions(
      service: diary, positions: photos ?? photoPositions, naming: placeNames)
  }

  /// Where entries were written.
  func positions(_ photos: PhotoPositions? = nil) -> EntryPositions {
    EntryPositions(
      service: diary, photos: photos ?? photoPositions, naming: placeNames)
  }

  var tripFinder: TripFinder { TripFinder(service: diary, positions: positions()) }

  /// What the earth looks like.
  var worldMap: WorldMap { WorldMap(path: InstalledFiles.map, places: placeNames) }

  private var placeNames: PlaceNames { PlaceNames(path: InstalledFiles.places) }

  /// Says so if the index was damaged; throws if that kept anything from being shown.
  func reportRemadeIndex() async throws(DiaryError) {
    guard try await diary.wasIndexRemade() else { return }
    ErrorLine.report(
      localized("The index was damaged. It was rebuilt from the logs; nothing is lost."))
  }

  /// Ticks when a program may have changed the diary.
  func ticks() -> AsyncStream<Void> { StoreWatch.ticks(of: StoreLayout(root: folders.store)) }

  /// The same of all diaries that are shown as one.
  func allTicks() -> AsyncStream<Void> {
    .merging((parts.isEmpty ? [self] : parts).map { $0.ticks() })
  }
}

extension Dependencies {
  /// Whether there is anything where the diary should be.
  var storeExists: Bool { FileSystem.exists(folders.store) }

  /// Says that a listing has nothing, so that it isn't taken for a fault.
  func reportNone(_ words: String) throws {
    if !storeExists { try unlocking.repository.requireNotGone() }
    ErrorLine.report(storeExists ? words : noDiaryYet)
  }

  var noDiaryYet: String {
    localized("No diary at \(folders.store) yet. Your first entry creates it.")
  }

  /// For what makes no sense without a diary.
  func requireStore() throws(DiaryError) {
    guard !storeExists else { return }
    try unlocking.repository.requireNotGone()
    throw .store(path: folders.store, .missing)
  }

  /// Forgets the diary that was here and is gone, and its remotes, so that a new one can begin.
  func forgetGoneDiary() {
    guard !storeExists else { return }
    sync.forgetAll()
    unlocking.repository.forgetGone()
  }
}

// MARK: - AuthorName

/// The name that the author of a new diary gets. Asked once, when the diary is made.
struct AuthorName: Sendable {
  let folders: Folders

  /// A program that hangs mustn't keep the first entry from being saved.
  private static let milliseconds = 10_000

  /// In a diary beside one's own the name that was chosen there, then what the settings say, else what one's
  /// own diary says, else what git signs commits with, else what the system knows.
  func find() -> String {
    let own = folders.diary == nil ? nil : AuthorNote(of: StoreLayout(root: Folders.ownStore))
    if let own, own.isChosen { return own.name }
    return folders.settings.known().author ?? own?.name ?? Self.gitsName()
      ?? Self.systemsFullName() ?? CurrentUser.account ?? ""
  }

  private static func gitsName() -> String? {
    HelperProgram.find("git")?.run(["config", "--get", "user.name"], within: milliseconds)
      .flatMap { tidied(String(decoding: $0, as: UTF8.self)) }
  }

  private static func systemsFullName() -> String? {
    // The first of the comma-separated fields.
    CurrentUser.notes.flatMap { tidied(String($0.prefix { $0 != "," })) }
  }

  private static func tidied(_ name: String) -> String? {
    name.isBlank ? nil : String(name.trimmed).printable
  }
}

// MARK: - Adding files

extension Dependencies {
  /// Keeps the photos of these files. All are looked into first, so that one that is refused
  /// leaves nothing behind; what can't be drawn is kept and said.
  func addPhotos(_ paths: [String]) async throws(DiaryError) -> [Photo] {
    let (diary, inspector) = (diary, inspector)
    _ = try await Self.all(paths) { path async throws(DiaryError) in
      try await inspector.facts(ofPhotoAt: path)
    }
    let added = try await Self.all(paths) { path async throws(DiaryError) in
      try await diary.addPhoto(at: path)
    }
    for (path, photo) in zip(paths, added) {
      if let problem = photo.problem { ErrorLine.report(problem, ofAdded: path) }
    }
    return added.map(\.photo)
  }

  /// Keeps these files with an entry, whatever they hold.
  func attach(_ paths: [String]) async throws(DiaryError) -> [Attachment] {
    let diary = diary
    return try await Self.all(paths) { path async throws(DiaryError) in
      try await diary.addAttachment(at: path).attachment
    }
  }

  /// What a body gives for each path, in their order, several at a time; else the first error.
  private static func all<Value: Sendable>(
    _ paths: [String], _ body: @escaping @Sendable (String) async throws(DiaryError) -> Value
  ) async throws(DiaryError) -> [Value] {
    try await concurrentResults(paths, body).compactMap(\.self).map { result throws(DiaryError) in
      try result.get()
    }
  }
}

// MARK: - Adding to a locked diary

extension Dependencies {
  /// Adds an entry to a diary that is locked: it waits there, sealed, until the diary is opened.
  func addLocked(
    _ fields: EntryFields, _ photos: [String], _ attachments: [String]
  ) async throws(DiaryError) -> ID<Entry> {
    let waiting = WaitingEntries(of: layout)
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
      localized("The diary is locked; the entry waits there, sealed, until you open it."))
    return id
  }
}
