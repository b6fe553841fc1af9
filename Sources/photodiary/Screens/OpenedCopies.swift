import DiaryCore
import System

/// The copies of photos that were opened in the desktop's viewer: each in a folder of its own,
/// named by the photo, for an earlier one may have been changed or be on its way still.
struct OpenedCopies {
  let folder: String

  /// After a day, nobody looks at a copy any more, in seconds.
  private static let longestOpen = 86_400

  func newFolder(for asset: AssetID) -> String {
    "\(folder)/\(asset)-\(ID<OpenedCopies>.random())"
  }

  func removeOld() {
    removeAll { _, status in status.modified.seconds < SystemClock.seconds - Self.longestOpen }
  }

  /// Removes those of photos that are gone from the diary for good.
  func remove(of assets: Set<AssetID>) {
    if !assets.isEmpty { removeAll { asset, _ in assets.contains(asset) } }
  }

  /// Removes all of them.
  func removeEverything() { FileSystem.removeTree(folder) }

  private func removeAll(where isUnwanted: (AssetID, FileStatus) -> Bool) {
    for name in (try? FileSystem.names(in: folder)) ?? [] {
      let path = folder + "/" + name
      guard let asset = AssetID(String(name.prefix { $0 != "-" })),
        let status = FileSystem.ownStatus(of: path), isUnwanted(asset, status)
      else { continue }
      TemporaryFolder.remove(path)
    }
  }
}
