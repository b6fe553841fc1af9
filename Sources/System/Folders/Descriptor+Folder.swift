import Glibc

/// Names in a folder that is open.
extension Descriptor {
  /// What stands at a name; itself, unless links are followed.
  package func status(
    of name: String, followingLinks: Bool = false
  ) throws(ErrorNumber) -> FileStatus {
    var found = stat()
    guard fstatat(number, name.systemPath, &found, followingLinks ? 0 : AT_SYMLINK_NOFOLLOW) == 0
    else {
      throw .last
    }
    return FileStatus(found)
  }

  /// Opens the folder of that name, which may not be a symbolic link.
  package func openFolder(_ name: String) throws(ErrorNumber) -> Descriptor {
    try Descriptor.open(name, in: self, [.readOnly, .folder, .noFollow])
  }

  package func makeFolder(_ name: String, mode: UInt32) throws(ErrorNumber) {
    guard mkdirat(number, name.systemPath, mode) == 0 else { throw .last }
  }

  /// Removes a file, or just its name.
  package func unlink(_ name: String) throws(ErrorNumber) {
    guard unlinkat(number, name.systemPath, 0) == 0 else { throw .last }
  }

  /// Removes a folder if it is empty. Returns whether it was.
  @discardableResult
  package func removeEmptyFolder(_ name: String) -> Bool {
    unlinkat(number, name.systemPath, AT_REMOVEDIR) == 0
  }

  /// Gives something another name, in this folder or in another one, in place of what has that.
  package func rename(
    _ name: String, to new: String, in folder: Descriptor
  ) throws(ErrorNumber) {
    guard renameat(number, name.systemPath, folder.number, new.systemPath) == 0 else { throw .last }
  }

  /// Gives a file one more name, in this folder or in another one.
  package func link(_ name: String, as new: String, in folder: Descriptor) throws(ErrorNumber) {
    guard linkat(number, name.systemPath, folder.number, new.systemPath, 0) == 0 else {
      throw .last
    }
  }

  /// Removes what has a name in this folder with all that is in it as far as that can be done,
  /// through no symbolic link. Names may be left alone at its top, and with them the folder.
  func removeTree(_ name: String, except kept: Set<String> = []) {
    if let folder = try? openFolder(name) {
      for child in folder.readableNames where !kept.contains(child) {
        if (try? folder.unlink(child)) == nil { folder.removeTree(child) }
      }
      folder.close()
    }
    if kept.isEmpty { removeEmptyFolder(name) }
  }

  /// Read before the first is removed; as far as they can be read.
  private var readableNames: [String] {
    guard var stream = try? FolderStream(self) else { return [] }
    var names: [String] = []
    while let name = try? stream.next() { names.append(name) }
    return names
  }
}
