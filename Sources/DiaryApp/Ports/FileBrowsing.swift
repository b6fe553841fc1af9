/// A file or folder as the photo picker shows it.
package struct FileItem: Hashable, Sendable {
  package var name: String
  package var isFolder: Bool
  /// In bytes.
  package var size: Int

  package init(name: String, isFolder: Bool, size: Int) {
    self.name = name
    self.isFolder = isFolder
    self.size = size
  }
}

/// Why a folder can't be looked into.
package enum FolderFault: Error, Hashable, Sendable {
  case missing
  case notAFolder
  case noPermission
}

/// Looks into folders.
package protocol FileBrowsing: Sendable {
  /// The folder to begin in: where photos were found the last time, else the person's pictures.
  func startFolder() -> String
  /// The person's home folder, which `~` stands for.
  func homeFolder() -> String
  /// The folders and photos in a folder, hidden ones aside, folders first, by name.
  func items(in folder: String) async -> Result<[FileItem], FolderFault>
  /// Remembers where photos were found.
  func remember(folder: String) async
}
