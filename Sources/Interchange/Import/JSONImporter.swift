import DiaryCore
import Glibc

/// Reads entries from JSON Lines or from a JSON array, whichever it is given.
///
/// An entry that can't be taken is refused and named; the others come. Doing it again adds
/// nothing.
package struct JSONImporter: Sendable {
  private let localOffset: @Sendable (Int64) -> Int

  /// `localOffset` is asked for the offset of this place, in seconds east of UTC, at a local time
  /// given as seconds since 1970: that of dates which name none.
  package init(localOffset: @escaping @Sendable (Int64) -> Int) { self.localOffset = localOffset }

  /// Adds the source's entries to a diary. When the task is cancelled, what has been added stays.
  ///
  /// Throws `DiaryError.input` when the source can't be read, and whatever the diary throws when
  /// it can't save; entries up to then are in.
  ///
  /// What is unpacked names files beside it: it has no say in what else of this machine comes into
  /// the diary.
  package func importEntries(
    from source: ImportSource, isUnpacked: Bool = false, into service: DiaryService,
    progress: @Sendable (ImportProgress) -> Void = { _ in }
  ) async throws(DiaryError) -> ImportSummary {
    switch source {
    case .descriptor(let descriptor, _, _):
      return try await read(descriptor, source, isUnpacked, into: service, progress)
    case .file(let path):
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else {
        throw .input(name: path, errno == ENOENT ? .missing : Self.unreadable(errno))
      }
      defer { close(descriptor) }
      return try await read(descriptor, source, isUnpacked, into: service, progress)
    }
  }

  private func read(
    _ descriptor: Int32, _ source: ImportSource, _ isUnpacked: Bool, into service: DiaryService,
    _ report: @Sendable (ImportProgress) -> Void
  ) async throws(DiaryError) -> ImportSummary {
    var rows = JSONRows(descriptor: descriptor)
    let author = try await service.identity().id
    let defaults = EntryDraft.Defaults(author: author, localOffset: localOffset)
    var batch = ImportBatch(into: service, from: source, isUnpacked: isUnpacked)
    while !Task.isCancelled, let row = try Self.next(of: &rows, source) {
      do throws(EntryFault) {
        batch.add(try Self.draft(row, defaults), size: row.size)
      } catch {
        batch.summary.refused.append(ImportRefusal(line: row.line, fault: error))
      }
      guard batch.isFull else { continue }
      try await batch.save()
      report(batch.progress(bytes: rows.bytesRead))
    }
    try await batch.save()
    try await service.settle()
    report(batch.progress(bytes: rows.bytesRead))
    batch.summary.wasCancelled = Task.isCancelled
    batch.summary.refused.sort { $0.line < $1.line }
    return batch.summary
  }

  private static func next(
    of rows: inout JSONRows, _ source: ImportSource
  ) throws(DiaryError) -> JSONRows.Row? {
    do throws(JSONRows.ReadFailure) {
      return try rows.next()
    } catch {
      throw .input(name: source.name, unreadable(error.code))
    }
  }

  private static func unreadable(_ code: Int32) -> InputFault {
    .unreadable(reason: String(cString: strerror(code)))
  }

  private static func draft(
    _ row: JSONRows.Row, _ defaults: EntryDraft.Defaults
  ) throws(EntryFault) -> EntryDraft {
    try EntryDraft(try row.json, line: row.line, defaults: defaults)
  }
}
