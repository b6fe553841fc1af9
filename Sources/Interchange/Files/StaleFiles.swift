import System

/// What a program left that was killed: a file or folder that nobody has locked any more.
enum StaleFiles {
  /// In seconds. What was made just now may not be locked yet.
  private static let graceOfNew = 60

  /// Locks what is open until it is closed. Where the file system knows no locks, nothing is ever
  /// taken for left.
  static func lock(_ descriptor: Descriptor) { descriptor.tryFlock() }

  /// Removes what was left in a folder under such names, if it is that many seconds old.
  static func remove(
    from parent: borrowing Folder, grace: Int = graceOfNew, named isOurs: (String) -> Bool
  ) {
    guard let names = try? parent.names() else { return }
    for name in names where isOurs(name) {
      guard let status = parent.status(of: name), status.owner == CurrentUser.number,
        SystemClock.seconds - status.changed.seconds > grace,
        let left = try? parent.file(name), left.descriptor.tryFlock()
      else { continue }
      if (try? parent.descriptor.unlink(name)) == nil { parent.removeTree(name) }
    }
  }
}
