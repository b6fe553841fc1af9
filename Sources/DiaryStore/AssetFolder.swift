import Crypto
import DiaryCore
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
