import DiaryCore
import System

/// Where a revision's line begins: in which log, at which byte.
struct LineLocation: Hashable, Sendable {
  let log: String
  let offset: Int
}

/// One log of the store, append-only.
struct LogFile {
  let layout: StoreLayout
  /// `<device>/<yyyy-mm>.jsonl`
  let name: String

  /// Makes the names of the log, of the folders that it is in and of the store survive a power cut.
  func syncNames(of path: String) throws(DiaryError) {
    var folder = Path.parent(path)
    while folder.utf8.count >= layout.root.utf8.count {
      try FileSystem.sync(folder: folder)
      folder = Path.parent(folder)
    }
    // Above the store, as far as a program of ours can have made folders.
    let device = FileSystem.status(of: layout.root)?.device
    while FileSystem.status(of: folder)?.device == device {
      do throws(DiaryError) {
        try FileSystem.sync(folder: folder)
      } catch .store(_, .noPermission) {
        return
      }
      if folder == "/" { return }
      folder = Path.parent(folder)
    }
  }
}
