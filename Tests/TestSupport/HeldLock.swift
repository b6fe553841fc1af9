import CSpawn
import Glibc

/// A lock on a file, as another program would hold it, until this is released or gone.
package final class HeldLock {
  private var descriptor: Int32

  package struct Failure: Error { let path: String }

  /// - Throws: `Failure` if another program has the lock, or the file can't be opened.
  package init(_ path: String) throws {
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0, lock() else { throw Failure(path: path) }
  }

  deinit { release() }

  private func lock() -> Bool {
    guard Facilities.has("ofd-locks") else { return flock(descriptor, LOCK_EX | LOCK_NB) == 0 }
    return pd_try_lock(descriptor) == 0
  }

  package func release() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }
}
