import DiaryCore
import System

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
    var path = Path.resolved(given)
    if FileSystem.isFolder(path) {
      path += "/diary" + Self.ending
    } else if !path.hasSuffix(".age") {
      path += Self.ending
    }
    if let store, Path.holds(Path.resolved(store), path) {
      throw .export(path: given, .insideStore)
    }
    guard FileSystem.ownStatus(of: path) == nil else { throw .export(path: path, .fileExists) }
    (folder, name) = Path.split(path)
  }
}
