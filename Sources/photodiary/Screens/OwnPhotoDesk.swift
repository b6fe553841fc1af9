import DiaryApp
import DiaryCore
import Glibc
import Interchange
import Photos

/// What the viewer does with a photo's file.
struct OwnPhotoDesk: PhotoDesk {
  let inspector: any PhotoInspector
  let locationRemoval: LocationRemoval
  let store: String
  let openedCopies: OpenedCopies

  func facts(ofPhotoAt path: String) async -> PhotoFileFacts? {
    var status = stat()
    guard stat(path, &status) == 0, let facts = await inspector.headers(ofPhotosAt: [path]).first,
      let facts
    else { return nil }
    return PhotoFileFacts(facts: facts, bytes: Int(status.st_size))
  }

  /// A copy, so that no viewer can change what the diary keeps.
  func open(_ file: NamedFile, at path: String) async throws(PhotoDeskFault) {
    openedCopies.removeOld()
    let folder = openedCopies.newFolder(for: file.file.asset)
    try Self.make(folder, mode: 0o700)
    let copy = PhotoCopy(of: file, source: path, locationRemoval: nil)
    try await DesktopViewer.open(try await copy.write(to: folder, mode: 0o400))
  }

  func open(address: String) async throws(PhotoDeskFault) {
    try await DesktopViewer.open(address)
  }

  func copy(_ request: PhotoCopyRequest) async throws(PhotoDeskFault) -> String {
    // Before a folder is made there.
    let folder = FolderPath.resolved(request.folder)
    if FolderPath.holds(FolderPath.resolved(store), folder) {
      throw .insideStore(folder: request.folder)
    }
    try Self.make(folder, mode: 0o777)
    let copy = PhotoCopy(
      of: request.photo.named, source: request.source,
      locationRemoval: request.keepsLocation ? nil : locationRemoval)
    return try await copy.write(to: folder)
  }

  func removeCopies(of assets: Set<AssetID>) async { openedCopies.remove(of: assets) }

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
      folder = FolderPath.split(folder).folder
    }
    return missing.reversed()
  }
}
