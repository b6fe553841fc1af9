import CSpawn
import Glibc

/// A lock on a file, as another program would hold it, until this is released or gone.
package final class HeldLock {
  private var descriptor: Int32

  package struct Failure: Error {}

  package init(_ path: String) throws {
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0, pd_take_lock(descriptor) == 0 else { throw Failure() }
  }

  deinit { release() }

  package func release() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }
}
