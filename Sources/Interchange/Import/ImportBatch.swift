import DiaryCore

/// Entries on their way into a diary, saved together: a save costs the same for one as for many.
struct ImportBatch {
  private static let mostEntries = 5000
  /// Photos and attachments take long, and whoever waits wants to see that something happens.
  private static let mostFiles = 100
  private static let mostBytes = 16 << 20

  var summary = ImportSummary()
  private let service: DiaryService
  private let source: ImportSource
  /// Whether it may only name files beside it.
  private let isUnpacked: Bool
  private var drafts: [EntryDraft] = []
  private var bytes = 0
  private var files = 0

  init(into service: DiaryService, from source: ImportSource, isUnpacked: Bool) {
    self.isUnpacked = isUnpacked
    self.service = service
    self.source = source
  }

  var isFull: Bool {
    drafts.count >= Self.mostEntries || files >= Self.mostFiles || bytes >= Self.mostBytes
  }

  mutating func add(_ draft: EntryDraft, size: Int) {
    drafts.append(draft)
    bytes += size
    files += draft.photos.count + draft.attachments.count
  }

  func progress(bytes: Int64) -> ImportProgress {
    ImportProgress(
      added: summary.added, alreadyThere: summary.alreadyThere, refused: summary.refused.count,
      bytes: bytes)
  }

  /// Saves what the diary doesn't have, and begins anew.
  mutating func save() async throws(DiaryError) {
    var known = Set(try await service.entries(ids: drafts.map(\.entry.id)).map(\.id))
    var fresh: [EntryDraft] = []
    for draft in drafts {
      if !known.insert(draft.entry.id).inserted {
        summary.alreadyThere += 1
      } else if let fault = draft.fileFault(in: source, isUnpacked: isUnpacked) {
        refuse(draft, fault)
      } else {
        fresh.append(draft)
      }
    }
    let assets = try await service.assetBatch()
    do throws(DiaryError) {
      try await save(fresh, with: assets)
    } catch {
      await assets.discard()
      throw error
    }
    drafts = []
    bytes = 0
    files = 0
  }

  private mutating func save(
    _ fresh: [EntryDraft], with assets: any AssetBatch
  ) async throws(DiaryError) {
    var photos = await store(fresh.flatMap(\.photos), assets)[...]
    var attachments = await store(fresh.flatMap(\.attachments), assets)[...]
    var entries: [Entry] = []
    for draft in fresh {
      // Files take their time. Those of the entries so far are in, so those entries go in, too.
      guard let shown = Self.take(draft.photos.count, from: &photos),
        let attached = Self.take(draft.attachments.count, from: &attachments)
      else { break }
      if let entry = try complete(draft, shown, attached) { entries.append(entry) }
    }
    try await assets.keep(Set(entries.flatMap(\.files).map(\.asset)))
    let added = try await service.addImported(entries)
    summary.added += added.count
    summary.saved += added.compactMap(SavedState.init)
    summary.alreadyThere += entries.count - added.count
  }

  /// As many of the results as an entry has files; `nil` when the import didn't come to all of them.
  private static func take<Result>(
    _ count: Int, from results: inout ArraySlice<Result?>
  ) -> [Result]? {
    let taken = results.prefix(count).compactMap(\.self)
    results = results.dropFirst(count)
    return taken.count == count ? taken : nil
  }

  private typealias StoredPhoto = Result<(photo: Photo, problem: PictureProblem?), DiaryError>

  /// What came of each photo; `nil` for those that the import didn't come to.
  private func store(
    _ photos: [PhotoDraft], _ assets: any AssetBatch
  ) async -> [StoredPhoto?] {
    let service = service
    return await concurrentResults(photos.map { source.resolved($0.path) }) { path in
      let (photo, problem, _) = try await service.addPhoto(at: path, header: nil, to: assets)
      return (photo, problem)
    }
  }

  private func store(
    _ attachments: [AttachmentDraft], _ assets: any AssetBatch
  ) async -> [Result<Attachment, DiaryError>?] {
    let service = service
    let files = attachments.map { (path: source.resolved($0.path), type: $0.storedType) }
    return await concurrentResults(files) { file in
      try await service.addAttachment(at: file.path, type: file.type, to: assets)
    }
  }

  /// The entry with its photos and attachments in the diary; `nil` when it was refused.
  private mutating func complete(
    _ draft: EntryDraft, _ results: [StoredPhoto], _ attached: [Result<Attachment, DiaryError>]
  ) throws(DiaryError) -> Entry? {
    var entry = draft.entry
    var renamed: [AssetID: AssetID] = [:]
    for (photo, result) in zip(draft.photos, results) {
      do throws(DiaryError) {
        let (stored, problem) = try result.get()
        entry.photos.append(photo.described(stored))
        if let asset = photo.asset, asset != stored.asset { renamed[asset] = stored.asset }
        if let problem {
          summary.warnings.append(
            ImportWarning(line: draft.line, photo: photo.name, problem: problem))
        }
      } catch .photo(let path, let fault) {
        refuse(draft, .photo(path: path, fault))
        return nil
      }
    }
    for (attachment, result) in zip(draft.attachments, attached) {
      do throws(DiaryError) {
        entry.attachments.append(attachment.described(try result.get()))
      } catch .attachment(let path, let fault) {
        refuse(draft, .attachment(path: path, fault))
        return nil
      }
    }
    if !renamed.isEmpty {
      entry.content = PhotoReference.replaced(in: entry.content) { asset, caption in
        renamed[asset].map { "![\(caption)](photo:\($0))" }
      }
    }
    entry.fields = entry.fields.tidied
    return entry
  }

  private mutating func refuse(_ draft: EntryDraft, _ fault: EntryFault) {
    summary.refused.append(ImportRefusal(line: draft.line, fault: fault))
  }
}

extension PhotoDraft {
  /// A stored photo as the import describes it, and otherwise as its bytes do.
  func described(_ stored: Photo) -> Photo {
    var photo = stored
    photo.name = name
    photo.caption = caption ?? ""
    photo.taken = taken ?? stored.taken
    photo.width = stored.width ?? width
    photo.height = stored.height ?? height
    return photo
  }
}
