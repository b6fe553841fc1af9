import DiaryCore

/// The backup before, as far as the next one may share its photos.
struct EarlierBackup {
  let layout: StoreLayout
  /// Those that were what their names say when they were backed up. A damaged list has none, and then
  /// everything is copied anew.
  let photos: Set<String>

  init(_ path: String) {
    layout = StoreLayout(root: path)
    let manifest = try? BackupManifest(at: layout.backupManifest)
    photos = Set(
      (manifest?.files ?? []).filter { AssetFolder.asset(named: $0.path) == $0.digest }
        .map(\.path))
  }
}
