import DiaryCore
import Synchronization
import System

/// Creates entries from the photos in a folder: first a proposal, then the approved entries.
/// Repeating an import adds nothing, because imported photos are recognized by their bytes.
package struct PhotoImporter: Sendable {
  let service: DiaryService
  let localOffset: @Sendable (Int64) -> Int
  private let limit: Int
  private let alike: AlikeFinder?

  /// The number of photos whose headers are read together: enough to keep all processors busy, few
  /// enough for frequent progress.
  private static let headerBatch = 128
  /// The number of photos whose entries are saved together.
  private static let saveBatch = 100

  /// Creates an importer.
  /// - Parameters:
  ///   - most: The number of new photos after which a proposal ends. Photos in the diary don't
  /// count, so that repeating the import continues.
  ///   - alike: Counts photos that look like those of the diary.
  ///   - localOffset: As in `DiaryImporter`.
  package init(
    into service: DiaryService, most: Int = 100_000, alike: AlikeFinder? = nil,
    localOffset: @escaping @Sendable (Int64) -> Int
  ) {
    self.service = service
    self.limit = most
    self.alike = alike
    self.localOffset = localOffset
  }

  // MARK: Proposing

  /// Examines a folder and its subfolders.
  ///
  /// - Returns: `nil` if the task was cancelled.
  /// - Throws: `DiaryError.input` if the folder can't be read, or the error of reading the diary.
  package func proposal(
    for folder: String, grouping: PhotoGrouping = PhotoGrouping(),
    progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async throws -> PhotoProposal? {
    let progress = ProgressThrottle(progress)
    let walk = try PhotoFolderWalk(folder) { found in
      progress.report(Progress(.searching, found))
    }
    guard var found = try await look(at: walk.files, beside: walk.others, progress: progress)
    else { return nil }
    let albums = AlbumTitles(walk.others, sidecars: found.sidecars)
    for index in found.photos.indices {
      found.photos[index].album = albums[found.photos[index].path]
    }
    var videos = try await videos(among: walk.others, beside: &found)
    for index in videos.indices { videos[index].album = albums[videos[index].path] }
    let taken = Set(videos.map(\.path) + found.known + found.trashed)
    found.proposal.omitted = found.trashed.map { path in
      ImportNote(.file(Path.name(path)), .trashedAtSource).line
    }
    found.proposal.refused = walk.refused + found.proposal.refused
    found.proposal.skipped = SkippedFiles(
      walk.others.filter { !taken.contains($0) }, below: folder, sidecars: found.sidecars)
    found.proposal.similar = try await alike?.count(similarTo: found.photos) ?? 0
    found.proposal.groups = grouping.groups(of: found.photos, notes: [], recordings: videos)
    return found.proposal
  }

  /// The result of examining files.
  struct Found {
    var photos: [FoundPhoto] = []
    /// The paths of files that entries outside the trash have.
    var known: [String] = []
    /// The paths of files that were deleted in the program they are from.
    var trashed: [String] = []
    /// The sidecar files: metadata of photos.
    var sidecars: Set<String> = []
    /// The proposal, still without groups.
    var proposal = PhotoProposal(groups: [])
  }

  /// Examines photo files. `others` may contain their sidecar files. Returns `nil` if the task was
  /// cancelled.
  func look(
    at files: [PhotoFolderWalk.File], beside others: [String], progress: ProgressThrottle
  ) async throws -> Found? {
    let known = try await KnownPhotos(of: service)
    let names = SidecarNames(others)
    let sidecars = files.map { names.file(of: $0.path) }
    var found = Found()
    found.sidecars = Set(sidecars.compactMap(\.self))
    for start in stride(from: 0, to: files.count, by: Self.headerBatch) {
      if Task.isCancelled { return nil }
      if found.photos.count >= limit {
        found.proposal.isTruncated = true
        break
      }
      progress.report(Progress(.searching, start, of: files.count))
      let range = start..<min(start + Self.headerBatch, files.count)
      for candidate in await look(at: files[range], sidecars[range], known) {
        switch candidate {
        case .found(let photo): found.photos.append(photo)
        case .known(let path, let isInTrash):
          found.proposal.existing += 1
          if isInTrash {
            found.proposal.inTrash += 1
          } else {
            found.known.append(path)
          }
        case .trashed(let path): found.trashed.append(path)
        case .refused(let refusal): found.proposal.refused.append(refusal)
        }
      }
    }
    return Task.isCancelled ? nil : found
  }

  enum Candidate: Sendable {
    case found(FoundPhoto)
    case known(path: String, isInTrash: Bool)
    case trashed(path: String)
    case refused(PhotoIssue)
  }

  /// Examines a batch of photo files. `sidecars` has the path of each file's sidecar.
  func look(
    at files: ArraySlice<PhotoFolderWalk.File>, _ sidecars: ArraySlice<String?>,
    _ known: KnownPhotos
  ) async -> [Candidate] {
    let headers = await service.headers(ofPhotosAt: files.map(\.path))
    let seen = zip(zip(files, sidecars), headers).map { ($0.0, $0.1, $1) }
    let candidates = await concurrentMap(seen, width: 2) {
      file, sidecar, header -> Candidate? in
      let sidecar = sidecar.flatMap { PhotoSidecar(fileAt: $0) }
      if sidecar?.isTrashed == true { return .trashed(path: file.path) }
      do {
        // Reading the complete file throws the reason why it has no header.
        let facts =
          if let header { header } else { try await service.facts(ofPhotoAt: file.path) }
        let found = found(file, facts, sidecar)
        guard let asset = await known.asset(like: found, facts, in: service) else {
          return .found(found)
        }
        return .known(path: file.path, isInTrash: known.isInTrash(asset))
      } catch {
        return .refused(PhotoIssue(path: file.path, .photo(DiaryError(error))))
      }
    }
    return candidates.compactMap(\.self)
  }

  /// Prefers the camera's local time to the sidecar file's instant. If the camera recorded no time
  /// zone, the difference between both yields it.
  private func found(
    _ file: PhotoFolderWalk.File, _ facts: PhotoFacts, _ sidecar: PhotoSidecar?
  ) -> FoundPhoto {
    let modified = localDate(file.modified)
    let taken =
      EntryDate(taken: facts.taken) { local in
        sidecar?.taken?.offset(showing: local) ?? localOffset(local)
      }
      ?? sidecar?.taken?.date(localOffset: localOffset)
      ?? dateInName(of: file.path, near: modified)
    return FoundPhoto(
      path: file.path, date: taken ?? modified, isDated: taken != nil,
      place: facts.details.place, width: facts.width, height: facts.height,
      caption: sidecar?.caption ?? "",
      position: facts.details.position == nil ? sidecar?.position : nil,
      location: facts.details.position ?? sidecar?.position,
      contentIdentifier: facts.contentIdentifier)
  }

  func localDate(_ seconds: Int64) -> EntryDate {
    // A file may claim any time, but years in dates have four digits.
    let seconds = max(0, min(seconds, 253_402_000_000))
    return EntryDate(instant: seconds, localOffset: localOffset)
  }

  /// Returns the date in the name of a photo, video or recording. `file` is the date of the file.
  func dateInName(of path: String, near file: EntryDate) -> EntryDate? {
    FileNameDate.mediaDate(named: Path.name(path))?.date(near: file, localOffset: localOffset)
  }

  // MARK: Writing

  /// Adds an entry for each group. Photos that can't be added are listed, and the others are added.
  /// If the task is cancelled or saving fails, the entries added so far stay, each with all its
  /// photos.
  ///
  /// - Throws: the error of reading the diary. Nothing was added then.
  package func write(
    _ groups: [PhotoGroup],
    progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async throws -> PhotoImportOutcome {
    var outcome = PhotoImportOutcome()
    var known = try await KnownPhotos(of: service)
    let author = try await service.author().id
    let total = groups.reduce(0) { $0 + $1.photos.count }
    let progress = ProgressThrottle(progress)
    var rest = groups[...]
    while !rest.isEmpty, !Task.isCancelled, outcome.failure == nil {
      let begun = Progress(
        .adding, total - rest.reduce(0) { $0 + $1.photos.count }, of: total,
        secondaryCount: outcome.entries.count)
      progress.report(begun)
      var batch: [PhotoGroup] = []
      repeat {
        if let group = rest.popFirst() { batch.append(group) }
      } while !rest.isEmpty && batch.reduce(0) { $0 + $1.photos.count } < Self.saveBatch
      let assets = try await service.assetBatch()
      let (stored, failure) = await store(batch.flatMap(\.photos).map(\.path), assets) { count in
        progress.report(
          Progress(.adding, begun.done + count, of: total, secondaryCount: begun.secondaryCount))
      }
      outcome.failure = failure
      var entries: [Entry] = []
      // The files of the entries, and of groups whose photos are all in the diary.
      var paths: [String] = []
      var place = 0
      for group in batch {
        let photos = stored[place..<place + group.photos.count].compactMap(\.self)
        place += group.photos.count
        // Storing was interrupted within this group.
        guard photos.count == group.photos.count else { continue }
        guard let attachments = await attach(group, assets, &outcome) else { continue }
        if let entry = entry(group, photos, attachments, &known, &outcome, author: author) {
          entries.append(entry)
        }
        paths += Self.taken(group, photos) + attachments.map { $0.path }
      }
      await save(entries, of: paths, assets, &outcome)
    }
    do {
      try await service.flush()
    } catch {
      outcome.failure = outcome.failure ?? DiaryError(error)
    }
    outcome.wasCancelled = Task.isCancelled
    return outcome
  }

  /// Saves entries. Files that no entry uses are removed from the batch.
  private func save(
    _ entries: [Entry], of paths: [String], _ assets: any AssetBatch,
    _ outcome: inout PhotoImportOutcome
  ) async {
    do {
      try await assets.commit(Set(entries.flatMap(\.files).map(\.asset)))
      let added = try await service.addImported(entries)
      outcome.entries += added
      outcome.photos += added.reduce(0) { $0 + $1.photos.count }
      outcome.existingEntries += entries.count - added.count
      outcome.importedPaths += paths
    } catch {
      await assets.discard()
      outcome.failure = outcome.failure ?? DiaryError(error)
    }
  }

  private enum StoredPhoto: Sendable {
    case photo(Photo, PictureProblem?)
    case refused(PhotoIssue)
  }

  /// Stores photos and reports the number done after each. Returns `nil` for photos not stored
  /// because of a cancellation or an error of the diary.
  private func store(
    _ paths: [String], _ assets: any AssetBatch, progress: @escaping @Sendable (Int) -> Void
  ) async -> ([StoredPhoto?], failure: DiaryError?) {
    let service = service
    let done = Mutex(0)
    let failure = Mutex<DiaryError?>(nil)
    let stored = await concurrentMap(paths) { path -> StoredPhoto? in
      defer {
        let count = done.withLock { count in
          count += 1
          return count
        }
        progress(count)
      }
      do {
        let (photo, problem, _) = try await service.addPhoto(at: path, header: nil, to: assets)
        return .photo(photo, problem)
      } catch {
        let error = DiaryError(error)
        // An interrupted inspection doesn't mean that the photo is damaged.
        if Task.isCancelled { return nil }
        if case .photo = error { return .refused(PhotoIssue(path: path, .photo(error))) }
        failure.withLock { $0 = $0 ?? error }
        return nil
      }
    }
    return (stored, failure.withLock { $0 })
  }

  /// Returns the paths of a group's photos that were stored and of its notes.
  private static func taken(_ group: PhotoGroup, _ stored: [StoredPhoto]) -> [String] {
    let photos = zip(group.photos, stored).compactMap { found, stored in
      if case .photo = stored { found.path } else { nil }
    }
    return photos + group.notes.map(\.path)
  }

  /// Adds a group's videos and recordings. Records those that can't be read. Returns `nil` if the
  /// diary can't store them.
  private func attach(
    _ group: PhotoGroup, _ assets: any AssetBatch, _ outcome: inout PhotoImportOutcome
  ) async -> [(path: String, attachment: Attachment)]? {
    var attached: [(path: String, attachment: Attachment)] = []
    for recording in group.recordings {
      do {
        var attachment = try await service.addAttachment(
          at: recording.path, type: recording.type, to: assets)
        attachment.name = recording.attachmentName
        attached.append((recording.path, attachment))
      } catch {
        let error = DiaryError(error)
        guard case .attachment = error else {
          outcome.failure = outcome.failure ?? error
          return nil
        }
        outcome.refused.append(PhotoIssue(path: recording.path, .photo(error)))
      }
    }
    return attached
  }

  /// Returns a group's entry, or `nil` if it has nothing new.
  private func entry(
    _ group: PhotoGroup, _ stored: [StoredPhoto],
    _ attached: [(path: String, attachment: Attachment)], _ known: inout KnownPhotos,
    _ outcome: inout PhotoImportOutcome, author: AuthorID
  ) -> Entry? {
    var photos: [Photo] = []
    var isRefused = false
    for (found, stored) in zip(group.photos, stored) {
      switch stored {
      case .refused(let refusal):
        isRefused = true
        outcome.refused.append(refusal)
      case .photo(let photo, _) where known.assets.contains(photo.asset):
        outcome.existingPhotos += 1
      case .photo(var photo, let problem):
        known.insert(photo.asset)
        photo.caption = found.caption
        if photo.taken == nil, found.isDated { photo.taken = found.date.description }
        photos.append(photo)
        if let problem { outcome.problems[found.path] = problem }
      }
    }
    var attachments: [Attachment] = []
    for (_, attachment) in attached {
      if known.assets.contains(attachment.asset) {
        outcome.existingPhotos += 1
      } else {
        known.insert(attachment.asset)
        attachments.append(attachment)
      }
    }
    guard !photos.isEmpty || !attachments.isEmpty || !group.notes.isEmpty else {
      if isRefused { outcome.entriesRefused += 1 } else { outcome.existingEntries += 1 }
      return nil
    }
    var fields = group.fields
    fields.photos = photos
    fields.attachments = attachments
    fields.content = Self.insertingReferences(photos, in: fields.content)
    let files = photos.map(\.asset) + attachments.map(\.asset)
    let texts = group.notes.flatMap { [$0.name, $0.fields.content] }
    let time = service.time()
    return Entry(
      // Derived from the contents, so that two simultaneous imports don't both add it.
      id: ID(of: .photos, (files.map(\.description) + texts).map(JSONValue.string)),
      fields: fields.normalized,
      author: author, created: time, modified: time,
      unknownMembers: Self.positions(of: group))
  }

  /// Returns a text in which links to images are replaced by the photos with their names.
  private static func insertingReferences(_ photos: [Photo], in text: String) -> String {
    guard !photos.isEmpty else { return text }
    return MarkdownImages.replaced(in: text) { image in
      let address =
        switch image.target {
        case .address(let address): address.percentDecoded ?? address
        case .name(let name): name
        }
      let name = Path.name(address).lowercased()
      return photos.first { $0.name.lowercased() == name }.map { photo in
        "![\(image.words)](photo:\(photo.asset))"
      }
    }
  }

  /// Returns the positions that only sidecar files contain, to be kept as unknown members. Exports
  /// omit them like positions in photos.
  private static func positions(of group: PhotoGroup) -> [JSONMember] {
    let photos = group.photos.compactMap { photo -> JSONValue? in
      guard let position = photo.position else { return nil }
      return [
        "name": .string(photo.name),
        "latitude": .number("\(position.latitude)"),
        "longitude": .number("\(position.longitude)"),
      ]
    }
    guard !photos.isEmpty else { return [] }
    return [JSONMember("googlephotos", ["photos": .array(photos)])]
  }
}

extension PhotoImporter {
  /// The largest number of photos returned for a day. More are hardly meant for one entry.
  private static let maxPhotosPerDay = 200
  /// The largest difference between two places' local times, in seconds.
  private static let maxZoneDifference: Int64 = 26 * 3600

  /// Returns the photos and videos in a folder and its subfolders that were taken on a day and
  /// aren't in the diary, earliest first. Empty if the folder can't be read.
  package func photos(takenOn day: CalendarDay, in folder: String) async -> [FoundPhoto] {
    guard let walk = try? PhotoFolderWalk(folder, found: { _ in }) else { return [] }
    let start = EntryDate(on: day, secondOfDay: 0, localOffset: localOffset).instant
    // A file is at least as new as its photo, so older files needn't be opened.
    let recent = walk.files.filter { $0.modified >= start - Self.maxZoneDifference }
    let media = walk.others.filter { MediaType(ofFileNamed: $0).isVideo }
    guard !recent.isEmpty || !media.isEmpty, !Task.isCancelled,
      let known = try? await KnownPhotos(of: service)
    else { return [] }
    let names = SidecarNames(walk.others)
    let sidecars = recent.map { names.file(of: $0.path) }
    let photos = await look(at: recent[...], sidecars[...], known).compactMap { candidate in
      if case .found(let photo) = candidate, photo.date.day == day { photo } else { nil }
    }
    let live = LivePhotos(photos)
    var videos: [FoundPhoto] = []
    for path in media where !Task.isCancelled {
      guard let status = FileSystem.status(of: path),
        Int64(status.modified.seconds) >= start - Self.maxZoneDifference,
        let video = recording(path, beside: live), video.date.day == day,
        await known.attachment(at: path, size: status.size, in: service) == nil
      else { continue }
      videos.append(FoundPhoto(path: path, date: video.date, isDated: video.isDated))
    }
    return (PhotoGroup(photos + videos)?.photos ?? []).suffix(Self.maxPhotosPerDay)
  }
}

extension PhotoImporter {
  /// Returns the videos and recordings that aren't in the diary yet. Skips the video of a Live
  /// Photo whose photo is in the diary, because it would become a separate entry.
  func videos(among files: [String], beside found: inout Found) async throws -> [FoundRecording] {
    let paths = files.filter { MediaType(ofFileNamed: $0).isMedia }.sorted()
    guard !paths.isEmpty else { return [] }
    let known = try await KnownPhotos(of: service)
    let there = Set(found.known.compactMap { LivePhoto.key(ofPhoto: $0) })
    let live = LivePhotos(found.photos)
    let zones = NeighborZones(found.photos)
    let sidecars = SidecarNames(files)
    var videos: [FoundRecording] = []
    for path in paths where !Task.isCancelled {
      guard let status = FileSystem.status(of: path) else { continue }
      if let asset = await known.attachment(at: path, size: status.size, in: service) {
        found.proposal.existing += 1
        if known.isInTrash(asset) { found.proposal.inTrash += 1 }
        found.known.append(path)
      } else if LivePhoto.key(ofVideo: path).map(there.contains) == true {
        continue
      } else {
        let sidecar = sidecars.file(of: path).flatMap { PhotoSidecar(fileAt: $0) }
        if sidecar?.isTrashed == true {
          found.trashed.append(path)
        } else if let video = recording(path, beside: live, sidecar, zones) {
          videos.append(video)
        }
      }
    }
    return videos
  }

  /// Returns a video or a recording with its date, from the first of: its Live Photo, its own
  /// header, its sidecar file, its name, its file. A video contains no time zone; it gets that of
  /// photos taken around the same time. Returns `nil` if the file no longer exists.
  func recording(
    _ path: String, beside photos: LivePhotos, _ sidecar: PhotoSidecar? = nil,
    _ zones: NeighborZones = NeighborZones([])
  ) -> FoundRecording? {
    guard let status = FileSystem.status(of: path) else { return nil }
    if let photo = photos.photo(ofVideo: path) {
      return FoundRecording(path: path, date: photo.date, isDated: photo.isDated)
    }
    let header = VideoHeader(fileAt: path)
    if let photo = photos.photo(of: header, at: path) {
      return FoundRecording(
        path: path, date: photo.date, isDated: photo.isDated, livePhoto: photo.path)
    }
    let file = localDate(Int64(status.modified.seconds))
    let date =
      header?.date { zones.offset(near: $0) ?? localOffset($0) }
      ?? sidecar?.taken?.date { zones.offset(near: $0) ?? localOffset($0) }
      ?? dateInName(of: path, near: file)
    return FoundRecording(path: path, date: date ?? file, isDated: date != nil)
  }
}

/// The UTC offsets of photos by the instants when they were taken.
struct NeighborZones {
  /// The largest time difference in seconds. Photos taken earlier or later may be from elsewhere.
  private static let maxDistance: Int64 = 12 * 3600

  private let dates: [EntryDate]

  init(_ photos: [FoundPhoto]) {
    dates = photos.filter(\.isDated).map(\.date).sorted { $0.instant < $1.instant }
  }

  func offset(near instant: Int64) -> Int? {
    let next = partitionPoint(dates.count) { dates[$0].instant < instant }
    return dates[max(0, next - 1)..<min(next + 1, dates.count)]
      .min { abs($0.instant - instant) < abs($1.instant - instant) }
      .flatMap { abs($0.instant - instant) <= Self.maxDistance ? $0.offset : nil }
  }
}

/// Finds the photos that belong to the videos of Live Photos: by name or, if that fails, by the
/// identifier that Apple's cameras write to both files.
struct LivePhotos {
  private var names: [String: FoundPhoto] = [:]
  private var identifiers: [String: FoundPhoto] = [:]

  init(_ photos: [FoundPhoto]) {
    for photo in photos {
      guard let key = LivePhoto.key(ofPhoto: photo.path) else { continue }
      names[key] = photo
      if let identifier = photo.contentIdentifier { identifiers[identifier] = photo }
    }
  }

  func photo(ofVideo path: String) -> FoundPhoto? {
    LivePhoto.key(ofVideo: path).flatMap { names[$0] }
  }

  func photo(of header: VideoHeader?, at path: String) -> FoundPhoto? {
    guard LivePhoto.key(ofVideo: path) != nil else { return nil }
    return header?.contentIdentifier.flatMap { identifiers[$0] }
  }
}
