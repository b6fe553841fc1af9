import Glibc

/// Where a folder that a person named really is.
package enum FolderPath {
  /// The absolute path with every link followed, as far as it exists.
  package static func resolved(_ path: String) -> String {
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

  /// Of a name alone, the folder is empty. By bytes: a "/" followed by a combining mark is another
  /// character.
  package static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", path) }
    let name = String(path[path.utf8.index(after: slash)...])
    return (slash == path.startIndex ? "/" : String(path[..<slash]), name)
  }

  /// Whether a path is a folder or leads into it; both are resolved.
  package static func holds(_ folder: String, _ path: String) -> Bool {
    let prefix = folder == "/" ? folder.utf8 : (folder + "/").utf8
    return (path + "/").utf8.starts(with: prefix)
  }
}
