/// Text that the user hasn't saved yet.
package struct Draft: Hashable, Sendable {
  /// Identifies the editing session.
  package var id: ID<Draft>
  /// The edited entry; `nil` for a new one. `base` has the revisions at which it was opened.
  package var entry: ID<Entry>?
  package var base: [ID<Revision>]
  package var fields: EntryFields
  /// The diary of a new entry if several are shown as one and it isn't the first.
  package var diary: DiaryName?
  /// The contents of the date field, which may not be a valid date yet.
  package var dateText: String

  package init(
    id: ID<Draft>, entry: ID<Entry>?, base: [ID<Revision>], fields: EntryFields, dateText: String,
    diary: DiaryName? = nil
  ) {
    self.id = id
    self.entry = entry
    self.base = base
    self.fields = fields
    self.dateText = dateText
    self.diary = diary
  }
}

/// A draft that the user discarded. It can be restored for a while.
package struct DiscardedDraft: Hashable, Sendable {
  /// The number of days for which it is kept.
  package static let days: Int64 = 30

  package let draft: Draft
  /// The time at which it was discarded.
  package let time: Timestamp

  package init(_ draft: Draft, at time: Timestamp) {
    self.draft = draft
    self.time = time
  }

  /// Returns `true` until the draft has been kept for `days`.
  package func isRestorable(at now: Timestamp) -> Bool {
    now.seconds - time.seconds <= Self.days * 86_400
  }
}

/// Stores drafts, so that they survive a crash or power cut.
package protocol DraftStoring: Sendable {
  /// Keeps other programs from continuing a draft. Returns `false` if one is editing it or has
  /// changed it since it was read: then this program stores its text as a separate draft.
  func claim(_ draft: Draft) async -> Bool
  /// Stores a draft, replacing its earlier state. When this returns, it survives a power cut.
  ///
  /// - Throws: an error if it can't be written.
  func save(_ draft: Draft) async throws
  /// Removes a draft that was saved or is empty.
  func remove(_ id: ID<Draft>) async
  /// Moves a draft to the discarded ones. When this returns, this survives a power cut. Returns the
  /// ID under which it is listed, which differs from its own if another program uses that.
  ///
  /// - Throws: an error if it can't be written.
  @discardableResult
  func discard(_ draft: Draft) async throws -> ID<Draft>
  /// Returns the drafts that remained and that no running program is writing, the latest first.
  func remaining() async -> [Draft]
  /// Returns the discarded drafts that are still kept, the latest first.
  func discarded() async -> [DiscardedDraft]
}

// MARK: - Folders

/// A file or folder in the file picker.
package struct FileItem: Hashable, Sendable {
  package var name: String
  package var isFolder: Bool
  /// The size in bytes.
  package var size: Int
  /// The time of the last change.
  package var modified: Timestamp

  package init(
    name: String, isFolder: Bool, size: Int, modified: Timestamp = Timestamp(milliseconds: 0)
  ) {
    self.name = name
    self.isFolder = isFolder
    self.size = size
    self.modified = modified
  }

  package var isHidden: Bool { name.hasPrefix(".") }

  package var state: FileState { FileState(size: size, modified: modified) }
}

/// A file's size and time, which change with its contents.
package struct FileState: Hashable, Sendable {
  package var size: Int
  package var modified: Timestamp
}

/// The purpose of browsing folders. The last folder is remembered for each.
package enum FolderUse: String, Hashable, Sendable, CaseIterable {
  case photos, diaries
}

/// Browses folders.
package protocol FileBrowsing: Sendable {
  /// Returns the first folder to show: the last one that was used, or the user's pictures or
  /// downloads.
  func initialFolder(for use: FolderUse) -> String
  /// Returns the user's home folder, which `~` abbreviates.
  func homeFolder() -> String
  /// Returns the folders and photos in a folder, or all files including hidden ones; folders first,
  /// sorted by name.
  func items(in folder: String, allFiles: Bool) async -> Result<[FileItem], MessageError>
  /// Returns the first path that isn't a regular file; `nil` if all are.
  func firstMissing(of paths: [String]) async -> String?
  /// Remembers a folder for the next time.
  func remember(folder: String, for use: FolderUse) async
}
