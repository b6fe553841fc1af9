import CSystem
import DiaryCore
import Glibc

/// A folder that is open: what is done in it can't be led elsewhere by a name that changes in
/// the meantime or by a symbolic link. Failures are `DiaryError.export`.
struct Folder: ~Copyable {
  let descriptor: Int32
  let path: String

  /// Opens a folder, through symbolic links too.
  init(at path: String) throws(DiaryError) {
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    self.path = path
    guard descriptor >= 0 else { throw Folder.failure(.opening, path) }
  }

  /// Opens a folder of this person's alone, and makes it and those above it.
  static func making(_ place: String) throws(DiaryError) -> Folder {
    var path = place.hasPrefix("/") ? "" : "."
    for part in place.split(separator: "/") {
      path += "/" + part
      mkdir(path, 0o700)
    }
    return try Folder(at: path)
  }

  private init(descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit { close(descriptor) }

  /// The error of the call that just failed.
  static func failure(
    _ operation: FileOperation, _ path: String, code: Int32 = errno
  ) -> DiaryError {
    let reason = "\(operation.words(path)): \(String(cString: strerror(code)))"
    return .export(path: path, .failed(reason: reason))
  }

  /// Opens the folder of that name, which may not be a symbolic link.
  func subfolder(_ name: String) throws(DiaryError) -> Folder {
    let opened = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard opened >= 0 else { throw Self.failure(.opening, "\(path)/\(name)") }
    return Folder(descriptor: opened, path: "\(path)/\(name)")
  }

  /// Opens the folder of that name, made if need be.
  func subfolder(making name: String, mode: mode_t = 0o777) throws(DiaryError) -> Folder {
    guard mkdirat(descriptor, name, mode) == 0 || errno == EEXIST else {
      throw Self.failure(.making, "\(path)/\(name)")
    }
    return try subfolder(name)
  }

  /// A file that doesn't exist yet.
  func newFile(_ name: String, mode: mode_t = 0o666) throws(DiaryError) -> OutputFile {
    let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let opened = openat(descriptor, name, flags, mode)
    guard opened >= 0 else { throw Self.failure(.making, "\(path)/\(name)") }
    return OutputFile(descriptor: opened, path: "\(path)/\(name)")
  }

  /// What stands at that name, itself and not what it may link to; `nil` if nothing does.
  func status(of name: String) -> stat? {
    var result = stat()
    return fstatat(descriptor, name, &result, AT_SYMLINK_NOFOLLOW) == 0 ? result : nil
  }

  /// What is known of the folder itself.
  func status() throws(DiaryError) -> stat {
    var result = stat()
    guard fstat(descriptor, &result) == 0 else { throw Self.failure(.reading, path) }
    return result
  }

  /// The names in it, in no order.
  func names() throws(DiaryError) -> [String] {
    let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0, let stream = fdopendir(copy) else { throw Self.failure(.reading, path) }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }

  func remove(file name: String) throws(DiaryError) {
    guard unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else {
      throw Self.failure(.removing, "\(path)/\(name)")
    }
  }

  /// Moves a file here, in place of what has its name.
  func take(_ name: String, from other: borrowing Folder) throws(DiaryError) {
    guard renameat(other.descriptor, name, descriptor, name) == 0 else {
      throw Self.failure(.writing, "\(path)/\(name)")
    }
  }

  /// Makes the names in it survive a power cut.
  func sync() throws(DiaryError) {
    guard fsync(descriptor) == 0 else { throw Self.failure(.syncing, path) }
  }

  /// Makes everything on the folder's file system survive a power cut: one call for thousands
  /// of files.
  func syncFileSystem() throws(DiaryError) {
    guard pd_sync_file_system(descriptor) == 0 else { throw Self.failure(.syncing, path) }
  }
}
