import DiaryCore
import Glibc

/// Finds the photos below a folder, by the ends of their names, and what lies beside them. It goes into no hidden folder and
/// along no link, so that it stays inside and comes to an end.
struct PhotoFolderWalk {
  /// A file with a photo's name.
  struct File: Hashable, Sendable {
    let path: String
    /// Seconds since 1970.
    let modified: Int64
    /// Bytes.
    let size: Int64
  }

  private static let deepest = 64

  private(set) var files: [File] = []
  /// The paths of all other files.
  private(set) var others: [String] = []
  private(set) var refused: [PhotoRefusal] = []

  /// Throws `DiaryError.input` when the folder itself can't be looked into.
  init(_ folder: String, found: (Int) -> Void) throws(DiaryError) {
    var path = folder
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    // The folder that a person names may be a link; those below it are others' ways out.
    let opened = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard opened >= 0 else {
      throw .input(
        name: path,
        errno == ENOENT ? .missing : .unreadable(reason: String(cString: strerror(errno))))
    }
    walk(opened, path == "/" ? "" : path, depth: 0, found)
    files.sort { $0.path < $1.path }
  }

  /// Takes the descriptor over.
  private mutating func walk(
    _ descriptor: Int32, _ path: String, depth: Int, _ found: (Int) -> Void
  ) {
    guard let stream = fdopendir(descriptor) else {
      close(descriptor)
      return
    }
    defer { closedir(stream) }
    var folders: [String] = []
    while !Task.isCancelled, let entry = readdir(stream) {
      let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      let name = String(decoding: bytes, as: UTF8.self)
      guard bytes.first != UInt8(ascii: ".") else { continue }
      var information = stat()
      guard fstatat(descriptor, name, &information, AT_SYMLINK_NOFOLLOW) == 0 else {
        // A name that is no UTF-8 can't be spelled here.
        if MediaType.isPhoto(named: name) { refuse("\(path)/\(name)", .photo(missing(path, name))) }
        continue
      }
      switch information.st_mode & S_IFMT {
      case S_IFDIR: folders.append(name)
      case S_IFREG where MediaType.isPhoto(named: name):
        files.append(
          File(
            path: "\(path)/\(name)", modified: Int64(information.st_mtim.tv_sec),
            size: Int64(information.st_size)))
        if files.count % 64 == 0 { found(files.count) }
      case S_IFREG: others.append("\(path)/\(name)")
      default: break
      }
    }
    for name in folders.sorted() where !Task.isCancelled {
      let child = "\(path)/\(name)"
      guard depth < Self.deepest else {
        refuse(child, .tooDeep)
        continue
      }
      let opened = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      if opened >= 0 {
        walk(opened, child, depth: depth + 1, found)
      } else if errno != ENOENT {
        refuse(child, .unreadableFolder)
      }
    }
  }

  private func missing(_ path: String, _ name: String) -> DiaryError {
    .photo(path: "\(path)/\(name)", .missing)
  }

  private mutating func refuse(_ path: String, _ reason: PhotoRefusal.Reason) {
    refused.append(PhotoRefusal(path: path, reason))
  }
}
