import DiaryCore
import DiaryStore
import Interchange
import Media
import System
import Text

/// The public copy of a journal: a separate diary that contains only what is published, signed with
/// its own key. Entries that are no longer published are removed from its logs.
struct PublicCopy {
  private let source: DiaryService
  private let target: DiaryService
  private let repository: DiskRepository
  private let remover: LocationRemoval
  private let work: String
  private var publication: Publication
  private var change = PublicationChange()

  /// - Parameters:
  ///   - own: the published diary.
  ///   - copy: the public copy.
  init(_ publication: Publication, of own: Dependencies, in copy: Dependencies) {
    self.publication = publication
    source = own.diary
    target = copy.diary
    repository = copy.unlocking.repository
    remover = LocationRemoval(own.pictureProgram)
    work = Path.parent(copy.folders.site(of: publication.name)) + "/photo"
  }

  /// The number of entries compared and saved together.
  private static let portion = 200

  /// Updates the copy. Returns the changes, and the publication with the assets stored in it.
  ///
  /// - Throws: an error if a diary can't be read or written.
  mutating func update(
    _ progress: @escaping @Sendable (Progress) -> Void
  ) async throws -> (PublicationChange, Publication) {
    let author = try await repository.author()
    let own = try await source.existingAuthor()
    _ = try await source.fetchFiles(of: publication.query, progress: progress)
    var wanted: Set<ID<Entry>> = []
    var total = 0
    for await batch in try await source.sortKeys(publication.query) { total += batch.count }
    for await batch in try await source.batches(publication.query) {
      // Only the user's own entries are published.
      let entries = batch.filter { $0.author == own?.id }
      for start in stride(from: 0, to: entries.count, by: Self.portion) {
        let part = entries[start..<min(start + Self.portion, entries.count)]
        wanted.formUnion(part.map { EntryOwnership.id($0.id, by: author.id) })
        try await update(part, author)
        progress(Progress(.exporting, wanted.count, of: total))
        if Task.isCancelled { return (change, publication) }
      }
    }
    try await removeUnpublished(except: wanted)
    return (change, publication)
  }

  private mutating func update(_ entries: ArraySlice<Entry>, _ author: Author) async throws {
    let ids = entries.map { EntryOwnership.id($0.id, by: author.id) }
    let known = Dictionary(
      try await target.entries(ids: ids).map { ($0.id, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    var changed: [Entry] = []
    for (entry, id) in zip(entries, ids) {
      var copy = try await publicEntry(entry)
      copy.author = author.id
      guard let old = known[id] else {
        copy.heads = []
        changed.append(copy)
        continue
      }
      (copy.id, copy.heads) = (id, old.heads)
      if copy != old { changed.append(copy) }
    }
    guard !changed.isEmpty else { return }
    _ = try await repository.save(changed)
    change.published += changed.count
  }

  /// Returns the public version of an entry.
  private mutating func publicEntry(_ entry: Entry) async throws -> Entry {
    var copy = Entry(
      id: entry.id, fields: entry.fields, author: entry.author, created: entry.created,
      modified: entry.modified)
    copy.details.isPinned = false
    if !publication.keepsLocation, copy.details.place.map(Self.isPosition) == true {
      copy.details.place = nil
    }
    copy.photos = []
    copy.attachments = []
    for var photo in entry.photos {
      guard let asset = try await published(photo.named, of: entry, isPhoto: true) else { continue }
      photo.asset = asset
      copy.photos.append(photo)
    }
    for var attachment in entry.attachments {
      let named = attachment.named
      guard let asset = try await published(named, of: entry, isPhoto: named.file.type.isPhoto)
      else { continue }
      attachment.asset = asset
      attachment.unknownMembers = []
      copy.attachments.append(attachment)
    }
    let assets = publication.assets
    copy.content = PhotoReference.replaced(in: entry.content) { asset, caption in
      assets[asset].map { "![\(caption)](photo:\($0))" } ?? caption
    }
    return copy
  }

  /// Returns `true` if a place consists of coordinates instead of a name.
  static func isPosition(_ place: String) -> Bool {
    place.contains(where: \.isNumber)
      && place.allSatisfy { $0.isNumber || $0.isWhitespace || "NSEW°′″'\".,;:+-−".contains($0) }
  }

  /// Returns the public copy of a photo or attachment, without location if that isn't published;
  /// `nil` if it can't be copied.
  private mutating func published(
    _ original: NamedFile, of entry: Entry, isPhoto: Bool
  ) async throws -> AssetID? {
    let file = original.file
    if let known = publication.assets[file.asset],
      FileSystem.exists(repository.path(of: AssetFile(asset: known, type: file.type)))
    {
      return known
    }
    FileSystem.makeFoldersIfPossible(Path.parent(work))
    FileSystem.unlink(work)
    defer { FileSystem.unlink(work) }
    guard try await write(file, losesPosition: isPhoto && !publication.keepsLocation) else {
      let line = localized("File \(original.name) of “\(entry.displayTitle)” wasn't published.")
      change.problems.append(line.printable)
      return nil
    }
    let asset = try await repository.storeAsset(from: work, type: file.type).asset
    publication.assets[file.asset] = asset
    return asset
  }

  private func write(_ file: AssetFile, losesPosition: Bool) async throws -> Bool {
    guard let copy = try? OpenFile(work, [.readWrite, .create, .exclusive]) else { return false }
    let path = source.path(of: file)
    guard losesPosition else {
      return try source.assetOpener.read(path) { bytes in
        do { try copy.write(bytes) } catch {
          throw DiaryError.store(path: work, .diskFull)
        }
      }
    }
    return (try? await remover.copy(photoAt: path, to: copy.descriptor)) != nil
  }

  /// Permanently removes entries that are no longer published.
  private mutating func removeUnpublished(except wanted: Set<ID<Entry>>) async throws {
    var gone: [ID<Entry>] = []
    for await batch in try await target.sortKeys(EntryQuery()) {
      gone += batch.map(\.id).filter { !wanted.contains($0) }
    }
    guard !gone.isEmpty else { return }
    var entries = try await target.entries(ids: gone)
    for index in entries.indices { entries[index].isTrashed = true }
    _ = try await repository.save(entries)
    _ = try await repository.emptyTrash()
    change.unpublished += entries.count
  }
}

/// The changes of a public copy by an update.
struct PublicationChange: Hashable, Sendable {
  /// The number of new or changed entries.
  var published = 0
  var unpublished = 0
  /// A line for each file that was left out. Safe for a terminal.
  var problems: [String] = []

  var isNone: Bool { published == 0 && unpublished == 0 }

  /// The changes, on one line.
  var words: String {
    let (added, removed) = (CountText.entries(published), CountText.entries(unpublished))
    return switch (published > 0, unpublished > 0) {
    case (true, true): localized("\(added) published, \(removed) removed")
    case (true, false): localized("\(added) published")
    case (false, true): localized("\(removed) removed")
    case (false, false): localized("no changes")
    }
  }
}
