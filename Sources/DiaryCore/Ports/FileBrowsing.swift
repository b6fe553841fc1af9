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
