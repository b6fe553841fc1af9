import Glibc

/// What tells a file from every other one, and from what it was before it was changed.
struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64
  private let size: Int
  private let modified: [Int]

  /// `nil` when there is no such file.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(status.st_dev)
    number = UInt64(status.st_ino)
    size = Int(status.st_size)
    // The second is also set by who gives a file back its old time.
    modified = [
      status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec,
    ]
  }
}
