import CSystem
import Glibc

/// Operations on files and folders by path.
package enum FileSystem {
  // MARK: Inspecting

  /// Returns the metadata of the file that a path leads to, following links; `nil` if it doesn't
  /// exist.
  package static func status(of path: String) -> FileStatus? { try? FileStatus(at: path) }

  /// Returns the metadata of a path without following a link at its end; `nil` if it doesn't exist.
  package static func statusNoFollow(of path: String) -> FileStatus? {
    try? FileStatus(noFollow: path)
  }

  /// Returns the metadata of a path without following a link at its end.
  ///
  /// - Throws: an error if the path doesn't exist or can't be reached.
  package static func requiredStatusNoFollow(of path: String) throws(SystemError) -> FileStatus {
    try SystemError.mapping(.reading, path, FileStatus(noFollow: path))
  }

  /// Returns the metadata of the file that a path leads to, following links; `nil` if it doesn't
  /// exist. Distinguishes a missing file from one on a failing disk.
  ///
  /// - Throws: an error if the path can't be reached.
  package static func existingStatus(of path: String) throws(SystemError) -> FileStatus? {
    do { return try FileStatus(at: path) } catch {
      if error == .noSuchFile { return nil }
      throw SystemError(.reading, path, error)
    }
  }

  /// Returns the metadata of a path without following a link at its end; `nil` if it doesn't exist.
  /// Distinguishes a missing file from one on a failing disk.
  ///
  /// - Throws: an error if the path can't be reached.
  package static func existingStatusNoFollow(of path: String) throws(SystemError) -> FileStatus? {
    do { return try FileStatus(noFollow: path) } catch {
      if error == .noSuchFile { return nil }
      throw SystemError(.reading, path, error)
    }
  }

  /// Returns `true` if something has this path, even a broken link.
  ///
  /// - Throws: an error if the path can't be reached.
  package static func isPresent(_ path: String) throws(SystemError) -> Bool {
    try existingStatusNoFollow(of: path) != nil
  }

  package static func isFolder(_ path: String) -> Bool { status(of: path)?.isFolder ?? false }

  /// Returns `true` if the path leads to something that can be reached, following links.
  package static func exists(_ path: String) -> Bool { access(path.systemPath, F_OK) == 0 }

  package static func isReadable(_ path: String) -> Bool { access(path.systemPath, R_OK) == 0 }
  package static func isWritable(_ path: String) -> Bool { access(path.systemPath, W_OK) == 0 }
  package static func isExecutable(_ path: String) -> Bool { access(path.systemPath, X_OK) == 0 }

  /// Returns the reason that no file can be created in a folder, or `nil` if one can.
  package static func writeError(in folder: String) -> ErrorNumber? {
    access(folder.systemPath, W_OK | X_OK) == 0 ? nil : .last
  }

  /// Returns the names in a folder, sorted; empty if the folder doesn't exist.
  ///
  /// - Throws: an error if the folder exists but can't be read.
  package static func names(in folder: String) throws(SystemError) -> [String] {
    do {
      var stream = try FolderStream(at: folder)
      return try stream.names().sorted()
    } catch {
      if error == .noSuchFile { return [] }
      throw SystemError(.reading, folder, error)
    }
  }

  /// Returns the paths of all regular files below a folder, relative to it and sorted. Skips hidden
  /// files and links. Empty if the folder doesn't exist.
  ///
  /// - Throws: an error if a folder can't be read, or a path in it can't be reached.
  package static func files(below folder: String) throws(SystemError) -> [String] {
    var files: [String] = []
    for name in try names(in: folder) where !name.hasPrefix(".") {
      switch try existingStatusNoFollow(of: Path.join(folder, name))?.kind {
      case .file: files.append(name)
      case .folder:
        for file in try Self.files(below: Path.join(folder, name)) {
          files.append(Path.join(name, file))
        }
      case .link, .other, nil: break
      }
    }
    return files
  }

  /// Returns the bytes that the user can still write to the file system of a folder, or `nil` if it
  /// doesn't report them.
  package static func freeSpace(in folder: String) -> Int? {
    var found = statvfs()
    guard statvfs(folder.systemPath, &found) == 0 else { return nil }
    let (size, overflow) = UInt(found.f_bavail).multipliedReportingOverflow(
      by: UInt(found.f_frsize))
    return overflow ? nil : Int(exactly: size)
  }

  // MARK: Names

  /// Renames a file or folder, replacing a file that has the new name.
  ///
  /// - Throws: an error if it can't be renamed.
  package static func rename(_ old: String, to new: String) throws(SystemError) {
    try SystemError.mapping(.renaming, new, replace(new, by: old))
  }

  /// Renames `other` to `path`, replacing the file there.
  ///
  /// - Throws: the error of rename(2).
  package static func replace(_ path: String, by other: String) throws(ErrorNumber) {
    guard Glibc.rename(other.systemPath, path.systemPath) == 0 else { throw .last }
  }

  /// Renames a file unless the new name exists. Returns `false` if it does.
  ///
  /// - Throws: an error if it can't be renamed for another reason.
  package static func rename(_ old: String, toUnused new: String) throws(SystemError) -> Bool {
    do {
      try renameNoReplace(old, to: new)
      return true
    } catch .exists {
      return false
    } catch .invalid, .notImplemented, .notSupported {
      // The file system can't check and rename in one step.
      guard status(of: new) == nil else { return false }
      try rename(old, to: new)
      return true
    } catch {
      throw SystemError(.renaming, new, error)
    }
  }

  /// Adds a hard link.
  ///
  /// - Throws: the error of link(2).
  package static func link(_ path: String, as name: String) throws(ErrorNumber) {
    guard Glibc.link(path.systemPath, name.systemPath) == 0 else { throw .last }
  }

  /// Creates a symbolic link at `place` that leads to `path`.
  ///
  /// - Throws: the error of symlink(2), for example `exists`.
  package static func symbolicLink(to path: String, at place: String) throws(ErrorNumber) {
    guard Glibc.symlink(path.systemPath, place.systemPath) == 0 else { throw .last }
  }

  /// Removes a file. Does nothing if it doesn't exist.
  ///
  /// - Throws: an error if it can't be removed.
  package static func remove(_ path: String) throws(SystemError) {
    guard Glibc.unlink(path.systemPath) == 0 || errno == ENOENT else {
      throw SystemError(.removing, path)
    }
  }

  /// Removes a file. Returns `true` if it succeeded.
  static func tryUnlink(_ path: String) -> Bool { Glibc.unlink(path.systemPath) == 0 }

  /// Removes a file, ignoring errors.
  package static func unlink(_ path: String) { _ = Glibc.unlink(path.systemPath) }

  /// Removes a folder if it is empty, ignoring errors.
  package static func removeEmptyFolder(_ path: String) { rmdir(path.systemPath) }

  /// Removes a folder and its contents as far as possible, without following symbolic links.
  ///
  /// - Parameter kept: names at the top level to keep. The folder is kept too unless this is empty.
  package static func removeTree(_ path: String, except kept: Set<String> = []) {
    Descriptor.workingFolder.removeTree(path, except: kept)
  }

  // MARK: Folders

  /// Creates a folder that only its owner may enter. Returns `false` if the path already exists.
  ///
  /// - Throws: an error if the folder can't be created.
  @discardableResult
  package static func makeFolder(_ path: String) throws(SystemError) -> Bool {
    if mkdir(path.systemPath, 0o700) == 0 { return true }
    guard errno == EEXIST else { throw SystemError(.making, path) }
    return false
  }

  /// Creates a folder with these permissions, reduced by the umask. Does nothing if the path
  /// exists.
  ///
  /// - Throws: the error of mkdir(2).
  package static func makeFolder(_ path: String, mode: UInt32) throws(ErrorNumber) {
    guard mkdir(path.systemPath, mode) == 0 || errno == EEXIST else { throw .last }
  }

  /// Creates a folder for this user alone and its missing parents, ignoring errors. Syncs them
  /// where possible, because data that mustn't be lost is stored there later.
  package static func makeFoldersIfPossible(_ place: String) {
    var path = place.hasPrefix("/") ? "" : "."
    for part in place.split(separator: "/") {
      let parent = path
      path += "/" + part
      if mkdir(path.systemPath, 0o700) == 0 { try? sync(folder: parent.isEmpty ? "/" : parent) }
    }
  }

  /// Creates a folder for this user alone and its missing parents, and makes each survive a power
  /// cut.
  ///
  /// - Throws: an error if a folder can't be created or synced.
  package static func makeFolders(_ path: String) throws(SystemError) {
    if path.isEmpty || path == "/" || isFolder(path) { return }
    let parent = Path.parent(path)
    try makeFolders(parent)
    if try makeFolder(path) { try sync(folder: parent) }
    guard isFolder(path) else { throw SystemError(.making, path, .notAFolder) }
  }

  /// Creates a folder and its missing parents with these permissions. Returns the new ones, the
  /// topmost first.
  ///
  /// - Throws: an error if one can't be created; the others are removed again.
  package static func makeFolders(
    _ path: String, mode: UInt32
  ) throws(SystemError) -> [String] {
    var missing: [String] = []
    var folder = path
    while !folder.isEmpty, !exists(folder) {
      missing.append(folder)
      folder = Path.split(folder).folder
    }
    var made: [String] = []
    for folder in missing.reversed() {
      do {
        try makeFolder(folder, mode: mode)
      } catch {
        for made in made.reversed() { removeEmptyFolder(made) }
        throw SystemError(.making, folder, error)
      }
      made.append(folder)
    }
    return made
  }

  /// Creates a folder for this user alone with a unique name that starts with `prefix`, and returns
  /// its path.
  ///
  /// - Throws: the error of mkdtemp(3).
  package static func makeTemporaryFolder(_ prefix: String) throws(ErrorNumber) -> String {
    var path = (prefix + "XXXXXX").systemPath
    guard mkdtemp(&path) != nil else { throw .last }
    return String(systemPath: path)
  }

  /// The folder for temporary files: `$TMPDIR`, or `/tmp`.
  package static var temporaryFolder: String { Environment["TMPDIR"] ?? "/tmp" }

  // MARK: Durability

  /// Makes the names in a folder survive a power cut.
  ///
  /// - Throws: an error if the folder can't be opened or synced.
  package static func sync(folder: String) throws(SystemError) {
    try OpenFile(folder, [.readOnly, .folder]).sync()
  }

  /// Makes everything in a folder survive a power cut.
  ///
  /// - Throws: an error if the folder can't be opened, or a file in it can't be synced.
  package static func syncAll(in folder: String) throws(SystemError) {
    try Folder(at: folder).syncAll()
  }

  /// Sets a file's modification time to the present, ignoring errors.
  package static func touch(_ path: String) { utimensat(AT_FDCWD, path.systemPath, nil, 0) }
}

// MARK: - Atomic renames

/// Renames that never overwrite.
extension FileSystem {
  /// Renames a file or folder atomically, and fails if the new name exists: of two programs that do
  /// this at the same time, only one succeeds.
  ///
  /// - Throws: the error of renameat2(2): `exists`, or `invalid` on a file system that can't do it.
  package static func renameNoReplace(_ old: String, to new: String) throws(ErrorNumber) {
    guard Facility.renameNoReplace.isAvailable else { return try renameInSteps(old, to: new) }
    guard pd_rename_new(old.systemPath, new.systemPath) == 0 else { throw .last }
  }

  /// Renames without overwriting, in two steps, for systems that can't do it in one.
  ///
  /// A file gets the new name before it loses the old one, so an interruption leaves it with both.
  /// A folder only replaces an empty folder, so nothing is lost if another program creates one in
  /// the meantime.
  ///
  /// - Throws: `exists` if the new name is taken, `notSupported` on a file system without hard
  ///   links, or the error of the failed call.
  package static func renameInSteps(_ old: String, to new: String) throws(ErrorNumber) {
    guard try FileStatus(noFollow: old).isFolder else { return try linkAndUnlink(old, new) }
    guard statusNoFollow(of: new) == nil else { throw .exists }
    do {
      try replace(new, by: old)
    } catch {
      throw statusNoFollow(of: new) == nil ? error : .exists
    }
  }

  private static func linkAndUnlink(_ old: String, _ new: String) throws(ErrorNumber) {
    do {
      try link(old, as: new)
    } catch {
      // A file system without hard links reports "not permitted".
      throw error == .notPermitted ? .notSupported : error
    }
    guard Glibc.unlink(old.systemPath) == 0 else {
      let error = ErrorNumber.last
      Glibc.unlink(new.systemPath)
      throw error
    }
  }

  /// Exchanges two files or folders atomically, so that both paths always exist.
  ///
  /// Callers that fall back to several renames must handle an interruption between them.
  ///
  /// - Throws: the error of renameat2(2), `notSupported` if the system can't do it.
  package static func exchange(_ one: String, _ other: String) throws(ErrorNumber) {
    guard Facility.renameExchange.isAvailable else { throw .notSupported }
    guard pd_exchange(one.systemPath, other.systemPath) == 0 else { throw .last }
  }
}
