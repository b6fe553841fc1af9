import DiaryCore
import Glibc

/// The place of an encrypted export: one file that isn't there yet.
struct SealedTarget {
  static let ending = ".tar.age"

  /// Without symbolic links.
  let folder: String
  let name: String

  var path: String { folder == "/" ? "/\(name)" : "\(folder)/\(name)" }
  /// What it is called without its ending: the folder in the archive.
  var stem: String { name.hasSuffix(Self.ending) ? String(name.dropLast(Self.ending.count)) : name }

  /// A folder that is there takes a file `diary.tar.age`; any other name gets the ending unless it
  /// has it. Throws when an export of this diary may not go to that place.
  init(at given: String, store: String?) throws(DiaryError) {
    var path = FolderPath.resolved(given)
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      path += "/diary" + Self.ending
    } else if !path.hasSuffix(".age") {
      path += Self.ending
    }
    if let store, FolderPath.holds(FolderPath.resolved(store), path) {
      throw .export(path: given, .insideStore)
    }
    guard lstat(path, &status) != 0 else { throw .export(path: path, .fileExists) }
    (folder, name) = FolderPath.split(path)
  }
}
