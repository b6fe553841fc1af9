import CSystem
import Glibc

/// An open folder. Operations on names in it stay in this folder, even if its path is renamed or
/// replaced by a symbolic link in the meantime.
package struct Folder: ~Copyable {
  package let descriptor: Descriptor
  package let path: String

  /// Opens a folder, following symbolic links.
  ///
  /// - Throws: an error if the path can't be opened or isn't a folder.
  package init(at path: String) throws(SystemError) {
    descriptor = try SystemError.mapping(
      .opening, path, Descriptor.open(path, [.readOnly, .folder]))
    self.path = path
  }

  /// Opens a folder, after creating it and its missing parents for this user alone.
  ///
  /// - Throws: an error if the folder can't be opened.
  package static func making(_ place: String) throws(SystemError) -> Folder {
    FileSystem.makeFoldersIfPossible(place)
    return try Folder(at: place.isEmpty ? "." : place)
  }

  private init(descriptor: Descriptor, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit { descriptor.close() }

  // MARK: Contents

  /// Opens a subfolder, which may not be a symbolic link.
  ///
  /// - Throws: an error if it can't be opened or isn't a folder.
  package func subfolder(_ name: String) throws(SystemError) -> Folder {
    Folder(
      descriptor: try mappingErrors(.opening, at: name, descriptor.openFolder(name)),
      path: "\(path)/\(name)")
  }

  /// Opens a subfolder, after creating it if it is missing.
  ///
  /// - Throws: an error if it can't be created or opened.
  package func subfolder(
    making name: String, mode: UInt32 = 0o777
  ) throws(SystemError) -> Folder {
    do {
      try descriptor.makeFolder(name, mode: mode)
    } catch {
      guard error == .exists else { throw SystemError(.making, "\(path)/\(name)", error) }
    }
    return try subfolder(name)
  }

  /// Creates a subfolder that only its owner may enter.
  ///
  /// - Throws: an error if the name exists or the folder can't be created.
  package func makeFolder(_ name: String) throws(SystemError) {
    try mappingErrors(.makingFolderIn, descriptor.makeFolder(name, mode: 0o700))
  }

  /// Creates a file and opens it for reading and writing.
  ///
  /// - Throws: an error if the name exists or the file can't be created.
  package func newFile(
    _ name: String, mode: UInt32 = 0o666
  ) throws(SystemError) -> OpenFile {
    let options: OpenOptions = [.readWrite, .create, .exclusive, .noFollow]
    return OpenFile(
      descriptor: try mappingErrors(
        .making, at: name, Descriptor.open(name, in: descriptor, options, mode: mode)),
      path: "\(path)/\(name)")
  }

  /// Opens a file for reading. Doesn't follow a symbolic link.
  ///
  /// - Throws: an error if it can't be opened.
  package func file(_ name: String) throws(SystemError) -> OpenFile {
    OpenFile(
      descriptor: try mappingErrors(
        .opening, at: name,
        Descriptor.open(name, in: descriptor, [.readOnly, .noFollow, .nonBlocking])),
      path: "\(path)/\(name)")
  }

  /// Returns the metadata of a name without following a link; `nil` if it doesn't exist.
  package func status(of name: String) -> FileStatus? { try? descriptor.status(of: name) }

  /// Returns the metadata of the folder itself.
  ///
  /// - Throws: an error if the system can't read it.
  package func status() throws(SystemError) -> FileStatus {
    try mappingErrors(.reading, descriptor.status())
  }

  /// Returns the names in the folder, in no particular order.
  ///
  /// - Throws: an error if the folder can't be read.
  package func names() throws(SystemError) -> [String] {
    var stream = try mappingErrors(.reading, FolderStream(descriptor))
    return try mappingErrors(.reading, stream.names())
  }

  // MARK: Changing the contents

  /// Removes a file. Does nothing if it doesn't exist.
  ///
  /// - Throws: an error if it can't be removed.
  package func remove(file name: String) throws(SystemError) {
    do {
      try descriptor.unlink(name)
    } catch {
      guard error == .noSuchFile else { throw SystemError(.removing, "\(path)/\(name)", error) }
    }
  }

  /// Removes a subfolder if it is empty, ignoring errors.
  package func removeEmptyFolder(_ name: String) { descriptor.removeEmptyFolder(name) }

  /// Removes a subfolder and its contents as far as possible.
  package func removeTree(_ name: String) { descriptor.removeTree(name) }

  /// Moves a file from another folder into this one, replacing a file of the same name.
  ///
  /// - Throws: an error if it can't be moved.
  package func move(_ name: String, from other: borrowing Folder) throws(SystemError) {
    let (from, to) = (other.descriptor, descriptor)
    try mappingErrors(.writing, at: name, from.rename(name, to: name, in: to))
  }

  /// Renames a file or subfolder, replacing a file that has the new name.
  ///
  /// - Throws: an error if it can't be renamed.
  package func rename(_ name: String, to new: String) throws(SystemError) {
    try mappingErrors(.making, at: new, descriptor.rename(name, to: new, in: descriptor))
  }

  /// Sets the permissions of the folder itself.
  ///
  /// - Throws: an error if they can't be changed.
  package func setPermissions(_ mode: UInt32) throws(SystemError) {
    try mappingErrors(.settingPermissionsOf, descriptor.setPermissions(mode))
  }

  // MARK: Durability

  /// Makes the names in the folder survive a power cut.
  ///
  /// - Throws: an error if the folder can't be synced.
  package func sync() throws(SystemError) {
    try mappingErrors(.syncing, descriptor.sync())
  }

  /// Makes everything in the folder survive a power cut, with one call for the file system where
  /// possible.
  ///
  /// - Throws: an error if something can't be synced.
  package func syncAll() throws(SystemError) {
    try mappingErrors(.syncing, descriptor.syncFolder())
  }

  /// Runs a system call on the folder, or on a name in it, and converts its error.
  private func mappingErrors<Result: ~Copyable>(
    _ operation: FileOperation, at name: String? = nil,
    _ body: @autoclosure () throws(ErrorNumber) -> Result
  ) throws(SystemError) -> Result {
    try SystemError.mapping(operation, name.map { "\(path)/\($0)" } ?? path, body())
  }
}

// MARK: - FolderStream

/// Reads the names in a folder one by one, in no particular order.
package struct FolderStream: ~Copyable {
  private let stream: OpaquePointer
  /// The kind of the last entry; `nil` if the file system doesn't report it.
  package private(set) var kind: FileKind?

  /// Opens a folder, following symbolic links.
  ///
  /// - Throws: the error of opendir(3).
  package init(at path: String) throws(ErrorNumber) {
    guard let stream = opendir(path.systemPath) else { throw .last }
    self.stream = stream
  }

  /// Reads an open folder, which remains open.
  ///
  /// - Throws: the error of opening it again.
  package init(_ folder: Descriptor) throws(ErrorNumber) {
    try self.init(taking: Descriptor.open(".", in: folder, [.readOnly, .folder]))
  }

  /// Reads an open folder, and takes ownership of it.
  ///
  /// - Throws: the error of fdopendir(3); the folder is closed.
  package init(taking folder: Descriptor) throws(ErrorNumber) {
    guard let stream = fdopendir(folder.number) else {
      let error = ErrorNumber.last
      folder.close()
      throw error
    }
    self.stream = stream
  }

  deinit { closedir(stream) }

  /// The folder that is read.
  package var folder: Descriptor { Descriptor(number: dirfd(stream)) }

  /// Returns all remaining names.
  ///
  /// - Throws: the error of readdir(3).
  package mutating func names() throws(ErrorNumber) -> [String] {
    var names: [String] = []
    while let name = try next() { names.append(name) }
    return names
  }

  /// Returns the next name except "." and "..", or `nil` at the end.
  ///
  /// - Throws: the error of readdir(3).
  package mutating func next() throws(ErrorNumber) -> String? {
    while true {
      // Only errno distinguishes the end from an error, and a partial listing mustn't look
      // complete.
      errno = 0
      guard let entry = readdir(stream) else {
        if errno == 0 { return nil }
        throw .last
      }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(systemPath: $0.prefix { $0 != 0 })
      }
      guard name != ".", name != ".." else { continue }
      kind = FileKind(folderEntry: entry.pointee.d_type)
      return name
    }
  }
}

// MARK: - Open folders

/// Operations on the names in an open folder.
extension Descriptor {
  /// Returns the metadata of a name.
  ///
  /// - Throws: the error of fstatat(2).
  package func status(
    of name: String, followingLinks: Bool = false
  ) throws(ErrorNumber) -> FileStatus {
    var found = stat()
    guard fstatat(number, name.systemPath, &found, followingLinks ? 0 : AT_SYMLINK_NOFOLLOW) == 0
    else {
      throw .last
    }
    return FileStatus(found)
  }

  /// Opens a subfolder, which may not be a symbolic link.
  ///
  /// - Throws: the error of openat(2).
  package func openFolder(_ name: String) throws(ErrorNumber) -> Descriptor {
    try Descriptor.open(name, in: self, [.readOnly, .folder, .noFollow])
  }

  /// Creates a subfolder with these permissions, reduced by the umask.
  ///
  /// - Throws: the error of mkdirat(2).
  package func makeFolder(_ name: String, mode: UInt32) throws(ErrorNumber) {
    guard mkdirat(number, name.systemPath, mode) == 0 else { throw .last }
  }

  /// Removes a name, and the file if it was its last one.
  ///
  /// - Throws: the error of unlinkat(2).
  package func unlink(_ name: String) throws(ErrorNumber) {
    guard unlinkat(number, name.systemPath, 0) == 0 else { throw .last }
  }

  /// Removes a subfolder if it is empty. Returns `true` if it succeeded.
  @discardableResult
  package func removeEmptyFolder(_ name: String) -> Bool {
    unlinkat(number, name.systemPath, AT_REMOVEDIR) == 0
  }

  /// Renames a file or subfolder, in this folder or into another one, replacing a file that has the
  /// new name.
  ///
  /// - Throws: the error of renameat(2).
  package func rename(
    _ name: String, to new: String, in folder: Descriptor
  ) throws(ErrorNumber) {
    guard renameat(number, name.systemPath, folder.number, new.systemPath) == 0 else { throw .last }
  }

  /// Adds a hard link to a file, in this folder or another one.
  ///
  /// - Throws: the error of linkat(2).
  package func link(_ name: String, as new: String, in folder: Descriptor) throws(ErrorNumber) {
    guard linkat(number, name.systemPath, folder.number, new.systemPath, 0) == 0 else {
      throw .last
    }
  }

  /// Removes a file or a subfolder with its contents as far as possible, without following links.
  ///
  /// - Parameter kept: names at the top level to keep. The folder is kept too unless this is empty.
  func removeTree(_ name: String, except kept: Set<String> = []) {
    if let folder = try? openFolder(name) {
      for child in folder.readableNames where !kept.contains(child) {
        if (try? folder.unlink(child)) == nil { folder.removeTree(child) }
      }
      folder.close()
    }
    if kept.isEmpty { removeEmptyFolder(name) }
  }

  /// The names in the folder, as many as can be read. Read in full, because removing entries during
  /// a listing can skip others.
  private var readableNames: [String] {
    guard var stream = try? FolderStream(self) else { return [] }
    var names: [String] = []
    while let name = try? stream.next() { names.append(name) }
    return names
  }
}

/// Makes folders with everything in them survive a power cut.
extension Descriptor {
  /// Makes everything in an open folder survive a power cut, with one call for the whole file
  /// system where the system has one.
  ///
  /// - Throws: the error of the system call that failed.
  package func syncFolder() throws(ErrorNumber) {
    guard Facility.syncfs.isAvailable else { return try syncTree() }
    guard pd_sync_file_system(number) == 0 else { throw .last }
  }

  /// Makes everything in an open folder survive a power cut, file by file from the bottom up.
  ///
  /// Skips files that disappear in the meantime, and files that this user can't read and so didn't
  /// write.
  ///
  /// - Throws: the error of the system call that failed.
  package func syncTree() throws(ErrorNumber) {
    var stream = try FolderStream(self)
    for name in try stream.names() {
      do {
        switch try status(of: name).kind {
        case .folder:
          let folder = try openFolder(name)
          defer { folder.close() }
          try folder.syncTree()
        case .file:
          let file = try Descriptor.open(name, in: self, [.readOnly, .noFollow, .nonBlocking])
          defer { file.close() }
          try file.sync()
        case .link, .other: break
        }
      } catch {
        guard [.noSuchFile, .accessDenied].contains(error) else { throw error }
      }
    }
    try sync()
  }
}
