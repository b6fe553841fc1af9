import CSystem
import Glibc

/// What is done to files and folders by their paths.
package enum FileSystem<Errors: ErrorMapping> {
  // MARK: What there is

  /// What a path leads to, through links; `nil` if nothing is there.
  package static func status(of path: String) -> FileStatus? { try? FileStatus(at: path) }

  /// What stands there itself, not what it may link to.
  package static func ownStatus(of path: String) -> FileStatus? {
    try? FileStatus(ofItselfAt: path)
  }

  /// What stands there itself, not what it may link to. Throws when nothing is there.
  package static func requiredOwnStatus(of path: String) throws(Errors.Failure) -> FileStatus {
    try Errors.mapping(.reading, path, FileStatus(ofItselfAt: path))
  }

  package static func isFolder(_ path: String) -> Bool { status(of: path)?.isFolder ?? false }

  /// Whether anything is there that can be reached.
  package static func exists(_ path: String) -> Bool { access(path.systemPath, F_OK) == 0 }

  package static func isReadable(_ path: String) -> Bool { access(path.systemPath, R_OK) == 0 }
  package static func isWritable(_ path: String) -> Bool { access(path.systemPath, W_OK) == 0 }
  package static func isExecutable(_ path: String) -> Bool { access(path.systemPath, X_OK) == 0 }

  /// Why no file can be made in a folder; `nil` when one can.
  package static func faultOfWriting(in folder: String) -> ErrorNumber? {
    access(folder.systemPath, W_OK | X_OK) == 0 ? nil : .last
  }

  /// The names in a folder, in order; none if it doesn't exist.
  package static func names(in folder: String) throws(Errors.Failure) -> [String] {
    do throws(ErrorNumber) {
      var stream = try FolderStream(at: folder)
      return try stream.names().sorted()
    } catch {
      if error == .noSuchFile { return [] }
      throw Errors.failure(.reading, folder, error)
    }
  }

  /// The regular files below a folder by their paths in it, in order; none if it doesn't exist.
  /// Neither what is hidden nor a link is among them.
  package static func files(below folder: String) throws(Errors.Failure) -> [String] {
    var files: [String] = []
    for name in try names(in: folder) where !name.hasPrefix(".") {
      switch ownStatus(of: Path.join(folder, name))?.kind {
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

  /// How many bytes this person can still write where a folder is; `nil` where that can't be told.
  package static func room(in folder: String) -> Int? {
    var found = statvfs()
    guard statvfs(folder.systemPath, &found) == 0 else { return nil }
    let (size, overflow) = UInt(found.f_bavail).multipliedReportingOverflow(
      by: UInt(found.f_frsize))
    return overflow ? nil : Int(exactly: size)
  }

  // MARK: Names

  package static func rename(_ old: String, to new: String) throws(Errors.Failure) {
    try Errors.mapping(.renaming, new, replace(new, by: old))
  }

  /// Gives a file the name of another one, which is gone then.
  package static func replace(_ path: String, by other: String) throws(ErrorNumber) {
    guard Glibc.rename(other.systemPath, path.systemPath) == 0 else { throw .last }
  }

  /// Renames a file, unless something has the new name. Returns whether it was free.
  package static func rename(_ old: String, toFree new: String) throws(Errors.Failure) -> Bool {
    do throws(ErrorNumber) {
      try renameNew(old, to: new)
      return true
    } catch .exists {
      return false
    } catch .invalid, .notImplemented, .notSupported {
      // Not every file system can tell the two apart in one step.
      guard status(of: new) == nil else { return false }
      try rename(old, to: new)
      return true
    } catch {
      throw Errors.failure(.renaming, new, error)
    }
  }

  /// Gives a file one more name.
  package static func link(_ path: String, as name: String) throws(ErrorNumber) {
    guard Glibc.link(path.systemPath, name.systemPath) == 0 else { throw .last }
  }

  /// Makes a symbolic link that leads to a path.
  package static func symbolicLink(to path: String, at place: String) throws(ErrorNumber) {
    guard Glibc.symlink(path.systemPath, place.systemPath) == 0 else { throw .last }
  }

  /// Removes a file, if it is there.
  package static func remove(_ path: String) throws(Errors.Failure) {
    guard Glibc.unlink(path.systemPath) == 0 || errno == ENOENT else {
      throw Errors.failure(.removing, path)
    }
  }

  /// Removes a file. Returns whether that was done.
  static func removed(_ path: String) -> Bool { Glibc.unlink(path.systemPath) == 0 }

  /// Removes a file as far as that can be done.
  package static func unlink(_ path: String) { _ = Glibc.unlink(path.systemPath) }

  /// Removes a folder if it is empty.
  package static func removeEmptyFolder(_ path: String) { rmdir(path.systemPath) }

  /// Removes a folder with all that is in it as far as that can be done, through no symbolic link:
  /// what a link leads to stays. Names may be left alone at its top, and with them the folder.
  package static func removeTree(_ path: String, except kept: Set<String> = []) {
    Descriptor.workingFolder.removeTree(path, except: kept)
  }

  // MARK: Folders

  /// Makes a folder that only its owner may enter. Returns whether it is new.
  @discardableResult
  package static func makeFolder(_ path: String) throws(Errors.Failure) -> Bool {
    if mkdir(path.systemPath, 0o700) == 0 { return true }
    guard errno == EEXIST else { throw Errors.failure(.making, path) }
    return false
  }

  /// Makes a folder with these permissions, if nothing stands there.
  package static func makeFolder(_ path: String, mode: UInt32) throws(ErrorNumber) {
    guard mkdir(path.systemPath, mode) == 0 || errno == EEXIST else { throw .last }
  }

  /// Makes a folder of this person's alone and those above it, durable as far as that can be done: others
  /// later put there what mustn't be lost.
  package static func makeFoldersAsCan(_ place: String) {
    var path = place.hasPrefix("/") ? "" : "."
    for part in place.split(separator: "/") {
      let parent = path
      path += "/" + part
      if mkdir(path.systemPath, 0o700) == 0 { try? sync(folder: parent.isEmpty ? "/" : parent) }
    }
  }

  /// Makes a folder and those above it, each of them durable.
  package static func makeFolders(_ path: String) throws(Errors.Failure) {
    if path.isEmpty || path == "/" || isFolder(path) { return }
    let parent = Path.parent(path)
    try makeFolders(parent)
    if try makeFolder(path) { try sync(folder: parent) }
    guard isFolder(path) else { throw Errors.failure(.making, path, .notAFolder) }
  }

  /// Makes a folder and those above it with these permissions. Returns those that are new, the
  /// uppermost first; where one can't be made, none of them stays.
  package static func makeFolders(
    _ path: String, mode: UInt32
  ) throws(Errors.Failure) -> [String] {
    var missing: [String] = []
    var folder = path
    while !folder.isEmpty, !exists(folder) {
      missing.append(folder)
      folder = Path.split(folder).folder
    }
    var made: [String] = []
    for folder in missing.reversed() {
      do throws(ErrorNumber) {
        try makeFolder(folder, mode: mode)
      } catch {
        for made in made.reversed() { removeEmptyFolder(made) }
        throw Errors.failure(.making, folder, error)
      }
      made.append(folder)
    }
    return made
  }

  /// A new folder of this person's alone, whose name begins so.
  package static func makeTemporaryFolder(_ prefix: String) throws(ErrorNumber) -> String {
    var path = (prefix + "XXXXXX").systemPath
    guard mkdtemp(&path) != nil else { throw .last }
    return String(systemPath: path)
  }

  /// For files that no one else is to see: `$TMPDIR`, else `/tmp`.
  package static var temporaryFolder: String { Environment["TMPDIR"] ?? "/tmp" }

  // MARK: Durability

  /// Makes the names in a folder survive a power cut.
  package static func sync(folder: String) throws(Errors.Failure) {
    try OpenFile<Errors>(folder, [.readOnly, .folder]).sync()
  }

  /// Makes all that is in a folder survive a power cut.
  package static func syncAll(in folder: String) throws(Errors.Failure) {
    try Folder<Errors>(at: folder).syncAll()
  }

  /// Gives a file the present time as that of its last change. A failure is no fault.
  package static func touch(_ path: String) { utimensat(AT_FDCWD, path.systemPath, nil, 0) }
}

// MARK: - Atomic renames

/// Names that are given without taking another's.
extension FileSystem {
  /// Gives a file or a folder a name that nothing has yet, so that of two who do so one fails. Not every
  /// file system can.
  package static func renameNew(_ old: String, to new: String) throws(ErrorNumber) {
    guard Facility.renamingNew.isAvailable else { return try renameInSteps(old, to: new) }
    guard pd_rename_new(old.systemPath, new.systemPath) == 0 else { throw .last }
  }

  /// The same in two steps. Of a file, the first takes the name: whoever is killed between them leaves a file
  /// that has both. A folder takes the place of an empty one alone, so that whoever makes one at that name
  /// just then loses nothing.
  package static func renameInSteps(_ old: String, to new: String) throws(ErrorNumber) {
    guard try FileStatus(ofItselfAt: old).isFolder else { return try linkAndUnlink(old, new) }
    guard ownStatus(of: new) == nil else { throw .exists }
    do throws(ErrorNumber) {
      try replace(new, by: old)
    } catch {
      throw ownStatus(of: new) == nil ? error : .exists
    }
  }

  private static func linkAndUnlink(_ old: String, _ new: String) throws(ErrorNumber) {
    do throws(ErrorNumber) {
      try link(old, as: new)
    } catch {
      // A file system without links says so.
      throw error == .notPermitted ? .notSupported : error
    }
    guard Glibc.unlink(old.systemPath) == 0 else {
      let error = ErrorNumber.last
      Glibc.unlink(new.systemPath)
      throw error
    }
  }

  /// Exchanges two files or folders in one step, so that each path has always one of them. Not every
  /// file system can; whoever goes another way has to find what a program leaves that is killed on it.
  package static func exchange(_ one: String, _ other: String) throws(ErrorNumber) {
    guard Facility.exchanging.isAvailable else { throw .notSupported }
    guard pd_exchange(one.systemPath, other.systemPath) == 0 else { throw .last }
  }
}
