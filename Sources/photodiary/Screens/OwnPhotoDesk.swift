import DiaryApp
import DiaryCore
import Glibc
import Photos

/// What the viewer does with a photo's file.
struct OwnPhotoDesk: PhotoDesk {
  let inspector: any PhotoInspector
  let locationRemoval: LocationRemoval
  let store: String
  /// Where the copies are that were opened elsewhere.
  let openedFolder: String

  /// After a day, nobody looks at a copy any more, in seconds.
  private static let longestOpen = 86_400

  func facts(ofPhotoAt path: String) async -> PhotoFileFacts? {
    var status = stat()
    guard stat(path, &status) == 0, let facts = await inspector.headers(ofPhotosAt: [path]).first,
      let facts
    else { return nil }
    return PhotoFileFacts(facts: facts, bytes: Int(status.st_size))
  }

  /// A copy, so that no viewer can change what the diary keeps.
  func open(_ photo: Photo, at path: String) async throws(PhotoDeskFault) {
    removeOldCopies()
    let folder = "\(openedFolder)/\(photo.asset)"
    // Made anew each time: the earlier one may have been changed.
    TemporaryFolder.remove(folder)
    try Self.make(folder, mode: 0o700)
    let copy = PhotoCopy(photo: photo, source: path, locationRemoval: nil)
    try await DesktopViewer.open(try await copy.write(to: folder, mode: 0o400))
  }

  func copy(_ request: PhotoCopyRequest) async throws(PhotoDeskFault) -> String {
    // Before a folder is made there, and once more when it is known where links lead.
    try checkOutside(Self.existing(request.folder), request.folder)
    try Self.make(request.folder, mode: 0o777)
    try checkOutside(request.folder, request.folder)
    guard let folder = Self.resolved(request.folder) else { throw .notAFolder(request.folder) }
    let copy = PhotoCopy(
      photo: request.photo, source: request.source,
      locationRemoval: request.keepsLocation ? nil : locationRemoval)
    return try await copy.write(to: folder)
  }

  /// Throws when a folder is the store or in it. `given` is what a person named.
  private func checkOutside(_ folder: String, _ given: String) throws(PhotoDeskFault) {
    guard let folder = Self.resolved(folder), let store = Self.resolved(store) else { return }
    if (folder + "/").utf8.starts(with: (store + "/").utf8) { throw .insideStore(folder: given) }
  }

  private func removeOldCopies() {
    guard let stream = opendir(openedFolder) else { return }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      var status = stat()
      let path = openedFolder + "/" + name
      guard AssetID(name) != nil, lstat(path, &status) == 0,
        status.st_mtim.tv_sec < time(nil) - Self.longestOpen
      else { continue }
      TemporaryFolder.remove(path)
    }
  }

  /// Makes a folder, and those above it.
  private static func make(_ path: String, mode: mode_t) throws(PhotoDeskFault) {
    for folder in missing(path) {
      guard mkdir(folder, mode) == 0 || errno == EEXIST else {
        if errno == ENOTDIR { throw .notAFolder(path) }
        throw .notWritten(path: folder, reason: String(cString: strerror(errno)))
      }
    }
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw .notAFolder(path)
    }
  }

  /// The folders that there aren't, from the top down.
  private static func missing(_ path: String) -> [String] {
    var missing: [String] = []
    var folder = path
    while !folder.isEmpty, access(folder, F_OK) != 0 {
      missing.append(folder)
      folder = parent(of: folder)
    }
    return missing.reversed()
  }

  /// The nearest folder above that there is.
  private static func existing(_ path: String) -> String {
    missing(path).first.map { parent(of: $0) } ?? path
  }

  /// Empty for the root and for a name alone.
  private static func parent(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return String(path[..<slash])
  }

  private static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}
