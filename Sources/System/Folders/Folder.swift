/// A folder that is open: what is done in it can't be led elsewhere by a name that changes in
/// the meantime or by a symbolic link.
package struct Folder<Errors: ErrorMapping>: ~Copyable {
  package let descriptor: Descriptor
  package let path: String

  /// Opens a folder, through symbolic links too.
  package init(at path: String) throws(Errors.Failure) {
    descriptor = try Errors.mapping(.opening, path, Descriptor.open(path, [.readOnly, .folder]))
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
      descriptor: try failing(.opening, at: name, descriptor.openFolder(name)),
      path: "\(path)/\(name)")
  }

  /// Opens the folder of that name, made if need be.
  package func subfolder(
    making name: String, mode: UInt32 = 0o777
  ) throws(Errors.Failure) -> Folder {
    do throws(ErrorNumber) {
      try descriptor.makeFolder(name, mode: mode)
    } catch {
      guard error == .exists else { throw Errors.failure(.making, "\(path)/\(name)", error) }
    }
    return try subfolder(name)
  }

  /// Makes a folder that isn't there yet, which only its owner may enter.
  package func makeFolder(_ name: String) throws(Errors.Failure) {
    try failing(.makingFolderIn, descriptor.makeFolder(name, mode: 0o700))
  }

  /// A file that doesn't exist yet.
  package func newFile(
    _ name: String, mode: UInt32 = 0o666
  ) throws(Errors.Failure) -> OpenFile<Errors> {
    let options: OpenOptions = [.readWrite, .create, .exclusive, .noFollow]
    return OpenFile(
      descriptor: try failing(
        .making, at: name, Descriptor.open(name, in: descriptor, options, mode: mode)),
      path: "\(path)/\(name)")
  }

  /// Opens what has that name to be read: itself, and not what it may link to.
  package func file(_ name: String) throws(Errors.Failure) -> OpenFile<Errors> {
    OpenFile(
      descriptor: try failing(
        .opening, at: name,
        Descriptor.open(name, in: descriptor, [.readOnly, .noFollow, .nonBlocking])),
      path: "\(path)/\(name)")
  }

  /// What stands at that name, itself and not what it may link to; `nil` if nothing does.
  package func status(of name: String) -> FileStatus? { try? descriptor.status(of: name) }

  /// What is known of the folder itself.
  package func status() throws(Errors.Failure) -> FileStatus {
    try failing(.reading, descriptor.status())
  }

  /// The names in it, in no order.
  package func names() throws(Errors.Failure) -> [String] {
    var stream = try failing(.reading, FolderStream(descriptor))
    return try failing(.reading, stream.names())
  }

  // MARK: Changing names

  /// Removes a file, if it is there.
  package func remove(file name: String) throws(Errors.Failure) {
    do throws(ErrorNumber) {
      try descriptor.unlink(name)
    } catch {
      guard error == .noSuchFile else { throw Errors.failure(.removing, "\(path)/\(name)", error) }
    }
  }

  /// Removes a folder in it if that is empty.
  package func removeEmptyFolder(_ name: String) { descriptor.removeEmptyFolder(name) }

  /// Removes a folder in it and all that is in there, as far as that can be done.
  package func removeTree(_ name: String) { descriptor.removeTree(name) }

  /// Moves a file here, in place of what has its name.
  package func take(_ name: String, from other: borrowing Folder) throws(Errors.Failure) {
    let (from, to) = (other.descriptor, descriptor)
    try failing(.writing, at: name, from.rename(name, to: name, in: to))
  }

  /// Gives something in it another name, in place of what has that.
  package func rename(_ name: String, to new: String) throws(Errors.Failure) {
    try failing(.making, at: new, descriptor.rename(name, to: new, in: descriptor))
  }

  package func setPermissions(_ mode: UInt32) throws(Errors.Failure) {
    try failing(.settingPermissionsOf, descriptor.setPermissions(mode))
  }

  // MARK: Durability

  /// Makes the names in it survive a power cut.
  package func sync() throws(Errors.Failure) {
    try failing(.syncing, descriptor.sync())
  }

  /// Makes all that is in it survive a power cut: one call for thousands of files, where the system
  /// has one.
  package func syncAll() throws(Errors.Failure) {
    try failing(.syncing, descriptor.syncFolder())
  }

  /// Runs a call on the folder, or on something in it.
  private func failing<Result: ~Copyable>(
    _ operation: FileOperation, at name: String? = nil,
    _ body: @autoclosure () throws(ErrorNumber) -> Result
  ) throws(Errors.Failure) -> Result {
    try Errors.mapping(operation, name.map { "\(path)/\($0)" } ?? path, body())
  }
}
