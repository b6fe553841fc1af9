import DiaryCore
import System
import Text

/// Exports entries and their photos to a folder that other programs can read, or to one encrypted
/// file with the same contents.
///
/// An export appears complete or not at all. A folder that holds an earlier export of the diary in
/// the same format is updated: files that the user added are kept, and so are files that the user
/// edited until the diary changes them too.
package struct Exporter: Sendable {
  let locationRemover: any LocationRemover
  let helpers: ExportHelpers

  package init(
    locationRemover: any LocationRemover, helpers: ExportHelpers = ExportHelpers()
  ) {
    self.locationRemover = locationRemover
    self.helpers = helpers
  }

  /// Exports a query's entries to a folder, which is created if needed, or to a file if `options`
  /// has a passphrase. The summary lists photos that can't be exported. Stops if the task is
  /// cancelled.
  ///
  /// - Throws: `DiaryError.export` if the folder can't be used for this export, the export fails or
  ///   is cancelled; otherwise the error of reading the diary.
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
      // Report the path as the user gave it.
      guard case .export(_, let failure) = error, failure != .fileExists else { throw error }
      throw .export(path: folder, failure)
    }
  }

  private func exportFolder(
    _ query: EntryQuery, of service: DiaryService, to folder: String, _ format: ExportFormat,
    _ options: ExportOptions, _ progress: @escaping @Sendable (Progress) -> Void
  ) async throws(DiaryError) -> ExportSummary {
    let status = await service.status()
    // Read separately, because the status is reported even if the author can't be read.
    let author = try await service.existingAuthor()
    let id = author?.id ?? .unassigned
    let target = try ExportTarget(at: folder, store: status.path, author: id, format: format)
    return try await withFolder(target.parent) { () async throws(DiaryError) in
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
    let author = try await service.existingAuthor()
    let target = try SealedTarget(at: file, store: await service.status().path)
    return try await withFolder(target.folder) { () async throws(DiaryError) in
      let sink = try SealedSink(target, passphrase: passphrase, time: service.time().seconds)
      var run = ExportRun(
        of: service, to: target.path, ExportTree(sink: sink), author: author, format: format,
        options: options, by: self, report: progress)
      try await run.write(query)
      try sink.publish()
      return run.summary()
    }
  }

  /// Creates a folder and its parents, and removes those it created if the work fails.
  private func withFolder(
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

  /// Returns the query with its order changed where the format doesn't show it: oldest first, so
  /// that of two entries with one name the older one keeps it when a newer one is added. Formats
  /// read month by month are always in this order.
  private static func ordered(
    _ query: EntryQuery, for format: ExportFormat, of service: DiaryService
  ) async throws(DiaryError) -> EntryQuery {
    let isWhole = query.limit == nil && query.offset == 0
    switch format {
    case .json: return query
    case .html, .pdf:
      // In ascending order, the newest entries are the last ones.
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

/// An export's folder: resolved, checked, with the manifest of an earlier export in it.
struct ExportTarget {
  /// The path without symbolic links.
  let path: String
  let exists: Bool
  /// `true` if the folder contains nothing at all or doesn't exist.
  let isEmpty: Bool
  let earlier: ExportManifest?

  /// Resolves and checks a path.
  /// - Throws: `DiaryError.export` if this diary can't be exported there.
  init(
    at given: String, store: String?, author: AuthorID, format: ExportFormat
  ) throws(DiaryError) {
    path = Path.resolved(given)
    if let store, Path.contains(Path.resolved(store), path) {
      throw .export(path: given, .insideStore)
    }
    guard let status = FileSystem.statusNoFollow(of: path) else {
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

/// The result of an export.
package struct ExportSummary: Hashable, Sendable {
  /// The folder that holds the export, with symbolic links resolved.
  package var folder: String
  package var entries: Int
  package var photos: Int
  /// The number of files that are new or replaced. The export's other files were up to date.
  package var written: Int
  /// The number of an earlier export's files that were removed because the diary no longer has
  /// their contents.
  package var removed: Int
  /// The paths of files that would have been removed but were edited by the user.
  package var kept: [String]
  /// The photos and attachments that were left out.
  package var problems: [ExportIssue]
  /// The number of photos that lost an embedded video or picture together with their position.
  package var partialPhotos: Int
  /// The reasons why photos on other machines couldn't be fetched, one line for each remote that
  /// failed.
  package var fetchErrors: [String] = []
}

/// A photo or an attachment that was left out of an export.
package struct ExportIssue: Hashable, Sendable {
  package enum Fault: Hashable, Sendable {
    /// The diary doesn't have the file or can't read it.
    case missing
    /// The file is on another machine and couldn't be fetched.
    case elsewhere
    /// The position couldn't be removed from the copy.
    case locationNotRemoved(PictureProblem)
  }

  /// The file's name. `entry` is the title of its entry.
  package var photo: String
  package var entry: String
  package var failure: Fault
}

extension ExportSummary {
  /// The path of a site's start page.
  package var sitePage: String { "\(folder)/\(SiteFrame.home.text)" }

  /// Notes on the export for the user, one line each and safe for a terminal: remotes that failed,
  /// embedded videos and pictures left out, and an earlier export's files that were removed or
  /// kept.
  package var notes: [String] { fetchErrors + partialLines + obsoleteLines }

  private var partialLines: [String] {
    guard partialPhotos > 0 else { return [] }
    let photos = CountText.photos(partialPhotos)
    return [
      localized(
        "\(photos) exported without the embedded video or images; use --keep-location to keep them"
      )
    ]
  }

  private var obsoleteLines: [String] {
    var lines = kept.map { path in
      localized(
        "\(path.printable) is no longer part of the export, but was kept because you edited it")
    }
    if removed > 0 {
      lines.append(localized("Removed \(CountText.files(removed)) no longer part of the export"))
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
      localized("it's on another device and couldn't be downloaded. Sync, then export again")
    case .missing: localized("it's missing or unreadable. Run `photodiary verify`")
    case .locationNotRemoved(.unavailable):
      localized("its location couldn't be removed because photodiary-picture failed")
    case .locationNotRemoved:
      localized("its location couldn't be removed. Use --keep-location to export it anyway")
    }
  }
}
