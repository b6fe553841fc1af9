import DiaryCore
import Dispatch
import System

/// The files of photos and attachments of a diary on disk.
extension DiskRepository {
  package nonisolated func path(of file: AssetFile) -> String { layout.path(of: file) }

  package nonisolated var assetOpener: any AssetOpener {
    StoreAssetOpener(layout: layout, previews: previewsFolder)
  }

  package nonisolated func shownPath(of file: AssetFile) -> String {
    let path = layout.path(of: file)
    guard let preview = previewPath?(file), !hasAsset(file), FileSystem.exists(preview) else {
      return path
    }
    return preview
  }

  package func storeAsset(
    from path: String, type: MediaType
  ) async throws(DiaryError) -> (asset: AssetID, size: Int, wasThere: Bool) {
    _ = try await owner()
    try makeStore()
    return try await Self.add(path, type, to: AssetFolder(layout: layout))
  }

  /// Every log is read, away from the actor; under the lock, what they have gained since.
  package func removeUnused(_ files: Set<AssetFile>) async throws(DiaryError) {
    var references = try await Self.references(layout, to: Set(files.map(\.asset)))
    let lock = try await storeLock()
    try references.update()
    let drafted = try draftedAssets()
    var folders: Set<String> = []
    for file in files {
      guard !references.contains(layout.relativePath(of: file)), !references.mayName(file.asset),
        !drafted.contains(file.asset)
      else { continue }
      let path = layout.path(of: file)
      try FileSystem.remove(path)
      folders.insert(Path.parent(path))
    }
    for folder in folders where FileSystem.isFolder(folder) {
      try FileSystem.sync(folder: folder)
    }
    _ = consume lock
  }

  @concurrent private nonisolated static func references(
    _ layout: StoreLayout, to files: Set<AssetID>
  ) async throws(DiaryError) -> AssetReferences {
    var references = AssetReferences(layout: layout, orphans: files)
    try references.update()
    return references
  }

  package nonisolated func asset(ofFileAt path: String) throws(DiaryError) -> AssetID {
    try AssetFolder.asset(ofPhotoAt: path)
  }

  /// Beside the actor, for copying and hashing would keep everything else waiting, and on threads
  /// of their own, for so would the disk: Swift's pool has as many threads as there are processors.
  private nonisolated static func add(
    _ path: String, _ type: MediaType, to folder: AssetFolder
  ) async throws(DiaryError) -> (asset: AssetID, size: Int, wasThere: Bool) {
    let result = await withCheckedContinuation { continuation in
      assetQueue.async(
        execute: Invocation.carrying {
          continuation.resume(
            returning: Result { () throws(DiaryError) in try folder.add(path, type: type) })
        })
    }
    return try result.get()
  }

  private static let assetQueue = DispatchQueue(
    label: "photodiary.assets", attributes: .concurrent)

  /// What an entry names for the first time may have gone with the trash since it was added.
  func requireAssets(of entry: Entry) throws(DiaryError) {
    guard !entry.photos.isEmpty || !entry.attachments.isEmpty else { return }
    var known = Set(try follower.state(of: entry.id)?.entry.files.map(\.asset) ?? [])
    func isGone(_ file: AssetFile) -> Bool {
      !known.contains(file.asset) && FileSystem.status(of: path(of: file)) == nil
    }
    guard entry.files.contains(where: isGone) else { return }
    // What the entry once had may be on another machine.
    known.formUnion(try revisions(of: entry.id).flatMap { $0.entry.files.map(\.asset) })
    if let photo = entry.photos.first(where: { isGone($0.file) }) {
      throw .photo(path: photo.name, .gone)
    }
    if let attachment = entry.attachments.first(where: { isGone($0.file) }) {
      throw .attachment(path: attachment.name, .gone)
    }
  }
}
