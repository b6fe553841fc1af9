/// A folder that is open: what is done in it can't be led elsewhere by a name that changes in
/// the meantime or by a symbolic link.
package struct Folder<Errors: ErrorMapping>: ~Copyable {
  package let descriptor: Descriptor
  package let path: String

  /// Opens a folder, through symbolic links too.
  package init(at path: String) throws(Errors.Failure) {
    do throws(ErrorNumber) {
      descriptor = try Descriptor.open(path, [.readOnly, .folder])
    } catch {
      throw Errors.failure(.opening, path, error)
    }
    self.path = path
  }

  /// Opens a folder of this person's alone, and makes it and those above it.
  package static func making(_ place: String) throws(Errors.Failure) -> Folder {
    FileSystem<Errors>.makeFoldersAsCan(place)
    return try Folder(at: place.isEmpty ? "." : place)
  }

  private init(descriptor: Descriptor, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit { descriptor.close() }

  // MARK: What is in it

  /// Opens the folder of that name, which may not be a symbolic link.
  package func subfolder(_ name: String) throws(Errors.Failure) -> Folder {
    Folder(
      descriptor: try failing(.opening, name) { () throws(ErrorNumber) in
        try descriptor.openFolder(name)
      }, path: "\(path)/\(name)")
  }

  /// Opens the folder of that name, made if need be.
  package func subfolder(
    making name: String, mode: UInt32 = 0o777
  ) throws(Errors.Failure) -> Folder {
    try failing(.making, name) { () throws(ErrorNumber) in
      do throws(ErrorNumber) {
        try descriptor.makeFolder(name, mode: mode)
      } catch .exists {
        return
      } catch {
        throw error
      }
    }
    return try subfolder(name)
  }

  /// Makes a folder that isn't there yet, which only its owner may enter.
  package func makeFolder(_ name: String) throws(Errors.Failure) {
    try failing(.makingFolderIn) { () throws(ErrorNumber) in
      try descriptor.makeFolder(name, mode: 0o700)
    }
  }

  /// A file that doesn't exist yet.
  package func newFile(
    _ name: String, mode: UInt32 = 0o666
  ) throws(Errors.Failure) -> OpenFile<Errors> {
    OpenFile(
      descriptor: try failing(.making, name) { () throws(ErrorNumber) in
        try Descriptor.open(
          name, in: descriptor, [.readWrite, .create, .exclusive, .noFollow], mode: mode)
      }, path: "\(path)/\(name)")
  }

  /// Opens what has that name to be read: itself, and not what it may link to.
  package func file(_ name: String) throws(Errors.Failure) -> OpenFile<Errors> {
    OpenFile(
      descriptor: try failing(.opening, name) { () throws(ErrorNumber) in
        try Descriptor.open(name, in: descriptor, [.readOnly, .noFollow, .nonBlocking])
      }, path: "\(path)/\(name)")
  }

  /// What stands at that name, itself and not what it may link to; `nil` if nothing does.
  package func status(of name: String) -> FileStatus? { try? descriptor.status(of: name) }

  /// What is known of the folder itself.
  package func status() throws(Errors.Failure) -> FileStatus {
    try failing(.reading) { () throws(ErrorNumber) in try descriptor.status() }
  }

  /// The names in it, in no order.
  package func names() throws(Errors.Failure) -> [String] {
    try failing(.reading) { () throws(ErrorNumber) in
      var stream = try FolderStream(descriptor)
      var names: [String] = []
      while let name = try stream.next() { names.append(name) }
      return names
    }
  }

  // MARK: Changing names

  /// Removes a file, if it is there.
  package func remove(file name: String) throws(Errors.Failure) {
    try failing(.removing, name) { () throws(ErrorNumber) in
      do throws(ErrorNumber) {
        try descriptor.unlink(name)
      } catch .noSuchFile {
        return
      } catch {
        throw error
      }
    }
  }

  /// Removes a folder in it if that is empty.
  package func removeEmptyFolder(_ name: String) { descriptor.removeEmptyFolder(name) }

  /// Removes a folder in it and all that is in there, as far as that can be done.
  package func removeTree(_ name: String) { descriptor.removeTree(name) }

  /// Moves a file here, in place of what has its name.
  package func take(_ name: String, from other: borrowing Folder) throws(Errors.Failure) {
    let (from, to) = (other.descriptor, descriptor)
    try failing(.writing, name) { () throws(ErrorNumber) in
      try from.rename(name, to: name, in: to)
    }
  }

  /// Gives something in it another name, in place of what has that.
  package func rename(_ name: String, to new: String) throws(Errors.Failure) {
    try failing(.making, new) { () throws(ErrorNumber) in
      try descriptor.rename(name, to: new, in: descriptor)
    }
  }

  package func setPermissions(_ mode: UInt32) throws(Errors.Failure) {
    try failing(.settingPermissionsOf) { () throws(ErrorNumber) in
      try descriptor.setPermissions(mode)
    }
  }

  // MARK: Durability

  /// Makes the names in it survive a power cut.
  package func sync() throws(Errors.Failure) {
    try failing(.syncing) { () throws(ErrorNumber) in try descriptor.sync() }
  }

  /// Makes everything on the folder's file system survive a power cut: one call for thousands
  /// of files.
  package func syncFileSystem() throws(Errors.Failure) {
    try failing(.syncing) { () throws(ErrorNumber) in try descriptor.syncFileSystem() }
  }

  /// Runs a call on the folder, or on something in it.
  private func failing<Result>(
    _ operation: FileOperation, _ name: String? = nil, _ body: () throws(ErrorNumber) -> Result
  ) throws(Errors.Failure) -> Result {
    do throws(ErrorNumber) {
      return try body()
    } catch {
      throw Errors.failure(operation, name.map { "\(path)/\($0)" } ?? path, error)
    }
  }
}
