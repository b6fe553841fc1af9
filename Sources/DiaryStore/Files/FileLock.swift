import CSystem
import DiaryCore
import Glibc

/// The store's lock, held while this value lives. It belongs to the open file description: other
/// descriptors of the same file don't drop it, and the kernel does when the program dies.
struct FileLock: ~Copyable {
  private let file: OpenFile

  /// Milliseconds. Others hold the lock for one append; only a repair holds it longer. The kernel
  /// tells nobody when a lock is free but a thread that blocks for it, without end, so it is asked
  /// again.
  private static let patience = 10_000
  private static let pauseTime = 5

  /// Waits for the lock, making its file if need be. Throws when another program keeps it.
  init(_ path: String) throws(DiaryError) {
    let file = try OpenFile(path, O_RDWR | O_CREAT)
    var waited = 0
    while try !Self.isTaken(file) { try Self.pause(&waited, path) }
    self.file = file
  }

  /// The same, but lets others run on this actor while it waits.
  static func waiting(for path: String) async throws(DiaryError) -> FileLock {
    let file = try OpenFile(path, O_RDWR | O_CREAT)
    var waited = 0
    while try !isTaken(file) {
      // In a task that was cancelled nothing sleeps, and a save must wait all the same.
      if (try? await Task.sleep(for: .milliseconds(pauseTime))) == nil {
        try pause(&waited, path)
      } else {
        try count(&waited, path)
      }
    }
    return FileLock(file: file)
  }

  /// Whether the file that is locked still stands at its path: a folder may have been renamed while
  /// one waited.
  var isInPlace: Bool {
    guard let own = try? file.information(), let found = SystemCalls.information(file.path) else {
      return false
    }
    return own.st_ino == found.st_ino && own.st_dev == found.st_dev
  }

  private init(file: consuming OpenFile) { self.file = file }

  private static func isTaken(_ file: borrowing OpenFile) throws(DiaryError) -> Bool {
    if pd_try_lock(file.descriptor) == 0 { return true }
    guard errno == EINTR || errno == EAGAIN || errno == EACCES else {
      throw SystemCalls.failure(.locking, file.path)
    }
    return false
  }

  private static func pause(_ waited: inout Int, _ path: String) throws(DiaryError) {
    try count(&waited, path)
    poll(nil, 0, Int32(pauseTime))
  }

  private static func count(_ waited: inout Int, _ path: String) throws(DiaryError) {
    guard waited < patience else { throw .store(path: path, .locked) }
    waited += pauseTime
  }
}
