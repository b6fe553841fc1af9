/// What a person has written and not saved.
package struct Draft: Hashable, Sendable {
  /// Names the session of writing.
  package var id: ID<Draft>
  /// The entry that is being edited and the revisions it was opened at; `nil` for a new one.
  package var entry: ID<Entry>?
  package var base: [ID<Revision>]
  package var fields: EntryFields
  /// The diary that a new one is for, where several are shown as one and it isn't the first.
  package var diary: DiaryName?
  /// The date field as typed, which may not be a date yet.
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

/// A draft that a person has thrown away. It can be brought back for a while.
package struct DiscardedDraft: Hashable, Sendable {
  /// How many days it is kept.
  package static let days: Int64 = 30

  package let draft: Draft
  /// When it was thrown away.
  package let time: Timestamp

  package init(_ draft: Draft, at time: Timestamp) {
    self.draft = draft
    self.time = time
  }

  package func isKept(at now: Timestamp) -> Bool {
    now.seconds - time.seconds <= Self.days * 86_400
  }
}

/// Keeps drafts where a crash or a power cut can't reach them.
package protocol DraftKeeping: Sendable {
  /// Keeps a draft in the place of its earlier state. When this returns, it survives a power cut.
  func keep(_ draft: Draft) async throws(DiaryError)
  /// Removes a draft: it was saved, or holds nothing any more.
  func remove(_ id: ID<Draft>) async
  /// Throws a draft away, which is kept among the discarded ones for a while. When this returns, it
  /// survives a power cut.
  func discard(_ draft: Draft) async throws(DiaryError)
  /// Drafts that were left and that no running program is writing, the latest first.
  func left() async -> [Draft]
  /// Drafts that were thrown away and are still kept, the latest first.
  func discarded() async -> [DiscardedDraft]
}

// MARK: - Folders

/// A file or folder as the photo picker shows it.
package struct FileItem: Hashable, Sendable {
  package var name: String
  package var isFolder: Bool
  /// In bytes.
  package var size: Int
  /// When it was last changed.
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

/// What changes with a file's bytes.
package struct FileState: Hashable, Sendable {
  package var size: Int
  package var modified: Timestamp
}

/// Why a folder can't be looked into.
package enum FolderError: Error, Hashable, Sendable {
  case missing
  case notAFolder
  case noPermission
}

/// What a person looks for in folders; for each of it, they are in places of their own.
package enum FolderUse: String, Hashable, Sendable, CaseIterable {
  case photos, diaries
}

/// Looks into folders.
package protocol FileBrowsing: Sendable {
  /// The folder to begin in: the one of the last time, else the person's pictures or downloads.
  func startFolder(for use: FolderUse) -> String
  /// The person's home folder, which `~` stands for.
  func homeFolder() -> String
  /// The folders and photos in a folder, or all its files, hidden ones too, folders first, by name.
  func items(in folder: String, allFiles: Bool) async -> Result<[FileItem], FolderError>
  /// The first of the paths at which there is no regular file; `nil` when all are files.
  func firstMissing(of paths: [String]) async -> String?
  /// Remembers where something was found.
  func remember(folder: String, for use: FolderUse) async
}
