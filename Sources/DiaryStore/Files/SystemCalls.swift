import CSystem
import DiaryCore
import Glibc

/// The system calls of the store, each throwing what went wrong in the diary's own terms.
enum SystemCalls {
  /// The error of the call that just failed.
  static func failure(_ operation: FileOperation, _ path: String, code: Int32 = errno) -> DiaryError
  {
    let fault: StoreFault =
      switch code {
      case ENOENT: .missing
      case EROFS: .readOnly
      case EACCES, EPERM: .noPermission
      case ENOSPC, EDQUOT: .diskFull
      case ENOTDIR: .notAFolder
      case EIO, ESTALE, ETIMEDOUT, ENOTCONN, EHOSTDOWN, ENODEV, EMFILE, ENFILE, ENOMEM, EAGAIN:
        .unavailable(operation: operation, reason: String(cString: strerror(code)))
      default: .failed(operation: operation, reason: String(cString: strerror(code)))
      }
    return .store(path: path, fault)
  }

  static func rename(_ old: String, to new: String) throws(DiaryError) {
    guard Glibc.rename(old, new) == 0 else { throw failure(.renaming, new) }
  }

  /// The same, unless something has the new name. Returns whether it was free.
  static func rename(_ old: String, toFree new: String) throws(DiaryError) -> Bool {
    if pd_rename_new(old, new) == 0 { return true }
    // Not every file system can tell the two apart in one step.
    guard errno == EINVAL || errno == ENOSYS else {
      guard errno == EEXIST else { throw failure(.renaming, new) }
      return false
    }
    guard information(new) == nil else { return false }
    try rename(old, to: new)
    return true
  }

  static func remove(_ path: String) throws(DiaryError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw failure(.removing, path) }
  }

  /// Makes a folder that only its owner may enter. Returns whether it is new.
  @discardableResult
  static func makeFolder(_ path: String) throws(DiaryError) -> Bool {
    if mkdir(path, 0o700) == 0 { return true }
    guard errno == EEXIST else { throw failure(.making, path) }
    return false
  }

  /// Makes a folder and those above it, each of them durable.
  static func makeFolders(_ path: String) throws(DiaryError) {
    if path.isEmpty || path == "/" || isFolder(path) { return }
    let parent = Path.parent(path)
    try makeFolders(parent)
    if try makeFolder(path) { try sync(folder: parent) }
    guard isFolder(path) else { throw .store(path: path, .notAFolder) }
  }

  /// For files that no one else is to see: `$TMPDIR`, else `/tmp`.
  static var temporaryFolder: String {
    guard let folder = getenv("TMPDIR"), folder.pointee != 0 else { return "/tmp" }
    return String(cString: folder)
  }

  static func isFolder(_ path: String) -> Bool {
    information(path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
  }

  static func information(_ path: String) -> stat? {
    var result = stat()
    return stat(path, &result) == 0 ? result : nil
  }

  /// Of what stands there itself, not of what it may link to.
  static func ownInformation(_ path: String) -> stat? {
    var result = stat()
    return lstat(path, &result) == 0 ? result : nil
  }

  /// Makes the names in a folder survive a power cut.
  static func sync(folder: String) throws(DiaryError) {
    let file = try OpenFile(folder, O_RDONLY | O_DIRECTORY)
    try file.sync()
  }

  /// Makes everything of the file system that a folder is on survive a power cut.
  static func syncFileSystem(of folder: String) throws(DiaryError) {
    let file = try OpenFile(folder, O_RDONLY | O_DIRECTORY)
    guard pd_sync_file_system(file.descriptor) == 0 else { throw failure(.syncing, folder) }
  }

  /// The names in a folder, in order; none if it doesn't exist.
  static func names(in folder: String) throws(DiaryError) -> [String] {
    guard let stream = opendir(folder) else {
      if errno == ENOENT { return [] }
      throw failure(.reading, folder)
    }
    defer { closedir(stream) }
    var names: [String] = []
    // The end and a failure look alike but for errno: half a folder mustn't pass for all of it.
    errno = 0
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
      errno = 0
    }
    guard errno == 0 else { throw failure(.reading, folder) }
    return names.sorted()
  }
}

extension stat {
  var isRegularFile: Bool { st_mode & S_IFMT == S_IFREG }
  var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
}

/// File paths as strings.
enum Path {
  static func join(_ parts: String...) -> String { parts.joined(separator: "/") }

  static func parent(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The path of what is there, with every link followed; `nil` if nothing is.
  static func real(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// Whether a path is a folder or leads into it; both are real ones.
  static func holds(_ folder: String, _ path: String) -> Bool {
    (path + "/").utf8.starts(with: (folder == "/" ? folder : folder + "/").utf8)
  }

  static func name(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }
}
