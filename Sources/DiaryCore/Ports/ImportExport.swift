/// What an import of another diary would bring, before anything of it is in the diary.
package struct ImportPreview: Hashable, Sendable {
  /// What it is called: `Day One`.
  package var format: String
  package var entries = 0
  /// Entries that have changed there since they were imported.
  package var updates = 0
  package var alreadyThere = 0
  package var photos = 0
  package var attachments = 0
  /// What is said under entries and isn't in the diary yet.
  package var comments = 0
  package var days: ClosedRange<CalendarDay>?
  /// How many entries of each journal would come, by their names.
  package var journals: [String: Int] = [:]
  /// What could not be brought, or not as it was, a line each.
  package var problems: [String] = []

  package init(format: String) { self.format = format }
}

/// What a person named to be imported.
package enum ImportCandidate: Hashable, Sendable {
  case diary(ImportPreview)
  /// A folder of photos, for which there is another screen; and what of it isn't brought, a line each.
  case photos(folder: String, problems: [String] = [])
}

/// What an import did: all of it, or nothing.
package struct ImportResult: Hashable, Sendable {
  package var saved: [SavedState]
  /// What the entries said before that it updated.
  package var earlier: [ID<Entry>: EntryFields]
  package var photos: Int
  package var attachments: Int
  package var comments: Int
  /// What could not be brought, a line each.
  package var problems: [String]

  package init(
    saved: [SavedState], earlier: [ID<Entry>: EntryFields], photos: Int, attachments: Int,
    comments: Int = 0, problems: [String]
  ) {
    self.saved = saved
    self.earlier = earlier
    self.photos = photos
    self.attachments = attachments
    self.comments = comments
    self.problems = problems
  }
}

/// Brings another program's diary.
package protocol DiaryImporting: Sendable {
  /// Reads all of a file or folder, and writes nothing. `nil` when the task was cancelled. With
  /// `updates`, what has changed there since it was imported would be brought as well.
  func read(
    _ path: String, updates: Bool, progress: @escaping @Sendable (Progress) -> Void
  ) async throws(DiaryError) -> ImportCandidate?

  /// Brings what was read last. `nil` when the task was cancelled; then, and when this throws, the
  /// diary is as before.
  func write(
    progress: @escaping @Sendable (Progress) -> Void
  ) async throws(DiaryError) -> ImportResult?

  /// Lets go of what was read.
  func forget() async
}

/// Makes entries of what arrives in a folder that other devices fill, and puts away what was taken.
package protocol InboxImporting: PhotoImporting {
  /// The folder as it is set now; `nil` where none is.
  func folder() async -> String?
  /// What waits there, now and whenever that changes.
  func counts() -> AsyncStream<InboxCount>
}

/// How much waits in an inbox, by the names of the files.
package struct InboxCount: Hashable, Sendable {
  package var photos = 0
  package var notes = 0
  package var films = 0
  package var recordings = 0

  package init(photos: Int = 0, notes: Int = 0, films: Int = 0, recordings: Int = 0) {
    (self.photos, self.notes, self.films, self.recordings) = (photos, notes, films, recordings)
  }

  /// - Parameter media: the names of films and recordings.
  package init(photos: Int, notes: Int, media: [String]) {
    let films = media.count { MediaType(ofFileNamed: $0).isFilm }
    self.init(photos: photos, notes: notes, films: films, recordings: media.count - films)
  }

  package var total: Int { photos + notes + films + recordings }
}

// MARK: - Export

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

/// What an export is written as.
package enum ExportFormat: String, Hashable, Sendable, CaseIterable {
  /// A Markdown file for each entry, in a folder for each year, and the photos beside them.
  case markdown
  /// All entries in one `diary.json`, and the photos beside it.
  case json
  /// `dayone.zip`, as Day One exports and imports: a JSON file for each journal, and the photos.
  case dayone
  /// One text file that jrnl reads, and the photos beside it.
  case jrnl
  /// A small static site, to be read in a browser.
  case html
  /// A book, as one `diary.pdf`.
  case pdf
}
