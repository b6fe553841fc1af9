import DiaryCore
import Glibc

/// Writes entries and their photos to a folder, to be read by other programs.
///
/// The export appears whole or not at all. A folder that holds an earlier export of the diary in
/// the same format is brought up to date: what a person put there stays, and so does what a
/// person changed there until the diary changes it, too.
package struct Exporter: Sendable {
  private let locationRemover: any LocationRemover

  private let helpers: ExportHelpers

  package init(
    locationRemover: any LocationRemover, helpers: ExportHelpers = ExportHelpers()
  ) {
    self.locationRemover = locationRemover
    self.helpers = helpers
  }

  /// Exports the entries of a query to a folder, which is made if need be. Photos that can't be
  /// exported are named in the summary. Stops when the task is cancelled.
  ///
  /// Throws `DiaryError.export` when the folder can't take the export, or the export fails.
  package func export(
    entries query: EntryQuery = EntryQuery(), of service: DiaryService, to folder: String,
    format: ExportFormat, options: ExportOptions = ExportOptions(),
    progress: @Sendable (ExportProgress) -> Void = { _ in }
  ) async throws(DiaryError) -> ExportSummary {
    do throws(DiaryError) {
      let status = await service.status()
      // Asked for by itself, for a status is told even where the author can't be read.
      let author = try await service.knownIdentity()
      let target = try ExportTarget(
        at: folder, store: status.path, author: author?.id ?? AuthorID(""), format: format)
      let parents = try target.makeParents()
      do throws(DiaryError) {
        var run = try ExportRun(
          to: target, of: service, author: author, format: format, options: options,
          locationRemover: locationRemover, helpers: helpers)
        try await run.write(try await Self.ordered(query, format, service), progress: progress)
        return try run.publish()
      } catch {
        for parent in parents.reversed() { rmdir(parent) }
        throw error
      }
    } catch {
      // Whoever asked knows the place by the name that they gave.
      guard case .export(_, let fault) = error else { throw error }
      throw .export(path: folder, fault)
    }
  }

  /// Oldest first where the order isn't seen, so that of two entries with one name the older one
  /// keeps it when a newer one comes. What is read from month to month is so whatever was asked.
  private static func ordered(
    _ query: EntryQuery, _ format: ExportFormat, _ service: DiaryService
  ) async throws(DiaryError) -> EntryQuery {
    let isWhole = query.limit == nil && query.offset == 0
    switch format {
    case .markdown where isWhole:
      return EntryQuery(query.predicate, sort: .date, isAscending: true)
    case .html, .pdf:
      // The newest of all are the last ones from the other end.
      let count = isWhole ? 0 : try await service.count(query.predicate)
      let left = max(0, count - query.offset)
      let limit = query.limit.map { min($0, left) }
      return EntryQuery(
        query.predicate, sort: .date, isAscending: true, offset: left - (limit ?? left),
        limit: isWhole ? nil : limit ?? left)
    default: return query
    }
  }
}
