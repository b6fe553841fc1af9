import Glibc

/// File paths as strings, by their bytes: a "/" followed by a combining mark is another character.
package enum Path {
  /// As many bytes as the system gives a path, with the zero at its end.
  package static let longest = Int(PATH_MAX)

  package static func join(_ parts: String...) -> String {
    // The first `joined` of a run looks for conformances, which takes a twentieth of a start.
    var path = parts.first ?? ""
    for part in parts.dropFirst() { path += "/" + part }
    return path
  }

  /// The folder that something is in; "." of a name alone.
  package static func parent(_ path: String) -> String {
    let folder = split(path).folder
    return folder.isEmpty ? "." : folder
  }

  /// The last part, as people read it. `split` has the one that the system knows.
  package static func name(_ path: String) -> String { readable(split(path).name) }

  /// The folder that something is in and its name there; of a name alone, the folder is empty.
  package static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", path) }
    let name = String(path[path.utf8.index(after: slash)...])
    return (slash == path.startIndex ? "/" : String(path[..<slash]), name)
  }

  /// Returns `true` for the path of a file that desktops, photo programs and network drives leave in folders, or
  /// of one in a folder of theirs. Other hidden files aren't included.
  package static func isDesktopFile(_ path: String) -> Bool {
    path.split(separator: "/").contains { desktopFiles.contains($0.lowercased()) }
  }

  private static let desktopFiles: Set = [
    "thumbs.db", "ehthumbs.db", "desktop.ini", "picasa.ini", "icon\r", ".ds_store", "@eadir",
    "#recycle", "$recycle.bin", "__macosx",
  ]

  /// Whether a path is a folder or leads into it; both are real ones.
  package static func holds(_ folder: String, _ path: String) -> Bool {
    (path + "/").utf8.starts(with: (folder == "/" ? folder : folder + "/").utf8)
  }

  /// The path of what is there, with every link followed; `nil` if nothing is.
  package static func real(_ path: String) -> String? {
    guard let real = realpath(path.systemPath, nil) else { return nil }
    defer { free(real) }
    return String(systemPath: real)
  }

  /// The absolute path with every link followed, as far as it exists.
  package static func resolved(_ path: String) -> String {
    var existing = path
    var rest: [String] = []
    while true {
      if let real = real(existing.isEmpty ? "." : existing) {
        return rest.reversed().reduce(into: real) { path, name in
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

  /// Where a symbolic link says that it leads; `nil` where there is none.
  package static func target(ofLink path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = readlink(path.systemPath, &bytes, bytes.count - 1)
    return count < 0 ? nil : String(systemPath: bytes)
  }

  /// The folder that paths without a beginning start from; `nil` when it is gone.
  package static var workingFolder: String? {
    guard let folder = getcwd(nil, 0) else { return nil }
    defer { free(folder) }
    return String(systemPath: folder)
  }

  /// The program that runs.
  package static var ownProgram: String? {
    if let invocation = Invocation.current { return invocation.arguments.first.flatMap(real) }
    return (Facility.proc.isAvailable ? real("/proc/self/exe") : nil) ?? calledProgram
  }

  /// The program that runs, by what it was called: a path, or a name that `PATH` finds. Whoever starts it
  /// may call it something else.
  package static var calledProgram: String? {
    guard let name = ThisProgram.arguments.first, !name.isEmpty else { return nil }
    guard !name.contains("/") else { return real(name) }
    return (Environment["PATH"] ?? "").split(separator: ":").map { join(String($0), name) }
      .first(where: FileSystem<SystemError>.isExecutable).flatMap(real)
  }
}
