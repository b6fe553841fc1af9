import CSystem
import Glibc

/// Locks on a whole file that belong to the open file: other descriptors of it don't drop them when they
/// close, and the kernel does when the program dies.
extension Descriptor {
  /// Tries for the lock, which is free if the file system has no locks. Locks of the two ways don't see each
  /// other on every file system: all programs that share a file go the same one.
  package func tryLock() throws(ErrorNumber) {
    guard Facility.fileLocks.isAvailable else {
      guard tryFlock() else { throw .last }
      return
    }
    guard pd_try_lock(number) != 0 else { return }
    let error = ErrorNumber.last
    guard error.isUnsupported else { throw error }
  }

  /// `true` if the file system supports locks.
  package var canLock: Bool {
    guard Facility.fileLocks.isAvailable else { return true }
    return pd_is_locked(number) >= 0 || !ErrorNumber.last.isUnsupported
  }

  /// Whether another open file has the lock, asked of one that hasn't. `false` where that can't be told.
  package var isLocked: Bool {
    Facility.fileLocks.isAvailable ? pd_is_locked(number) == 1 : isFlocked
  }

  /// Tries for a lock of flock(2), which folders have too. Returns whether it was free.
  @discardableResult
  package func tryFlock() -> Bool { flock(number, LOCK_EX | LOCK_NB) == 0 }

  /// Whether another open file has a lock of flock(2), asked of one that hasn't: it can only be found by taking
  /// the lock and giving it up, so for a moment nobody else gets it.
  package var isFlocked: Bool {
    guard flock(number, LOCK_SH | LOCK_NB) == 0 else { return ErrorNumber.last == .tryAgain }
    flock(number, LOCK_UN)
    return false
  }
}
