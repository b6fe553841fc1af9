import DiaryCore

/// How far an export has come.
package struct ExportProgress: Hashable, Sendable {
  package var entries = 0
  /// How many entries there were to export when it began.
  package var totalEntries = 0
  /// Photos that a book shows, else photo files in the export, those of an earlier one that still
  /// hold among them.
  package var photos = 0
  /// Bytes that were written.
  package var bytes: Int64 = 0
}

/// What an export did.
package struct ExportSummary: Hashable, Sendable {
  /// The folder that holds the export, with symbolic links resolved.
  package var folder: String
  package var entries: Int
  package var photos: Int
  /// Files that are new or replaced; the others of the export already held what they should.
  package var written: Int
  /// Files of an earlier export that went, for the diary no longer has what they showed.
  package var removed: Int
  /// Files that would have gone with them but for what a person has changed there: their paths.
  package var kept: [String]
  /// What the export had to leave out.
  package var problems: [ExportProblem]
  /// Photos that lost with their positions a film or another picture, too, which stood in their files.
  package var partialPhotos: Int
}

/// A photo or an attachment that an export had to leave out.
package struct ExportProblem: Hashable, Sendable {
  package enum Fault: Hashable, Sendable {
    /// The diary doesn't have the file, or can't read it.
    case missing
    /// The position couldn't be taken out of the copy.
    case locationNotRemoved(PictureProblem)
  }

  /// Its name and the title of the entry that has it.
  package var photo: String
  package var entry: String
  package var fault: Fault
}
