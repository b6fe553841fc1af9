import DiaryCore
import Localization
import System

/// Writes entries and their photos to a folder, to be read by other programs, or to one encrypted
/// file with what the folder would hold.
///
/// The export appears whole or not at all. A folder that holds an earlier export of the diary in
/// the same format is brought up to date: what a person put there stays, and so does what a
/// person changed there until the diary changes it, too.
package struct Exporter: Sendable {
  let locationRemover: any LocationRemover
  let helpers: ExportHelpers

  package init(
    locationRemover: any LocationRemover, helpers: ExportHelpers = ExportHelpers()
  ) {
    self.locationRemover = locationRemover
    self.helpers = helpers
  }

  /// Exports the entries of a query to a folder, which is made if need be. Photos that can't be
  /// exported are named in the summary. Stops when the task is cancelled.
  ///
  /// - Throws: `DiaryError.export` when the folder can't take the export, or the export fails.
  package func export(
    entries query: EntryQuery = EntryQuery(), of service: DiaryService, to folder: String,
    format: ExportFormat, options: ExportOptions = ExportOptions(),
    progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async throws(DiaryError) -> ExportSummary {
    do throws(DiaryError) {
      let query = try await Self.ordered(query, for: format, of: service)
      guard let passphrase = options.passphrase else {
        return try await exportFolder(query, of: service, to: folder, format, options, progress)
      }
      return try await exportSealed(
        query, of: service, to: folder, format, options, passphrase, progress)
    } catch {
      // Whoever asked knows the place by the name that they gave.
      guard case .export(_, let failure) = error, failure != .fileExists else { throw error }
      throw .export(path: folder, failure)
    }
  }

  private func exportFolder(
    _ query: EntryQuery, of service: DiaryService, to folder: String, _ format: ExportFormat,
    _ options: ExportOptions, _ progress: @escaping @Sendable (Progress) -> Void
  ) async throws(DiaryError) -> ExportSummary {
    let status = await service.status()
    // Asked for by itself, for a status is told even where the author can't be read.
    let author = try await service.knownIdentity()
    let id = author?.id ?? .nobody
    let target = try ExportTarget(at: folder, store: status.path, author: id, format: format)
    return try await making(target.parent) { () async throws(DiaryError) in
      let publisher = ExportPublisher(
        target: target, manifest: ExportManifest(author: id, format: format))
      let sink = FolderSink(try publisher.makeStaging())
      let tree = ExportTree(
        sink: sink, target: target.exists ? try Folder(at: target.path) : nil,
        earlier: target.earlier)
      var run = ExportRun(
        of: service, to: target.path, tree, author: author, format: format, options: options,
        by: self, report: progress)
      try await run.write(query)
      return run.summary(try publisher.publish(run.tree, sink))
    }
  }

  private func exportSealed(
    _ query: EntryQuery, of service: DiaryService, to file: String, _ format: ExportFormat,
    _ options: ExportOptions, _ passphrase: Passphrase,
    _ progress: @escaping @Sendable (Progress) -> Void
  ) async throws(DiaryError) -> ExportSummary {
    let author = try await service.knownIdentity()
    let target = try SealedTarget(at: file, store: await service.status().path)
    return try await making(target.folder) { () async throws(DiaryError) in
      let sink = try SealedSink(target, passphrase: passphrase, time: service.time().seconds)
      var run = ExportRun(
        of: service, to: target.path, ExportTree(sink: sink), author: author, format: format,
        options: options, by: self, report: progress)
      try await run.write(query)
      try sink.publish()
      return run.summary()
    }
  }

  /// Makes a folder and those above it, which go again if the work in them fails.
  private func making(
    _ folder: String, _ work: () async throws(DiaryError) -> ExportSummary
  ) async throws(DiaryError) -> ExportSummary {
    let parents = try FileSystem.makeFolders(folder, mode: 0o777)
    do throws(DiaryError) {
      return try await work()
    } catch {
      for parent in parents.reversed() { FileSystem.removeEmptyFolder(parent) }
      throw error
    }
  }

  /// Oldest first where the order isn't seen, so that of two entries with one name the older one
  /// keeps it when a newer one comes. What is read from month to month is so whatever was asked.
  private static func ordered(
    _ query: EntryQuery, for format: ExportFormat, of service: DiaryService
  ) async throws(DiaryError) -> EntryQuery {
    let isWhole = query.limit == nil && query.offset == 0
    switch format {
    case .json: return query
    case .html, .pdf:
      // The newest of all are the last ones from the other end.
      let count = isWhole ? 0 : try await service.count(query.predicate)
      let left = max(0, count - query.offset)
      let limit = query.limit.map { min($0, left) }
      return EntryQuery(
        query.predicate, sort: .date, isAscending: true, offset: left - (limit ?? left),
        limit: isWhole ? nil : limit ?? left)
    case .markdown, .dayone, .jrnl:
      return isWhole ? EntryQuery(query.predicate, sort: .date, isAscending: true) : query
    }
  }
}

/// The place of an export: resolved, allowed, and with what an earlier export left there.
struct ExportTarget {
  /// Without symbolic links.
  let path: String
  let exists: Bool
  /// Whether nothing at all is in it; that which isn't there is empty.
  let isEmpty: Bool
  let earlier: ExportManifest?

  /// Throws when an export of this diary may not go to that place.
  init(
    at given: String, store: String?, author: AuthorID, format: ExportFormat
  ) throws(DiaryError) {
    path = Path.resolved(given)
    if let store, Path.holds(Path.resolved(store), path) {
      throw .export(path: given, .insideStore)
    }
    guard let status = FileSystem.ownStatus(of: path) else {
      (exists, isEmpty, earlier) = (false, true, nil)
      return
    }
    guard status.isFolder else { throw .export(path: given, .notAFolder) }
    exists = true
    let folder = try Folder(at: path)
    let names = try folder.names()
    isEmpty = names.isEmpty
    guard names.contains(where: { !StagingFolder.isLeftover($0) }) else {
      earlier = nil
      return
    }
    guard let manifest = ExportManifest(in: folder), manifest.format == format else {
      throw .export(path: given, .notEmpty)
    }
    guard manifest.author == author else { throw .export(path: given, .otherDiary) }
    earlier = manifest
  }

  var name: String { Path.split(path).name }
  var parent: String { Path.split(path).folder }
}

/// What an export did.
package struct ExportSummary: Hashable, Sendable {
  /// The folder that holds the export, with symbolic links resolved.
  package var folder: String
  package var entries: Int
  package var photos: Int
  /// Files that are new or replaced; the others of the export already held what they should.
  package var written: Int
  /// Files of an earlier export that went, for the diary no longer has what they showed.
  package var removed: Int
  /// Files that would have gone with them but for what a person has changed there: their paths.
  package var kept: [String]
  /// What the export had to leave out.
  package var problems: [ExportIssue]
  /// Photos that lost with their positions a film or another picture, too, which stood in their files.
  package var partialPhotos: Int
  /// Why photos that are on other machines couldn't be fetched, a line for each place that failed.
  package var fetchErrors: [String] = []
}

/// A photo or an attachment that an export had to leave out.
package struct ExportIssue: Hashable, Sendable {
  package enum Fault: Hashable, Sendable {
    /// The diary doesn't have the file, or can't read it.
    case missing
    /// It is on another machine, and couldn't be fetched.
    case elsewhere
    /// The position couldn't be taken out of the copy.
    case locationNotRemoved(PictureProblem)
  }

  /// Its name and the title of the entry that has it.
  package var photo: String
  package var entry: String
  package var failure: Fault
}

extension ExportSummary {
  /// Of a site, the page that a browser shows first.
  package var sitePage: String { "\(folder)/\(SiteFrame.home.text)" }

  /// What else a person should know of an export, a line each, safe for a terminal: which remotes
  /// failed, what photos lost with their positions, and what became of files that only an earlier export in the
  /// same folder had.
  package var notes: [String] { fetchErrors + partialLines + obsoleteLines }

  private var partialLines: [String] {
    guard partialPhotos > 0 else { return [] }
    let photos = CountWords.photos(partialPhotos)
    return [
      localized(
        "\(photos) exported without the embedded video or pictures; --keep-location keeps them"
      )
    ]
  }

  private var obsoleteLines: [String] {
    var lines = kept.map { path in
      localized(
        "\(path.printable) is no longer part of the export, but was kept because you edited it")
    }
    if removed > 0 {
      lines.append(
        localized("Removed \(CountWords.files(removed)) of the earlier export in that folder"))
    }
    return lines
  }
}

extension ExportIssue {
  /// The problem on one line, safe for a terminal.
  package var line: String {
    localized("The file \(photo) of “\(entry)” was left out: \(reason).").printable
  }

  private var reason: String {
    switch failure {
    case .elsewhere:
      localized("it's on another machine, and couldn't be fetched. Sync, then export again")
    case .missing: localized("its file is missing or unreadable. Run `photodiary verify`")
    case .locationNotRemoved(.unavailable):
      localized("its location couldn't be removed because photodiary-picture failed")
    case .locationNotRemoved:
      localized("its location couldn't be removed. Use --keep-location to export it anyway")
    }
  }
}
