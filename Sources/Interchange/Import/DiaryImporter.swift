import DiaryCore

/// Brings another program's diary: reads it into a plan, and writes that in one save, so that a
/// diary has all of it or, when it fails or is stopped, nothing.
package struct DiaryImporter: Sendable {
  /// Entries that are looked for in the diary together.
  private static let lookBatch = 500
  /// Photos whose headers are read together.
  private static let photoBatch = 128

  private let service: DiaryService
  private let localOffset: @Sendable (Int64) -> Int

  /// `localOffset` as for `JSONImporter`.
  package init(into service: DiaryService, localOffset: @escaping @Sendable (Int64) -> Int) {
    self.service = service
    self.localOffset = localOffset
  }

  // MARK: Reading

  /// Reads all of an input that a reader knows. `nil` when the task was cancelled. With `updates`,
  /// what has changed there since it was imported is brought, unless it was changed here too.
  package func plan(
    of input: ImportInput, updates: Bool = false, progress: (ImportStage) -> Void = { _ in }
  ) async throws(DiaryError) -> ImportPlan? {
    var plan = ImportPlan()
    plan.notes = input.notes
    guard let type = input.format.reader else { return plan }
    // Whose they are is settled when they are written: to look makes nobody the diary's owner.
    let defaults = EntryDraft.Defaults(author: AuthorID(""), localOffset: localOffset)
    var reader = type.init(input.tree, defaults: defaults)
    var seen: Set<ID<Entry>> = []
    var batch: [ReadEntry] = []
    var count = 0
    while let item = try reader.next() {
      if Task.isCancelled { return nil }
      switch item {
      case .note(let note): plan.notes.append(note)
      case .entry(let read):
        count += 1
        if seen.insert(read.entry.id).inserted {
          batch.append(read)
        } else {
          plan.alreadyThere += 1
        }
      }
      guard batch.count >= Self.lookBatch else { continue }
      try await compare(batch, input.format, updates: updates, &plan)
      batch = []
      progress(.reading(entries: count))
    }
    try await compare(batch, input.format, updates: updates, &plan)
    return Task.isCancelled ? nil : plan
  }

  private func compare(
    _ batch: [ReadEntry], _ format: ImportFormat, updates: Bool, _ plan: inout ImportPlan
  ) async throws(DiaryError) {
    let author = try await service.knownIdentity()?.id
    var known: [ID<Entry>: Entry] = [:]
    for entry in try await service.entries(ids: batch.map(\.entry.id)) { known[entry.id] = entry }
    for var read in batch {
      let mark = ImportMark(read, format: format)
      if !read.isOwn { read.entry.unknownMembers.append(mark.member) }
      guard let current = known[read.entry.id] else {
        plan.bring(read)
        continue
      }
      guard let modified = Self.modified(read, mark, since: current) else {
        plan.alreadyThere += 1
        continue
      }
      guard updates else {
        plan.alreadyThere += 1
        plan.notes.append(ImportNote(read.place, .changedThere))
        continue
      }
      let isAsImported =
        current.modified == modified && !current.isTrashed && current.heads.count == 1
      if isAsImported && current.author == author {
        plan.bring(read, inPlaceOf: current)
      } else {
        plan.alreadyThere += 1
        plan.notes.append(ImportNote(read.place, .editedHere))
      }
    }
  }

  /// When the entry of the diary was last changed by an import or before an export, if what is read
  /// isn't what came then; else `nil`.
  private static func modified(
    _ read: ReadEntry, _ mark: ImportMark, since current: Entry
  ) -> Timestamp? {
    if read.isOwn { return read.isSame(as: current) ? nil : read.entry.modified }
    guard let earlier = ImportMark(of: current), earlier.format == mark.format,
      earlier.digest != mark.digest
    else { return nil }
    return earlier.modified
  }

  // MARK: Writing

  /// Brings a plan. When the task is cancelled or the diary can't save, it is as before.
  package func write(
    _ plan: ImportPlan, progress: @Sendable (ImportStage) -> Void = { _ in }
  ) async throws(DiaryError) -> ImportOutcome {
    var outcome = ImportOutcome()
    let reads = plan.fresh + plan.changed.map(\.read)
    let paths = Set(reads.flatMap(\.photos).map(\.path)).sorted()
    let stored = try await store(paths, progress)
    let attached = try await attach(reads.flatMap(\.attachments), progress)
    guard !Task.isCancelled, stored.count == paths.count, let attached else {
      outcome.wasCancelled = true
      return outcome
    }
    let author = try await service.identity().id
    var fresh: [Entry] = []
    for read in plan.fresh {
      guard var entry = complete(read, with: stored, attached, &outcome) else { continue }
      if !read.isOwn { entry.author = author }
      fresh.append(entry)
    }
    var changed: [Entry] = []
    for change in plan.changed {
      guard var entry = complete(change.read, with: stored, attached, &outcome) else { continue }
      entry.author = author
      entry.heads = change.current.heads
      changed.append(entry)
    }
    let saved = try await service.takeImported(fresh, changed: changed)
    (outcome.added, outcome.updated) = saved
    outcome.photos = stored.values.count { if case .success = $0 { true } else { false } }
    outcome.attachments = attached.values.count { if case .success = $0 { true } else { false } }
    try await service.settle()
    return outcome
  }

  private typealias StoredPhoto = Result<Photo, PhotoFailure>

  private struct PhotoFailure: Error {
    let path: String
    let fault: PhotoFault
  }

  /// What came of each photo; fewer of them when the task was cancelled.
  private func store(
    _ paths: [String], _ progress: @Sendable (ImportStage) -> Void
  ) async throws(DiaryError) -> [String: StoredPhoto] {
    let service = service
    var stored: [String: StoredPhoto] = [:]
    for start in stride(from: 0, to: paths.count, by: Self.photoBatch) {
      if Task.isCancelled { break }
      progress(.photos(start, of: paths.count))
      let part = Array(paths[start..<min(start + Self.photoBatch, paths.count)])
      let headers = await service.headers(ofPhotosAt: part)
      let results = await concurrentMap(Array(zip(part, headers))) {
        path, header -> Result<Photo, DiaryError>? in
        do throws(DiaryError) {
          return .success(try await service.addPhoto(at: path, header: header).photo)
        } catch {
          return Task.isCancelled ? nil : .failure(error)
        }
      }
      for (path, result) in zip(part, results) {
        switch result {
        case nil: break
        case .success(let photo): stored[path] = .success(photo)
        case .failure(.photo(_, let fault)):
          stored[path] = .failure(PhotoFailure(path: path, fault: fault))
        // It is the diary that fails, and so does the import.
        case .failure(let error): throw error
        }
      }
    }
    return stored
  }

  private typealias StoredAttachment = Result<Attachment, PhotoFailure>

  /// What came of each attachment; `nil` when the task was cancelled.
  private func attach(
    _ drafts: [AttachmentDraft], _ progress: @Sendable (ImportStage) -> Void
  ) async throws(DiaryError) -> [String: StoredAttachment]? {
    var types: [String: MediaType] = [:]
    for draft in drafts { types[draft.path] = draft.storedType }
    let files = types.sorted { $0.key < $1.key }
    let service = service
    var stored: [String: StoredAttachment] = [:]
    for start in stride(from: 0, to: files.count, by: Self.photoBatch) {
      if Task.isCancelled { return nil }
      progress(.attachments(start, of: files.count))
      let part = Array(files[start..<min(start + Self.photoBatch, files.count)])
      let results = await concurrentMap(part) { path, type -> Result<Attachment, DiaryError>? in
        do throws(DiaryError) {
          return .success(try await service.addAttachment(at: path, type: type).attachment)
        } catch {
          return Task.isCancelled ? nil : .failure(error)
        }
      }
      for (file, result) in zip(part, results) {
        switch result {
        case nil: return nil
        case .success(let attachment): stored[file.key] = .success(attachment)
        case .failure(.attachment(_, let fault)):
          stored[file.key] = .failure(PhotoFailure(path: file.key, fault: fault))
        case .failure(let error): throw error
        }
      }
    }
    return stored
  }

  /// The entry with its photos and attachments in the diary, without those that can't be; `nil` when
  /// nothing is left.
  private func complete(
    _ read: ReadEntry, with stored: [String: StoredPhoto], _ attached: [String: StoredAttachment],
    _ outcome: inout ImportOutcome
  ) -> Entry? {
    var entry = read.entry
    var assets: [AssetID: AssetID] = [:]
    for draft in read.photos {
      switch stored[draft.path] {
      case .success(let photo):
        entry.photos.append(draft.described(photo))
        if let asset = draft.asset { assets[asset] = photo.asset }
      case .failure(let failure):
        let name = FolderPath.split(failure.path).name
        outcome.notes.append(ImportNote(read.place, .photo(name, failure.fault)))
      case nil: break
      }
    }
    for draft in read.attachments {
      switch attached[draft.path] {
      case .success(let attachment): entry.attachments.append(draft.described(attachment))
      case .failure(let failure):
        let name = FolderPath.split(failure.path).name
        outcome.notes.append(ImportNote(read.place, .attachment(name, failure.fault)))
      case nil: break
      }
    }
    let standing = Set(read.photos.compactMap(\.asset))
    if !standing.isEmpty {
      entry.content = PhotoReference.replaced(in: entry.content) { asset, caption in
        // What needn't change stays as it is written.
        guard standing.contains(asset), assets[asset] != asset else { return nil }
        return assets[asset].map { "![\(caption)](photo:\($0))" } ?? ""
      }
    }
    entry.fields = entry.fields.tidied
    guard !entry.fields.isEmpty else {
      outcome.notes.append(ImportNote(read.place, .refused(.empty)))
      return nil
    }
    return entry
  }
}
