import DiaryCore
import System
import Text

/// A private folder that is deleted with its contents when this value is destroyed, unless it's
/// kept. The lock distinguishes it from folders that killed processes left behind.
struct LockedFolder: ~Copyable {
  let parent: Folder
  let name: String
  let folder: Folder
  private var isKept = false

  init(in parent: consuming Folder, named name: String) throws {
    // The diary is private: other users must not see it before it's published.
    try parent.makeFolder(name)
    do {
      folder = try parent.subfolder(name)
    } catch {
      parent.removeTree(name)
      throw error
    }
    StaleFiles.lock(folder.descriptor)
    self.parent = parent
    self.name = name
  }

  mutating func keep() { isKept = true }

  deinit {
    if !isKept { parent.removeTree(name) }
  }
}

/// Finds and deletes what killed processes left behind: files and folders that are no longer
/// locked.
enum StaleFiles {
  /// The minimum age in seconds. A newer file's owner may not have locked it yet.
  private static let defaultGrace = 60

  /// Locks an open file or folder until it's closed. On file systems without locks, nothing is ever
  /// considered stale.
  static func lock(_ descriptor: Descriptor) { descriptor.tryFlock() }

  /// Removes the user's unlocked files and folders whose names match, if they are older than
  /// `grace` seconds.
  static func remove(
    from parent: borrowing Folder, grace: Int = defaultGrace, named isOurs: (String) -> Bool
  ) {
    guard let names = try? parent.names() else { return }
    for name in names where isOurs(name) {
      guard let status = parent.status(of: name), status.owner == CurrentUser.id,
        SystemClock.seconds - status.changed.seconds > grace,
        let left = try? parent.file(name), left.descriptor.tryFlock()
      else { continue }
      if (try? parent.descriptor.unlink(name)) == nil { parent.removeTree(name) }
    }
  }
}

/// Checks on files that the user named.
package enum InputFile {
  /// Returns the reason why a photo can't be read from a path, or `nil` if it can.
  static func failure(of path: String) -> PhotoError? {
    guard let status = status(of: path) else { return .missing }
    switch status.kind {
    case .folder: return .isFolder
    case .file: return FileSystem.isReadable(path) ? nil : .unreadable
    case .link, .other: return .notAFile
    }
  }

  /// Returns the size in bytes of a readable regular file, or `nil` for anything else. Follows
  /// links.
  package static func size(of path: String) -> Int64? {
    guard failure(of: path) == nil else { return nil }
    return status(of: path).map { Int64($0.size) }
  }

  private static func status(of path: String) -> FileStatus? {
    // A NUL would cut the path short and name a different file.
    path.utf8.contains(0) ? nil : FileSystem.status(of: path)
  }
}

extension SystemError {
  /// The operation and the reason: `writing /export/a.md: No space left on device`.
  var fullMessage: String {
    let reason = number?.message ?? localized("it isn't a regular file")
    return "\(operation.description(of: path)): \(reason)"
  }
}
