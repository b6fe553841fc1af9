import System

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
