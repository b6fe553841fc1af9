/// A preview of the import of another diary, before anything is imported.
package struct ImportPreview: Hashable, Sendable {
  /// The format's name, such as `Day One`.
  package var format: String
  package var entries = 0
  /// The number of imported entries that have changed there since.
  package var updates = 0
  package var existing = 0
  package var photos = 0
  package var attachments = 0
  /// The number of comments that aren't in the diary yet.
  package var comments = 0
  /// The number of new entries that someone else wrote in another PhotoDiary diary.
  package var writtenByOthers = 0
  /// True if such entries become the user's, and aren't counted.
  package var isMine = false
  package var days: ClosedRange<CalendarDay>?
  /// The number of entries to import by the name of their journal.
  package var journals: [String: Int] = [:]
  /// Anything that can't be imported, or not unchanged, a line each.
  package var problems: [String] = []

  package init(format: String) { self.format = format }
}

/// The contents of a path that the user wants to import.
package enum ImportCandidate: Hashable, Sendable {
  case diary(ImportPreview)
  /// A folder of photos, which another screen imports, and the reasons for files that it skips, a
  /// line each.
  case photos(folder: String, problems: [String] = [])
}

/// The result of a complete import. Imports are atomic.
package struct ImportResult: Hashable, Sendable {
  package var saved: [SavedRevision]
  /// The earlier fields of the entries that it updated.
  package var earlier: [ID<Entry>: EntryFields]
  package var photos: Int
  package var attachments: Int
  package var comments: Int
  /// Anything that couldn't be imported, a line each.
  package var problems: [String]

  package init(
    saved: [SavedRevision], earlier: [ID<Entry>: EntryFields], photos: Int, attachments: Int,
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

/// Imports other programs' diaries.
package protocol DiaryImporting: Sendable {
  /// Reads a file or folder completely, and writes nothing. Returns `nil` if the task was canceled.
  ///
  /// - Parameters:
  ///   - updates: `true` to also import changes to entries that were imported before.
  ///   - mine: `true` to make entries from other PhotoDiary diaries the user's; by default if the
  ///     diary is empty and all of them have one author, as on a new computer.
  /// - Throws: an error if the file can't be read or its format is unknown.
  func read(
    _ path: String, updates: Bool, mine: Bool?, progress: @escaping @Sendable (Progress) -> Void
  ) async throws -> ImportCandidate?

  /// Imports what was read last. Returns `nil` if the task was canceled; then the diary is
  /// unchanged.
  ///
  /// - Throws: an error if it can't be saved; then the diary is unchanged.
  func write(progress: @escaping @Sendable (Progress) -> Void) async throws -> ImportResult?

  /// Releases what was read.
  func discard() async
}

/// The folder that other devices fill with files to import.
package struct Inbox: Sendable {
  /// Imports the files in the folder, and moves the imported ones away.
  package let importer: any PhotoImporting
  /// Returns the folder in the settings; `nil` if there is none.
  package let folder: @Sendable () async -> String?
  /// Returns a stream of the numbers of waiting files: the current ones, then every change.
  package let counts: @Sendable () -> AsyncStream<InboxCount>

  package init(
    importer: any PhotoImporting, folder: @escaping @Sendable () async -> String?,
    counts: @escaping @Sendable () -> AsyncStream<InboxCount>
  ) {
    (self.importer, self.folder, self.counts) = (importer, folder, counts)
  }
}

/// The numbers of files that wait in an inbox, by the kinds that their names indicate.
package struct InboxCount: Hashable, Sendable {
  package var photos = 0
  package var notes = 0
  package var videos = 0
  package var recordings = 0

  package init(photos: Int = 0, notes: Int = 0, videos: Int = 0, recordings: Int = 0) {
    (self.photos, self.notes, self.videos, self.recordings) = (photos, notes, videos, recordings)
  }

  /// Counts videos and recordings by their names.
  package init(photos: Int, notes: Int, media: [String]) {
    let videos = media.count { MediaType(ofFileNamed: $0).isVideo }
    self.init(photos: photos, notes: notes, videos: videos, recordings: media.count - videos)
  }

  package var total: Int { photos + notes + videos + recordings }
}

// MARK: - Export

/// A request to export entries.
package struct ExportRequest: Hashable, Sendable {
  package var folder: String
  package var format: ExportFormat
  package var keepsLocation: Bool
  /// The entries to export; `nil` for all.
  package var entries: [ID<Entry>]?
  /// The passphrase of an encrypted file; `nil` to export to a folder.
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

/// The size of an export.
package struct ExportSize: Hashable, Sendable {
  package var entries = 0
  package var photos = 0
  /// The size of the texts, and of the photos as stored in the diary.
  package var bytes = 0

  package init() {}
}

/// The result of an export.
package struct ExportOutcome: Hashable, Sendable {
  /// The absolute path of the export.
  package var folder: String
  /// The absolute path of a site's first page; `nil` for other formats.
  package var page: String?
  package var entries: Int
  package var photos: Int
  /// Anything that couldn't be exported and the reason, a line each.
  package var problems: [String]
  /// Other changes to the folder, a line each.
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

/// The format of an export.
package enum ExportFormat: String, Hashable, Sendable, CaseIterable {
  /// A Markdown file for each entry in a folder for each year, next to the photos.
  case markdown
  /// All entries in one `diary.json`, next to the photos.
  case json
  /// `dayone.zip` in Day One's format: a JSON file for each journal, and the photos.
  case dayone
  /// A text file in jrnl's format, next to the photos.
  case jrnl
  /// A small static website.
  case html
  /// A book: `diary.pdf`.
  case pdf
}
