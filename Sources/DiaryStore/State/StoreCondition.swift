import CSystem
import DiaryCore
import Glibc
import Words

/// What keeps a store from being read or written now, found without reading what is in it.
struct StoreCondition {
  let layout: StoreLayout

  /// Throws when there is no store, or it can't be looked into.
  func requireReadable() throws(DiaryError) {
    var found = stat()
    guard stat(layout.root, &found) == 0 else {
      // A file that stands where a folder above should be.
      if errno == ENOTDIR { throw .store(path: layout.root, .missing) }
      throw SystemCalls.failure(.reading, layout.root)
    }
    guard found.st_mode & S_IFMT == S_IFDIR else { throw .store(path: layout.root, .notAFolder) }
    for folder in [layout.root, layout.logs, layout.assets] {
      _ = try SystemCalls.names(in: folder)
    }
    try StoreFormat.check(layout)
  }

  /// Throws when nothing can be saved: the file system is mounted so, or the folders are someone
  /// else's.
  func requireWritable() throws(DiaryError) {
    for folder in [layout.root, layout.logs] where access(folder, W_OK | X_OK) != 0 {
      switch errno {
      case EROFS, EACCES, EPERM: throw .store(path: layout.root, .readOnly)
      case ENOENT: break
      case let code: throw SystemCalls.failure(.writing, folder, code: code)
      }
    }
  }

  /// Throws when another program holds the lock at this moment.
  func requireUnlocked() throws(DiaryError) {
    guard let file = try? OpenFile.reading(layout.lock) else { return }
    if pd_is_locked(file.descriptor) == 1 { throw .store(path: layout.root, .locked) }
  }

  /// Throws when the logs have lines and not one that can be read, for a diary that shows nothing.
  func requireReadableLines() throws(DiaryError) {
    let reader = LogReader(layout: layout)
    for (name, end) in try reader.logs() where end.size > 0 {
      var isDamaged = false
      try reader.forEachLine(of: name) { line in
        if !line.isTorn, !LineCheck.isTorn(line.bytes) { isDamaged = true }
      }
      if isDamaged {
        throw .store(path: layout.logs, .damaged(localized("none of its lines can be read")))
      }
    }
  }

  /// Throws when nobody may edit what is there, for a diary that has entries.
  func requireOwner() throws(DiaryError) {
    guard SystemCalls.information(layout.owner) == nil else { return }
    throw .store(
      path: layout.owner, .damaged(localized("it's missing, and with it the diary's author")))
  }
}
