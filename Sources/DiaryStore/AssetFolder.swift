import Crypto
import DiaryCore
import Dispatch
import System

/// The store's photos and attachments. Each file is named by the SHA-256 of its bytes, written once
/// and never changed.
struct AssetFolder {
  let layout: StoreLayout

  private static let pieceSize = 1 << 20

  /// Copies a file into the store, unless it already contains the same bytes. When this returns,
  /// the copy survives a power cut.
  ///
  /// - Throws: `DiaryError.photo` if the source can't be read, or an error if the store
  ///   can't be written.
  func add(_ source: String, type: MediaType) throws -> (asset: AssetID, size: Int, existed: Bool) {
    let input = try Self.open(source)
    var output = try StoreOutput(in: layout.assets, of: layout)
    var size = 0
    let asset = try Self.asset(of: input) { piece in
      try output.write(piece)
      size += piece.count
    }
    let path = layout.path(of: AssetFile(asset: asset, type: type))
    let folder = Path.parent(path)
    // The same photo again. A file of another size is damaged and gets replaced below.
    if let known = FileSystem.status(of: path), known.size == layout.storedSize(of: size) {
      // Restarts the grace period after which unused files are removed.
      FileSystem.touch(path)
      // The program that renamed the file may have been killed before the name was durable.
      try FileSystem.sync(folder: folder)
      return (asset, size, true)
    }
    // The same applies to the folder: it contains a photo only after its own name is durable.
    try FileSystem.makeFolder(folder)
    if try FileSystem.names(in: folder).isEmpty {
      try FileSystem.sync(folder: layout.assets)
    }
    try output.commit(as: path)
    return (asset, size, false)
  }

  /// Returns all files in the folder, each with the asset in its name, or `nil` if the name isn't
  /// an asset's.
  func files() throws -> [(path: String, asset: AssetID?)] {
    var files: [(String, AssetID?)] = []
    for folder in try FileSystem.names(in: layout.assets) {
      let path = Path.join(layout.assets, folder)
      // Hidden folders belong to other programs.
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

  /// Returns the asset in a file's name.
  static func asset(named path: String) -> AssetID? {
    AssetID(Path.name(path).prefix { $0 != "." })
  }

  /// Returns `true` if a path within the store has the name and folder of an asset.
  static func isAsset(_ file: String) -> Bool {
    asset(named: file).map { isPlace(file, of: $0) } ?? false
  }

  /// Returns `true` if a path within the store is in the folder of this asset.
  static func isPlace(_ file: String, of asset: AssetID) -> Bool {
    file.hasPrefix("assets/\(asset.description.prefix(2))/\(asset).")
  }

  /// Returns the asset that a photo outside the store would become. The file is read, not mapped,
  /// because other programs may truncate it.
  static func asset(ofPhotoAt path: String) throws -> AssetID {
    try asset(of: try open(path)) { _ in
      if Task.isCancelled { throw DiaryError.photo(path: path, .unreadable) }
    }
  }

  /// Reads a photo to its end and returns the asset for its bytes. Calls `body` with each piece;
  /// the buffer is valid during the call only.
  static func asset(
    of input: borrowing OpenFile, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> AssetID {
    var hash = SHA256()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceSize, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count: Int
      do {
        count = try input.read(into: buffer)
      } catch {
        throw DiaryError.photo(path: input.path, .unreadable)
      }
      guard count > 0 else { return AssetID(digest: hash.finalize()) }
      let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      hash.update(bufferPointer: piece)
      try body(piece)
    }
  }

  /// Returns the asset for the bytes of a file in the store, decrypted if necessary.
  func asset(ofFileAt path: String) throws -> AssetID {
    var hash = SHA256()
    try layout.forEachPiece(of: path) { hash.update(bufferPointer: $0) }
    return AssetID(digest: hash.finalize())
  }

  /// Returns the asset of a file in the store: from its name or, in an encrypted store, from its
  /// bytes.
  func asset(at path: String) -> AssetID? {
    layout.isEncrypted ? try? asset(ofFileAt: path) : Self.asset(named: path)
  }

  /// Opens a regular file outside the store.
  static func open(_ path: String) throws -> OpenFile {
    // Opening a named pipe would block.
    let descriptor: Descriptor
    do {
      descriptor = try Descriptor.open(path, [.readOnly, .nonBlocking])
    } catch {
      let isMissing = error == .noSuchFile || error == .notAFolder
      throw DiaryError.photo(path: path, isMissing ? .missing : .unreadable)
    }
    let file = OpenFile(descriptor: descriptor, path: path)
    switch try file.status().kind {
    case .file: return file
    case .folder: throw DiaryError.photo(path: path, .isFolder)
    case .link, .other: throw DiaryError.photo(path: path, .notAFile)
    }
  }
}

/// Photos and attachments.
extension DiskRepository {
  /// Returns the path of an asset's file.
  package nonisolated func path(of file: AssetFile) -> String { layout.path(of: file) }

  /// Opens and decrypts files at the paths that `path(of:)` and `displayPath(of:)` return.
  package nonisolated var assetOpener: any AssetOpener {
    StoreAssetOpener(layout: layout, previews: previewsFolder)
  }

  /// Returns the path of an asset's file or, if that is on another machine, of its preview.
  package nonisolated func displayPath(of file: AssetFile) -> String {
    let path = layout.path(of: file)
    guard let preview = previewPath?(file), !hasAsset(file), FileSystem.exists(preview) else {
      return path
    }
    return preview
  }

  /// Copies a photo or attachment into the store, and creates the diary if necessary. Several may
  /// be copied at the same time.
  ///
  /// - Throws: `DiaryError.photo` if the source can't be read, or an error if the store can't
  ///   be written.
  package func storeAsset(
    from path: String, type: MediaType
  ) async throws -> (asset: AssetID, size: Int, existed: Bool) {
    _ = try await author()
    try makeStore()
    return try await Self.add(path, type, to: AssetFolder(layout: layout))
  }

  /// Removes files that no revision and no draft refers to.
  ///
  /// All logs are read off the actor, and the lines added since under the lock.
  ///
  /// - Throws: an error if the logs, the store or a draft can't be read, or a file can't be
  ///   removed.
  package func removeUnused(_ files: Set<AssetFile>) async throws {
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
  ) async throws -> AssetReferences {
    var references = AssetReferences(layout: layout, orphans: files)
    try references.update()
    return references
  }

  /// Returns the asset that a file outside the store would become.
  ///
  /// - Throws: `DiaryError.photo` if the file can't be read or the task is canceled.
  package nonisolated func asset(ofFileAt path: String) throws -> AssetID {
    try AssetFolder.asset(ofPhotoAt: path)
  }

  /// Copies off the actor, which would be blocked by hashing, and on separate threads, because
  /// waiting for the disk would block Swift's pool, which has one thread for each processor.
  private nonisolated static func add(
    _ path: String, _ type: MediaType, to folder: AssetFolder
  ) async throws -> (asset: AssetID, size: Int, existed: Bool) {
    let result = await withCheckedContinuation { continuation in
      assetQueue.async(
        execute: Invocation.inheriting {
          continuation.resume(
            returning: Result { try folder.add(path, type: type) })
        })
    }
    return try result.get()
  }

  private static let assetQueue = DispatchQueue(
    label: "photodiary.assets", attributes: .concurrent)

  /// Requires the files that an entry refers to for the first time. They may have been removed with
  /// the trash since they were added.
  ///
  /// - Throws: `DiaryError.photo` or `DiaryError.attachment` with `assetMissing` if a file is
  ///   missing.
  func requireAssets(of entry: Entry) throws {
    guard !entry.photos.isEmpty || !entry.attachments.isEmpty else { return }
    var known = Set(try tailer.state(of: entry.id)?.entry.files.map(\.asset) ?? [])
    func isGone(_ file: AssetFile) -> Bool {
      !known.contains(file.asset) && FileSystem.status(of: path(of: file)) == nil
    }
    guard entry.files.contains(where: isGone) else { return }
    // Files of earlier revisions may be on another machine.
    known.formUnion(try revisions(of: entry.id).flatMap { $0.entry.files.map(\.asset) })
    if let photo = entry.photos.first(where: { isGone($0.file) }) {
      throw DiaryError.photo(path: photo.name, .assetMissing)
    }
    if let attachment = entry.attachments.first(where: { isGone($0.file) }) {
      throw DiaryError.attachment(path: attachment.name, .assetMissing)
    }
  }
}
