import Glibc

/// What the system knows of a file or folder without opening it.
package struct FileStatus: Sendable {
  package let kind: FileKind
  /// In bytes.
  package let size: Int
  /// Who may do what, as chmod(2) takes it.
  package let permissions: UInt32
  /// The user whose it is.
  package let owner: UInt32
  package let device: UInt64
  package let inode: UInt64
  /// How many names it has.
  package let links: Int
  /// When its bytes changed last.
  package let modified: FileTime
  /// When anything of it changed last.
  package let changed: FileTime

  package var isRegularFile: Bool { kind == .file }
  package var isFolder: Bool { kind == .folder }

  /// Whether it is the same file, with the same bytes as far as the system tells.
  package func isSameFile(as other: FileStatus?) -> Bool {
    guard let other else { return false }
    return inode == other.inode && device == other.device && modified == other.modified
      && size == other.size
  }

  init(_ status: stat) {
    kind = FileKind(mode: status.st_mode)
    size = Int(status.st_size)
    permissions = status.st_mode & 0o7777
    owner = status.st_uid
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    links = Int(status.st_nlink)
    modified = FileTime(status.st_mtim)
    changed = FileTime(status.st_ctim)
  }

  /// Of what a path leads to, through links.
  package init(at path: String) throws(ErrorNumber) {
    var found = stat()
    guard stat(path.systemPath, &found) == 0 else { throw .last }
    self.init(found)
  }

  /// Of what stands at a path itself, not of what it may link to.
  package init(ofItselfAt path: String) throws(ErrorNumber) {
    var found = stat()
    guard lstat(path.systemPath, &found) == 0 else { throw .last }
    self.init(found)
  }
}

/// What stands at a path.
package enum FileKind: Hashable, Sendable {
  case file, folder, link
  /// A pipe, a socket or a device.
  case other

  init(mode: UInt32) {
    self =
      switch mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .other
      }
  }
}

extension FileKind {
  /// As a folder tells it; `nil` where it doesn't.
  init?(folderEntry type: UInt8) {
    switch Int(type) {
    case Int(DT_UNKNOWN): return nil
    case Int(DT_REG): self = .file
    case Int(DT_DIR): self = .folder
    case Int(DT_LNK): self = .link
    default: self = .other
    }
  }
}

/// A time of a file, as exact as its file system keeps it.
package struct FileTime: Hashable, Comparable, Sendable {
  /// Since 1970.
  package let seconds: Int
  package let nanoseconds: Int

  package init(seconds: Int, nanoseconds: Int) {
    (self.seconds, self.nanoseconds) = (seconds, nanoseconds)
  }

  init(_ time: timespec) { self.init(seconds: time.tv_sec, nanoseconds: time.tv_nsec) }

  package static func < (a: FileTime, b: FileTime) -> Bool {
    (a.seconds, a.nanoseconds) < (b.seconds, b.nanoseconds)
  }
}
