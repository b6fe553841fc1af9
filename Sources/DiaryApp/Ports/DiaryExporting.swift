import DiaryCore

/// What to export, and where to.
package struct ExportRequest: Hashable, Sendable {
  package enum Format: String, Hashable, Sendable, CaseIterable {
    case markdown
    case json
  }

  package var folder: String
  package var format: Format
  package var keepsLocation: Bool
  /// Those that are exported; `nil` for all.
  package var entries: [ID<Entry>]?

  package init(
    folder: String, format: Format, keepsLocation: Bool, entries: [ID<Entry>]? = nil
  ) {
    self.folder = folder
    self.format = format
    self.keepsLocation = keepsLocation
    self.entries = entries
  }
}

/// How far an export is.
package struct ExportStage: Hashable, Sendable {
  package var entries: Int
  package var totalEntries: Int
  package var photos: Int

  package init(entries: Int, totalEntries: Int, photos: Int) {
    self.entries = entries
    self.totalEntries = totalEntries
    self.photos = photos
  }
}

/// What an export did.
package struct ExportOutcome: Hashable, Sendable {
  package var entries: Int
  package var photos: Int
  /// What could not be exported and why, a line each.
  package var problems: [String]

  package init(entries: Int, photos: Int, problems: [String]) {
    self.entries = entries
    self.photos = photos
    self.problems = problems
  }
}

/// Writes entries of the diary to a folder.
package protocol DiaryExporting: Sendable {
  /// Stops when its task is cancelled, and leaves the folder as it was. `nil` then.
  func export(
    _ request: ExportRequest, progress: @escaping @Sendable (ExportStage) -> Void
  ) async throws(DiaryError) -> ExportOutcome?
}
