import DiaryCore
import System

/// A private folder that goes with this value and all that is in it, unless it is kept. It is locked
/// meanwhile, which tells it from what a program left that was killed.
struct LockedFolder: ~Copyable {
  let parent: Folder
  let name: String
  let folder: Folder
  private var isKept = false

  init(in parent: consuming Folder, called name: String) throws(DiaryError) {
    // A diary is private: until it is where it should be, nobody else may look.
    try parent.makeFolder(name)
    do throws(DiaryError) {
      folder = try parent.subfolder(name)
    } catch {
      parent.removeTree(name)
      throw error
    }
    StaleFiles.lock(folder.descriptor)
    self.parent = parent
    self.name = name
  }

  mutating func keep() { isKept = true }

  deinit {
    if !isKept { parent.removeTree(name) }
  }
}
