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
    path = Self.resolved(given)
    if let store, Self.holds(Self.resolved(store), path) {
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

  var name: String { Self.split(path).name }
  var parent: String { Self.split(path).folder }

  /// Makes the folders above it. Returns those that are new, the uppermost first.
  func makeParents() throws(DiaryError) -> [String] {
    var missing: [String] = []
    var folder = parent
    while access(folder, F_OK) != 0, folder != "/" {
      missing.append(folder)
      folder = Self.split(folder).folder
    }
    var made: [String] = []
    for folder in missing.reversed() {
      guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
        let failure = Folder.failure("making", folder)
        for made in made.reversed() { rmdir(made) }
        throw failure
      }
      made.append(folder)
    }
    return made
  }

  /// The absolute path with every link followed, as far as it exists.
  private static func resolved(_ path: String) -> String {
    var existing = path
    var rest: [String] = []
    while true {
      if let real = realpath(existing.isEmpty ? "." : existing, nil) {
        defer { free(real) }
        return rest.reversed().reduce(into: String(cString: real)) { path, name in
          switch name {
          case "", ".": break
          case "..": path = split(path).folder
          default: path += path == "/" ? name : "/" + name
          }
        }
      }
      // Only where the working folder itself is gone.
      guard !existing.isEmpty, existing != "/" else { return path }
      let parts = split(existing)
      rest.append(parts.name)
      existing = parts.folder
    }
  }

  /// By bytes: a "/" followed by a combining mark is another character.
  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", path) }
    let name = String(path[path.utf8.index(after: slash)...])
    return (slash == path.startIndex ? "/" : String(path[..<slash]), name)
  }

  private static func holds(_ folder: String, _ path: String) -> Bool {
    let prefix = folder == "/" ? folder.utf8 : (folder + "/").utf8
    return (path + "/").utf8.starts(with: prefix)
  }
}
