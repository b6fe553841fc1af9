import DiaryCore
import Glibc

/// The place of an export: resolved, allowed, and with what an earlier export left there.
struct ExportTarget {
  /// Without symbolic links.
  let path: String
  let exists: Bool
  /// Whether nothing at all is in it; that which isn't there is empty.
  let isEmpty: Bool
  let earlier: ExportManifest?

  /// Throws when an export of this diary may not go to that place.
  init(
    at given: String, store: String?, author: AuthorID, format: ExportFormat
  ) throws(DiaryError) {
    path = FolderPath.resolved(given)
    if let store, FolderPath.holds(FolderPath.resolved(store), path) {
      throw .export(path: given, .insideStore)
    }
    var status = stat()
    guard lstat(path, &status) == 0 else {
      (exists, isEmpty, earlier) = (false, true, nil)
      return
    }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw .export(path: given, .notAFolder) }
    exists = true
    let folder = try Folder(at: path)
    let names = try folder.names()
    isEmpty = names.isEmpty
    guard names.contains(where: { !StagingFolder.isLeftover($0) }) else {
      earlier = nil
      return
    }
    guard let manifest = ExportManifest(in: folder), manifest.format == format else {
      throw .export(path: given, .notEmpty)
    }
    guard manifest.author == author else { throw .export(path: given, .otherDiary) }
    earlier = manifest
  }

  var name: String { FolderPath.split(path).name }
  var parent: String { FolderPath.split(path).folder }

  /// Makes a folder and those above it. Returns those that are new, the uppermost first.
  static func makeFolders(_ path: String) throws(DiaryError) -> [String] {
    var missing: [String] = []
    var folder = path
    while access(folder, F_OK) != 0, folder != "/" {
      missing.append(folder)
      folder = FolderPath.split(folder).folder
    }
    var made: [String] = []
    for folder in missing.reversed() {
      guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
        let failure = Folder.failure(.making, folder)
        for made in made.reversed() { rmdir(made) }
        throw failure
      }
      made.append(folder)
    }
    return made
  }
}
