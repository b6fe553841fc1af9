import Glibc

/// What a program left that was killed: a file or folder that nobody has locked any more.
enum Leftovers {
  /// In seconds. What was made just now may not be locked yet.
  private static let graceOfNew = 60

  /// Locks what is open until it is closed. Where the file system knows no locks, nothing is ever
  /// taken for left.
  static func lock(_ descriptor: Int32) { _ = flock(descriptor, LOCK_EX | LOCK_NB) }

  /// Removes what was left in a folder under such names, if it is that many seconds old.
  static func remove(
    from parent: borrowing Folder, grace: Int = graceOfNew, named isOurs: (String) -> Bool
  ) {
    guard let names = try? parent.names() else { return }
    for name in names where isOurs(name) {
      guard let status = parent.status(of: name), status.st_uid == geteuid(),
        time(nil) - status.st_ctim.tv_sec > grace
      else { continue }
      let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
      let left = openat(parent.descriptor, name, flags)
      guard left >= 0 else { continue }
      defer { close(left) }
      guard flock(left, LOCK_EX | LOCK_NB) == 0 else { continue }
      if unlinkat(parent.descriptor, name, 0) != 0 { parent.removeTree(name) }
    }
  }
}
