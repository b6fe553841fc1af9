import System

/// What tells a file from every other one, and from what it was before it was changed.
struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64
  private let size: Int
  private let modified: [FileTime]

  /// `nil` when there is no such file.
  init?(path: String) {
    guard let status = FileSystem.status(of: path) else { return nil }
    device = status.device
    number = status.inode
    size = status.size
    // The second is also set by who gives a file back its old time.
    modified = [status.modified, status.changed]
  }
}
