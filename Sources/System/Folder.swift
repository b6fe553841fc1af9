import CSystem
import Glibc

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

// MARK: - FolderStream

/// Gives the names in a folder one after the other, in no order.
package struct FolderStream: ~Copyable {
  private let stream: OpaquePointer
  /// What stands at the last name, as far as the folder itself tells.
  package private(set) var kind: FileKind?

  /// Opens a folder, through symbolic links too.
  package init(at path: String) throws(ErrorNumber) {
    guard let stream = opendir(path.systemPath) else { throw .last }
    self.stream = stream
  }

  /// Reads a folder that is open, which stays the caller's.
  package init(_ folder: Descriptor) throws(ErrorNumber) {
    try self.init(taking: Descriptor.open(".", in: folder, [.readOnly, .folder]))
  }

  /// Reads a folder that is open, and closes it in the end.
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

  /// All names that are left.
  package mutating func names() throws(ErrorNumber) -> [String] {
    var names: [String] = []
    while let name = try next() { names.append(name) }
    return names
  }

  /// The next name, `nil` at the end; neither "." nor "..".
  package mutating func next() throws(ErrorNumber) -> String? {
    while true {
      // The end and a failure look alike but for errno: half a folder mustn't pass for all of it.
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

/// Names in a folder that is open.
extension Descriptor {
  /// What stands at a name; itself, unless links are followed.
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

  /// Opens the folder of that name, which may not be a symbolic link.
  package func openFolder(_ name: String) throws(ErrorNumber) -> Descriptor {
    try Descriptor.open(name, in: self, [.readOnly, .folder, .noFollow])
  }

  package func makeFolder(_ name: String, mode: UInt32) throws(ErrorNumber) {
    guard mkdirat(number, name.systemPath, mode) == 0 else { throw .last }
  }

  /// Removes a file, or just its name.
  package func unlink(_ name: String) throws(ErrorNumber) {
    guard unlinkat(number, name.systemPath, 0) == 0 else { throw .last }
  }

  /// Removes a folder if it is empty. Returns whether it was.
  @discardableResult
  package func removeEmptyFolder(_ name: String) -> Bool {
    unlinkat(number, name.systemPath, AT_REMOVEDIR) == 0
  }

  /// Gives something another name, in this folder or in another one, in place of what has that.
  package func rename(
    _ name: String, to new: String, in folder: Descriptor
  ) throws(ErrorNumber) {
    guard renameat(number, name.systemPath, folder.number, new.systemPath) == 0 else { throw .last }
  }

  /// Gives a file one more name, in this folder or in another one.
  package func link(_ name: String, as new: String, in folder: Descriptor) throws(ErrorNumber) {
    guard linkat(number, name.systemPath, folder.number, new.systemPath, 0) == 0 else {
      throw .last
    }
  }

  /// Removes what has a name in this folder with all that is in it as far as that can be done,
  /// through no symbolic link. Names may be left alone at its top, and with them the folder.
  func removeTree(_ name: String, except kept: Set<String> = []) {
    if let folder = try? openFolder(name) {
      for child in folder.readableNames where !kept.contains(child) {
        if (try? folder.unlink(child)) == nil { folder.removeTree(child) }
      }
      folder.close()
    }
    if kept.isEmpty { removeEmptyFolder(name) }
  }

  /// Read before the first is removed; as far as they can be read.
  private var readableNames: [String] {
    guard var stream = try? FolderStream(self) else { return [] }
    var names: [String] = []
    while let name = try? stream.next() { names.append(name) }
    return names
  }
}

/// Durability of a folder with all that is in it.
extension Descriptor {
  /// Makes all that is in an open folder survive a power cut, by one call for the whole file system where
  /// there is one.
  package func syncFolder() throws(ErrorNumber) {
    guard Facility.syncingFileSystem.isAvailable else { return try syncTree() }
    guard pd_sync_file_system(number) == 0 else { throw .last }
  }

  /// The same file by file, from the bottom up. What goes meanwhile needn't be there after a power cut, and
  /// what this person may not read is none of their writing.
  package func syncTree() throws(ErrorNumber) {
    var stream = try FolderStream(self)
    for name in try stream.names() {
      do throws(ErrorNumber) {
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
