import DiaryCore
import Glibc

/// A folder with all that is in it.
enum FolderTree {
  /// Removes it as far as that can be done, through no symbolic link: what a link leads to stays.
  /// Names may be left alone at its top, and with them the folder.
  static func remove(_ path: String, except kept: Set<String> = []) {
    remove(Path.name(path), in: AT_FDCWD, at: path, except: kept)
  }

  private static func remove(
    _ name: String, in parent: Int32, at path: String? = nil, except kept: Set<String> = []
  ) {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    let folder = openat(parent, path ?? name, flags)
    if folder >= 0 {
      for child in names(in: folder) where !kept.contains(child) {
        if unlinkat(folder, child, 0) != 0 { remove(child, in: folder) }
      }
      close(folder)
    }
    if kept.isEmpty { unlinkat(parent, path ?? name, AT_REMOVEDIR) }
  }

  private static func names(in folder: Int32) -> [String] {
    let copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0, let stream = fdopendir(copy) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }

  /// The regular files below a folder by their paths in it, in order; none if it doesn't exist.
  /// Neither what is hidden nor a link is among them.
  static func files(below folder: String) throws(DiaryError) -> [String] {
    var files: [String] = []
    for name in try SystemCalls.names(in: folder) where !name.hasPrefix(".") {
      guard let found = SystemCalls.ownInformation(Path.join(folder, name)) else { continue }
      if found.isRegularFile {
        files.append(name)
      } else if found.isFolder {
        for file in try Self.files(below: Path.join(folder, name)) {
          files.append(Path.join(name, file))
        }
      }
    }
    return files
  }
}
