import DiaryCore
import Glibc

/// Writes entries and their photos to a folder, to be read by other programs.
///
/// The export appears whole or not at all. A folder that holds an earlier export of the diary in
/// the same format is brought up to date: what a person put there stays, and so does what a
/// person changed there until the diary changes it, too.
package struct Exporter: Sendable {
  private let locationRemover: any LocationRemover

  package init(locationRemover: any LocationRemover) { self.locationRemover = locationRemover }

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
      let author = try await service.knownIdentity()?.id ?? AuthorID("")
      let target = try ExportTarget(
        at: folder, store: status.path, author: author, format: format)
      let parents = try target.makeParents()
      do throws(DiaryError) {
        var run = try ExportRun(
          to: target, of: service, author: author, format: format, options: options,
          locationRemover: locationRemover)
        try await run.write(Self.ordered(query, for: format), progress: progress)
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
  /// keeps it when a newer one comes.
  private static func ordered(_ query: EntryQuery, for format: ExportFormat) -> EntryQuery {
    guard format == .markdown, query.limit == nil, query.offset == 0 else { return query }
    return EntryQuery(query.predicate, sort: .date, isAscending: true)
  }
}
