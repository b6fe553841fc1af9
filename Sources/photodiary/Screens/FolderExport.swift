import DiaryApp
import DiaryCore
import Interchange

/// Exports that a screen asks for.
struct FolderExport: DiaryExporting {
  private let exporter: Exporter
  private let diary: DiaryService

  init(_ exporter: Exporter, _ diary: DiaryService) {
    self.exporter = exporter
    self.diary = diary
  }

  func export(
    _ request: ExportRequest, progress: @escaping @Sendable (ExportStage) -> Void
  ) async throws(DiaryError) -> ExportOutcome? {
    do throws(DiaryError) {
      let predicate = request.entries.map { EntryPredicate.ids(Set($0)) } ?? .all
      let summary = try await exporter.export(
        entries: EntryQuery(predicate), of: diary, to: request.folder,
        format: request.format == .json ? .json : .markdown,
        options: ExportOptions(keepsLocation: request.keepsLocation)
      ) { stage in
        progress(
          ExportStage(
            entries: stage.entries, totalEntries: stage.totalEntries, photos: stage.photos))
      }
      return ExportOutcome(
        entries: summary.entries, photos: summary.photos, problems: summary.problems.map(\.line))
    } catch .export(_, .cancelled) {
      return nil
    }
  }
}
