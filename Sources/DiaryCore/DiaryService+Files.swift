import System

/// The files of photos and attachments.
extension DiaryService {
  nonisolated package func file(of photo: Photo) -> String { repository.path(of: photo.file) }

  /// The file that is shown of a photo: a preview, where the photo is on another machine.
  nonisolated package func shownFile(of photo: Photo) -> String {
    repository.shownPath(of: photo.file)
  }

  /// The path of an asset's file.
  nonisolated package func path(of file: AssetFile) -> String { repository.path(of: file) }

  /// Opens what stands at such a path.
  nonisolated package var assetOpener: any AssetOpener { repository.assetOpener }

  /// Brings those of some files here that are on other machines.
  package nonisolated func fetch(
    _ files: Set<AssetFile>, progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async -> AssetFetchResult {
    guard let fetcher else { return AssetFetchResult() }
    let elsewhere = fetcher.elsewhere.intersection(files)
    guard !elsewhere.isEmpty else { return AssetFetchResult() }
    return await fetcher.fetch(elsewhere, progress: progress)
  }

  /// Brings the files of some entries here that are on other machines.
  package func fetchFiles(
    of query: EntryQuery, progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async throws(DiaryError) -> AssetFetchResult {
    guard let fetcher else { return AssetFetchResult() }
    let elsewhere = fetcher.elsewhere
    guard !elsewhere.isEmpty else { return AssetFetchResult() }
    var files: Set<AssetFile> = []
    for await entries in try await batches(query) {
      for entry in entries { files.formUnion(entry.files.filter(elsewhere.contains)) }
    }
    return files.isEmpty ? AssetFetchResult() : await fetcher.fetch(files, progress: progress)
  }

  /// Keeps a photo's bytes and tells what is known of it, and whether they were kept already. The
  /// photo belongs to no entry until one that names it is saved.
  ///
  /// Several photos may be added at the same time. Where its header is known, the photo isn't
  /// decoded, and that it is damaged further on shows when it is looked at.
  package func addPhoto(
    at path: String, header: PhotoFacts? = nil
  ) async throws(DiaryError) -> (photo: Photo, problem: PictureProblem?, wasThere: Bool) {
    let facts = if let header { header } else { try await inspector.facts(ofPhotoAt: path) }
    let stored = try await repository.storeAsset(from: path, type: facts.type)
    let photo = Photo(asset: stored.asset, path: path, facts).datedByName
    return (photo, facts.problem, stored.wasThere)
  }

  /// Keeps a file's bytes as they are, whatever they hold, and tells whether they were kept already.
  /// The attachment belongs to no entry until one that names it is saved.
  package func addAttachment(
    at path: String, type: MediaType? = nil
  ) async throws(DiaryError) -> (attachment: Attachment, wasThere: Bool) {
    let name = Path.name(path)
    let type = type ?? MediaType(ofFileNamed: name)
    let stored: (asset: AssetID, size: Int, wasThere: Bool)
    do throws(DiaryError) {
      stored = try await repository.storeAsset(from: path, type: type)
    } catch .photo(let path, let failure) {
      throw .attachment(path: path, failure)
    }
    let attachment = Attachment(asset: stored.asset, name: name, type: type, size: stored.size)
    return (attachment, stored.wasThere)
  }

  /// Keeps a file's bytes as the asset that they are known to be.
  package func keep(fileAt path: String, of file: AssetFile) async throws(DiaryError) {
    _ = try await repository.storeAsset(from: path, type: file.type)
  }

  /// The asset that a file's bytes are, whether it is going to be added or not. Throws `photo` when
  /// they can't be read, and when the task is cancelled meanwhile.
  package nonisolated func asset(ofFileAt path: String) async throws(DiaryError) -> AssetID {
    try await repository.asset(ofFileAt: path)
  }

  /// What a photo's file tells, whether it is going to be added or not.
  package nonisolated func facts(ofPhotoAt path: String) async throws(DiaryError) -> PhotoFacts {
    try await inspector.facts(ofPhotoAt: path)
  }

  /// What the headers of files tell: see `PhotoInspector`.
  package nonisolated func headers(ofPhotosAt paths: [String]) async -> [PhotoFacts?] {
    await inspector.headers(ofPhotosAt: paths)
  }
}

// MARK: - Imports

/// Entries and files that come from elsewhere, many at a time.
extension DiaryService {
  /// Adds entries that come from elsewhere with their ids, authors and times. Those whose id is
  /// known, in the trash too, are passed over. Returns the ones that were added.
  package func addImported(_ entries: [Entry]) async throws(DiaryError) -> [Entry] {
    var seen = Set(try await repository.entries(ids: entries.map(\.id)).map(\.id))
    let fresh = entries.filter { seen.insert($0.id).inserted }
    guard !fresh.isEmpty else { return [] }
    let saved = try await repository.save(fresh)
    publish(saved.map { DiaryChange(.added, $0) })
    return saved
  }

  /// Saves together, or not at all, states of entries that come from elsewhere, as they are given:
  /// see `DiaryRepository.save(all:)`. Nobody is told of each: whoever shows entries reads anew.
  package func takeImported(
    _ source: any EntrySource
  ) async throws(DiaryError) -> [SavedState]? {
    try await repository.save(all: source)
  }

  /// Those of comments that come from elsewhere which the diary doesn't have and takes: see
  /// `DiaryRepository.lacking(_:)`. What nobody is named for is of whoever writes here.
  package func lacking(_ comments: [EntryComment]) async throws(DiaryError) -> [EntryComment] {
    comments.isEmpty ? [] : try await repository.lacking(comments)
  }

  /// Saves those of them together, and returns how many they were.
  package func bring(_ comments: [EntryComment]) async throws(DiaryError) -> Int {
    try await repository.bring(comments, by: try await identity().id)
  }

  /// Files that are to be kept together.
  package func assetBatch() async throws(DiaryError) -> any AssetBatch {
    try await repository.assetBatch()
  }

  /// Adds a photo to files that come together. See `AssetBatch`.
  package nonisolated func addPhoto(
    at path: String, header: PhotoFacts?, to batch: any AssetBatch, isOwn: Bool = false
  ) async throws(DiaryError) -> (photo: Photo, problem: PictureProblem?, wasThere: Bool) {
    let facts = if let header { header } else { try await inspector.facts(ofPhotoAt: path) }
    let stored = try await batch.add(from: path, type: facts.type, isOwn: isOwn)
    return (Photo(asset: stored.asset, path: path, facts), facts.problem, stored.wasThere)
  }

  package nonisolated func addAttachment(
    at path: String, type: MediaType, to batch: any AssetBatch, isOwn: Bool = false
  ) async throws(DiaryError) -> Attachment {
    do throws(DiaryError) {
      let stored = try await batch.add(from: path, type: type, isOwn: isOwn)
      return Attachment(
        asset: stored.asset, name: Path.name(path), type: type,
        size: stored.size)
    } catch .photo(let path, let failure) {
      throw .attachment(path: path, failure)
    }
  }
}

extension Photo {
  /// What is known of a photo's file.
  init(asset: AssetID, path: String, _ facts: PhotoFacts) {
    self.init(
      asset: asset, name: Path.name(path), type: facts.type,
      width: facts.width, height: facts.height, taken: facts.taken)
  }

  /// The photo with the date in its name where its file has none.
  package var datedByName: Photo {
    var photo = self
    photo.taken = taken ?? NameDate.ofMedia(named: name)?.taken
    return photo
  }
}
