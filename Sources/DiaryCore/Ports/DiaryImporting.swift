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
