import CSystem
import DiaryCore
import Glibc

/// The store's lock, held while this value lives. It belongs to the open file description: other
/// descriptors of the same file don't drop it, and the kernel does when the program dies.
struct FileLock: ~Copyable {
  private let file: OpenFile

  /// Waits for the lock, making its file if need be.
  init(_ path: String) throws(DiaryError) {
    let file = try OpenFile(path, O_RDWR | O_CREAT)
    while pd_lock(file.descriptor, 1) != 0 {
      guard errno == EINTR else { throw SystemCalls.failure("Locking", path) }
    }
    self.file = file
  }
}
