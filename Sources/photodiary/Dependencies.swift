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
