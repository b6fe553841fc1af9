/// What to export, and where to.
package struct ExportRequest: Hashable, Sendable {
  package var folder: String
  package var format: ExportFormat
  package var keepsLocation: Bool
  /// Those that are exported; `nil` for all.
  package var entries: [ID<Entry>]?
  /// What it is encrypted with, into one file; `nil` for a folder.
  package var passphrase: Passphrase?

  package init(
    folder: String, format: ExportFormat, keepsLocation: Bool, entries: [ID<Entry>]? = nil,
    passphrase: Passphrase? = nil
  ) {
    self.passphrase = passphrase
    self.folder = folder
    self.format = format
    self.keepsLocation = keepsLocation
    self.entries = entries
  }
}

/// How much an export would write.
package struct ExportSize: Hashable, Sendable {
  package var entries = 0
  package var photos = 0
  /// Of the texts and the photos as they are in the diary.
  package var bytes = 0

  package init() {}
}

/// What an export did.
package struct ExportOutcome: Hashable, Sendable {
  /// Where it is, as an absolute path.
  package var folder: String
  /// The page of it that a browser shows first, as an absolute path; `nil` of what is no site.
  package var page: String?
  package var entries: Int
  package var photos: Int
  /// What could not be exported and why, a line each.
  package var problems: [String]
  /// What else became of the folder, a line each.
  package var notes: [String]

  package init(
    folder: String, page: String? = nil, entries: Int, photos: Int, problems: [String],
    notes: [String] = []
  ) {
    self.folder = folder
    self.page = page
    self.entries = entries
    self.photos = photos
    self.problems = problems
    self.notes = notes
  }
}

/// Writes entries of the diary to a folder.
package protocol DiaryExporting: Sendable {
  /// Looks at entries, at all of them for `nil`, and their photos. `nil` when its task is cancelled.
  func size(of entries: [ID<Entry>]?) async throws(DiaryError) -> ExportSize?

  /// Stops when its task is cancelled, and leaves the folder as it was. `nil` then.
  func export(
    _ request: ExportRequest, progress: @escaping @Sendable (Progress) -> Void
  ) async throws(DiaryError) -> ExportOutcome?
}
