import Crypto
import DiaryCore
import Dispatch
import System

/// The store's photos and attachments, each named by its bytes, written once and never changed.
struct AssetFolder {
  let layout: StoreLayout

  private static let pieceSize = 1 << 20

  /// Keeps a copy of a file's bytes, unless they are kept already. When this returns, it survives
  /// a power cut.
  func add(
    _ source: String, type: MediaType
  ) throws(DiaryError) -> (asset: AssetID, size: Int, wasThere: Bool) {
    let input = try Self.open(source)
    var output = try StoreOutput(in: layout.assets, of: layout)
    var size = 0
    let asset = try Self.asset(of: input) { piece throws(DiaryError) in
      try output.write(piece)
      size += piece.count
    }
    let path = layout.path(of: AssetFile(asset: asset, type: type))
    let folder = Path.parent(path)
    // The same photo again. A file of another size is a damaged one, which this one heals.
    if let known = FileSystem.status(of: path), known.size == layout.storedSize(of: size) {
      // Someone wants it again: its days of grace, should nobody name it, begin anew.
      FileSystem.touch(path)
      // Whoever gave it its name may have been killed before that was durable.
      try FileSystem.sync(folder: folder)
      return (asset, size, true)
    }
    // So may whoever made the folder: it has a photo only once its own name is durable.
    try FileSystem.makeFolder(folder)
    if try FileSystem.names(in: folder).isEmpty {
      try FileSystem.sync(folder: layout.assets)
    }
    try output.commit(as: path)
    return (asset, size, false)
  }

  /// Every file in the folder with its asset, if its name is one.
  func files() throws(DiaryError) -> [(path: String, asset: AssetID?)] {
    var files: [(String, AssetID?)] = []
    for folder in try FileSystem.names(in: layout.assets) {
      let path = Path.join(layout.assets, folder)
      // A hidden folder is another program's.
      guard FileSystem.isFolder(path), !folder.hasPrefix(".") else {
        files.append((path, nil))
        continue
      }
      for name in try FileSystem.names(in: path) {
        files.append((Path.join(path, name), Self.asset(named: name)))
      }
    }
    return files
  }

  /// The asset that a file's name says it is.
  static func asset(named path: String) -> AssetID? {
    AssetID(Path.name(path).prefix { $0 != "." })
  }

  /// Whether a file, by its path within the store, is named as an asset and stands where that is.
  static func isAsset(_ file: String) -> Bool {
    asset(named: file).map { isPlace(file, of: $0) } ?? false
  }

  /// Whether a file, by its path within the store, stands in the folder of its asset.
  static func isPlace(_ file: String, of asset: AssetID) -> Bool {
    file.hasPrefix("assets/\(asset.description.prefix(2))/\(asset).")
  }

  /// The asset that a photo's bytes would be. Nothing else may have a hand on the store's files,
  /// but any program on this one: it is read, not mapped.
  static func asset(ofPhotoAt path: String) throws(DiaryError) -> AssetID {
    try asset(of: try open(path)) { _ throws(DiaryError) in
      if Task.isCancelled { throw .photo(path: path, .unreadable) }
    }
  }

  /// Reads a photo to its end; gives the asset that its bytes are.
  static func asset(
    of input: borrowing OpenFile, _ take: (UnsafeRawBufferPointer) throws(DiaryError) -> Void
  ) throws(DiaryError) -> AssetID {
    var hash = SHA256()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceSize, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count: Int
      do throws(DiaryError) {
        count = try input.read(into: buffer)
      } catch {
        throw .photo(path: input.path, .unreadable)
      }
      guard count > 0 else { return AssetID(digest: hash.finalize()) }
      let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      hash.update(bufferPointer: piece)
      try take(piece)
    }
  }

  /// The asset that the bytes of a file of the store are.
  func asset(ofFileAt path: String) throws(DiaryError) -> AssetID {
    var hash = SHA256()
    try layout.forEachPiece(of: path) { hash.update(bufferPointer: $0) }
    return AssetID(digest: hash.finalize())
  }

  /// The asset that a file of the store is, by its name or, where that doesn't tell, by its bytes.
  func asset(at path: String) -> AssetID? {
    layout.isEncrypted ? try? asset(ofFileAt: path) : Self.asset(named: path)
  }

  static func open(_ path: String) throws(DiaryError) -> OpenFile {
    // A named pipe would block the open.
    let descriptor: Descriptor
    do throws(ErrorNumber) {
      descriptor = try Descriptor.open(path, [.readOnly, .nonBlocking])
    } catch {
      let isMissing = error == .noSuchFile || error == .notAFolder
      throw .photo(path: path, isMissing ? .missing : .unreadable)
    }
    let file = OpenFile(descriptor: descriptor, path: path)
    switch try file.status().kind {
    case .file: return file
    case .folder: throw .photo(path: path, .isFolder)
    case .link, .other: throw .photo(path: path, .notAFile)
    }
  }
}

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
