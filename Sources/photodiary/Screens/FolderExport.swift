import DiaryCore
import Interchange

/// Exports that a screen asks for.
struct FolderExport: DiaryExporting {
  let exporter: Exporter
  let diary: DiaryService

  func size(of entries: [ID<Entry>]?) async throws(DiaryError) -> ExportSize? {
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
  ) async throws(DiaryError) -> ExportOutcome? {
    do throws(DiaryError) {
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
    } catch .export(_, .cancelled) {
      return nil
    }
  }
}
