import DiaryCore
import System

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
    path = Path.resolved(given)
    if let store, Path.holds(Path.resolved(store), path) {
      throw .export(path: given, .insideStore)
    }
    guard let status = FileSystem.ownStatus(of: path) else {
      (exists, isEmpty, earlier) = (false, true, nil)
      return
    }
    guard status.isFolder else { throw .export(path: given, .notAFolder) }
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

  var name: String { Path.split(path).name }
  var parent: String { Path.split(path).folder }
}
