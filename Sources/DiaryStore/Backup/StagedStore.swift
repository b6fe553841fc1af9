import DiaryCore
import System

/// The folder in which a copy of a store grows before anyone takes it for one. It goes with all that
/// is in it, unless it has been given its name.
///
/// Its own name is always the same in one place, so that what a killed program left is found and
/// emptied by the next; a lock in it keeps two programs from using it at once. The lock's file stays
/// in the copy, as every store has one.
struct StagedStore: ~Copyable {
  let layout: StoreLayout
  private let lock: FileLock
  private var isPublished = false

  init(at path: String, cipher: StoreCipher = StoreCipher()) throws(DiaryError) {
    layout = StoreLayout(root: path, cipher: cipher)
    lock = try Self.lock(layout)
    FileSystem.removeTree(path, except: [Path.name(layout.lock)])
  }

  private static func lock(_ layout: StoreLayout) throws(DiaryError) -> FileLock {
    while true {
      try FileSystem.makeFolder(layout.root)
      // What a link leads to is someone else's, and would be emptied.
      guard FileSystem.ownStatus(of: layout.root)?.isFolder != false else {
        throw .store(path: layout.root, .notAFolder)
      }
      do throws(DiaryError) {
        let lock = try FileLock(layout.lock)
        if lock.isInPlace { return lock }
      } catch .store(_, .missing) {
        // Whoever had the folder has removed it, or given it its name, in this moment.
      }
    }
  }

  deinit {
    if !isPublished { FileSystem.removeTree(layout.root) }
  }

  /// Makes all of it survive a power cut, but for its name.
  func sync() throws(DiaryError) { try FileSystem.syncAll(in: layout.root) }

  /// Gives it its name, which nothing may have. Returns whether nothing had.
  mutating func publish(asNew path: String) throws(DiaryError) -> Bool {
    guard try FileSystem.rename(layout.root, toFree: path) else { return false }
    isPublished = true
    try FileSystem.sync(folder: Path.parent(path))
    return true
  }

  /// Puts it in the place of an empty folder.
  mutating func publish(inPlaceOf path: String) throws(DiaryError) {
    try FileSystem.rename(layout.root, to: path)
    isPublished = true
    try FileSystem.sync(folder: Path.parent(path))
  }
}
