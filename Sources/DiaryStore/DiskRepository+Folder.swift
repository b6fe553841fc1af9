import DiaryCore
import System

extension DiskRepository {
  func currentTable() throws(DiaryError) -> EntryTable {
    try catchUp()
    return follower.table
  }

  func catchUp() throws(DiaryError) {
    // Whoever reads what is open needn't ask again; a save does.
    if !follower.isOpen { try checkFormat() }
    try follower.catchUp()
  }

  func checkFormat() throws(DiaryError) {
    guard FileSystem.status(of: layout.root) != nil else { return }
    guard FileSystem.isFolder(layout.root) else { throw .store(path: layout.root, .notAFolder) }
    try StoreFormat.check(layout)
  }

  /// Makes the folder and what explains it, unless they are there.
  func makeStore() throws(DiaryError) {
    try checkFormat()
    // A diary that was there and is gone, as with its disk, isn't begun anew in its place.
    if cachedOwner != nil, FileSystem.status(of: layout.owner) == nil {
      throw .store(path: layout.root, .missing)
    }
    let isLinked = FileSystem.status(of: layout.chains) != nil
    for folder in [layout.root, layout.assets, layout.logs, layout.chains] {
      try FileSystem.makeFolders(folder)
    }
    // One that was written by an earlier program doesn't explain how lines are linked.
    if FileSystem.status(of: layout.format) == nil
      || !isLinked && !StoreFormat.isUnsaid(in: layout)
    {
      try StoreFormat.write(to: layout)
    }
  }
}
