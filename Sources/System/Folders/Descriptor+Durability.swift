import CSystem

/// Durability of a folder with all that is in it.
extension Descriptor {
  /// Makes all that is in an open folder survive a power cut, by one call for the whole file system where
  /// there is one.
  package func syncFolder() throws(ErrorNumber) {
    guard Facility.syncingFileSystem.isAvailable else { return try syncTree() }
    guard pd_sync_file_system(number) == 0 else { throw .last }
  }

  /// The same file by file, from the bottom up. What goes meanwhile needn't be there after a power cut, and
  /// what this person may not read is none of their writing.
  package func syncTree() throws(ErrorNumber) {
    var stream = try FolderStream(self)
    for name in try stream.names() {
      do throws(ErrorNumber) {
        switch try status(of: name).kind {
        case .folder:
          let folder = try openFolder(name)
          defer { folder.close() }
          try folder.syncTree()
        case .file:
          let file = try Descriptor.open(name, in: self, [.readOnly, .noFollow, .nonBlocking])
          defer { file.close() }
          try file.sync()
        case .link, .other: break
        }
      } catch {
        guard [.noSuchFile, .accessDenied].contains(error) else { throw error }
      }
    }
    try sync()
  }
}
