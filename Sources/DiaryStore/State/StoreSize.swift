import DiaryCore
import System

/// How much there is in a store, by the names and sizes of its files alone.
struct StoreSize {
  private(set) var bytes = 0
  /// How many files are photos or attachments, and how many of these are none by their names.
  private(set) var assets = 0
  private(set) var attachments = 0

  /// What can't be looked into isn't counted. Symbolic links aren't followed.
  init(of layout: StoreLayout) {
    add(layout.root, isAssets: false, layout)
  }

  private mutating func add(_ folder: String, isAssets: Bool, _ layout: StoreLayout) {
    for name in (try? FileSystem.names(in: folder)) ?? [] {
      let path = Path.join(folder, name)
      guard let found = FileSystem.ownStatus(of: path) else { continue }
      if found.isFolder {
        add(path, isAssets: isAssets || path == layout.assets, layout)
      } else {
        bytes += found.size
        guard isAssets, AssetID(name.prefix { $0 != "." }) != nil else { continue }
        assets += 1
        if !MediaType.isPhoto(named: name) { attachments += 1 }
      }
    }
  }
}
