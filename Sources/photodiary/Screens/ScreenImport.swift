import DiaryCore
// A dispatch source can be cancelled from any thread, but Dispatch isn't annotated for that.
@preconcurrency import Dispatch
import Interchange
import System

/// Imports started on a screen, with the same steps as the sub-command.
actor ScreenImport: DiaryImporting {
  private let importer: DiaryImporter
  private let unpackingFolder: String
  private let record: ImportRecord
  /// The input opened last. It owns its unpacked files.
  private var opened: (path: String, input: ImportInput)?
  private var plan: ImportPlan?

  init(_ importer: DiaryImporter, unpackingBelow folder: String, record: ImportRecord) {
    self.importer = importer
    unpackingFolder = folder
    self.record = record
  }

  func read(
    _ path: String, updates: Bool, mine: Bool?, progress: @escaping @Sendable (Progress) -> Void
  ) async throws -> ImportCandidate? {
    plan = nil
    if opened?.path != path {
      opened = try await ImportInput.open(
        path, unpackingBelow: unpackingFolder, progress: progress
      ).map { (path, $0) }
    }
    guard let input = opened?.input else { return nil }
    if input.format == .photos {
      return .photos(folder: input.path, problems: input.notes.map(\.line))
    }
    let read = try await importer.plan(
      of: input, updates: updates, asMine: mine, progress: progress)
    guard let read else { return nil }
    plan = read
    return .diary(read.preview)
  }

  func write(progress: @escaping @Sendable (Progress) -> Void) async throws -> ImportResult? {
    guard let plan else { return nil }
    let outcome = try await importer.write(plan, progress: progress)
    guard !outcome.wasCancelled else { return nil }
    record.record(outcome.saved, updated: Set(outcome.earlier.keys))
    return ImportResult(
      saved: outcome.saved, earlier: outcome.earlier, photos: outcome.photos,
      attachments: outcome.attachments, comments: outcome.comments,
      problems: plan.problems + outcome.notes.map(\.line))
  }

  func discard() { (opened, plan) = (nil, nil) }
}

// MARK: - ScreenInbox

/// The inbox of the settings, for the screens.
struct ScreenInbox: PhotoImporting {
  let settings: SettingsFile
  let importer: PhotoImporter

  var inbox: Inbox { Inbox(importer: self, folder: { folder }, counts: counts) }

  private var folder: String? { settings.known().inbox.map(Folders.expanded) }

  private func inboxImporter(_ folder: String) -> InboxImporter {
    InboxImporter(folder, importer: importer, now: { SystemClock.now / 1000 })
  }

  func proposal(
    for folder: String, grouping: PhotoGrouping,
    progress: @escaping @Sendable (Progress) -> Void
  ) async throws -> PhotoProposal? {
    try await inboxImporter(folder).proposal(grouping: grouping, progress: progress)
  }

  func write(
    _ groups: [PhotoGroup], progress: @escaping @Sendable (Progress) -> Void
  ) async throws -> PhotoImportOutcome {
    guard let folder else { return PhotoImportOutcome() }
    return try await inboxImporter(folder).write(groups, progress: progress)
  }

  private func counts() -> AsyncStream<InboxCount> {
    AsyncStream { continuation in
      guard let folder, let found = FileChanges() else { return continuation.finish() }
      let inbox = inboxImporter(folder)
      let queue = DispatchQueue(label: "photodiary.inbox", qos: .background)
      let source = DispatchSource.makeReadSource(
        fileDescriptor: found.descriptor.number, queue: queue)
      let update: @Sendable () -> Void = {
        // Watches folders that are new; others are watched already.
        for folder in inbox.watchedFolders { found.watch(folder, for: Self.changes) }
        continuation.yield(inbox.count())
      }
      source.setEventHandler {
        found.drain()
        update()
      }
      source.setCancelHandler { found.close() }
      continuation.onTermination = { _ in source.cancel() }
      source.activate()
      queue.async(execute: update)
    }
  }

  private static let changes: FileChanges.Kinds = [
    .created, .movedIn, .movedOut, .closed, .removed,
  ]
}

// MARK: - FolderExport

/// Exports started on a screen.
struct FolderExport: Sendable {
  let exporter: Exporter
  let diary: DiaryService

  func size(of entries: [ID<Entry>]?) async throws -> ExportSize? {
    let predicate = entries.map { EntryPredicate.ids(Set($0)) } ?? .all
    var size = ExportSize()
    var photos: Set<AssetID> = []
    var files: Set<AssetFile> = []
    for await batch in try await diary.batches(EntryQuery(predicate)) {
      if Task.isCancelled { return nil }
      size.entries += batch.count
      for entry in batch {
        size.bytes += entry.title.utf8.count + entry.content.utf8.count
        photos.formUnion(entry.photos.map(\.asset))
        for file in entry.photos.map(\.file) + entry.attachments.map(\.file)
        where files.insert(file).inserted {
          size.bytes += Int(InputFile.size(of: diary.path(of: file)) ?? 0)
        }
      }
    }
    size.photos = photos.count
    return size
  }

  func export(
    _ request: ExportRequest, progress: @escaping @Sendable (Progress) -> Void
  ) async throws -> ExportOutcome? {
    do {
      let predicate = request.entries.map { EntryPredicate.ids(Set($0)) } ?? .all
      let summary = try await exporter.export(
        entries: EntryQuery(predicate), of: diary, to: request.folder,
        format: request.format,
        options: ExportOptions(
          keepsLocation: request.keepsLocation, passphrase: request.passphrase),
        progress: ProgressThrottle(progress).report)
      let isSite = request.format == .html && request.passphrase == nil
      return ExportOutcome(
        folder: summary.folder, page: isSite ? summary.sitePage : nil, entries: summary.entries,
        photos: summary.photos, problems: summary.problems.map(\.line), notes: summary.notes)
    } catch DiaryError.export(_, .cancelled) {
      return nil
    }
  }
}
