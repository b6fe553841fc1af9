import DiaryCore
import Glibc

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
    removeAll { _, status in status.st_mtim.tv_sec < time(nil) - Self.longestOpen }
  }

  /// Removes those of photos that are gone from the diary for good.
  func remove(of assets: Set<AssetID>) {
    if !assets.isEmpty { removeAll { asset, _ in assets.contains(asset) } }
  }

  private func removeAll(where isUnwanted: (AssetID, stat) -> Bool) {
    guard let stream = opendir(folder) else { return }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      var status = stat()
      let path = folder + "/" + name
      guard let asset = AssetID(String(name.prefix { $0 != "-" })), lstat(path, &status) == 0,
        isUnwanted(asset, status)
      else { continue }
      TemporaryFolder.remove(path)
    }
  }
}
