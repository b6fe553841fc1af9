import CSystem
import DiaryCore
import Glibc

/// The store's lock, held while this value lives. It belongs to the open file description: other
/// descriptors of the same file don't drop it, and the kernel does when the program dies.
struct FileLock: ~Copyable {
  private let file: OpenFile

  /// Milliseconds. Others hold the lock for one append; only a repair holds it longer.
  private static let patience = 10_000
  private static let pause = 5

  /// Waits for the lock, making its file if need be. Throws when another program keeps it.
  init(_ path: String) throws(DiaryError) {
    let file = try OpenFile(path, O_RDWR | O_CREAT)
    var waited = 0
    while pd_try_lock(file.descriptor) != 0 {
      guard errno == EINTR || errno == EAGAIN || errno == EACCES else {
        throw SystemCalls.failure("Locking", path)
      }
      guard waited < Self.patience else { throw .store(path: path, .locked) }
      poll(nil, 0, Int32(Self.pause))
      waited += Self.pause
    }
    self.file = file
  }
}
