import Crypto
import DiaryCore
import Synchronization

/// Makes entries of the photos in a folder: proposes them, and writes them once they are agreed to.
/// Doing it again adds nothing, for photos that stand in an entry are known by their bytes.
package struct PhotoImporter: Sendable {
  private let service: DiaryService
  private let localOffset: @Sendable (Int64) -> Int

  /// Photos whose headers are read in one go: enough for both processors, and soon told of.
  private static let headerBatch = 128
  /// Entries with that many photos are saved together.
  private static let saveBatch = 100

  /// `localOffset` as for `JSONImporter`.
  package init(
    into service: DiaryService, localOffset: @escaping @Sendable (Int64) -> Int
  ) {
    self.service = service
    self.localOffset = localOffset
  }

  // MARK: Proposing

  /// Looks through a folder and what is below it. `nil` when the task was cancelled.
  ///
  /// Throws `DiaryError.input` when the folder can't be looked into, and whatever the diary throws
  /// when it can't be read.
  package func proposal(
    for folder: String, grouping: PhotoGrouping = PhotoGrouping(),
    progress: @escaping @Sendable (PhotoImportStage) -> Void = { _ in }
  ) async throws(DiaryError) -> PhotoProposal? {
    let walk = try PhotoFolderWalk(folder) { found in
      progress(PhotoImportStage(photos: found, totalPhotos: nil))
    }
    let known = try await KnownPhotos(of: service)
    var proposal = PhotoProposal(groups: [], refused: walk.refused, isCut: walk.isCut)
    var photos: [FoundPhoto] = []
    for start in stride(from: 0, to: walk.files.count, by: Self.headerBatch) {
      if Task.isCancelled { return nil }
      progress(PhotoImportStage(photos: start, totalPhotos: walk.files.count))
      let files = Array(walk.files[start..<min(start + Self.headerBatch, walk.files.count)])
      for look in await look(at: files, known) {
        switch look {
        case .found(let photo): photos.append(photo)
        case .known: proposal.alreadyThere += 1
        case .refused(let refusal): proposal.refused.append(refusal)
        }
      }
    }
    if Task.isCancelled { return nil }
    proposal.groups = grouping.groups(of: photos)
    return proposal
  }

  private enum Look: Sendable {
    case found(FoundPhoto)
    case known
    case refused(PhotoRefusal)
  }

  private func look(at files: [PhotoFolderWalk.File], _ known: KnownPhotos) async -> [Look] {
    let headers = await service.headers(ofPhotosAt: files.map(\.path))
    let looks = await concurrentMap(Array(zip(files, headers)), width: 2) { file, header -> Look? in
      do throws(DiaryError) {
        // Asked for the whole file, the inspector says why it has no header.
        let facts =
          if let header { header } else { try await service.facts(ofPhotoAt: file.path) }
        return known.holds(file.path, facts) ? .known : .found(found(file, facts))
      } catch {
        return .refused(PhotoRefusal(path: file.path, .photo(error)))
      }
    }
    return looks.compactMap(\.self)
  }

  private func found(_ file: PhotoFolderWalk.File, _ facts: PhotoFacts) -> FoundPhoto {
    let taken = EntryDate(taken: facts.taken, localOffset: localOffset)
    return FoundPhoto(
      path: file.path, date: taken ?? localDate(file.modified), isDated: taken != nil,
      place: facts.details.place, width: facts.width, height: facts.height)
  }

  private func localDate(_ seconds: Int64) -> EntryDate {
    // A file may claim any time; the calendar has four digits for the year.
    let seconds = max(0, min(seconds, 253_402_000_000))
    return EntryDate(instant: seconds, offset: localOffset(seconds + Int64(localOffset(seconds))))
  }

  // MARK: Writing

  /// Adds an entry for each group. A photo that can't be taken is named, and the others come. When
  /// the task is cancelled, what has been added stays, each entry with all of its photos.
  ///
  /// Throws whatever the diary throws when it can't save; entries up to then are in.
  package func write(
    _ groups: [PhotoGroup],
    progress: @escaping @Sendable (PhotoImportStage) -> Void = { _ in }
  ) async throws(DiaryError) -> PhotoImportOutcome {
    var outcome = PhotoImportOutcome()
    var known = try await KnownPhotos(of: service)
    let author = try await service.identity().id
    let total = groups.reduce(0) { $0 + $1.photos.count }
    var rest = groups[...]
    while !rest.isEmpty, !Task.isCancelled {
      let begun = PhotoImportStage(
        photos: total - rest.reduce(0) { $0 + $1.photos.count }, totalPhotos: total,
        entries: outcome.entries.count)
      progress(begun)
      var batch: [PhotoGroup] = []
      repeat {
        if let group = rest.popFirst() { batch.append(group) }
      } while !rest.isEmpty && batch.reduce(0) { $0 + $1.photos.count } < Self.saveBatch
      let stored = await store(batch.flatMap(\.photos).map(\.path)) { count in
        progress(
          PhotoImportStage(
            photos: begun.photos + count, totalPhotos: total, entries: begun.entries))
      }
      var entries: [Entry] = []
      var place = 0
      for group in batch {
        let results = stored[place..<place + group.photos.count].compactMap(\.self)
        // Cancelled on the way through this one.
        guard results.count == group.photos.count else { break }
        place += results.count
        if let entry = try entry(group, results, &known, &outcome, author: author) {
          entries.append(entry)
        }
      }
      let added = try await service.addImported(entries)
      outcome.entries += added
      outcome.photos += added.reduce(0) { $0 + $1.photos.count }
      outcome.entriesAlreadyThere += entries.count - added.count
    }
    try await service.settle()
    progress(
      PhotoImportStage(photos: total, totalPhotos: total, entries: outcome.entries.count))
    outcome.wasCancelled = Task.isCancelled
    return outcome
  }

  private typealias StoredPhoto = Result<(photo: Photo, problem: PictureProblem?), DiaryError>

  /// Tells how many are done after each. `nil` for those that the task was cancelled before.
  private func store(
    _ paths: [String], progress: @escaping @Sendable (Int) -> Void
  ) async -> [StoredPhoto?] {
    let service = service
    let done = Mutex(0)
    return await concurrentMap(paths) { path -> StoredPhoto? in
      defer {
        let count = done.withLock { count in
          count += 1
          return count
        }
        progress(count)
      }
      do throws(DiaryError) {
        let (photo, problem, _) = try await service.addPhoto(at: path)
        return .success((photo, problem))
      } catch {
        // An inspection that was cut short says nothing of the photo.
        return Task.isCancelled ? nil : .failure(error)
      }
    }
  }

  /// The entry of a group; `nil` when nothing is left of it.
  private func entry(
    _ group: PhotoGroup, _ results: [StoredPhoto], _ known: inout KnownPhotos,
    _ outcome: inout PhotoImportOutcome, author: AuthorID
  ) throws(DiaryError) -> Entry? {
    var photos: [Photo] = []
    var isRefused = false
    for (found, result) in zip(group.photos, results) {
      do throws(DiaryError) {
        let (photo, problem) = try result.get()
        guard !known.assets.contains(photo.asset) else {
          outcome.photosAlreadyThere += 1
          continue
        }
        known.insert(photo.asset)
        photos.append(photo)
        if let problem { outcome.problems[found.path] = problem }
      } catch .photo(let path, let fault) {
        isRefused = true
        outcome.refused.append(PhotoRefusal(path: path, .photo(.photo(path: path, fault))))
      }
    }
    guard !photos.isEmpty else {
      if !isRefused { outcome.entriesAlreadyThere += 1 }
      return nil
    }
    let fields = EntryFields(date: group.date, title: group.title, photos: photos)
    let time = service.time()
    return Entry(
      id: Self.id(photos), fields: fields, author: author, created: time, modified: time)
  }

  /// The same for the same photos, so that two imports at once don't both bring them.
  private static func id(_ photos: [Photo]) -> ID<Entry> {
    let words = photos.map { JSONValue.string($0.asset.description) }
    return SHA256.hash(data: JSONWriter.bytes(.array([.string("photos")] + words)))
      .withUnsafeBytes(ID.init(digest:))
  }
}
