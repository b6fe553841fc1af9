import DiaryCore
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
