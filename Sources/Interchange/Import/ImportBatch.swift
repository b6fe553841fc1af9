import DiaryCore

/// Entries on their way into a diary, saved together: a save costs the same for one as for many.
struct ImportBatch {
  private static let mostEntries = 5000
  /// Photos take long, and whoever waits wants to see that something happens.
  private static let mostPhotos = 100
  private static let mostBytes = 16 << 20

  var summary = ImportSummary()
  private let service: DiaryService
  private let source: ImportSource
  private var drafts: [EntryDraft] = []
  private var bytes = 0
  private var photos = 0

  init(into service: DiaryService, from source: ImportSource) {
    self.service = service
    self.source = source
  }

  var isFull: Bool {
    drafts.count >= Self.mostEntries || photos >= Self.mostPhotos || bytes >= Self.mostBytes
  }

  mutating func add(_ draft: EntryDraft, size: Int) {
    drafts.append(draft)
    bytes += size
    photos += draft.photos.count
  }

  func progress(bytes: Int64) -> ImportProgress {
    ImportProgress(
      added: summary.added, alreadyThere: summary.alreadyThere, refused: summary.refused.count,
      bytes: bytes)
  }

  /// Saves what the diary doesn't have, and begins anew.
  mutating func save() async throws(DiaryError) {
    var known = Set(try await service.entries(ids: drafts.map(\.entry.id)).map(\.id))
    var entries: [Entry] = []
    for draft in drafts {
      // Photos take their time. Those of the entries so far are in, so those entries go in, too.
      if Task.isCancelled && !draft.photos.isEmpty { break }
      if known.contains(draft.entry.id) {
        summary.alreadyThere += 1
      } else if let entry = try await complete(draft) {
        known.insert(entry.id)
        entries.append(entry)
      }
    }
    let added = try await service.addImported(entries).count
    summary.added += added
    summary.alreadyThere += entries.count - added
    drafts = []
    bytes = 0
    photos = 0
  }

  /// The entry with its photos in the diary; `nil` when it was refused.
  private mutating func complete(_ draft: EntryDraft) async throws(DiaryError) -> Entry? {
    // All files are looked at first, lest some photos come and their entry doesn't.
    for photo in draft.photos {
      let path = source.resolved(photo.path)
      if let fault = InputFile.fault(of: path) {
        refuse(draft, .photo(path: path, fault))
        return nil
      }
    }
    var entry = draft.entry
    var renamed: [AssetID: AssetID] = [:]
    for photo in draft.photos {
      do throws(DiaryError) {
        let (stored, problem) = try await service.addPhoto(at: source.resolved(photo.path))
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
  fileprivate func described(_ stored: Photo) -> Photo {
    var photo = stored
    photo.name = name
    photo.caption = caption ?? ""
    photo.taken = taken ?? stored.taken
    photo.width = stored.width ?? width
    photo.height = stored.height ?? height
    return photo
  }
}
