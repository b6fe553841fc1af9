import DiaryCore
import Synchronization
import System

/// Makes entries of the photos in a folder: proposes them, and writes them once they are agreed to.
/// Doing it again adds nothing, for photos that stand in an entry are known by their bytes.
package struct PhotoImporter: Sendable {
  let service: DiaryService
  let localOffset: @Sendable (Int64) -> Int
  private let most: Int

  /// Photos whose headers are read in one go: enough for both processors, and soon told of.
  private static let headerBatch = 128
  /// Entries with that many photos are saved together.
  private static let saveBatch = 100

  /// `localOffset` as for `DiaryImporter`. `most` is the number of new photos after which a proposal
  /// ends: those that the diary has don't count, so that doing it again brings the next ones.
  package init(
    into service: DiaryService, most: Int = 100_000,
    localOffset: @escaping @Sendable (Int64) -> Int
  ) {
    self.service = service
    self.most = most
    self.localOffset = localOffset
  }

  // MARK: Proposing

  /// Looks through a folder and what is below it.
  ///
  /// - Returns: `nil` when the task was cancelled.
  /// - Throws: `DiaryError.input` when the folder can't be looked into, and whatever the diary throws
  ///   when it can't be read.
  package func proposal(
    for folder: String, grouping: PhotoGrouping = PhotoGrouping(),
    progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async throws(DiaryError) -> PhotoProposal? {
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
    var films = try await films(among: walk.others, beside: &found)
    for index in films.indices { films[index].album = albums[films[index].path] }
    let taken = Set(films.map(\.path) + found.known + found.trashed)
    found.proposal.leftOut = found.trashed.map { path in
      ImportNote(.file(Path.name(path)), .trashedThere).line
    }
    found.proposal.refused = walk.refused + found.proposal.refused
    found.proposal.passedOver = PassedOverFiles(
      walk.others.filter { !taken.contains($0) }, below: folder, sidecars: found.sidecars)
    found.proposal.groups = grouping.groups(of: found.photos, notes: [], recordings: films)
    return found.proposal
  }

  /// What was found among files.
  struct Found {
    var photos: [FoundPhoto] = []
    /// The paths of those that entries outside the trash have.
    var known: [String] = []
    /// The paths of those that were deleted in the program that they come from.
    var trashed: [String] = []
    /// The files that tell of photos.
    var sidecars: Set<String> = []
    /// Without groups.
    var proposal = PhotoProposal(groups: [])
  }

  /// Looks at files with photos' names; `others` are those that may tell of them. `nil` when the task was
  /// cancelled.
  func look(
    at files: [PhotoFolderWalk.File], beside others: [String], progress: ProgressThrottle
  ) async throws(DiaryError) -> Found? {
    let known = try await KnownPhotos(of: service)
    let names = SidecarNames(others)
    let sidecars = files.map { names.file(of: $0.path) }
    var found = Found()
    found.sidecars = Set(sidecars.compactMap(\.self))
    for start in stride(from: 0, to: files.count, by: Self.headerBatch) {
      if Task.isCancelled { return nil }
      if found.photos.count >= most {
        found.proposal.isCut = true
        break
      }
      progress.report(Progress(.searching, start, of: files.count))
      let range = start..<min(start + Self.headerBatch, files.count)
      for candidate in await look(at: files[range], sidecars[range], known) {
        switch candidate {
        case .found(let photo): found.photos.append(photo)
        case .known(let path, let isInTrash):
          found.proposal.alreadyThere += 1
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

  /// `sidecars` are the paths of the files that tell of them.
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
      do throws(DiaryError) {
        // Asked for the whole file, the inspector says why it has no header.
        let facts =
          if let header { header } else { try await service.facts(ofPhotoAt: file.path) }
        let found = found(file, facts, sidecar)
        guard let asset = await known.asset(like: found, facts, in: service) else {
          return .found(found)
        }
        return .known(path: file.path, isInTrash: known.isInTrash(asset))
      } catch {
        return .refused(PhotoIssue(path: file.path, .photo(error)))
      }
    }
    return candidates.compactMap(\.self)
  }

  /// What the camera's clock showed is worth more than the instant that a file beside it tells. Where
  /// the camera names no zone, both together tell it.
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
    // A file may claim any time; the calendar has four digits for the year.
    let seconds = max(0, min(seconds, 253_402_000_000))
    return EntryDate(instant: seconds, localOffset: localOffset)
  }

  /// The date in the name of a photo, a video or a recording whose file is from `file`.
  func dateInName(of path: String, near file: EntryDate) -> EntryDate? {
    NameDate.ofMedia(named: Path.name(path))?.date(near: file, localOffset: localOffset)
  }

  // MARK: Writing

  /// Adds an entry for each group. A photo that can't be taken is named, and the others come. When
  /// the task is cancelled or the diary can't save, what has been added stays, each entry with all
  /// of its photos.
  ///
  /// - Throws: Whatever the diary throws when it can't be read; then nothing was added.
  package func write(
    _ groups: [PhotoGroup],
    progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async throws(DiaryError) -> PhotoImportOutcome {
    var outcome = PhotoImportOutcome()
    var known = try await KnownPhotos(of: service)
    let author = try await service.identity().id
    let total = groups.reduce(0) { $0 + $1.photos.count }
    let progress = ProgressThrottle(progress)
    var rest = groups[...]
    while !rest.isEmpty, !Task.isCancelled, outcome.failure == nil {
      let begun = Progress(
        .adding, total - rest.reduce(0) { $0 + $1.photos.count }, of: total,
        besides: outcome.entries.count)
      progress.report(begun)
      var batch: [PhotoGroup] = []
      repeat {
        if let group = rest.popFirst() { batch.append(group) }
      } while !rest.isEmpty && batch.reduce(0) { $0 + $1.photos.count } < Self.saveBatch
      let assets = try await service.assetBatch()
      let (stored, failure) = await store(batch.flatMap(\.photos).map(\.path), assets) { count in
        progress.report(
          Progress(.adding, begun.done + count, of: total, besides: begun.besides))
      }
      outcome.failure = failure
      var entries: [Entry] = []
      // The files of the entries, and of groups that need none.
      var paths: [String] = []
      var place = 0
      for group in batch {
        let photos = stored[place..<place + group.photos.count].compactMap(\.self)
        place += group.photos.count
        // Cut short on the way through this one.
        guard photos.count == group.photos.count else { continue }
        guard let attachments = await attach(group, assets, &outcome) else { continue }
        if let entry = entry(group, photos, attachments, &known, &outcome, author: author) {
          entries.append(entry)
        }
        paths += Self.taken(group, photos) + attachments.map { $0.path }
      }
      await save(entries, of: paths, assets, &outcome)
    }
    do throws(DiaryError) {
      try await service.settle()
    } catch {
      outcome.failure = outcome.failure ?? error
    }
    outcome.wasCancelled = Task.isCancelled
    return outcome
  }

  /// What of the files no entry names goes: nothing is left of what was stopped.
  private func save(
    _ entries: [Entry], of paths: [String], _ assets: any AssetBatch,
    _ outcome: inout PhotoImportOutcome
  ) async {
    do throws(DiaryError) {
      try await assets.keep(Set(entries.flatMap(\.files).map(\.asset)))
      let added = try await service.addImported(entries)
      outcome.entries += added
      outcome.photos += added.reduce(0) { $0 + $1.photos.count }
      outcome.entriesAlreadyThere += entries.count - added.count
      outcome.taken += paths
    } catch {
      await assets.discard()
      outcome.failure = outcome.failure ?? error
    }
  }

  private enum StoredPhoto: Sendable {
    case photo(Photo, PictureProblem?)
    case refused(PhotoIssue)
  }

  /// Tells how many are done after each. `nil` for those that the task was cancelled before, or
  /// that the diary's failure came before.
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
      do throws(DiaryError) {
        let (photo, problem, _) = try await service.addPhoto(at: path, header: nil, to: assets)
        return .photo(photo, problem)
      } catch {
        // An inspection that was cut short says nothing of the photo.
        if Task.isCancelled { return nil }
        if case .photo = error { return .refused(PhotoIssue(path: path, .photo(error))) }
        failure.withLock { $0 = $0 ?? error }
        return nil
      }
    }
    return (stored, failure.withLock { $0 })
  }

  /// The photos and notes of a group that weren't refused.
  private static func taken(_ group: PhotoGroup, _ stored: [StoredPhoto]) -> [String] {
    let photos = zip(group.photos, stored).compactMap { found, stored in
      if case .photo = stored { found.path } else { nil }
    }
    return photos + group.notes.map(\.path)
  }

  /// Keeps the films and recordings of a group; those that can't be read are told. `nil` when the diary
  /// can't keep them.
  private func attach(
    _ group: PhotoGroup, _ assets: any AssetBatch, _ outcome: inout PhotoImportOutcome
  ) async -> [(path: String, attachment: Attachment)]? {
    var attached: [(path: String, attachment: Attachment)] = []
    for recording in group.recordings {
      do throws(DiaryError) {
        var attachment = try await service.addAttachment(
          at: recording.path, type: recording.type, to: assets)
        attachment.name = recording.nameInEntry
        attached.append((recording.path, attachment))
      } catch {
        guard case .attachment = error else {
          outcome.failure = outcome.failure ?? error
          return nil
        }
        outcome.refused.append(PhotoIssue(path: recording.path, .photo(error)))
      }
    }
    return attached
  }

  /// The entry of a group; `nil` when nothing is left of it.
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
        outcome.photosAlreadyThere += 1
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
        outcome.photosAlreadyThere += 1
      } else {
        known.insert(attachment.asset)
        attachments.append(attachment)
      }
    }
    guard !photos.isEmpty || !attachments.isEmpty || !group.notes.isEmpty else {
      if isRefused { outcome.entriesRefused += 1 } else { outcome.entriesAlreadyThere += 1 }
      return nil
    }
    var fields = group.fields
    fields.photos = photos
    fields.attachments = attachments
    fields.content = Self.placing(photos, in: fields.content)
    let files = photos.map(\.asset) + attachments.map(\.asset)
    let texts = group.notes.flatMap { [$0.name, $0.fields.content] }
    let time = service.time()
    return Entry(
      // By what it is made of, so that two imports at once don't both bring it.
      id: ID(of: .photos, (files.map(\.description) + texts).map(JSONValue.string)),
      fields: fields.tidied,
      author: author, created: time, modified: time,
      unknownMembers: Self.positions(of: group))
  }

  /// A text in which photos stand where it shows files of their names.
  private static func placing(_ photos: [Photo], in text: String) -> String {
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

  /// The positions that only files beside the photos tell, carried along; exports leave them out as
  /// they do those in photos.
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
  /// More were hardly meant for one entry.
  private static let mostOfDay = 200
  /// In seconds: nowhere is a day further ahead of the one here.
  private static let furthestZone: Int64 = 26 * 3600

  /// The photos and films in a folder and below it that were taken on a day and aren't in the diary, the earliest
  /// first. None where the folder can't be looked into.
  package func photos(takenOn day: CalendarDay, in folder: String) async -> [FoundPhoto] {
    guard let walk = try? PhotoFolderWalk(folder, found: { _ in }) else { return [] }
    let start = EntryDate(on: day, secondOfDay: 0, localOffset: localOffset).instant
    // A file is at least as new as its photo, so that no other need be opened.
    let recent = walk.files.filter { $0.modified >= start - Self.furthestZone }
    let media = walk.others.filter { MediaType(ofFileNamed: $0).isFilm }
    guard !recent.isEmpty || !media.isEmpty, !Task.isCancelled,
      let known = try? await KnownPhotos(of: service)
    else { return [] }
    let names = SidecarNames(walk.others)
    let sidecars = recent.map { names.file(of: $0.path) }
    let photos = await look(at: recent[...], sidecars[...], known).compactMap { candidate in
      if case .found(let photo) = candidate, photo.date.day == day { photo } else { nil }
    }
    let live = LivePhotos(photos)
    var films: [FoundPhoto] = []
    for path in media where !Task.isCancelled {
      guard let status = FileSystem.status(of: path),
        Int64(status.modified.seconds) >= start - Self.furthestZone,
        let film = recording(path, beside: live), film.date.day == day,
        await known.attachment(at: path, size: status.size, in: service) == nil
      else { continue }
      films.append(FoundPhoto(path: path, date: film.date, isDated: film.isDated))
    }
    return (PhotoGroup(photos + films)?.photos ?? []).suffix(Self.mostOfDay)
  }
}

extension PhotoImporter {
  /// The films and recordings among files beside photos that the diary hasn't got. One that belongs to a photo
  /// that the diary has is left: it would be an entry of its own.
  func films(
    among files: [String], beside found: inout Found
  ) async throws(DiaryError) -> [FoundRecording] {
    let paths = files.filter { MediaType(ofFileNamed: $0).isMedia }.sorted()
    guard !paths.isEmpty else { return [] }
    let known = try await KnownPhotos(of: service)
    let there = Set(found.known.compactMap { LivePhoto.key(ofPhoto: $0) })
    let live = LivePhotos(found.photos)
    let zones = NeighborZones(found.photos)
    let sidecars = SidecarNames(files)
    var films: [FoundRecording] = []
    for path in paths where !Task.isCancelled {
      guard let status = FileSystem.status(of: path) else { continue }
      if let asset = await known.attachment(at: path, size: status.size, in: service) {
        found.proposal.alreadyThere += 1
        if known.isInTrash(asset) { found.proposal.inTrash += 1 }
        found.known.append(path)
      } else if LivePhoto.key(ofFilm: path).map(there.contains) == true {
        continue
      } else {
        let sidecar = sidecars.file(of: path).flatMap { PhotoSidecar(fileAt: $0) }
        if sidecar?.isTrashed == true {
          found.trashed.append(path)
        } else if let film = recording(path, beside: live, sidecar, zones) {
          films.append(film)
        }
      }
    }
    return films
  }

  /// A film or a recording with its date: that of the Live Photo it belongs to, else its own, else what a
  /// file beside it or its name says, else its file's. A film knows no zone, and has that of the photos taken
  /// around it. `nil` when it is gone.
  func recording(
    _ path: String, beside photos: LivePhotos, _ sidecar: PhotoSidecar? = nil,
    _ zones: NeighborZones = NeighborZones([])
  ) -> FoundRecording? {
    guard let status = FileSystem.status(of: path) else { return nil }
    if let photo = photos.photo(ofFilm: path) {
      return FoundRecording(path: path, date: photo.date, isDated: photo.isDated)
    }
    let header = FilmHeader(fileAt: path)
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

/// The zones of photos by the instants at which they were taken.
struct NeighborZones {
  /// In seconds; a photo that was taken earlier or later may be from elsewhere.
  private static let furthest: Int64 = 12 * 3600

  private let dates: [EntryDate]

  init(_ photos: [FoundPhoto]) {
    dates = photos.filter(\.isDated).map(\.date).sorted { $0.instant < $1.instant }
  }

  func offset(near instant: Int64) -> Int? {
    let next = partitionPoint(dates.count) { dates[$0].instant < instant }
    return dates[max(0, next - 1)..<min(next + 1, dates.count)]
      .min { abs($0.instant - instant) < abs($1.instant - instant) }
      .flatMap { abs($0.instant - instant) <= Self.furthest ? $0.offset : nil }
  }
}

/// Photos by what the films of Live Photos have in common with them: the name, and where that says nothing, what
/// Apple's cameras write into both.
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

  func photo(ofFilm path: String) -> FoundPhoto? {
    LivePhoto.key(ofFilm: path).flatMap { names[$0] }
  }

  func photo(of header: FilmHeader?, at path: String) -> FoundPhoto? {
    guard LivePhoto.key(ofFilm: path) != nil else { return nil }
    return header?.contentIdentifier.flatMap { identifiers[$0] }
  }
}
