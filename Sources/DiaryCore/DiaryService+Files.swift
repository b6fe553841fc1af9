import System

/// Files of photos and attachments.
extension DiaryService {
  /// Returns the path of a photo's file.
  nonisolated package func file(of photo: Photo) -> String { repository.path(of: photo.file) }

  /// Returns the path of the file to show for a photo: a preview if the photo is only on other
  /// devices.
  nonisolated package func shownFile(of photo: Photo) -> String {
    repository.displayPath(of: photo.file)
  }

  /// Returns the path of an asset's file.
  nonisolated package func path(of file: AssetFile) -> String { repository.path(of: file) }

  /// Opens the files at these paths.
  nonisolated package var assetOpener: any AssetOpener { repository.assetOpener }

  /// Fetches the files that are only on other devices.
  package nonisolated func fetch(
    _ files: Set<AssetFile>, progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async -> AssetFetchResult {
    guard let fetcher else { return AssetFetchResult() }
    let elsewhere = fetcher.remoteOnly.intersection(files)
    guard !elsewhere.isEmpty else { return AssetFetchResult() }
    return await fetcher.fetch(elsewhere, progress: progress)
  }

  /// Fetches the files of a query's entries that are only on other devices.
  ///
  /// - Throws: an error if the diary can't be read.
  package func fetchFiles(
    of query: EntryQuery, progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async throws -> AssetFetchResult {
    guard let fetcher else { return AssetFetchResult() }
    let elsewhere = fetcher.remoteOnly
    guard !elsewhere.isEmpty else { return AssetFetchResult() }
    var files: Set<AssetFile> = []
    for await entries in try await batches(query) {
      for entry in entries { files.formUnion(entry.files.filter(elsewhere.contains)) }
    }
    return files.isEmpty ? AssetFetchResult() : await fetcher.fetch(files, progress: progress)
  }

  /// Stores a photo's file. Returns the photo, the reason why it can't be shown, if any, and `true`
  /// as `existed` if the diary already had the bytes. The photo belongs to no entry until one that
  /// references it is saved.
  ///
  /// Several photos may be added concurrently. With a `header`, the photo isn't decoded, so damage
  /// further on is only noticed when it is shown.
  ///
  /// - Throws: `DiaryError.photo` if the file can't be read or isn't a photo; an error if
  ///   it can't be stored.
  package func addPhoto(
    at path: String, header: PhotoFacts? = nil
  ) async throws -> (photo: Photo, problem: PictureProblem?, existed: Bool) {
    let facts = if let header { header } else { try await inspector.facts(ofPhotoAt: path) }
    let stored = try await repository.storeAsset(from: path, type: facts.type)
    let photo = Photo(asset: stored.asset, path: path, facts).datedByName
    return (photo, facts.problem, stored.existed)
  }

  /// Stores any file. Returns the attachment, and `true` as `existed` if the diary already had the
  /// bytes. The attachment belongs to no entry until one that references it is saved.
  ///
  /// - Throws: `DiaryError.attachment` if the file can't be read; an error if it can't be
  ///   stored.
  package func addAttachment(
    at path: String, type: MediaType? = nil
  ) async throws -> (attachment: Attachment, existed: Bool) {
    let name = Path.name(path)
    let type = type ?? MediaType(ofFileNamed: name)
    let stored: (asset: AssetID, size: Int, existed: Bool)
    do {
      stored = try await repository.storeAsset(from: path, type: type)
    } catch DiaryError.photo(let path, let failure) {
      throw DiaryError.attachment(path: path, failure)
    }
    let attachment = Attachment(asset: stored.asset, name: name, type: type, size: stored.size)
    return (attachment, stored.existed)
  }

  /// Stores a file as the asset that it is known to contain.
  ///
  /// - Throws: `DiaryError.photo` if the file can't be read; an error if it can't be
  ///   stored.
  package func storeFile(at path: String, as file: AssetFile) async throws {
    _ = try await repository.storeAsset(from: path, type: file.type)
  }

  /// Returns the asset ID of a file's bytes, without storing them.
  ///
  /// - Throws: `DiaryError.photo` if the file can't be read or the task is canceled.
  package nonisolated func asset(ofFileAt path: String) async throws -> AssetID {
    try await repository.asset(ofFileAt: path)
  }

  /// Returns the facts about a photo's file, without storing it.
  ///
  /// - Throws: `DiaryError.photo` if the file can't be read or isn't a photo.
  package nonisolated func facts(ofPhotoAt path: String) async throws -> PhotoFacts {
    try await inspector.facts(ofPhotoAt: path)
  }

  /// Returns the facts in the headers of photos, in the order of `paths`; see `PhotoInspector`.
  package nonisolated func headers(ofPhotosAt paths: [String]) async -> [PhotoFacts?] {
    await inspector.headers(ofPhotosAt: paths)
  }
}

// MARK: - Imports

/// Imports of many entries and files.
extension DiaryService {
  /// Adds imported entries with their IDs, authors and times, except those whose ID the diary has,
  /// even in the trash. Returns the added entries.
  ///
  /// - Throws: an error if the diary can't be read or written.
  package func addImported(_ entries: [Entry]) async throws -> [Entry] {
    var seen = Set(try await repository.entries(ids: entries.map(\.id)).map(\.id))
    let fresh = entries.filter { seen.insert($0.id).inserted }
    guard !fresh.isEmpty else { return [] }
    let saved = try await repository.save(fresh)
    publish(saved.map { DiaryChange(.added, $0) })
    return saved
  }

  /// Saves imported states of entries atomically; see `DiaryRepository.save(all:)`. Subscribers get
  /// no changes: what shows entries must reload them.
  ///
  /// - Throws: an error if the diary can't be read or written.
  package func saveImported(_ source: EntrySource) async throws -> [SavedRevision]? {
    defer { linkScan = nil }
    return try await repository.save(all: source)
  }

  /// Returns the imported comments that the diary doesn't have and accepts; see
  /// `DiaryRepository.missingComments(in:)`. Comments without an author become this user's.
  ///
  /// - Throws: an error if the diary can't be read.
  package func missingComments(in comments: [EntryComment]) async throws
    -> [EntryComment]
  {
    comments.isEmpty ? [] : try await repository.missingComments(in: comments)
  }

  /// Saves missing comments atomically. Returns their number.
  ///
  /// - Throws: an error if the diary can't be read or written.
  package func importComments(_ comments: [EntryComment]) async throws -> Int {
    try await repository.importComments(comments, by: try await author().id)
  }

  /// Returns a new batch of files that are stored atomically.
  ///
  /// - Throws: an error if the store can't be written.
  package func assetBatch() async throws -> any AssetBatch {
    try await repository.assetBatch()
  }

  /// Adds a photo to a batch; see `AssetBatch`.
  ///
  /// - Throws: `DiaryError.photo` if the file can't be read or isn't a photo.
  package nonisolated func addPhoto(
    at path: String, header: PhotoFacts?, to batch: any AssetBatch, isExclusive: Bool = false
  ) async throws -> (photo: Photo, problem: PictureProblem?, existed: Bool) {
    let facts = if let header { header } else { try await inspector.facts(ofPhotoAt: path) }
    let stored = try await batch.add(from: path, type: facts.type, isExclusive: isExclusive)
    return (Photo(asset: stored.asset, path: path, facts), facts.problem, stored.existed)
  }

  /// Adds an attachment to a batch; see `AssetBatch`.
  ///
  /// - Throws: `DiaryError.attachment` if the file can't be read.
  package nonisolated func addAttachment(
    at path: String, type: MediaType, to batch: any AssetBatch, isExclusive: Bool = false
  ) async throws -> Attachment {
    do {
      let stored = try await batch.add(from: path, type: type, isExclusive: isExclusive)
      return Attachment(
        asset: stored.asset, name: Path.name(path), type: type,
        size: stored.size)
    } catch DiaryError.photo(let path, let failure) {
      throw DiaryError.attachment(path: path, failure)
    }
  }
}

extension Photo {
  /// Creates the photo that an entry stores from the facts about its file.
  init(asset: AssetID, path: String, _ facts: PhotoFacts) {
    self.init(
      asset: asset, name: Path.name(path), type: facts.type,
      width: facts.width, height: facts.height, taken: facts.taken)
  }

  /// The photo, dated by its file's name if its file contains no date.
  package var datedByName: Photo {
    var photo = self
    photo.taken = taken ?? FileNameDate.mediaDate(named: name)?.taken
    return photo
  }
}
